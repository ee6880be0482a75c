/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;

/**
 * The requests of one port without an answer. There are D to each other host at most, which bounds what is under way as
 * well. Each keeps its packet until it is answered, and is sent again when no answer comes in time; the time doubles
 * with each repetition (Martin, HPAM, section 5.2.1).
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class Requester extends Padded
{
    private static final int NONE = RequestWindow.NONE;
    private static final VarHandle OUTSTANDING;

    static
    {
        try
        {
            OUTSTANDING = MethodHandles.lookup().findVarHandle(Requester.class, "outstanding", int.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final Host[] hosts;
    private final PacketSender sender;
    private final Arrivals arrivals;
    private final AmCounters counters;
    private final RetryWalk walk;
    private final int depth;
    private final int packetLength;
    private final long firstTimeoutNs;
    private final long giveUpNs;
    private final boolean isReliable;
    private final boolean isOneBit;
    private final RequestWindow[] requests;
    private final AmPacket stored = new AmPacket();
    private int outstanding;

    Requester(
        final Program program, final PacketSender sender, final Arrivals arrivals, final AmCounters counters)
    {
        this.sender = sender;
        this.arrivals = arrivals;
        this.counters = counters;
        hosts = program.hosts();
        final AmContext context = program.context();
        depth = context.depth();
        packetLength = context.maxPacketLength();
        giveUpNs = context.giveUpNs();
        firstTimeoutNs = Math.min(context.firstTimeoutNs(), giveUpNs);
        isReliable = context.reliable();
        isOneBit = context.variants().hasOneBitIds;
        walk = context.timerWheel() ? new TimerWheel(this::look, Math.max(1, firstTimeoutNs / 2)) :
            new CircularWalk(this::look);
        requests = new RequestWindow[hosts.length];
    }

    /**
     * Returns the number of requests without an answer, for any thread: acquire.
     */
    int outstanding()
    {
        return (int)OUTSTANDING.getAcquire(this);
    }

    /**
     * Returns the number of requests to another host without an answer, for any thread that has seen one: acquire.
     */
    int outstanding(final int target)
    {
        final RequestWindow window = requests[target];
        return null == window ? 0 : window.outstanding();
    }

    /**
     * Returns whether less than D requests to another host are outstanding.
     */
    boolean hasRoom(final int target)
    {
        final RequestWindow window = requests[target];
        return null == window || !window.isFull();
    }

    /**
     * Returns why nothing is sent to another host any more, null if it is there.
     */
    Failure.Reason gone(final int target)
    {
        final RequestWindow window = requests[target];
        return null == window ? null : window.gone();
    }

    /**
     * Returns whether nothing is sent to another host any more, also if nobody has looked since it was expelled.
     */
    boolean isGone(final int target)
    {
        return null != gone(target) || hosts[target].isExpelled();
    }

    /**
     * Sends a request of four words.
     *
     * @return false if D requests are outstanding, or the link is full.
     */
    boolean tryRequest(
        final int target, final int handler, final long a0, final long a1, final long a2, final long a3)
    {
        if (!isReliable)
        {
            return sender.trySend(target, AmPacket.what(AmPacket.REQUEST, 0, handler), 0, a0, a1, a2, a3);
        }
        final RequestWindow window = window(target);
        final int instance = free(window);
        if (NONE == instance)
        {
            return false;
        }
        final long what = AmPacket.what(AmPacket.REQUEST, instance, handler);
        final long id = window.nextId(instance);
        AmPacket.write(window.packets(), window.offset(instance), sender.key(), what, id, a0, a1, a2, a3);
        begin(window, instance, AmPacket.HEADER_LENGTH, false);
        // The words once more, and not a copy of the packet: they are at hand.
        return sender.trySend(target, what, id, a0, a1, a2, a3) ? sent() : notSent(window, instance, false);
    }

    /**
     * Sends bytes that fit one packet: the last ones of a length that begins at a pointer.
     *
     * @param type {@link AmPacket#REQUEST_TRANSFER} or {@link AmPacket#PIECE}.
     * @return as for {@link #tryRequest}.
     */
    boolean tryTransfer(
        final int target,
        final int type,
        final int handler,
        final OffHeapBuffer source,
        final int sourceOffset,
        final int byteCount,
        final long pointer,
        final long length,
        final long argument)
    {
        final RequestWindow window = window(target);
        final int instance = free(window);
        if (NONE == instance)
        {
            return false;
        }
        final OffHeapBuffer packets = window.packets();
        final int offset = window.offset(instance);
        final long what = AmPacket.what(type, instance, handler);
        final long id = window.nextId(instance);
        AmPacket.write(packets, offset, sender.key(), what, id, argument, pointer, length, byteCount);
        final boolean isPiece = AmPacket.PIECE == type;
        if (0 == byteCount)
        {
            begin(window, instance, AmPacket.HEADER_LENGTH, isPiece);
            return sender.trySend(target, what, id, argument, pointer, length, byteCount) ?
                sent() : notSent(window, instance, isPiece);
        }
        source.copyTo(sourceOffset, packets, offset + AmPacket.HEADER_LENGTH, byteCount);
        return trySend(window, instance, AmPacket.length(byteCount), isPiece);
    }

    private int free(final RequestWindow window)
    {
        if (window.isFull())
        {
            return NONE;
        }
        if (window.isHintWrong())
        {
            counters.search();
            window.search();
        }
        return window.hint();
    }

    private boolean trySend(
        final RequestWindow window, final int instance, final int length, final boolean isPiece)
    {
        begin(window, instance, length, isPiece);
        return sender.tryPut(window.peer(), window.packets(), window.offset(instance), length) ?
            sent() : notSent(window, instance, isPiece);
    }

    private void begin(
        final RequestWindow window, final int instance, final int length, final boolean isPiece)
    {
        // The link may have to be made, which may throw: nothing is sent then.
        sender.connect(window.peer());
        // Before it is sent: what is on its way has its place, and is repeated, whatever happens meanwhile.
        window.take(instance, length);
        OUTSTANDING.setRelease(this, outstanding + 1);
        walk.begin(window, instance);
        if (isPiece)
        {
            window.pieceSent();
        }
    }

    private boolean sent()
    {
        counters.request();
        return true;
    }

    private boolean notSent(final RequestWindow window, final int instance, final boolean isPiece)
    {
        walk.end(window, instance);
        OUTSTANDING.setRelease(this, outstanding - 1);
        window.takeBack(instance);
        if (isPiece)
        {
            window.pieceEnded();
        }
        return false;
    }

    /**
     * Called by each poll: looks at one request that is outstanding, unless the wheel knows better.
     */
    void step(final long nowNs)
    {
        walk.step(nowNs);
    }

    /**
     * A reply has arrived.
     *
     * @return false if it is not valid.
     */
    boolean tryEnd(final int source, final int instance, final long id)
    {
        final RequestWindow window = requests[source];
        if (null == window || !window.tryEnd(instance, id))
        {
            return false;
        }
        ended(window, instance);
        return true;
    }

    private void ended(final RequestWindow window, final int instance)
    {
        // For a thread that only looks; partner: outstanding(). The handler of the answer runs later.
        OUTSTANDING.setRelease(this, outstanding - 1);
        walk.end(window, instance);
        if (window.pieces() > 0 && AmPacket.PIECE == stored.wrap(window.packets(), window.offset(instance)).type())
        {
            window.pieceEnded();
        }
    }

    /**
     * Returns the number of pieces of transfers to another host that are outstanding.
     */
    int pieces(final int target)
    {
        final RequestWindow window = requests[target];
        return null == window ? 0 : window.pieces();
    }

    /**
     * Returns whether a piece to another host has failed since the last call.
     */
    boolean takeLostPiece(final int target)
    {
        final RequestWindow window = requests[target];
        return null != window && window.takeLostPiece();
    }

    /**
     * The answer has said that the request was denied, or could not be taken.
     */
    void denied(final int target, final int instance)
    {
        fail(requests[target], instance, Failure.Reason.DENIED);
    }

    /**
     * Looks at one request that is outstanding.
     */
    private void look(final RequestWindow window, final int instance, final long now)
    {
        final int target = window.peer();
        if (hosts[target].isExpelled())
        {
            fail(target, Failure.Reason.EXPELLED);
        }
        else if (!window.isTimed(instance))
        {
            window.beginTimer(instance, now, firstTimeoutNs);
        }
        else if (now >= window.deadline(instance))
        {
            if (now - window.begin(instance) >= giveUpNs)
            {
                fail(target, Failure.Reason.NO_ANSWER);
                return;
            }
            window.doubleTimer(instance, now, giveUpNs);
            counters.repeat();
            if (!sender.tryPut(target, window.packets(), window.offset(instance), window.length(instance)))
            {
                counters.noRoom();
            }
        }
    }

    /**
     * Another host is gone for good: nothing is sent to it any more, and what is outstanding has failed.
     */
    void fail(final int target, final Failure.Reason reason)
    {
        final RequestWindow window = window(target);
        if (null == window.gone())
        {
            window.gone(reason);
        }
        for (int instance = 0; instance < depth; instance++)
        {
            if (window.isInUse(instance))
            {
                window.end(instance);
                ended(window, instance);
                fail(window, instance, reason);
            }
        }
    }

    /**
     * All other hosts are out of reach.
     */
    void failAll(final Failure.Reason reason)
    {
        for (int target = 0; target < hosts.length && outstanding > 0; target++)
        {
            if (outstanding(target) > 0)
            {
                fail(target, reason);
            }
        }
    }

    private void fail(final RequestWindow window, final int instance, final Failure.Reason reason)
    {
        stored.wrap(window.packets(), window.offset(instance));
        if (AmPacket.PIECE == stored.type())
        {
            window.pieceLost();
        }
        arrivals.failed(window.peer(), stored, reason);
    }

    private RequestWindow window(final int target)
    {
        RequestWindow window = requests[target];
        if (null == window)
        {
            window = new RequestWindow(target, depth, packetLength, isOneBit);
            // Not before the walk knows the window: no request would be repeated if that failed.
            walk.add(window);
            requests[target] = window;
        }
        return window;
    }
}
