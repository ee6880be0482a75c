/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * An item that a {@link Mailbox} has received: a message, a signal, the completion of a barrier, or the final reset. It
 * is valid until the next {@link Mailbox#receive()}, as is the {@link MessageView} in it.
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
         * The cluster was shut down by {@link MessagePort#reset()}: no delivery comes after this one.
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
     * @throws IllegalStateException if this delivery is no longer valid.
     */
    public Kind kind()
    {
        if (isReleased)
        {
            throw new IllegalStateException(
                "delivery was released by the next receive: copy what you need before that");
        }
        return kind;
    }

    /**
     * The pulse of the delivery; it is the same at all receiving hosts. With {@link MessageOrder#ARRIVAL} it is the
     * timestamp of the isochron, which does not say when the message was delivered; with
     * {@link MessageOrder#ARRIVAL_UNSTAMPED} it has no meaning.
     *
     * @return the pulse.
     * @throws IllegalStateException if this delivery is no longer valid.
     */
    public long pulse()
    {
        kind();
        return pulse;
    }

    /**
     * The host that has sent the message.
     *
     * @return id of the host.
     * @throws IllegalStateException if this delivery is not a message.
     */
    public int sender()
    {
        check(Kind.MESSAGE == kind(), "sender");
        return sender;
    }

    /**
     * The message.
     *
     * @return a view of the message, in the memory where its sender has written it.
     * @throws IllegalStateException if this delivery is not a message.
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
     * @throws IllegalStateException if this delivery is a message or a reset.
     */
    public int channel()
    {
        check(Kind.MESSAGE != kind() && Kind.RESET != kind(), "channel");
        return channel;
    }

    void message(
        final long deliveryPulse, final int from, final OffHeapBuffer frame, final int offset, final int length)
    {
        // For the reason see MessageWindow.wrap().
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
        message.release();
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
