/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import org.isotach.memory.OffHeapBuffer;

/**
 * An {@link Isochron} as its {@link IsochronIssuer} sees it: its frame and its destinations. It belongs to the
 * application thread that issues it.
 */
public interface IsochronFrame
{
    /**
     * Returns the number of the issuing host.
     *
     * @return number of the issuing host.
     */
    int hostId();

    /**
     * Returns the memory that holds the frame.
     *
     * @return the memory.
     */
    OffHeapBuffer buffer();

    /**
     * Returns the start of the frame.
     *
     * @return index in bytes in {@link #buffer()}.
     */
    int offset();

    /**
     * Returns the length of the frame.
     *
     * @return length in bytes.
     */
    int length();

    /**
     * Returns the hosts that the operations must be sent to.
     *
     * @return the set, which must not be changed.
     */
    HostSet destinations();

    /**
     * Returns the largest logical distance to a destination, 0 if no other host is among them.
     *
     * @return the distance.
     */
    int distance();

    /**
     * Returns whether the isochron takes a timestamp of its own, even if it is purely local.
     *
     * @return true if it does.
     */
    boolean isFresh();

    /**
     * Returns whether the frame is read after its execution.
     *
     * @return true if an operation is for applications.
     */
    boolean isFrameKept();

    /**
     * Returns whether the frame is for applications only.
     *
     * @return true if all operations are for applications.
     */
    boolean isForApplications();

    /**
     * Tries once more to issue the isochron.
     *
     * @return false if there is no room at present.
     * @throws ClusterClosedException when the cluster or the host takes no more isochrons.
     */
    boolean tryIssue();
}
