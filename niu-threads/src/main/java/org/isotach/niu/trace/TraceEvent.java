/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

/**
 * Something that has happened at one host.
 *
 * @param kind   what.
 * @param host   number of the host.
 * @param number place among all events of the cluster.
 * @param sender host that has issued what it is about.
 * @param pulse  in which a frame was executed, or a message delivered; the logical time of the host when something was
 *               issued.
 * @param issue  place of a frame in the issue order of its sender, {@link HostRecorder#NO_ISSUE} for none.
 * @param timeNs when.
 * @param length of the frame in bytes.
 * @param words  the first ones of the frame.
 */
record TraceEvent(
    Kind kind, int host, long number, int sender, long pulse, long issue, long timeNs, int length, long[] words)
{
    /**
     * What has happened.
     */
    enum Kind
    {
        ISSUED,
        EXECUTED,
        RECEIVED
    }
}
