/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

final class TrunkFramesTest
{
    private static final int RECEIVER = 1;

    private final LoopTrunk trunk = new LoopTrunk();
    private final FrameEntry entry = new FrameEntry();

    /**
     * The receiver would take the second one for another frame.
     */
    @Test
    void shouldSendAFrameOnceAlsoWhenItsTokenCannotBeAskedFor()
    {
        final IllegalStateException failure = new IllegalStateException("not asked");
        final TrunkFrames frames = new TrunkFrames(
            0,
            1,
            new HostsOfMembers(0, 2, new int[]{ 0, 1 }),
            new TrunkQueue(trunk, null),
            timestamp ->
            {
                throw failure;
            },
            null);
        entry.setEmpty(RECEIVER);
        assertThrows(IllegalStateException.class, () -> frames.send(0, entry));
        frames.send(0, entry);
        assertEquals(1, trunk.count());
    }
}
