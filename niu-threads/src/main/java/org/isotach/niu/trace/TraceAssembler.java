/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

import org.isotach.niu.spi.OperationReader;

/**
 * Combines events: the executions of one frame at all hosts, and the isochrons that were issued and then executed in
 * it. A frame does not name its isochrons; they are found by their operations. An isochron that was issued before the
 * event from which on all are kept may have been executed without a trace, so its issue is left out.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class TraceAssembler
{
    private final List<String> hostNames;
    private final OperationWalk walk;
    private final long firstKept;
    private final List<TracedIsochron> isochrons = new ArrayList<>();

    /**
     * @param hostNames names of the hosts.
     * @param readers   of operations, by family.
     * @param firstKept number of the first event from which on none is missing, 0 if none is missing at all.
     */
    TraceAssembler(final List<String> hostNames, final IntFunction<OperationReader> readers, final long firstKept)
    {
        this.hostNames = hostNames;
        this.firstKept = firstKept;
        walk = new OperationWalk(readers);
    }

    /**
     * @param events by number.
     */
    Trace assemble(final List<TraceEvent> events)
    {
        final List<IssuedIsochrons> issued = new ArrayList<>();
        hostNames.forEach(name -> issued.add(new IssuedIsochrons()));
        final Map<Object, List<TraceEvent>> frames = new LinkedHashMap<>();
        final List<TraceEvent> received = new ArrayList<>();
        for (final TraceEvent event : events)
        {
            switch (event.kind())
            {
                case ISSUED ->
                {
                    if (event.number() >= firstKept)
                    {
                        issued.get(event.host()).add(event);
                    }
                }
                case EXECUTED -> frames.computeIfAbsent(key(event), key -> new ArrayList<>()).add(event);
                default -> received.add(event);
            }
        }
        frames.values().stream().filter(executions -> executions.get(0).length() > 0)
            .forEach(executions -> split(executions, issued.get(executions.get(0).sender())));
        final List<TracedIsochron> ordered = new TotalOrder(isochrons, hostNames.size()).sorted();
        final Reservations reservations = new Reservations(walk, ordered, hostNames.size());
        return new Trace(
            hostNames,
            ordered,
            unexecuted(issued),
            received,
            reservations.bars(),
            reservations.waits(),
            reservations.deliveries());
    }

    private static Object key(final TraceEvent event)
    {
        return HostRecorder.NO_ISSUE == event.issue() ? event : event.sender() + "/" + event.issue();
    }

    /**
     * Finds the isochrons of a frame.
     */
    private void split(final List<TraceEvent> executions, final IssuedIsochrons issued)
    {
        final TraceEvent frame = executions.get(0);
        int offset = 0;
        List<TraceEvent> found = issued.take(frame, offset);
        final int recorded = frame.words().length * Long.BYTES;
        // The first isochrons of the frame may have been issued before all events are kept.
        while (found.isEmpty() && firstKept > 0 && firstKept < frame.number() && offset + Long.BYTES < recorded)
        {
            offset += Long.BYTES;
            found = issued.take(frame, offset);
        }
        offset = found.isEmpty() ? 0 : offset;
        int index = 0;
        if (offset > 0)
        {
            addUnknown(executions, index++, 0, offset);
        }
        for (final TraceEvent issue : found)
        {
            add(issue, executions, index++, issue.words(), issue.length());
            offset += issue.length();
        }
        if (offset < frame.length())
        {
            addUnknown(executions, index, offset, frame.length());
        }
    }

    /**
     * Adds a part of a frame whose isochrons are not known.
     */
    private void addUnknown(final List<TraceEvent> executions, final int index, final int from, final int to)
    {
        final long[] words = executions.get(0).words();
        final int end = Math.min(to / Long.BYTES, words.length);
        add(null, executions, index, Arrays.copyOfRange(words, Math.min(from / Long.BYTES, end), end), to - from);
    }

    private void add(
        final TraceEvent issue,
        final List<TraceEvent> executions,
        final int index,
        final long[] words,
        final int length)
    {
        final int issuer = null == issue ? executions.get(0).sender() : issue.host();
        final OperationText text = new OperationText();
        final int seen = walk.read(words, issuer, text);
        if (seen < length)
        {
            text.cut(length - seen);
        }
        isochrons.add(new TracedIsochron(issuer, issue, List.copyOf(executions), index, text, words, length));
    }

    private List<TracedIsochron> unexecuted(final List<IssuedIsochrons> issued)
    {
        final int begin = isochrons.size();
        issued.stream().flatMap(ofHost -> ofHost.left().stream())
            .sorted(Comparator.comparingLong(TraceEvent::number))
            .forEach(event -> add(event, List.of(), 0, event.words(), event.length()));
        return List.copyOf(isochrons.subList(begin, isochrons.size()));
    }

    @Override
    public String toString()
    {
        return "TraceAssembler{isochrons=" + isochrons.size() + '}';
    }
}
