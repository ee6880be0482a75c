/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * An item that a {@link Mailbox} has received: a message, a signal, the completion of a barrier, or the reset that is
 * the end. Valid until the next {@link Mailbox#receive()}, as is the {@link MessageView} in it.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
public final class Delivery extends Padded
{
    /**
     * The kind of this delivery.
     */
    public enum Kind
    {
        /**
         * A message: see {@link Delivery#sender()} and {@link Delivery#message()}.
         */
        MESSAGE,

        /**
         * A signal: see {@link Delivery#channel()}.
         */
        SIGNAL,

        /**
         * A barrier is complete: see {@link Delivery#channel()}.
         */
        BARRIER,

        /**
         * The cluster was shut down by {@link MessagePort#reset()}: nothing comes after it.
         */
        RESET
    }

    private final MessageView message = new MessageView();
    private Kind kind = Kind.MESSAGE;
    private boolean isReleased = true;
    private long pulse;
    private int sender;
    private int channel;

    Delivery()
    {
    }

    /**
     * The kind of this delivery.
     *
     * @return the kind.
     * @throws IllegalStateException if this delivery is not valid any more.
     */
    public Kind kind()
    {
        if (isReleased)
        {
            throw new IllegalStateException("delivery was released by the next receive: copy what is needed before");
        }
        return kind;
    }

    /**
     * The pulse in which it was delivered; at all hosts that get it, it is the same. With {@link MessageOrder#ARRIVAL}
     * the timestamp of its isochron, which does not say when it was delivered; with
     * {@link MessageOrder#ARRIVAL_UNSTAMPED} without meaning.
     *
     * @return the pulse.
     */
    public long pulse()
    {
        kind();
        return pulse;
    }

    /**
     * The host that has sent the message.
     *
     * @return number of the host.
     * @throws IllegalStateException if it is not a message.
     */
    public int sender()
    {
        check(Kind.MESSAGE == kind(), "sender");
        return sender;
    }

    /**
     * The message.
     *
     * @return a view on it, where its sender has written it.
     * @throws IllegalStateException if it is not a message.
     */
    public MessageView message()
    {
        check(Kind.MESSAGE == kind(), "message");
        return message;
    }

    /**
     * The channel of the signal or barrier.
     *
     * @return number of the channel.
     * @throws IllegalStateException if it is a message, or a reset.
     */
    public int channel()
    {
        check(Kind.MESSAGE != kind() && Kind.RESET != kind(), "channel");
        return channel;
    }

    void message(
        final long deliveryPulse, final int from, final OffHeapBuffer frame, final int offset, final int length)
    {
        // As in MessageWindow.wrap().
        if (Kind.MESSAGE != kind)
        {
            kind = Kind.MESSAGE;
        }
        isReleased = false;
        pulse = deliveryPulse;
        sender = from;
        message.wrap(frame, offset, length);
    }

    void notice(final long deliveryPulse, final long notice)
    {
        isReleased = false;
        kind = Notice.isReset(notice) ? Kind.RESET : Notice.isBarrier(notice) ? Kind.BARRIER : Kind.SIGNAL;
        pulse = deliveryPulse;
        channel = Notice.channel(notice);
    }

    void release()
    {
        isReleased = true;
        message.release();
    }

    private void check(final boolean isThere, final String what)
    {
        if (!isThere)
        {
            throw new IllegalStateException("a delivery of kind " + kind + " has no " + what);
        }
    }

    @Override
    public String toString()
    {
        if (isReleased)
        {
            return "Delivery{released}";
        }
        return "Delivery{kind=" + kind + ", pulse=" + pulse +
            (Kind.MESSAGE == kind ? ", sender=" + sender + ", message=" + message :
            Kind.RESET == kind ? "" : ", channel=" + channel) + '}';
    }
}
