/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import org.isotach.memory.OffHeapBuffer;

/**
 * The engine between board and network, and its state machine (Panariti, "Sending"). It sends the route by a transfer
 * of its own, and then the packet: at once, or in chunks behind {@link HostDma}, which still brings it. A packet with
 * several routes comes from the host once, and is sent once for each of them.
 */
final class SendDma
{
    private enum State
    {
        IDLE, ROUTE, BODY
    }

    private final OffHeapBuffer sram;
    private final Hcb hcb;
    private final IoPool tx;
    private final HostDma host;
    private final int threshold;
    private LinkEnd link;

    private State state = State.IDLE;
    private int place;
    private int length;
    private long number;
    private int target;
    private int started;
    private long sent;

    // The transfer.
    private int at;
    private int limit;
    private boolean isFirst;
    private boolean isLast;

    SendDma(final OffHeapBuffer sram, final Hcb hcb, final IoPool tx, final HostDma host, final int threshold)
    {
        this.sram = sram;
        this.hcb = hcb;
        this.tx = tx;
        this.host = host;
        this.threshold = threshold;
    }

    void connect(final LinkEnd end)
    {
        link = end;
    }

    /**
     * Does one step of the engine: it sends one chunk, unless the network is blocked.
     *
     * @return amount of work.
     */
    int advance()
    {
        final int amount = Math.min(limit - at, link.maxLength());
        if (0 == amount || !link.trySend(sram, at, amount, isFirst, isLast && at + amount == limit, 0))
        {
            return 0;
        }
        at += amount;
        isFirst = false;
        return 1;
    }

    boolean isBusy()
    {
        return at < limit;
    }

    /**
     * Does one step of the state machine.
     *
     * @return false if nothing has changed.
     */
    boolean service()
    {
        if (isBusy())
        {
            return false;
        }
        switch (state)
        {
            case ROUTE:
                state = State.BODY;
                return true;
            case BODY:
                if (started < length)
                {
                    return startChunk();
                }
                end();
                return true;
            default:
                return begin();
        }
    }

    private boolean begin()
    {
        if (host.isAhead())
        {
            if (host.pointer() < Math.min(threshold, host.frameLength()))
            {
                return false;
            }
            place = tx.incomingPlace();
            length = host.frameLength();
            number = host.taken();
        }
        else if (tx.isEmpty())
        {
            return false;
        }
        else
        {
            place = tx.place();
            length = tx.length();
            number = tx.tag();
        }
        startRoute(0);
        return true;
    }

    private void startRoute(final int index)
    {
        target = index;
        started = 0;
        final int route = hcb.route(number, target);
        final int routeLength = sram.getInt(hcb.routeLength(route));
        isFirst = true;
        isLast = false;
        at = hcb.routeBytes(route);
        limit = at + routeLength;
        state = State.ROUTE;
    }

    private boolean startChunk()
    {
        final int there = host.isAhead() ? host.pointer() : length;
        if (there < length && there - started < threshold)
        {
            return false;
        }
        at = place + started;
        limit = place + there;
        isLast = there == length;
        started = there;
        return true;
    }

    private void end()
    {
        if (target + 1 < hcb.targets(number))
        {
            startRoute(target + 1);
            return;
        }
        // Sending the last chunk has taken a step, in which HostDma has put the packet into the pool.
        tx.dequeue();
        sent++;
        // Release: the buffers of the host and the place in the queue are not needed any more. Partner:
        // HostPort.pending().
        sram.putLongRelease(hcb.sent(), sent);
        state = State.IDLE;
    }

    @Override
    public String toString()
    {
        return "SendDma{" + state + ", sent=" + sent + ", " + started + " of " + length + ", " + tx + '}';
    }
}
