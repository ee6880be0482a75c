/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The engines of a device that may have something to do: a bit each. An engine is looked at only if its bit is set.
 * Whoever makes work for it sets the bit, and it is cleared when the engine finds nothing that it could do. The input
 * looks into its port, which says by itself whether there is anything; its bit is for an acknowledgement that waits.
 * <table>
 * <caption>Who sets the bits</caption>
 * <tr><td>dispatch</td><td>retrieval and accesses, when they have filled a line; input, when an acknowledgement has
 * come</td></tr>
 * <tr><td>retrieval</td><td>processes, when they write heads of send queues; whoever frees a line, if it waits for
 * one</td></tr>
 * <tr><td>delivery</td><td>processes, when they write tails of receive queues, if packets wait for that; input, when
 * it has accepted a packet; whoever frees a line, if it waits for one</td></tr>
 * <tr><td>all</td><td>whoever writes another register, or a new mode or group is seen</td></tr>
 * </table>
 * Other threads ring the {@link Bell}. The rest is for the thread that serves the device.
 */
final class Engines
{
    static final int DISPATCH = 1;
    static final int RETRIEVAL = 1 << 1;
    static final int DELIVERY = 1 << 2;

    /**
     * An acknowledgement waits for room in the network.
     */
    static final int ACKNOWLEDGEMENT = 1 << 3;
    static final int ALL = DISPATCH | RETRIEVAL | DELIVERY;

    private static final VarHandle PENDING;
    private static final VarHandle ROOM;

    static
    {
        try
        {
            PENDING = MethodHandles.lookup().findVarHandle(Engines.class, "pending", int.class);
            ROOM = MethodHandles.lookup().findVarHandle(Engines.class, "isWaitingForRoom", boolean.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final Bell bell;

    // Volatile for those who ask whether there is anything to do.
    private volatile int pending = ALL;

    // How often the process had rung. Others read them, too, and may be late.
    private long seenSends;
    private long seenReceipts;

    // Packets that have arrived wait until there is room for them. Volatile for those who ask.
    private volatile boolean isWaitingForRoom;

    // Those that look again when a line is free.
    private int waitingForLine;

    Engines(final Bell bell)
    {
        this.bell = bell;
    }

    Bell bell()
    {
        return bell;
    }

    /**
     * Adds those that were rung for. What is to be done is looked at after this. For a thread that has the lock of the
     * device, and serves it: one that only hands a message over leaves this to others.
     */
    void take()
    {
        // Between what is taken here and the release in add(), another thread sees a device that is quiet although its
        // step has begun. Partner: isQuiet(), which says why that does not matter.
        int some = bell.take();
        final long sends = bell.sends();
        if (sends != seenSends)
        {
            seenSends = sends;
            some |= RETRIEVAL;
        }
        if (isWaitingForRoom)
        {
            final long receipts = bell.receipts();
            if (receipts != seenReceipts)
            {
                seenReceipts = receipts;
                some |= DELIVERY;
            }
        }
        add(some);
    }

    /**
     * Notes that some may have something to do.
     */
    void add(final int some)
    {
        final int before = pending;
        if (some != (before & some))
        {
            PENDING.setRelease(this, before | some);
        }
    }

    /**
     * Notes that one has nothing to do before its bit is set again.
     */
    void remove(final int engine)
    {
        PENDING.setRelease(this, pending & ~engine);
    }

    /**
     * Notes whether packets wait for room: then receipts of the process are heard. One that has come before is heard,
     * too.
     */
    void waitForRoom(final boolean isWaiting)
    {
        if (isWaiting != isWaitingForRoom)
        {
            ROOM.setRelease(this, isWaiting);
        }
    }

    /**
     * Notes that one has found no line that it could use.
     */
    void waitForLine(final int engine)
    {
        waitingForLine |= engine;
    }

    void lineIsFree()
    {
        if (0 != waitingForLine)
        {
            add(waitingForLine);
            waitingForLine = 0;
        }
    }

    /**
     * Returns which may have something to do, as bits.
     */
    int pending()
    {
        return pending;
    }

    /**
     * Returns whether none has anything to do, but perhaps for what is in the port. For any thread.
     */
    boolean isQuiet()
    {
        // Acquire: what was rung for and is not found here has been taken, by a thread that sees what is to be done. It
        // has the lock of the device, and serves it before it gives the lock back. Whoever finds the device quiet
        // meanwhile could not serve it in that moment. What that thread leaves is found at the next look, and the
        // thread of the device is woken for it (FuniDevice.exit). Counts that are read late differ from those of the
        // bell, so the device is looked at once too often, never too seldom. Partner: take().
        return 0 == pending && !bell.isRung() && bell.sends() == seenSends &&
            (!isWaitingForRoom || bell.receipts() == seenReceipts);
    }

    @Override
    public String toString()
    {
        return "Engines{pending=" + Integer.toHexString(pending) + '}';
    }
}
