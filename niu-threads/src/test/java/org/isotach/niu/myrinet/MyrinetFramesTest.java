/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.Isochron;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.FrameTransport;
import org.isotach.niu.FrameTransportContract;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.RecordingModel;
import org.isotach.test.Refusals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Frames that are cut into buffers of Myrinet channels.
 */
class MyrinetFramesTest extends FrameTransportContract
{
    @Override
    protected FrameTransport transport()
    {
        return new MyrinetFrames(new MyrinetContext().bufferLength(72).buffers(10).channelLength(16).inlineLength(48));
    }

    /**
     * One buffer, and one message that is not acknowledged: each of the next ones waits for it.
     */
    @ParameterizedTest
    @CsvSource({ "64, 1, 2, 0", "64, 1, 2, 64", "64, 3, 64, 0", "4096, 1, 2, 4096" })
    void shouldBringALongFrameWithTheSmallestSettings(
        final int bufferLength, final int buffers, final int channelLength, final int inlineLength)
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().threadingMode(ThreadingMode.INVOKER)
            .frames(new MyrinetFrames(new MyrinetContext()
                .bufferLength(bufferLength).buffers(buffers).channelLength(channelLength).inlineLength(inlineLength)))))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron().begin();
            for (int i = 0; i < 1000; i++)
            {
                model.append(isochron, i, 1);
            }
            isochron.issue();
            cluster.host(1).poll();
            assertEquals(1000, model.recorder(1).executions.size());
        }
    }

    @Test
    void shouldRefuseBuffersThatTakeNoFrameAndChannelsWithoutRoom()
    {
        Refusals.assertRefused(
            "bufferLength: 63, channelLength: 64 (expected: at least 64 bytes, and at least 2 packets)",
            () -> new MyrinetFrames(new MyrinetContext().bufferLength(63)));
        Refusals.assertRefused(
            "bufferLength: 8192, channelLength: 1 (expected: at least 64 bytes, and at least 2 packets)",
            () -> new MyrinetFrames(new MyrinetContext().channelLength(1)));
    }

    @Test
    void shouldCopyItsSettings()
    {
        final MyrinetContext context = new MyrinetContext().bufferLength(128).buffers(4);
        final FrameTransport frames = new MyrinetFrames(context);
        context.bufferLength(1);
        assertEquals(
            "MyrinetFrames{bufferLength=128, buffers=4, channelLength=64, inlineLength=64}", frames.toString());
        final ClusterContext settings = new ClusterContext().threadingMode(ThreadingMode.INVOKER).frames(frames);
        try (Cluster cluster = Cluster.launch(settings))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            model.issue(cluster.host(0).isochron(), 1, 1);
            cluster.host(1).poll();
            assertEquals(1, model.recorder(1).executions.size());
        }
    }

    /**
     * Channels of programs and those of frames are beside each other.
     */
    @Test
    void shouldLeaveTheChannelsOfProgramsAlone()
    {
        try (Cluster cluster = Cluster.launch(
            new ClusterContext().threadingMode(ThreadingMode.INVOKER).frames(new MyrinetFrames())))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Network network = Network.on(cluster);
            final Channel channel = network.nic(1).open(0);
            model.issue(cluster.host(0).isochron(), 1, 1);
            final Buffer buffer = network.nic(0).buffer().length(Long.BYTES);
            buffer.putLong(0, 7);
            network.nic(0).send(network.route(0, 1), 0, buffer);
            assertEquals(7, channel.receive().getLong(0));
            cluster.host(1).poll();
            assertEquals(1, model.recorder(1).executions.size());
        }
    }
}
