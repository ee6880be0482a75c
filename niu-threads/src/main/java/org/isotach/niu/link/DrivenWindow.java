/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.fault.FaultInjector;

/**
 * Both ends of a {@link SlidingWindow} over links with faults, driven by the thread that sends. It brings messages to a
 * place that leads to another thread, and owns the rule that nothing counts as sent before its receiver has
 * acknowledged it (docs/protocol.md, section 17). It grows with the longest message, and allocates nothing otherwise.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
public final class DrivenWindow
{
    /**
     * Takes the messages that arrive.
     */
    @FunctionalInterface
    public interface Receiver
    {
        /**
         * Takes a message, on the thread that sends.
         *
         * @param buffer memory of the message, valid until the call returns.
         * @param offset index in bytes of the message, a multiple of 8.
         * @param length of the message in bytes.
         */
        void onMessage(OffHeapBuffer buffer, int offset, int length);
    }

    private static final int FIRST_CAPACITY = 1024;
    private static final int TICKS_PER_WORK = 2;

    private final FaultInjector injector;
    private final Receiver receiver;
    private SlidingWindow window;

    /**
     * @param injector of the faults.
     * @param receiver takes the messages that arrive.
     */
    public DrivenWindow(final FaultInjector injector, final Receiver receiver)
    {
        this.injector = injector;
        this.receiver = receiver;
        window = SlidingWindow.driven(injector, FIRST_CAPACITY);
    }

    /**
     * Opens the next message. Works until there is room for it.
     *
     * @param length of the message in bytes.
     * @return index in bytes of the message in {@link #buffer()}, a multiple of 8.
     */
    public int claim(final int length)
    {
        if (length > window.maxPacketLength())
        {
            grow(length);
        }
        int index = window.writer().tryClaim(length);
        while (PacketWriter.NO_ROOM == index)
        {
            work();
            index = window.writer().tryClaim(length);
        }
        return index;
    }

    /**
     * Replaces the window by a larger one, when it is empty: what is still on its links is forgotten with them.
     */
    private void grow(final int length)
    {
        deliver();
        int capacity = FIRST_CAPACITY;
        do
        {
            capacity *= 2;
            if (capacity <= 0)
            {
                throw new IllegalArgumentException(
                    "length: " + length + " (expected: at most 2^29 - 24 bytes on links with faults)");
            }
        }
        while (capacity / 2 - PacketCheck.LENGTH - 2 * SlidingWindow.SEQUENCE_LENGTH < length);
        window = SlidingWindow.driven(injector, capacity);
    }

    /**
     * Returns the memory of the open message.
     *
     * @return the memory, valid until the message is sent.
     */
    public OffHeapBuffer buffer()
    {
        return window.writer().buffer();
    }

    /**
     * Sends the open message.
     */
    public void commit()
    {
        window.writer().commit();
    }

    /**
     * Works until the receiver has everything that was sent.
     */
    public void deliver()
    {
        while (!work())
        {
            Thread.onSpinWait();
        }
    }

    /**
     * Moves packets on, and sends again what seems to be lost.
     *
     * @return true if everything that was sent is acknowledged.
     */
    boolean work()
    {
        final WindowSender sender = window.writer();
        final WindowReceiver end = window.reader();
        for (int i = 0; i < TICKS_PER_WORK && !sender.isAcknowledged(); i++)
        {
            while (end.next())
            {
                receiver.onMessage(end.buffer(), end.offset(), end.length());
            }
            end.tick();
            sender.tick();
        }
        return sender.isAcknowledged();
    }

    @Override
    public String toString()
    {
        return "DrivenWindow{window=" + window + '}';
    }
}
