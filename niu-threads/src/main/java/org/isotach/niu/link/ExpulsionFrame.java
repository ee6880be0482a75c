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
    private static final int CUT_OPCODE = OPCODE + 1;
    static final int CUT_LENGTH = OperationHeader.LENGTH + Long.BYTES;

    /**
     * Told of expulsions, from inside the isochron.
     */
    public interface Listener
    {
        /**
         * @param host  that was expelled.
         * @param pulse in which it was expelled.
         */
        void hostExpelled(int host, long pulse);

        /**
         * @param host of a member that is out.
         * @param cut  last pulse in which frames and notices of the host count.
         */
        void cutOff(int host, long cut);
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
     * Creates a frame that cuts a host off: not an isochron, but what the owner of the trunks tells the executors of
     * its member.
     */
    static OffHeapBuffer cutFrame(final int host, final long cut)
    {
        final OffHeapBuffer frame = OffHeapBuffer.allocate(OffHeapBuffer.CACHE_LINE_LENGTH);
        frame.putLong(0, OperationHeader.encode(CUT_OPCODE, CUT_LENGTH, host, 0));
        frame.putLong(OperationHeader.LENGTH, cut);
        return frame;
    }

    /**
     * Returns whether a frame cuts its sender off. Such a frame has no place in the order: it may come when its pulse
     * is over.
     *
     * @param length length of its operations in bytes.
     */
    public static boolean isCut(final OffHeapBuffer frame, final int offset, final int length)
    {
        return CUT_LENGTH == length && CUT_OPCODE == OperationHeader.opcode(frame.getLong(offset)) &&
            CUT_LENGTH == OperationHeader.length(frame, offset);
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
        final long header = frame.getLong(offset);
        listener.operation(
            OPCODE == OperationHeader.opcode(header) ? "expel" : "cut off", "host " + OperationHeader.host(header), "");
    }

    @Override
    public int execute(
        final int sender, final long timestamp, final OffHeapBuffer frame, final int offset, final int limit)
    {
        final long header = frame.getLong(offset);
        if (isCut(frame, offset, limit - offset))
        {
            listener.cutOff(OperationHeader.host(header), frame.getLong(offset + OperationHeader.LENGTH));
            return offset + CUT_LENGTH;
        }
        if (OPCODE != OperationHeader.opcode(header))
        {
            return offset;
        }
        listener.hostExpelled(OperationHeader.host(header), timestamp);
        return offset + OperationHeader.LENGTH;
    }
}
