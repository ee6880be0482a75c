/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import org.isotach.memory.OffHeapBuffer;

/**
 * Takes the records of a {@link Trunk}.
 */
@FunctionalInterface
public interface TrunkHandler
{
    /**
     * A record has arrived.
     *
     * @param buffer   memory that holds it until this call returns.
     * @param offset   index in bytes of the record, a multiple of 8.
     * @param length   length of the record in bytes.
     * @param position of the stream behind the record, as {@link Trunk#offer} has returned it.
     */
    void onRecord(OffHeapBuffer buffer, int offset, int length, long position);
}
