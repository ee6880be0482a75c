/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import org.isotach.memory.OffHeapBuffer;

/**
 * Executes the operations of one family at one host.
 * <p>
 * Called by the one thread that works for the executor of the host at that moment, in the order of logical time.
 * It must not wait, and must not issue. What it throws goes to the error handler of the cluster, and ends the frame,
 * and isochrons that share it, at this host: the frame counts as executed.
 */
@FunctionalInterface
public interface OperationExecutor
{
    /**
     * Executes the operations from {@code offset} on, up to the first one of another family.
     * <p>
     * A frame is the same for all its destinations: operations that are not addressed to this host are passed over.
     * Isochrons of the issuer that do not touch this host at all may be in it, too, between others.
     *
     * @param sender    host that issued the frame.
     * @param timestamp pulse in which the frame executes.
     * @param frame     memory that holds the frame; it must not be written.
     * @param offset    index in bytes of an operation of this family.
     * @param limit     index in bytes of the end of the frame.
     * @return index in bytes of the first operation that was not looked at: of another family, or one that this one
     * does not know. If that is {@code offset} itself, the operation is passed over, counted, and reported to the error
     * handler of the cluster; those behind it are executed.
     */
    int execute(int sender, long timestamp, OffHeapBuffer frame, int offset, int limit);

    /**
     * Another host has been expelled: no operation of it comes any more, and none of its answers. Called at the place
     * in logical time that is the same at all hosts.
     *
     * @param expelled number of the host.
     * @param pulse    in which it was expelled.
     */
    default void hostExpelled(final int expelled, final long pulse)
    {
    }

    /**
     * The cluster is closed: nothing is executed any more, and no result comes in. Called once, before
     * {@code Cluster.close()} returns, mostly by the thread that closes; if that does not get hold of the host because
     * a handler does not end, by the thread that is inside the handler, when it comes back.
     */
    default void clusterClosed()
    {
    }
}
