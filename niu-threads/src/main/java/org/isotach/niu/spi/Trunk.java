/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import org.isotach.memory.OffHeapBuffer;

/**
 * The two streams of records between one member of a cluster and another: one that the member writes and one that it
 * reads. A record arrives once, whole, and behind every record whose {@link #offer} had returned before its own began.
 * If that cannot be kept, {@link #poll} throws, and goes on throwing.
 */
public interface Trunk extends AutoCloseable
{
    /**
     * In place of a position: there is no room at present.
     */
    long REFUSED = -1;

    /**
     * Puts a record on the stream, or nothing of it, and never waits. Any thread may call it.
     *
     * @param header       first part of the record.
     * @param headerLength length of that part in bytes, a multiple of 8; more than 0.
     * @param body         memory that holds the rest; null if there is none.
     * @param bodyOffset   index in bytes of the rest.
     * @param bodyLength   length of the rest in bytes, a multiple of 8.
     * @return the position of the stream behind the record, which {@link TrunkHandler#onRecord} gets with it: more than
     *         0, and than the positions of all records in front of it; or {@link #REFUSED}, or any other negative
     *         number.
     */
    long offer(OffHeapBuffer header, int headerLength, OffHeapBuffer body, int bodyOffset, int bodyLength);

    /**
     * Returns the length of the longest record that {@link #offer} takes, which never changes. A cluster whose records
     * could be longer is not launched: those of isochrons, and others, which have 2240 bytes at most.
     *
     * @return the length in bytes; by default there is no limit.
     */
    default int maxRecordLength()
    {
        return Integer.MAX_VALUE;
    }

    /**
     * Hands out the next records that have arrived. One thread at a time calls it. It throws what the handler throws,
     * and hands out nothing more then.
     *
     * @param handler takes them, and never calls {@link #offer}.
     * @param limit   how many at most.
     * @return how many.
     */
    int poll(TrunkHandler handler, int limit);

    /**
     * Ends the streams. What was offered before still arrives, unless this JVM ends at the same time. No thread polls
     * then, but one may be inside {@link #offer} if the cluster closes with isochrons that were not executed in time.
     */
    @Override
    void close();
}
