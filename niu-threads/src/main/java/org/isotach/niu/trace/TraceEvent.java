/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

/**
 * An event at one host.
 *
 * @param kind   kind of the event.
 * @param host   number of the host.
 * @param number place among all events of the cluster.
 * @param sender host that has issued the isochron or frame.
 * @param pulse  pulse in which a frame was executed, or a message delivered; the logical time of the host at the issue
 *               of an isochron.
 * @param issue  place of a frame in the issue order of its sender, {@link HostRecorder#NO_ISSUE} for none; for the
 *               issue of an isochron the number of the thread.
 * @param timeNs time of the event.
 * @param length length of the frame in bytes.
 * @param words  first words of the frame.
 */
record TraceEvent(
    Kind kind, int host, long number, int sender, long pulse, long issue, long timeNs, int length, long[] words)
{
    /**
     * Kind of an event.
     */
    enum Kind
    {
        ISSUED,
        EXECUTED,
        RECEIVED
    }
}
