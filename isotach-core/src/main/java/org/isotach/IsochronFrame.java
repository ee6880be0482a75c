/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import org.isotach.memory.OffHeapBuffer;

/**
 * An {@link Isochron} as its {@link IsochronIssuer} sees it: what was assembled, and where it goes. It belongs to the
 * application thread that issues it.
 */
public interface IsochronFrame
{
    /**
     * Number of the issuing host.
     *
     * @return number of the issuing host.
     */
    int hostId();

    /**
     * The memory that holds the frame.
     *
     * @return the memory.
     */
    OffHeapBuffer buffer();

    /**
     * Where the frame begins.
     *
     * @return index in bytes in {@link #buffer()}.
     */
    int offset();

    /**
     * Length of the frame.
     *
     * @return in bytes.
     */
    int length();

    /**
     * Hosts that the operations must be sent to.
     *
     * @return the set, which must not be changed.
     */
    HostSet destinations();

    /**
     * Largest logical distance to a destination, 0 if there is no other host among them.
     *
     * @return the distance.
     */
    int distance();

    /**
     * Does it take a timestamp of its own, even if it is purely local?
     *
     * @return true if it does.
     */
    boolean isFresh();

    /**
     * Will the frame be read after it was executed?
     *
     * @return true if an operation is for applications.
     */
    boolean isFrameKept();

    /**
     * Is the frame for applications alone?
     *
     * @return true if all operations are for applications.
     */
    boolean isForApplications();

    /**
     * Tries once more to issue it.
     *
     * @return false if there is no room at present.
     * @throws ClusterClosedException when the cluster, or the host, takes no isochrons any more.
     */
    boolean tryIssue();
}
