/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The isochrons that one host has issued and that no frame has been found to have, in the order of their issue. They
 * are looked up by their first words, since a trace may have a million of them.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class IssuedIsochrons
{
    // Number of words that tell an isochron from another one.
    private static final int SAME_WORDS = 2;

    // By number, in its order.
    private final Map<Long, TraceEvent> left = new LinkedHashMap<>();

    // Numbers by the first words, fewer of shorter isochrons, in their order.
    private final Map<List<Long>, Set<Long>> byWords = new HashMap<>();

    /**
     * @param event has a larger number than those before.
     */
    void add(final TraceEvent event)
    {
        left.put(event.number(), event);
        byWords.computeIfAbsent(key(event.words(), 0, lengthOfKey(event)), key -> new LinkedHashSet<>())
            .add(event.number());
    }

    /**
     * Takes the earliest isochron that fits a place in a frame; all isochrons of a frame are from one thread.
     *
     * @param offset offset of the place in bytes.
     * @param before the isochron before it in the frame, null for none.
     * @return null if there is none.
     */
    TraceEvent take(final TraceEvent frame, final int offset, final TraceEvent before)
    {
        final int first = offset / Long.BYTES;
        // Words that were not recorded match anything.
        final TraceEvent found = first + SAME_WORDS > frame.words().length ?
            firstThatFits(left.keySet(), frame, offset, before) : findByWords(frame, first, offset, before);
        if (null != found)
        {
            left.remove(found.number());
            byWords.get(key(found.words(), 0, lengthOfKey(found))).remove(found.number());
        }
        return found;
    }

    private TraceEvent findByWords(
        final TraceEvent frame, final int first, final int offset, final TraceEvent before)
    {
        TraceEvent earliest = null;
        for (int count = 0; count <= SAME_WORDS; count++)
        {
            final Set<Long> some = byWords.get(key(frame.words(), first, count));
            final TraceEvent found = null == some ? null : firstThatFits(some, frame, offset, before);
            if (null != found && (null == earliest || found.number() < earliest.number()))
            {
                earliest = found;
            }
        }
        return earliest;
    }

    private TraceEvent firstThatFits(
        final Collection<Long> numbers, final TraceEvent frame, final int offset, final TraceEvent before)
    {
        for (final long number : numbers)
        {
            if (number >= frame.number())
            {
                // As are all behind it: they were issued after the frame was executed.
                return null;
            }
            final TraceEvent candidate = left.get(number);
            if (candidate.length() <= frame.length() - offset &&
                (null == before || before.issue() == candidate.issue()) && isAt(candidate, frame, offset / Long.BYTES))
            {
                return candidate;
            }
        }
        return null;
    }

    private static boolean isAt(final TraceEvent candidate, final TraceEvent frame, final int first)
    {
        final int count = lengthOfKey(candidate);
        for (int i = 0; i < count; i++)
        {
            if (first + i < frame.words().length && frame.words()[first + i] != candidate.words()[i])
            {
                return false;
            }
        }
        return first < frame.words().length || first > 0;
    }

    private static int lengthOfKey(final TraceEvent event)
    {
        return Math.min(SAME_WORDS, event.words().length);
    }

    private static List<Long> key(final long[] words, final int first, final int count)
    {
        return Arrays.stream(words, first, first + count).boxed().toList();
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
