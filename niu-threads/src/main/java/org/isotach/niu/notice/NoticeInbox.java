/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.notice;

import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

import com.lmax.disruptor.Sequence;
import org.isotach.memory.Padded;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.niu.thread.Doorbell;

/**
 * The notices for one host, in order of their pulses. Belongs to the executor of the host, except where it says
 * otherwise.
 */
public final class NoticeInbox extends Padded implements NoticeBoard.Listener
{
    /**
     * Pulse of the next notice of an inbox that has none.
     */
    public static final long NONE = Long.MAX_VALUE;

    /**
     * Stands for more than one sender.
     */
    public static final int SEVERAL = -2;

    private static final int INITIAL_CAPACITY = 16;
    private static final int NOBODY = -1;
    private static final long NOTHING_TAKEN = -1;

    private final NoticeBoard board;
    private final NoticeListener listener;
    private final Doorbell doorbell;
    private final Consumer<Throwable> errorHandler;

    // The sequence up to which each log is taken: the senders may overwrite it.
    private final AtomicLongArray taken;
    private final long[] collected;
    private final Sequence given = new Sequence(0);
    private volatile boolean isListening;
    private Runnable room = () -> {};

    // Notices that were collected and are not yet due, ascending.
    private long[] pulses = new long[INITIAL_CAPACITY];
    private long[] notices = new long[INITIAL_CAPACITY];

    // The host of each, with members: one of them may be cut off.
    private final boolean keepsSenders;
    private int[] senders = {};
    private int size;
    private long seen;

    // The sender whose notices were collected and not given back.
    private int collectedFrom = NOBODY;

    /**
     * @param board    of the cluster.
     * @param listener takes the notices.
     * @param doorbell of the thread that works for the executor.
     * @param errorHandler told of the exceptions of the listener; never throws.
     */
    public NoticeInbox(
        final NoticeBoard board,
        final NoticeListener listener,
        final Doorbell doorbell,
        final Consumer<Throwable> errorHandler)
    {
        this.board = board;
        this.listener = listener;
        this.doorbell = doorbell;
        this.errorHandler = errorHandler;
        final long[] positions = new long[board.hostCount()];
        Arrays.fill(positions, NOTHING_TAKEN);
        taken = new AtomicLongArray(positions);
        collected = new long[board.hostCount()];
        keepsSenders = board.hasMembers();
        if (keepsSenders)
        {
            senders = new int[INITIAL_CAPACITY];
        }
    }

    /**
     * Begins to listen: every notice that is published after this call is given, unless it is of no interest to the
     * listener. Called once, by an application thread.
     */
    public void listen(final int host)
    {
        // First prevent overwriting, then read the positions of the logs. See NoticeBoard.listen().
        board.listen(host, this);
        for (int sender = 0; sender < collected.length; sender++)
        {
            collected[sender] = board.log(sender).published();
            taken.set(sender, collected[sender]);
        }
        // Publishes the positions of the logs. Partner: nextPulse().
        isListening = true;
    }

    /**
     * Sets what makes room for a notice at the application, before each one is given: the listener notes what it hands
     * over before it does so. If it throws, the notice comes again. Called once, before the executor sees this inbox.
     */
    public void makeRoomWith(final Runnable maker)
    {
        room = maker;
    }

    @Override
    public long taken(final int sender)
    {
        // Partner: giveBack().
        return taken.get(sender);
    }

    @Override
    public void wake()
    {
        doorbell.ring();
    }

    /**
     * Returns the pulse of the next notice, {@link #NONE} if there is none. Every notice is known whose pulse had ended
     * when the caller read the time of its switch, before this call.
     */
    public long nextPulse()
    {
        if (!isListening)
        {
            return NONE;
        }
        final long announced = board.announced();
        if (announced != seen)
        {
            collect(announced);
        }
        return 0 == size ? NONE : pulses[0];
    }

    /**
     * Gives the listener all notices up to a pulse. If that throws, because there is no memory for one, that one and
     * those behind it are given by the next call.
     *
     * @return number of notices.
     */
    public int give(final long pulse)
    {
        int count = 0;
        try
        {
            while (count < size && pulses[count] <= pulse)
            {
                if (0 == count || pulses[count] != pulses[count - 1] || notices[count] != notices[count - 1])
                {
                    room.run();
                    giveOne(pulses[count], notices[count]);
                }
                count++;
            }
        }
        finally
        {
            remove(count);
        }
        return count;
    }

    private void remove(final int count)
    {
        size -= count;
        System.arraycopy(pulses, count, pulses, 0, size);
        System.arraycopy(notices, count, notices, 0, size);
        if (keepsSenders)
        {
            System.arraycopy(senders, count, senders, 0, size);
        }
        if (0 == size)
        {
            given.set(seen);
        }
    }

    /**
     * A host counts no more behind a pulse: forgets its later notices. It has published all that it ever will.
     */
    public void cutOff(final int sender, final long pulse)
    {
        nextPulse();
        int rest = 0;
        for (int i = 0; i < size; i++)
        {
            if (senders[i] != sender || pulses[i] <= pulse)
            {
                pulses[rest] = pulses[i];
                notices[rest] = notices[i];
                senders[rest] = senders[i];
                rest++;
            }
        }
        size = rest;
        if (0 == size)
        {
            given.set(seen);
        }
    }

    /**
     * A notice is given once, even if the listener throws.
     */
    private void giveOne(final long pulse, final long notice)
    {
        try
        {
            listener.onNotice(pulse, notice);
        }
        catch (final Throwable ex)
        {
            errorHandler.accept(ex);
        }
    }

    /**
     * Lets the senders overwrite the collected notices, if all of them were given, and the application has taken them.
     */
    public void giveBack(final boolean isTakenByApplication)
    {
        if (NOBODY != collectedFrom && 0 == size && isTakenByApplication)
        {
            if (SEVERAL == collectedFrom)
            {
                for (int sender = 0; sender < collected.length; sender++)
                {
                    giveBackTo(sender);
                }
            }
            else
            {
                giveBackTo(collectedFrom);
            }
            collectedFrom = NOBODY;
        }
    }

    private void giveBackTo(final int sender)
    {
        // The entries have been read. Partner: taken().
        taken.lazySet(sender, collected[sender]);
    }

    /**
     * Does work that the listener has left undone.
     */
    public int doWork()
    {
        try
        {
            return listener.doWork();
        }
        catch (final Throwable ex)
        {
            errorHandler.accept(ex);
            return 0;
        }
    }

    /**
     * The host is being expelled; for the thread that expels it, see {@link NoticeListener#giveUp}.
     */
    public void giveUp(final Collection<Marker> markers)
    {
        try
        {
            listener.giveUp(markers);
        }
        catch (final Throwable ex)
        {
            errorHandler.accept(ex);
        }
    }

    /**
     * Returns whether everything has been given that was published before this call. Any thread may call it.
     */
    public boolean isDone()
    {
        return !isListening || given.get() == board.announced();
    }

    private void collect(final long announced)
    {
        if (NoticeBoard.isNext(seen, announced))
        {
            final int sender = NoticeBoard.lastSender(announced);
            collectedFrom = NOBODY == collectedFrom || sender == collectedFrom ? sender : SEVERAL;
            collectFrom(sender);
        }
        else
        {
            collectedFrom = SEVERAL;
            for (int sender = 0; sender < collected.length; sender++)
            {
                collectFrom(sender);
            }
        }
        seen = announced;
        if (0 == size)
        {
            given.set(seen);
        }
    }

    private void collectFrom(final int sender)
    {
        final NoticeLog log = board.log(sender);
        final long published = log.published();
        while (collected[sender] < published)
        {
            // Memory may run out: then this one is collected with the next check.
            final long sequence = collected[sender] + 1;
            insert(log.pulse(sequence), log.notice(sequence), sender);
            collected[sender] = sequence;
        }
    }

    private void insert(final long pulse, final long notice, final int sender)
    {
        if (size == pulses.length)
        {
            // Memory may run out: the array whose length is checked comes last.
            notices = Arrays.copyOf(notices, 2 * size);
            senders = keepsSenders ? Arrays.copyOf(senders, 2 * size) : senders;
            pulses = Arrays.copyOf(pulses, 2 * size);
        }
        int i = size++;
        while (i > 0 && (pulse < pulses[i - 1] || pulse == pulses[i - 1] && notice < notices[i - 1]))
        {
            pulses[i] = pulses[i - 1];
            notices[i] = notices[i - 1];
            if (keepsSenders)
            {
                senders[i] = senders[i - 1];
            }
            i--;
        }
        pulses[i] = pulse;
        notices[i] = notice;
        if (keepsSenders)
        {
            senders[i] = sender;
        }
    }

    @Override
    public String toString()
    {
        return "NoticeInbox{notices=" + size + ", next=" + (0 == size ? "none" : pulses[0]) + '}';
    }
}
