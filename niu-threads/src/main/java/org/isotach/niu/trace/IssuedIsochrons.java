/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The isochrons that one host has issued and that no frame has been found to have, in the order of their issue. A frame
 * has isochrons that one thread has issued one after the other: it is found by all recorded words of the first one, as
 * a trace may have a million of them, and by its successors.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class IssuedIsochrons
{
    // Isochrons with the same words that are looked at for one frame. More are looked at only if their successors
    // differ, and all those of other frames are still there: then time must not grow with their square.
    private static final int MAX_SAME = 64;

    // By number.
    private final NavigableMap<Long, TraceEvent> left = new TreeMap<>();

    // The same by thread.
    private final Map<Long, NavigableMap<Long, TraceEvent>> byThread = new HashMap<>();

    // Their numbers by their recorded words.
    private final Map<Words, NavigableMap<Long, TraceEvent>> byWords = new HashMap<>();

    // How many words they have.
    private final Set<Integer> lengths = new TreeSet<>();

    private record Words(long[] words)
    {
        @Override
        public boolean equals(final Object other)
        {
            return other instanceof Words that && Arrays.equals(words, that.words);
        }

        @Override
        public int hashCode()
        {
            return Arrays.hashCode(words);
        }
    }

    /**
     * @param event of an issue.
     */
    void add(final TraceEvent event)
    {
        left.put(event.number(), event);
        byThread.computeIfAbsent(event.issue(), key -> new TreeMap<>()).put(event.number(), event);
        byWords.computeIfAbsent(new Words(event.words()), key -> new TreeMap<>()).put(event.number(), event);
        lengths.add(event.words().length);
    }

    /**
     * Takes the earliest isochrons that fill a frame from a place to its end, in their order.
     *
     * @param offset offset of the place in bytes.
     * @return empty if there are none; from the beginning of a frame on, as many as there are.
     */
    List<TraceEvent> take(final TraceEvent frame, final int offset)
    {
        final List<TraceEvent> found = find(frame, offset);
        for (final TraceEvent event : found)
        {
            left.remove(event.number());
            byThread.get(event.issue()).remove(event.number());
            byWords.get(new Words(event.words())).remove(event.number());
        }
        return found;
    }

    private List<TraceEvent> find(final TraceEvent frame, final int offset)
    {
        final int first = offset / Long.BYTES;
        List<TraceEvent> best = List.of();
        for (final int count : lengths)
        {
            if (first + count <= frame.words().length)
            {
                final Words words = new Words(Arrays.copyOfRange(frame.words(), first, first + count));
                final NavigableMap<Long, TraceEvent> same =
                    byWords.getOrDefault(words, Collections.emptyNavigableMap());
                best = better(best, longest(same, frame, offset));
            }
        }
        // What does not fill the rest of a frame is there by chance, but for its beginning.
        return 0 == offset || length(best) == frame.length() - offset ? best : List.of();
    }

    private List<TraceEvent> longest(
        final NavigableMap<Long, TraceEvent> same, final TraceEvent frame, final int offset)
    {
        List<TraceEvent> longest = List.of();
        int looked = 0;
        // Those behind were issued after the frame was executed.
        for (final TraceEvent candidate : same.headMap(frame.number()).values())
        {
            longest = better(longest, chain(candidate, frame, offset));
            looked++;
            if (MAX_SAME == looked || length(longest) == frame.length() - offset)
            {
                return longest;
            }
        }
        return longest;
    }

    private static List<TraceEvent> better(final List<TraceEvent> left, final List<TraceEvent> right)
    {
        final int more = length(left) - length(right);
        if (0 == more && !left.isEmpty() && !right.isEmpty())
        {
            return left.get(0).number() < right.get(0).number() ? left : right;
        }
        return more > 0 || right.isEmpty() ? left : right;
    }

    /**
     * Returns an isochron and its successors, as far as they are in a frame.
     */
    private List<TraceEvent> chain(final TraceEvent begin, final TraceEvent frame, final int offset)
    {
        final List<TraceEvent> chain = new ArrayList<>();
        int place = offset;
        for (final TraceEvent next : byThread.get(begin.issue()).tailMap(begin.number()).values())
        {
            if (place == frame.length() || next.number() >= frame.number() || !isAt(next, frame, place))
            {
                break;
            }
            chain.add(next);
            place += next.length();
        }
        return chain;
    }

    private static boolean isAt(final TraceEvent candidate, final TraceEvent frame, final int offset)
    {
        final int first = Math.min(offset / Long.BYTES, frame.words().length);
        // Words that were not recorded match anything.
        final int count = Math.min(candidate.words().length, frame.words().length - first);
        return candidate.length() <= frame.length() - offset &&
            Arrays.equals(candidate.words(), 0, count, frame.words(), first, first + count);
    }

    private static int length(final List<TraceEvent> chain)
    {
        return chain.stream().mapToInt(TraceEvent::length).sum();
    }

    /**
     * Returns those that no frame has been found to have, in the order of their issue.
     */
    Collection<TraceEvent> left()
    {
        return left.values();
    }

    @Override
    public String toString()
    {
        return "IssuedIsochrons{left=" + left.size() + '}';
    }
}
