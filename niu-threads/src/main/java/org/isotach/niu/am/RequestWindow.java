/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The requests of one host to one other host that have no answer yet (Martin, HPAM, sections 5.2.1 and 5.2.2): for each
 * of D instances a descriptor, and the packet, which is kept until it is answered. An instance has one request at a
 * time, and the id of a request is its place in the order of all requests to the other host: so the receiver can tell
 * a repeated request from the next one by its id alone, and knows whose turn it is.
 * <p>
 * A hint leads to the next free instance. While answers come in the order of the requests it is always right.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class RequestWindow extends Padded
{
    static final int NONE = -1;

    private static final long NOT_TIMED = -1;
    private static final VarHandle OUTSTANDING;

    static
    {
        try
        {
            OUTSTANDING = MethodHandles.lookup().findVarHandle(RequestWindow.class, "outstanding", int.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final int peer;
    private final int mask;
    private final int stride;
    private final boolean isOneBit;
    private final OffHeapBuffer packets;
    private final int[] lengths;
    private final boolean[] isInUse;
    private final long[] ids;

    // When the timer of a request began, the time to its next repetition, and when that is due. A timer begins when it
    // is looked at first: sending does not read the clock.
    private final long[] begins;
    private final long[] intervals;
    private final long[] deadlines;
    private int hint;
    private int outstanding;
    private long requests;
    private int pieces;
    private boolean isPieceLost;
    private Failure.Reason gone;

    /**
     * @param peer      number of the other host.
     * @param depth     number of instances, a power of two.
     * @param longest   length of the longest packet in bytes.
     * @param isOneBit  true for ids of one bit.
     */
    RequestWindow(final int peer, final int depth, final int longest, final boolean isOneBit)
    {
        this.peer = peer;
        this.stride = stride(longest);
        this.isOneBit = isOneBit;
        mask = depth - 1;
        packets = OffHeapBuffer.allocate((long)depth * stride);
        lengths = new int[depth];
        isInUse = new boolean[depth];
        ids = new long[depth];
        begins = new long[depth];
        intervals = new long[depth];
        deadlines = new long[depth];
        Arrays.fill(deadlines, NOT_TIMED);
    }

    /**
     * Returns how far the packets of a window are apart. Their lengths are powers of two in most cases: one line more,
     * or the first lines of all packets, which each message uses, would share a few sets of the cache.
     */
    static int stride(final int longest)
    {
        return longest + OffHeapBuffer.CACHE_LINE_LENGTH;
    }

    int peer()
    {
        return peer;
    }

    int depth()
    {
        return mask + 1;
    }

    OffHeapBuffer packets()
    {
        return packets;
    }

    int offset(final int instance)
    {
        return instance * stride;
    }

    int length(final int instance)
    {
        return lengths[instance];
    }

    /**
     * For any thread: acquire.
     */
    int outstanding()
    {
        return (int)OUTSTANDING.getAcquire(this);
    }

    boolean isFull()
    {
        return outstanding > mask;
    }

    boolean isInUse(final int instance)
    {
        return isInUse[instance];
    }

    /**
     * Returns whether the hint leads to an instance that is in use, though another one is free.
     */
    boolean isHintWrong()
    {
        return isInUse[hint];
    }

    /**
     * Lets the hint lead to a free instance; there is one.
     */
    void search()
    {
        hint = 0;
        while (isInUse[hint])
        {
            hint++;
        }
    }

    /**
     * Returns the instance for the next request, which is free if the hint is not wrong.
     */
    int hint()
    {
        return hint;
    }

    /**
     * Returns the id of the next request, if it gets this instance.
     */
    long nextId(final int instance)
    {
        return isOneBit ? ids[instance] + 1 & 1 : requests + 1;
    }

    /**
     * The request that was written to a free instance is about to be sent.
     */
    void take(final int instance, final int length)
    {
        final long id = nextId(instance);
        // Partner: outstanding(). The last call: if the stack ends here, nothing has changed.
        OUTSTANDING.setRelease(this, outstanding + 1);
        isInUse[instance] = true;
        ids[instance] = id;
        lengths[instance] = length;
        deadlines[instance] = NOT_TIMED;
        requests++;
        hint = instance + 1 & mask;
    }

    /**
     * The request that has taken the instance last was not sent.
     */
    void takeBack(final int instance)
    {
        // As in take().
        OUTSTANDING.setRelease(this, outstanding - 1);
        isInUse[instance] = false;
        requests--;
        if (isOneBit)
        {
            ids[instance] ^= 1;
        }
        hint = instance;
    }

    /**
     * A reply has arrived. It is valid only if it answers the request that is outstanding: an earlier one may have come
     * twice.
     */
    boolean tryEnd(final int instance, final long id)
    {
        if (!isInUse[instance] || id != ids[instance])
        {
            return false;
        }
        end(instance);
        return true;
    }

    void end(final int instance)
    {
        // As in take().
        OUTSTANDING.setRelease(this, outstanding - 1);
        isInUse[instance] = false;
        if (isInUse[hint])
        {
            hint = instance;
        }
    }

    boolean isTimed(final int instance)
    {
        return NOT_TIMED != deadlines[instance];
    }

    void beginTimer(final int instance, final long nowNs, final long intervalNs)
    {
        begins[instance] = nowNs;
        intervals[instance] = intervalNs;
        deadlines[instance] = nowNs + intervalNs;
    }

    /**
     * The next repetition takes twice as long, but no longer than until the limit.
     */
    void doubleTimer(final int instance, final long nowNs, final long limitNs)
    {
        intervals[instance] *= 2;
        deadlines[instance] = Math.min(nowNs + intervals[instance], begins[instance] + limitNs);
    }

    long begin(final int instance)
    {
        return begins[instance];
    }

    long deadline(final int instance)
    {
        return deadlines[instance];
    }

    /**
     * Returns the number of pieces of transfers that are outstanding.
     */
    int pieces()
    {
        return pieces;
    }

    void pieceSent()
    {
        pieces++;
    }

    void pieceEnded()
    {
        pieces--;
    }

    void pieceLost()
    {
        isPieceLost = true;
    }

    /**
     * Returns whether a piece has failed since the last call.
     */
    boolean takeLostPiece()
    {
        final boolean isLost = isPieceLost;
        isPieceLost = false;
        return isLost;
    }

    /**
     * Returns why nothing is sent to the other host any more, null if it is there.
     */
    Failure.Reason gone()
    {
        return gone;
    }

    void gone(final Failure.Reason reason)
    {
        gone = reason;
    }

    @Override
    public String toString()
    {
        return "RequestWindow{peer=" + peer + ", outstanding=" + outstanding + '}';
    }
}
