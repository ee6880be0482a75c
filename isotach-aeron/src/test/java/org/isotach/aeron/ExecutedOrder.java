/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

import org.agrona.collections.LongArrayList;

/**
 * The isochrons that one host has executed, in its order. Any thread works for a host. Threadsafe.
 */
final class ExecutedOrder
{
    private final LongArrayList ids = new LongArrayList();

    synchronized void add(final long id)
    {
        ids.addLong(id);
    }

    /**
     * Writes it to a file in a directory.
     */
    synchronized void write(final Path directory, final int host) throws IOException
    {
        final ByteBuffer bytes = ByteBuffer.allocate(ids.size() * Long.BYTES);
        ids.forEachOrderedLong(bytes::putLong);
        Files.write(file(directory, host), bytes.array());
    }

    /**
     * Reads what a host has written.
     */
    static long[] read(final Path directory, final int host) throws IOException
    {
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file(directory, host)));
        final long[] ids = new long[bytes.remaining() / Long.BYTES];
        bytes.asLongBuffer().get(ids);
        return ids;
    }

    private static Path file(final Path directory, final int host)
    {
        return directory.resolve("host" + host);
    }

    @Override
    public synchronized String toString()
    {
        return "ExecutedOrder{" + ids.size() + '}';
    }
}
