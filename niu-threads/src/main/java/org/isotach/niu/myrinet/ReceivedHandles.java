/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The handles of one host for what it receives: at most one for each block of the network, since a block is in one
 * place at a time. They are made when they are first needed. In paranoid mode every receipt makes a new one.
 */
final class ReceivedHandles
{
    private final AtomicReferenceArray<Buffer[]> handles;
    private final boolean isParanoid;

    /**
     * @param hosts      number of hosts.
     * @param isParanoid true to use no handle twice.
     */
    ReceivedHandles(final int hosts, final boolean isParanoid)
    {
        handles = new AtomicReferenceArray<>(hosts);
        this.isParanoid = isParanoid;
    }

    /**
     * Makes the handles of all blocks, before any of them is in use.
     */
    void prepareAll(final DmaRegion region)
    {
        for (int block = 0; !isParanoid && block < region.blocks(); block++)
        {
            get(region, block);
        }
    }

    /**
     * Returns the handle of a cell that is about to be received.
     */
    Buffer get(final DmaRegion region, final int block)
    {
        return get(region, block, prepare(region, block));
    }

    /**
     * Does what can fail for a block that is received next. It may be in other hands yet.
     *
     * @return a handle, for {@link #get(DmaRegion, int, Buffer)}.
     */
    Buffer prepare(final DmaRegion region, final int block)
    {
        if (isParanoid)
        {
            return new Buffer(region, block, true);
        }
        if (null == handles.get(region.host()))
        {
            handles.compareAndSet(region.host(), null, new Buffer[region.blocks()]);
        }
        final Buffer known = handles.get(region.host())[block];
        return null == known ? new Buffer(region, block, false) : known;
    }

    /**
     * Returns the handle for a block that was just received.
     *
     * @param prepared what {@link #prepare} has returned before.
     */
    Buffer get(final DmaRegion region, final int block, final Buffer prepared)
    {
        if (isParanoid)
        {
            return prepared;
        }
        final Buffer[] ofHost = handles.get(region.host());
        // Who had the block before has written this element before it let the block go.
        if (null == ofHost[block])
        {
            ofHost[block] = prepared;
        }
        return ofHost[block];
    }
}
