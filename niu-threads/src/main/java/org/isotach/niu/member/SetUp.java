/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How the models of a member are set up, in words. It owns the rule that all members have set up the same when they
 * join, and that nothing is set up later. Threadsafe.
 */
public final class SetUp
{
    private static final int MAX_DIFFERENCES = 4;

    // Of a text, so that a record with two of them is short; and in UTF-8.
    private static final int MAX_LENGTH = 200;
    static final int MAX_BYTES = 3 * MAX_LENGTH;
    private static final int HEAD = 100;
    private static final int TAIL = 70;

    private final Map<String, String> values = new TreeMap<>();
    private boolean isFrozen;

    /**
     * Something is set up.
     *
     * @param what  it is, in words; the same words again, with another value, leave the value open.
     * @param value that all members must have in common; empty if they only must have set it up.
     * @throws IllegalStateException when the member has joined.
     */
    public synchronized void put(final String what, final String value)
    {
        if (isFrozen)
        {
            throw new IllegalStateException(what +
                ": this member has joined the others, which have compared their models: do it before Cluster.join()");
        }
        values.merge(shortened(what), shortened(value), (before, now) -> before.equals(now) ? now : "");
    }

    /**
     * Two long texts that differ anywhere still differ, and each is what the other member reads.
     */
    static String shortened(final String text)
    {
        final String sent = text.length() <= MAX_LENGTH ? text : text.substring(0, HEAD) + "..." +
            text.substring(text.length() - TAIL) + " #" + Long.toHexString(Fingerprint.of(text));
        // Half of a pair, at an end, is not sent as it is.
        return new String(sent.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /**
     * Nothing is set up any more.
     *
     * @return what was set up, and the value of each; unmodifiable.
     */
    public synchronized Map<String, String> freeze()
    {
        final Map<String, String> frozen = Map.copyOf(values);
        isFrozen = true;
        return frozen;
    }

    /**
     * Returns what differs between the models of two members, in words; null if nothing does.
     */
    static String difference(final Map<String, String> here, final Map<String, String> there)
    {
        final Set<String> all = new TreeSet<>(here.keySet());
        all.addAll(there.keySet());
        return difference(all, here, there);
    }

    /**
     * Returns what differs between two members, in words; null if nothing does. An empty value is open, and equal to
     * every other one.
     *
     * @param all that one of them has, in the order in which it is told.
     */
    static String difference(
        final Set<String> all, final Map<String, String> here, final Map<String, String> there)
    {
        final List<String> differences = new ArrayList<>();
        for (final String what : all)
        {
            final String own = here.get(what);
            final String other = there.get(what);
            if (null == own || null == other)
            {
                differences.add(what + (null == own ? " is missing here" : " is missing there"));
            }
            else if (!own.isEmpty() && !other.isEmpty() && !own.equals(other))
            {
                differences.add(what + " is " + other + " there, and " + own + " here");
            }
        }
        final int count = differences.size();
        if (count > MAX_DIFFERENCES)
        {
            differences.subList(MAX_DIFFERENCES, count).clear();
            differences.add((count - MAX_DIFFERENCES) + " more");
        }
        return differences.isEmpty() ? null : String.join("; ", differences);
    }

    @Override
    public synchronized String toString()
    {
        return "SetUp" + values;
    }
}
