/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

/**
 * The counters of the hosts of a cluster.
 */
public enum Counter
{
    /**
     * Isochrons that applications of the host have issued.
     */
    ISOCHRONS_ISSUED("isochrons issued"),

    /**
     * Frames that the host has executed. A frame is an isochron, or several isochrons of one thread that were sent
     * together.
     */
    FRAMES_EXECUTED("frames executed"),

    /**
     * Pulses of logical time that have ended at the host.
     */
    PULSES("pulses"),

    /**
     * Reads that the host answered and that had to wait for a reserved variable.
     */
    READS_WAITED("reads that waited"),

    /**
     * Attempts to issue an isochron that failed for lack of room; one isochron may make many. In {@link
     * org.isotach.niu.ThreadingMode#INVOKER} also those that failed because another thread was working for the host,
     * or was inside a handler of it: longer links do not help against these.
     */
    NO_ROOM("times without room"),

    /**
     * Snapshots that have read copies of variables at the first try: those of actions, and those of memory ports. The
     * host is the one whose copies were read. Every success of {@code tryRead()} of a snapshot of a memory port is one,
     * also after failures: each call of it is a first try.
     */
    SNAPSHOTS_AT_ONCE("snapshots at once"),

    /**
     * Snapshots that have read copies of variables at a further try.
     */
    SNAPSHOTS_ANEW("snapshots at a further try"),

    /**
     * Snapshots that needed an isochron, because of a writer, a reservation, or a variable without a copy at the host.
     */
    SNAPSHOTS_IN_ORDER("snapshots with an isochron"),

    /**
     * Faults of links. Counted for the whole cluster; the value of each host is 0. See {@link
     * org.isotach.niu.spi.LinkFaults}.
     */
    LINK_FAULTS("faults of links");

    private final String label;

    Counter(final String label)
    {
        this.label = label;
    }

    /**
     * Returns a description of the counter.
     *
     * @return the words.
     */
    public String label()
    {
        return label;
    }

    /**
     * Returns the description, whose first word is a plural, as it reads behind a number.
     */
    String label(final long count)
    {
        return 1 == count ? label.replaceFirst("s\\b", "") : label;
    }
}
