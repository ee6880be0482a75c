/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What all members must have in common, so that frames of one fit the others. It is compared as one number, and only
 * members whose numbers differ tell each other the words. Belongs to the thread that launches the cluster until it is
 * complete, and then to the owner of the trunks.
 */
public final class Common
{
    // What a member may differ in that has not said in which.
    static final String ALL = "its version of isotach, members, topology, linkRingSize, linkLength, " +
        "maxIsochronLength or readCap";

    private final LaunchNumber launch;

    // In the order in which differences are told; a version that differs may explain all others.
    private final Map<String, String> texts = new LinkedHashMap<>();

    // With some other member.
    private boolean isDisputed;

    /**
     * @param launch that this member takes part in.
     */
    public Common(final LaunchNumber launch)
    {
        this.launch = launch;
    }

    /**
     * Returns the number of the launch, which is not compared: all members learn it from each other.
     */
    LaunchNumber launch()
    {
        return launch;
    }

    /**
     * Adds something.
     *
     * @param what  it is, in words that nothing else here has.
     * @param value that all members must have.
     * @return this.
     */
    public Common put(final String what, final Object value)
    {
        texts.put(SetUp.shortened(what), SetUp.shortened(String.valueOf(value)));
        return this;
    }

    /**
     * Another member has something else.
     */
    void dispute()
    {
        isDisputed = true;
    }

    /**
     * Returns whether some other member has something else, so that this cluster does not start.
     */
    boolean isDisputed()
    {
        return isDisputed;
    }

    /**
     * Returns a number for all of it, in every JVM the same.
     */
    long hash()
    {
        final StringBuilder all = new StringBuilder();
        // With their lengths: names are words of users, and may look like other parts.
        texts.forEach((what, value) ->
            all.append(what.length()).append(' ').append(what).append(value.length()).append(' ').append(value));
        return Fingerprint.of(all.toString());
    }

    /**
     * Returns all of it, in the order in which it is told; unmodifiable.
     */
    Map<String, String> texts()
    {
        return Collections.unmodifiableMap(texts);
    }

    /**
     * Returns what differs between this member and another one, in words; null if nothing does.
     */
    String difference(final Map<String, String> there)
    {
        final Set<String> all = new LinkedHashSet<>(texts.keySet());
        all.addAll(there.keySet());
        return SetUp.difference(all, texts, there);
    }

    @Override
    public String toString()
    {
        return "Common" + texts;
    }
}
