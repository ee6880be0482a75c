/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * An isochron of one host, with its ports. It carries actions of many threads, one at a time. A thread holds a session
 * only while it assembles and issues one isochron, never while a body runs or while it waits for a value.
 */
final class Session extends Padded
{
    private static final int OPTIMISTIC_TRIES = 4;

    private final int number;
    private final Host host;
    private final Isochron isochron;
    private final MemoryPort port;
    private final MessagePort messages;
    private final HostOrder order;
    private final Runnable issuing;
    private final Runnable awaiting;

    private final BooleanSupplier endOfWrites = this::tryEndWrites;
    private final IntPredicate hasLeft;
    private final Mutex lock;
    private Consumer<BooleanSupplier> tend = chore -> {};
    private BooleanSupplier isClosed = () -> false;

    // Writes of other hosts that had ended before the last isochron was issued.
    private long endedBefore;

    // Writes that have begun, and are not known to be executed.
    private long writes;

    /**
     * @param number    the number of the session, for its {@link Cargo}.
     * @param host      the host that issues its isochrons.
     * @param memory    the memory of all sessions.
     * @param messaging the messaging of all sessions.
     * @param order     the order of all sessions.
     * @param hasLeft   says whether the last isochron of an expelled host has been executed.
     */
    Session(
        final int number,
        final Host host,
        final SharedMemory memory,
        final Messaging messaging,
        final HostOrder order,
        final IntPredicate hasLeft)
    {
        this.number = number;
        this.host = host;
        this.order = order;
        this.hasLeft = hasLeft;
        isochron = host.isochron();
        port = memory.port(host);
        messages = messaging.port(isochron);
        issuing = isochron::issue;
        awaiting = isochron::awaitExecuted;
        lock = new Mutex(() -> host, "a session");
    }

    void tendWith(final Consumer<BooleanSupplier> chores, final BooleanSupplier isClusterClosed)
    {
        tend = chores;
        isClosed = isClusterClosed;
    }

    Host host()
    {
        return host;
    }

    /**
     * Handlers run during execution: a handler that waits for a session would wait for itself.
     */
    void checkNotInHandler()
    {
        host.models().checkNotInHandler("an action");
    }

    boolean tryEnter()
    {
        return lock.tryLock();
    }

    void enter()
    {
        checkNotInHandler();
        lock.lock();
    }

    void exit()
    {
        lock.unlock();
    }

    /**
     * Issues one isochron if there is room for it, and nothing otherwise, so that nobody waits for room with a session.
     * Leaves the session. See {@link Cargo} for what is thrown when.
     *
     * @param isWriting does it change anything?
     * @return false if there was no room.
     */
    boolean tryCarry(final Cargo cargo, final boolean isWriting)
    {
        try
        {
            return carry(cargo, isWriting, false);
        }
        finally
        {
            exit();
        }
    }

    /**
     * Issues one isochron, in room that others make without this session. Whoever waits for the isochron must not wait
     * in vain: an interrupt is noted, and has no effect here. Leaves the session. See {@link Cargo} for what is thrown
     * when.
     *
     * @param isWriting does it change anything?
     */
    void carry(final Cargo cargo, final boolean isWriting)
    {
        try
        {
            carry(cargo, isWriting, true);
        }
        finally
        {
            exit();
        }
    }

    private boolean carry(final Cargo cargo, final boolean isWriting, final boolean isPatient)
    {
        boolean isIssued = false;
        final long ended = begin(isWriting);
        try
        {
            cargo.load(isochron, port, messages);
            isIssued = isochron.tryIssue();
            if (!isIssued && isPatient)
            {
                UninterruptibleWait.run(issuing);
                isIssued = true;
            }
        }
        finally
        {
            if (!isIssued)
            {
                giveUp(cargo, isWriting);
            }
        }
        if (isIssued)
        {
            endedBefore = ended;
            cargo.issued(number, host);
            awaitOrder(cargo);
        }
        return isIssued;
    }

    /**
     * Waits until everything that the session has carried has been executed, for a caller whose wait has timed out.
     */
    void settle()
    {
        enter();
        try
        {
            awaitOrder();
        }
        finally
        {
            exit();
        }
    }

    /**
     * @return the number of writes of other hosts that had ended before.
     */
    private long begin(final boolean isWriting)
    {
        isochron.begin();
        if (order.isOneHost())
        {
            return 0;
        }
        isochron.fresh();
        if (isWriting)
        {
            writes++;
            order.begins(host.id());
        }
        return order.endedByOthers(host.id());
    }

    private void giveUp(final Cargo cargo, final boolean isWriting)
    {
        // If it is not open, the host was expelled in the middle of issuing: it may be executed, or not.
        if (isochron.isOpen())
        {
            isochron.abandon();
            cargo.abandoned();
            if (isWriting && !order.isOneHost())
            {
                writes--;
                order.end(host.id(), 1);
            }
        }
        else if (writes > 0)
        {
            tend.accept(endOfWrites);
        }
    }

    private void awaitOrder(final Cargo cargo)
    {
        try
        {
            awaitOrder();
        }
        catch (final IsotachTimeoutException ex)
        {
            throw IssuedBefore.with(ex, cargo.nevertheless());
        }
    }

    /**
     * If the wait fails, the isochron is on its way nevertheless, and is executed before the next one of this session.
     */
    private void awaitOrder()
    {
        if (!order.isOneHost())
        {
            boolean isExecuted = false;
            try
            {
                UninterruptibleWait.run(awaiting);
                isExecuted = true;
            }
            finally
            {
                if (!isExecuted && writes > 0)
                {
                    tend.accept(endOfWrites);
                }
            }
            executed();
        }
    }

    private void executed()
    {
        order.executed(host.id(), endedBefore);
        endWrites();
    }

    private void endWrites()
    {
        if (writes > 0)
        {
            order.end(host.id(), writes);
            writes = 0;
        }
    }

    /**
     * Ends the writes that no thread waits for any more, for the caretaker: as long as one is under way, no other host
     * reads its copies optimistically.
     *
     * @return true if no write is left, or none will ever be executed.
     */
    private boolean tryEndWrites()
    {
        if (!lock.tryLock())
        {
            return false;
        }
        try
        {
            // What an expelled host was just issuing may be executed later than what it has issued before.
            if (host.isExpelled())
            {
                if (hasLeft.test(host.id()))
                {
                    endWrites();
                }
            }
            else if (isochron.isExecuted())
            {
                executed();
            }
            // Where nothing is executed any more, nobody reads, either.
            return 0 == writes || host.isShutDown() && !host.isExpelled() || isClosed.getAsBoolean();
        }
        finally
        {
            lock.unlock();
        }
    }

    /**
     * Reads copies of the host optimistically.
     *
     * @return number of tries that it has taken; 0 if that is not possible at present.
     */
    int tryReadLocally(final int[] addresses, final long[] values)
    {
        if (order.mayReadLocally(host.id()))
        {
            for (int tries = 1; tries <= OPTIMISTIC_TRIES; tries++)
            {
                if (port.tryReadLocal(addresses, values))
                {
                    return tries;
                }
                Thread.onSpinWait();
            }
        }
        return 0;
    }

    @Override
    public String toString()
    {
        return "Session{host=" + host.id() + ", port=" + port + '}';
    }
}
