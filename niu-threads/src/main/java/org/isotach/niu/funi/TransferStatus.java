/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

/**
 * What has become of a put or a get.
 */
public enum TransferStatus
{
    /**
     * A part of the bytes has not been copied yet. Each call of the queue pair goes on with it.
     */
    PENDING,

    /**
     * All bytes are copied. If it was a put, its notice is in the queue of the other member.
     */
    DONE,

    /**
     * The other member has no such memory, or does not allow it. A part may have been copied if the memory was closed
     * meanwhile, and through devices, whose packets carry 64 bytes each, if a part is inside the memory. There is no
     * notice, and the queue pair goes on.
     */
    DENIED,

    /**
     * The other member is gone: its host was expelled, its queue pair was closed, or the node was started anew, on the
     * same host or another one ({@link Gang#remap}). A part may have been copied; there is no notice.
     */
    PEER_DOWN
}
