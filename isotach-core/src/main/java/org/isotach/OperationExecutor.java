/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import org.isotach.memory.OffHeapBuffer;

/**
 * Executes the operations of one family at one host.
 * <p>
 * Called by the one thread that works for the executor of the host at that moment, in the order of logical time. It
 * must not wait, and must not issue. An exception goes to the error handler of the cluster, and ends the frame, and the
 * isochrons that share it, at this host: the frame counts as executed.
 */
@FunctionalInterface
public interface OperationExecutor
{
    /**
     * Executes the operations from {@code offset} on, up to the first one of another family.
     * <p>
     * A frame is the same for all its destinations: skip operations that are not addressed to this host. The frame may
     * also contain other isochrons of the issuer that do not touch this host at all.
     *
     * @param sender    host that issued the frame.
     * @param timestamp pulse in which the frame executes.
     * @param frame     memory that holds the frame; it must not be written.
     * @param offset    index in bytes of an operation of this family.
     * @param limit     index in bytes of the end of the frame.
     * @return index in bytes of the first operation that was not executed or skipped: one of another family, or one
     * that this executor does not know, or one whose length does not fit ({@link OperationHeader#lengthWithin}). If
     * that is {@code offset} itself, the operation is skipped, counted, and reported to the error handler of the
     * cluster; those after it are executed, unless its length does not fit.
     */
    int execute(int sender, long timestamp, OffHeapBuffer frame, int offset, int limit);

    /**
     * Returns whether a frame goes to the application of this host as it is. The whole frame, from its first operation
     * on, is delivered then, also what is in front of the first one for this host. {@link #execute} is not called for
     * it, so nobody reports an operation behind the first one whose length does not fit. Only frames whose operations
     * are all for applications are asked about. If this throws, the frame is neither delivered nor executed, and the
     * error handler of the cluster is told.
     *
     * @param header header of the first operation, of this family.
     * @param length length of the frame in bytes.
     * @return false if {@link #execute} has to look at the frame.
     */
    default boolean isLeftToApplication(final long header, final int length)
    {
        return false;
    }

    /**
     * Another host has been expelled: none of its operations comes any more, and none of its answers. Called at the
     * same point of logical time at all hosts.
     *
     * @param expelled number of the host.
     * @param pulse    pulse in which it was expelled.
     */
    default void hostExpelled(final int expelled, final long pulse)
    {
    }

    /**
     * The cluster is closed: nothing is executed any more, and no result arrives. Called once, before {@code
     * Cluster.close()} returns, and mostly by the thread that closes. If a handler of the host does not end, the thread
     * inside that handler calls this when it returns from the handler.
     */
    default void clusterClosed()
    {
    }
}
