/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.ArrayList;
import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * Keeps the last events of one host: the isochrons that its applications issue, the messages they receive, and the
 * frames it executes. It allocates its memory once; an event overwrites the oldest one. Threadsafe, by a lock:
 * recording can afford one.
 */
public final class HostRecorder extends Padded
{
    /**
     * Issue number of a frame without one: it was executed without being sent.
     */
    public static final long NO_ISSUE = -1;

    // Words kept for each event: enough for 16 WRITEs, or an ASSIGN of 12 variables taken together.
    private static final int MAX_WORDS = 32;

    private final TraceClock clock;
    private final int hostId;
    private final int capacity;
    private final TraceEvent.Kind[] kinds;
    private final int[] senders;
    private final int[] lengths;
    private final long[] numbers;
    private final long[] pulses;
    private final long[] issues;
    private final long[] times;
    private final long[] words;
    private long count;

    // Largest number of an event that was overwritten.
    private long lastLost = -1;

    /**
     * @param clock    clock of the cluster.
     * @param hostId   number of the host.
     * @param capacity number of events to keep.
     */
    HostRecorder(final TraceClock clock, final int hostId, final int capacity)
    {
        this.clock = clock;
        this.hostId = hostId;
        this.capacity = capacity;
        kinds = new TraceEvent.Kind[capacity];
        senders = new int[capacity];
        lengths = new int[capacity];
        numbers = new long[capacity];
        pulses = new long[capacity];
        issues = new long[capacity];
        times = new long[capacity];
        words = new long[capacity * MAX_WORDS];
    }

    /**
     * Returns a number for an event that is about to happen: its consequences get larger numbers. No two numbers of a
     * cluster are the same.
     *
     * @return the number.
     */
    public long nextNumber()
    {
        return clock.nextNumber();
    }

    /**
     * Records that an application of the host has issued an isochron.
     *
     * @param number number of the event, taken before.
     * @param thread number of the application thread, as {@link #nextNumber} gave it once.
     * @param pulse  logical time of the host.
     * @param frame  memory that holds the isochron.
     * @param offset index in bytes of its start.
     * @param length length in bytes.
     */
    public void issued(
        final long number,
        final long thread,
        final long pulse,
        final OffHeapBuffer frame,
        final int offset,
        final int length)
    {
        add(TraceEvent.Kind.ISSUED, number, hostId, pulse, thread, frame, offset, length);
    }

    /**
     * Records that the host executes a frame.
     *
     * @param sender host that has issued it.
     * @param pulse  pulse in which it executes.
     * @param issue  its place in the issue order of the sender, {@link #NO_ISSUE} if it was not sent.
     * @param frame  memory that holds it.
     * @param offset index in bytes of its start.
     * @param length length in bytes.
     */
    public void executed(
        final int sender,
        final long pulse,
        final long issue,
        final OffHeapBuffer frame,
        final int offset,
        final int length)
    {
        add(TraceEvent.Kind.EXECUTED, nextNumber(), sender, pulse, issue, frame, offset, length);
    }

    /**
     * Records that an application of the host has received a message.
     *
     * @param sender host that has sent it.
     * @param pulse  pulse in which the message was delivered.
     */
    public void received(final int sender, final long pulse)
    {
        add(TraceEvent.Kind.RECEIVED, nextNumber(), sender, pulse, NO_ISSUE, null, 0, 0);
    }

    private synchronized void add(
        final TraceEvent.Kind kind,
        final long number,
        final int sender,
        final long pulse,
        final long issue,
        final OffHeapBuffer frame,
        final int offset,
        final int length)
    {
        final int index = (int)(count % capacity);
        if (count >= capacity)
        {
            lastLost = Math.max(lastLost, numbers[index]);
        }
        kinds[index] = kind;
        numbers[index] = number;
        senders[index] = sender;
        pulses[index] = pulse;
        issues[index] = issue;
        lengths[index] = length;
        times[index] = clock.nanoTime();
        final int kept = Math.min(MAX_WORDS, length / Long.BYTES);
        for (int i = 0; i < kept; i++)
        {
            words[index * MAX_WORDS + i] = frame.getLong(offset + i * Long.BYTES);
        }
        count++;
    }

    /**
     * Number of events that were overwritten.
     */
    synchronized long lost()
    {
        return Math.max(0, count - capacity);
    }

    /**
     * Returns a number from which on all events are kept.
     */
    synchronized long firstKept()
    {
        return lastLost + 1;
    }

    /**
     * Events that are kept, oldest first.
     */
    synchronized List<TraceEvent> events()
    {
        final List<TraceEvent> events = new ArrayList<>();
        for (long i = lost(); i < count; i++)
        {
            final int index = (int)(i % capacity);
            final long[] copy = new long[Math.min(MAX_WORDS, lengths[index] / Long.BYTES)];
            System.arraycopy(words, index * MAX_WORDS, copy, 0, copy.length);
            events.add(new TraceEvent(
                kinds[index],
                hostId,
                numbers[index],
                senders[index],
                pulses[index],
                issues[index],
                times[index],
                lengths[index],
                copy));
        }
        return events;
    }

    @Override
    public String toString()
    {
        return "HostRecorder{host=" + hostId + ", capacity=" + capacity + ", lost=" + lost() + '}';
    }
}
