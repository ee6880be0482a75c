/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Frames that are cut into packets.
 */
class PacketFramesTest extends FrameTransportContract
{
    @Override
    protected FrameTransport transport()
    {
        return FrameTransport.packets(64);
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, 0, 56, 63, 65, 100, (1 << 16) + 8, Integer.MAX_VALUE })
    void shouldRefuseALengthOfPackets(final int length)
    {
        assertRefused("length: " + length + " (expected: a multiple of 8 in 64..2^16 bytes)",
            () -> FrameTransport.packets(length));
    }

    @Test
    void shouldTakeTheLongestPackets()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext()
            .threadingMode(ThreadingMode.INVOKER).frames(FrameTransport.packets(1 << 16))))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            model.issue(cluster.host(0).isochron(), 1, 1);
            cluster.host(1).poll();
            assertEquals(1, model.recorder(1).executions.size());
        }
    }

    @Test
    void shouldBeASettingWhoseDefaultIsTheFastest()
    {
        final ClusterContext context = new ClusterContext();
        assertSame(FrameTransport.DIRECT, context.frames());
        assertSame(FrameTransport.PACKETS, context.frames(FrameTransport.PACKETS).frames());
        assertEquals("PACKETS of 1024 bytes", context.frames().toString());
        assertThrows(NullPointerException.class, () -> context.frames(null));
    }
}
