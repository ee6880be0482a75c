/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.DrivenWindow;
import org.isotach.niu.link.MessagePath;

/**
 * Messages of one host for another one: a Myrinet of its own, of two stations with a channel each, and {@link Rpp}
 * between the channels. Messages are buffers that change their owner; acknowledgements come back on the other channel.
 * <pre>
 *   sender                                           receiver
 *   pool --claim--&gt; Buffer --commit--&gt; Rpp -----------&gt; Rpp --&gt; taker
 *                                       ^--- acknowledgements ---'
 * </pre>
 * <b>Note:</b> this class is not threadsafe: it belongs to the unit that ships for the sender.
 */
final class MyrinetPath implements MessagePath
{
    private static final int SENDER = 0;
    private static final int RECEIVER = 1;
    private static final int CHANNEL = 0;

    // A packet is taken for lost when its receiver has looked in vain some times.
    private static final int TURNS_PER_WORK = 8;

    private final DrivenWindow.Receiver taker;
    private final int maxMessageLength;
    private final SendSide pool;
    private final Rpp sendEnd;
    private final Rpp receiveEnd;
    private Buffer open;

    /**
     * @param stations of the sender and the receiver.
     * @param context  settings.
     * @param window   largest number of messages that are not acknowledged.
     * @param taker    takes the messages that arrive.
     */
    MyrinetPath(
        final Station[] stations, final MyrinetContext context, final int window, final DrivenWindow.Receiver taker)
    {
        this.taker = taker;
        maxMessageLength = context.bufferLength() & -Long.BYTES;
        final Wiring wiring = new Wiring(stations, context);
        final Channel acknowledgements = wiring.tryOpen(SENDER, CHANNEL);
        final Channel messages = wiring.tryOpen(RECEIVER, CHANNEL);
        pool = wiring.sendSide(SENDER);
        sendEnd = connect(pool, acknowledgements, RECEIVER, window);
        receiveEnd = connect(wiring.sendSide(RECEIVER), messages, SENDER, window);
        // Tokens are stopped while a frame is sent: nothing may fail for lack of memory then.
        wiring.prepare(SENDER, RECEIVER, CHANNEL);
        // Acknowledgements need no buffer.
        wiring.sendSide(RECEIVER).prepare(SENDER, CHANNEL, false);
    }

    private static Rpp connect(final SendSide sendSide, final Channel channel, final int peer, final int window)
    {
        return new Rpp(sendSide, channel, sendSide.routes().to(peer), CHANNEL, window);
    }

    @Override
    public int maxMessageLength()
    {
        return maxMessageLength;
    }

    @Override
    public int claim(final int length)
    {
        // Of the pool only: buffers come back by the work of this thread.
        Buffer buffer = pool.tryBuffer();
        while (null == buffer)
        {
            work();
            buffer = pool.tryBuffer();
        }
        buffer.length(length);
        open = buffer;
        return index(buffer);
    }

    @Override
    public OffHeapBuffer buffer()
    {
        return open.region().memory();
    }

    @Override
    public void commit()
    {
        while (!sendEnd.trySend(open))
        {
            work();
        }
        open = null;
    }

    @Override
    public boolean work()
    {
        for (int i = 0; i < TURNS_PER_WORK && 0 < sendEnd.unacknowledged(); i++)
        {
            receive();
            sendEnd.poll();
        }
        return 0 == sendEnd.unacknowledged();
    }

    /**
     * Acknowledgements of what is received here are read after this call: messages are in their places then.
     */
    private void receive()
    {
        Buffer buffer = receiveEnd.tryReceive();
        while (null != buffer)
        {
            taker.onMessage(buffer.region().memory(), index(buffer), buffer.length());
            buffer.free();
            buffer = receiveEnd.tryReceive();
        }
    }

    private static int index(final Buffer buffer)
    {
        return buffer.region().offset(buffer.block());
    }

    @Override
    public String toString()
    {
        return "MyrinetPath{sendEnd=" + sendEnd + ", receiveEnd=" + receiveEnd + '}';
    }
}
