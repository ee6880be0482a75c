/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.function.LongConsumer;

import org.isotach.Isochron;
import org.isotach.mbm.MessagePort;
import org.isotach.niu.Host;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.ReadHandler;
import org.isotach.smm.TakenVariables;

/**
 * The part of a run that isochrons carry: the variables that it takes and reads, their values, the messages of its
 * {@link Action}; and the three isochrons: one takes and reads, one assigns and sends, one cancels. Belongs to one
 * thread at a time.
 */
abstract class RunOperations implements Wait
{
    private static final int[] NOTHING = {};
    private static final int NO_SESSION = -1;

    private final Action action;
    private final TakenVariables taken;
    private final RunReads reads = new RunReads();
    private final Post post;
    private final Cargo taking = new Taking();
    private final Assigning assigning = new Assigning();
    private final Cargo cancelling;
    private long[] values;
    private int[] addresses;
    private boolean isReserving;

    // The session that has taken; only this session assigns.
    private int session = NO_SESSION;
    private Host host;
    private boolean isAssigned;

    /**
     * @param capacity capacity in words.
     * @param post     the post of all runs.
     */
    RunOperations(final int capacity, final Post post)
    {
        this.post = post;
        action = new Action(post, this);
        taken = new TakenVariables(capacity);
        values = new long[capacity];
        cancelling = (isochron, memory, messages) -> memory.cancel(isochron, taken);
    }

    /**
     * @param toTake   addresses of the variables to take.
     * @param readOnly addresses of the variables to read.
     */
    final void begin(final int[] toTake, final int[] readOnly)
    {
        // Most runs are used for the same action again, and storing a reference takes longer than to look.
        if (addresses != toTake)
        {
            addresses = toTake;
        }
        isReserving = toTake.length > 0;
        session = NO_SESSION;
        if (null != host)
        {
            host = null;
        }
        isAssigned = false;
        assigning.reset();
        if (toTake.length + readOnly.length > values.length)
        {
            values = new long[toTake.length + readOnly.length];
        }
        reads.begin(readOnly);
    }

    /**
     * The variables to take are only read, all together.
     */
    final void readOnly()
    {
        isReserving = false;
    }

    final boolean isReserving()
    {
        return isReserving;
    }

    final Action action()
    {
        return action;
    }

    final TakenVariables taken()
    {
        return taken;
    }

    final int takenCount()
    {
        return addresses.length;
    }

    final int[] addresses()
    {
        return addresses;
    }

    final int[] toRead()
    {
        return reads.addresses();
    }

    final Cargo taking()
    {
        return taking;
    }

    final Cargo assigning()
    {
        return assigning;
    }

    final Cargo cancelling()
    {
        return cancelling;
    }

    /**
     * Returns the number of the session that has issued the isochron that takes and reads.
     */
    final int session()
    {
        return session;
    }

    /**
     * Returns the host of that session.
     */
    public final Host host()
    {
        return host;
    }

    /**
     * Returns whether an isochron that takes and reads was issued. None is if the variables were taken at once.
     */
    final boolean isIssued()
    {
        return NO_SESSION != session;
    }

    /**
     * Notes that all variables have been taken and read without a session.
     */
    final void takenAtOnce()
    {
        reads.areDone();
        if (!isReserving)
        {
            // What is only read is in the values.
            addresses = NOTHING;
        }
    }

    /**
     * Returns whether the isochron that assigns was issued.
     */
    final boolean isAssigned()
    {
        return isAssigned;
    }

    /**
     * Returns whether the isochron that assigns may execute.
     */
    final boolean mayBeAssigned()
    {
        return assigning.mayBeSent();
    }

    /**
     * Returns the new values of the taken variables, followed by the values that were read.
     */
    final long[] values()
    {
        return values;
    }

    /**
     * Returns whether every value has arrived or failed.
     */
    public final boolean isSettled()
    {
        return (0 == takenCount() || taken.isReady() || taken.isFailed()) && areReadsSettled();
    }

    final boolean areReadsSettled()
    {
        return reads.areSettled();
    }

    /**
     * Passes on the versions that outstanding values wait for. Threadsafe, but what another thread gets may be of an
     * earlier action.
     */
    public final void forEachAwaited(final LongConsumer action)
    {
        for (int i = 0; i < takenCount(); i++)
        {
            accept(taken.awaitedVersion(i), action);
        }
        reads.forEach(read -> accept(read.waitsFor(), action));
    }

    /**
     * Passes on the tickets of values, see {@link Wait#forEachTicket}. Threadsafe, but what another thread gets may be
     * of an earlier action.
     */
    public final void forEachTicket(final LongConsumer action)
    {
        for (int i = 0; i < takenCount(); i++)
        {
            action.accept(taken.ticket(i));
        }
        reads.forEach(read -> action.accept(read.ticket()));
    }

    private static void accept(final long version, final LongConsumer action)
    {
        if (0 != version)
        {
            action.accept(version);
        }
    }

    /**
     * Returns whether every value has arrived.
     */
    final boolean isReady()
    {
        return (0 == takenCount() || taken.isReady()) && reads.areReady();
    }

    /**
     * Returns whether a value may still arrive, or fail: until then no isochron may ask for it again. Also when none
     * was issued, if another thread is just failing a read of the last attempt.
     */
    final boolean isOutstanding()
    {
        return taken.isOutstanding() || reads.areOutstanding();
    }

    /**
     * Restores the old values, which are assigned if no others are.
     */
    final void restoreValues()
    {
        if (takenCount() > 0)
        {
            taken.copyValues(values);
        }
    }

    final void onRead(final ReadHandler called)
    {
        reads.onValue(called);
    }

    final void copyReads()
    {
        reads.copy(values, takenCount());
    }

    private final class Taking implements Cargo
    {
        @Override
        public void load(final Isochron isochron, final MemoryPort memory, final MessagePort messages)
        {
            if (isReserving)
            {
                memory.take(isochron, addresses, taken);
            }
            else if (takenCount() > 0)
            {
                memory.read(isochron, addresses, taken);
            }
            reads.append(isochron, memory);
        }

        @Override
        public boolean isOutstanding()
        {
            return RunOperations.this.isOutstanding();
        }

        @Override
        public void issued(final int number, final Host its)
        {
            session = number;
            host = its;
        }

        @Override
        public String nevertheless()
        {
            return "Nothing has changed, and what the isochron reserves is given back";
        }
    }

    private final class Assigning extends TrackedCargo
    {
        private long[] letters = {};
        private int count;

        @Override
        void append(final Isochron isochron, final MemoryPort memory, final MessagePort messages)
        {
            count = 0;
            if (letters.length < action.messages())
            {
                letters = Arrays.copyOf(letters, action.messages());
            }
            if (isReserving)
            {
                memory.assign(isochron, taken, values);
            }
            action.appendEnclosures(messages);
            while (count < action.messages())
            {
                letters[count] = post.append(messages, action.topic(count), action.message(count));
                count++;
            }
        }

        @Override
        public void issued(final int number, final Host its)
        {
            isAssigned = true;
        }

        @Override
        public void abandoned()
        {
            super.abandoned();
            for (int i = 0; i < count; i++)
            {
                post.remove(letters[i]);
            }
        }
    }
}
