/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;

/**
 * The token that the last record of a pin carries to another member (docs/protocol.md, section 19). For the unit that
 * ships for a host, while the host is pinned.
 */
public interface FrameToken
{
    /**
     * Promises the timestamp of a frame, or what is wanted beyond that, if no other host is pinned and nobody else is
     * about to promise. {@link #end} must follow if so.
     *
     * @param member    that gets the frame, and no other one.
     * @param timestamp of the frame, which is the only one of its pin.
     * @param isForOwn  whether the frame goes to hosts of this member, too, which need the promise of the other one.
     * @return false if it cannot carry a token.
     */
    boolean tryPromise(int member, long timestamp, boolean isForOwn);

    /**
     * Puts the token into the record.
     *
     * @param record    that carries it.
     * @param index     in bytes, where it begins.
     * @return its length in bytes, a multiple of 8.
     */
    int put(OffHeapBuffer record, int index);

    /**
     * The record was offered to its trunk.
     *
     * @param position of the record on the trunk: the promise is made; {@link org.isotach.niu.spi.Trunk#REFUSED} if it
     *                 is not there.
     */
    void end(long position);
}
