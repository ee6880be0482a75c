/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.OperationListener;

/**
 * The last isochron of a host that is expelled, written by the host that expels it. Its place in the order of all
 * isochrons is the logical time at which the host leaves the cluster, the same everywhere.
 * <p>
 * An instance executes such isochrons at one host.
 */
public final class ExpulsionFrame implements OperationExecutor
{
    /**
     * Family of the operations of the cluster itself.
     */
    public static final int FAMILY = 2;

    private static final int OPCODE = FAMILY << 4;

    /**
     * Told of expulsions, from inside the isochron.
     */
    @FunctionalInterface
    public interface Listener
    {
        /**
         * @param host  that was expelled.
         * @param pulse in which it was expelled.
         */
        void hostExpelled(int host, long pulse);
    }

    private final Listener listener;

    public ExpulsionFrame(final Listener listener)
    {
        this.listener = listener;
    }

    /**
     * Creates a frame with the one operation.
     */
    static OffHeapBuffer frame(final int host)
    {
        final OffHeapBuffer frame = OffHeapBuffer.allocate(OffHeapBuffer.CACHE_LINE_LENGTH);
        frame.putLong(0, OperationHeader.encode(OPCODE, OperationHeader.LENGTH, host, 0));
        return frame;
    }

    /**
     * Describes the operation, for traces.
     */
    public static void read(
        final OffHeapBuffer frame,
        final int offset,
        final int available,
        final int host,
        final OperationListener listener)
    {
        listener.operation("expel", "host " + OperationHeader.host(frame.getLong(offset)), "");
    }

    @Override
    public int execute(
        final int sender, final long timestamp, final OffHeapBuffer frame, final int offset, final int limit)
    {
        final long header = frame.getLong(offset);
        if (OPCODE != OperationHeader.opcode(header))
        {
            return offset;
        }
        listener.hostExpelled(OperationHeader.host(header), timestamp);
        return offset + OperationHeader.LENGTH;
    }
}
