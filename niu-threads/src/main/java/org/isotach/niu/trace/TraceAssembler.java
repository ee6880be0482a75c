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
 * it. A frame does not name its isochrons; they are found by the first words of their operations.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class TraceAssembler
{
    private final List<String> hostNames;
    private final OperationWalk walk;
    private final boolean isWhole;
    private final List<TracedIsochron> isochrons = new ArrayList<>();

    /**
     * @param hostNames names of the hosts.
     * @param readers   of operations, by family.
     * @param isWhole   true if no events are missing.
     */
    TraceAssembler(final List<String> hostNames, final IntFunction<OperationReader> readers, final boolean isWhole)
    {
        this.hostNames = hostNames;
        this.isWhole = isWhole;
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
                case ISSUED -> issued.get(event.host()).add(event);
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
            unexecuted(issued, events),
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
        int index = 0;
        TraceEvent before = null;
        while (offset < frame.length())
        {
            final TraceEvent match = issued.take(frame, offset, before);
            if (null == match)
            {
                break;
            }
            add(match, executions, index, match.words(), match.length());
            offset += match.length();
            before = match;
            index++;
        }
        if (offset < frame.length())
        {
            final int first = Math.min(offset / Long.BYTES, frame.words().length);
            final long[] rest = Arrays.copyOfRange(frame.words(), first, frame.words().length);
            add(null, executions, index, rest, frame.length() - offset);
        }
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

    /**
     * Returns the isochrons that were issued and have not been executed, without those whose execution is too old to be
     * in the trace.
     */
    private List<TracedIsochron> unexecuted(final List<IssuedIsochrons> issued, final List<TraceEvent> events)
    {
        final long firstExecuted = isWhole ? 0 : events.stream()
            .filter(event -> TraceEvent.Kind.EXECUTED == event.kind())
            .mapToLong(TraceEvent::number).max().orElse(0);
        final int begin = isochrons.size();
        issued.stream().flatMap(ofHost -> ofHost.left().stream()).filter(event -> event.number() >= firstExecuted)
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
