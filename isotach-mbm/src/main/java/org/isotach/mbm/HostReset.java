/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * Resets as one host sees them (Ironman sections 5.2 and 6.4). This class owns the rule that a host that is being
 * opened sends nothing and takes part in no barrier before the first reset has arrived, and that the second reset is
 * its end.
 * <p>
 * The application opens and closes, the executor is told of resets; each step is one compare-and-set.
 */
final class HostReset
{
    private static final AtomicLongFieldUpdater<HostReset> STATE =
        AtomicLongFieldUpdater.newUpdater(HostReset.class, "state");

    // The host sends nothing any more.
    private static final long CLOSED = 1;

    // The application waits for the first reset, and has sent nothing since then.
    private static final long OPENING = 2;

    // The first reset has arrived.
    private static final long OPEN = 4;

    // From here on, one bit for each barrier channel that waits for its credits, see Notice.reset().
    private static final int BARRIER_SHIFT = 32;
    private static final long ALL_BARRIERS = -1L << BARRIER_SHIFT;

    private final Host host;
    private final ResetSender reset;
    private final List<Waiter> openers = new CopyOnWriteArrayList<>();
    private volatile long state;
    private volatile boolean isLost;
    private volatile int count;

    HostReset(final Host host, final ResetSender reset)
    {
        this.host = host;
        this.reset = reset;
    }

    /**
     * Notes that the application sends nothing any more.
     */
    void close()
    {
        STATE.getAndUpdate(this, now -> now | CLOSED);
        reset.ready(host.id());
    }

    /**
     * Returns the number of resets that have arrived here. Threadsafe.
     */
    int count()
    {
        return count;
    }

    /**
     * Returns whether the first reset need not wait for this host.
     */
    boolean isReady()
    {
        return 0 != state || host.isClosed();
    }

    /**
     * Returns whether the application has closed the host, or its messaging; not for a host that was expelled.
     */
    boolean isClosed()
    {
        return (0 != (state & CLOSED) || host.isClosed()) && !host.isExpelled();
    }

    /**
     * Returns whether the application waits for the first reset.
     */
    boolean isOpening()
    {
        return 0 != (state & OPENING) && !host.isClosed();
    }

    /**
     * Notes that the application is ready.
     *
     * @return true if the first reset has arrived.
     */
    boolean tryOpen()
    {
        host.models().checkOpen();
        // In one step: a reset that arrives at the same time must find everything that it is to end, or nothing.
        final long before = STATE.getAndUpdate(
            this, now -> 0 == (now & (CLOSED | OPEN)) ? now | OPENING | ALL_BARRIERS : now);
        if (0 != (before & CLOSED))
        {
            throw closed();
        }
        if (0 == (before & (OPEN | OPENING)))
        {
            reset.ready(host.id());
        }
        if (0 == (before & OPEN))
        {
            reset.tryOpen(host.id());
        }
        if (isLost && 0 == count)
        {
            throw new HostExpelledException(host.models().describe(ResetSender.HOST) +
                " was expelled before it sent the reset: host " + host.id() + " will never be open: close the cluster");
        }
        if (0 == count && reset.isGivenUp())
        {
            throw new ClusterClosedException("host " + ResetSender.HOST + " was closed before it sent the reset:" +
                " host " + host.id() + " will never be open: close the cluster");
        }
        return 0 < count;
    }

    /**
     * Issues a later reset.
     *
     * @return false if there is no room at present.
     */
    boolean tryReset()
    {
        if (ResetSender.HOST != host.id())
        {
            throw new IllegalStateException("host " + host.id() + " may not send a reset: only host " +
                ResetSender.HOST + " may");
        }
        if (0 == count)
        {
            throw new IllegalStateException("host " + host.id() + " has not been opened: call Messaging.open(), which" +
                " sends the first reset, before the reset that shuts down");
        }
        return reset.tryShutDown();
    }

    /**
     * Refuses to send from a closed or opening host.
     */
    void checkOpen()
    {
        if (0 != (state & (CLOSED | OPENING)))
        {
            checkNotClosed();
            // If it has ended there will be no reset.
            host.models().checkOpen();
            throw notOpen();
        }
    }

    /**
     * Refuses what only a closed host cannot do.
     */
    void checkNotClosed()
    {
        if (0 != (state & CLOSED))
        {
            throw closed();
        }
    }

    /**
     * Refuses to take part in a barrier whose credits have not arrived, unless the host has ended and waits for none.
     */
    void checkPrimed(final int barrierChannel)
    {
        if (0 != (state >>> BARRIER_SHIFT & 1L << barrierChannel) && !host.isClosed())
        {
            throw notOpen();
        }
    }

    /**
     * Handles a reset that has arrived; for the executor.
     */
    void onReset(final long pulse, final long notice)
    {
        if (0 == count)
        {
            final long primed = Integer.toUnsignedLong(Notice.barriers(notice)) << BARRIER_SHIFT;
            STATE.getAndUpdate(this, now -> now & ~(OPENING | primed) | OPEN);
            // Last: a thread that sees it finds the host open.
            count = 1;
        }
        else
        {
            // First: a thread that receives the reset, or finds the host shut down, sees it.
            count++;
            try
            {
                host.models().deliverNotice(pulse, notice);
            }
            finally
            {
                host.models().shutDown(pulse, "the reset of host " + ResetSender.HOST + " in pulse " + pulse);
            }
        }
        wake();
    }

    /**
     * Notes that another host has been expelled; for the executor, at the same point in logical time at all hosts.
     */
    void hostExpelled(final int expelled)
    {
        if (ResetSender.HOST == expelled && !reset.isOpeningPassed())
        {
            isLost = true;
            wake();
        }
    }

    /**
     * Describes what the callers that open this host wait for, for messages.
     */
    String describeWait()
    {
        return reset.describeWait();
    }

    void join(final Waiter opener)
    {
        openers.add(opener);
    }

    void leave(final Waiter opener)
    {
        openers.remove(opener);
    }

    /**
     * Wakes the callers that open this host: something that they may wait for has happened.
     */
    void wake()
    {
        openers.forEach(Waiter::wake);
    }

    private ClusterClosedException closed()
    {
        return new ClusterClosedException("messaging of host " + host.id() +
            " is closed: no message, signal or barrier can be sent from it");
    }

    private IllegalStateException notOpen()
    {
        return new IllegalStateException("host " + host.id() + " waits for the reset that opens it, and sends" +
            " nothing before: call Messaging.tryOpen() until it returns true, or Messaging.open()");
    }

    @Override
    public String toString()
    {
        return "HostReset{host=" + host.id() + ", state=" + Long.toHexString(state) + ", count=" + count + '}';
    }
}
