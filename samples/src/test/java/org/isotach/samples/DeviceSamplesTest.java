/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceGang;
import org.isotach.niu.funi.device.DeviceNetwork;
import org.isotach.niu.funi.device.DevicePort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The samples of FUNi devices.
 */
final class DeviceSamplesTest
{
    @ParameterizedTest
    @EnumSource
    void shouldDriveADeviceByItsRegisters(final ThreadingMode mode)
    {
        final Run run = Run.of("registers", "--words", "100", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals(5, run.out().size());
        // Waiting costs nothing here: the looks of a thread that waits depend on the machine.
        assertTrue(run.out().get(1).matches("set two processes up +2 +12 .*"), run.out().get(1));
        assertTrue(run.out().get(2).matches("send and receive 5 words +6 +2 .*"), run.out().get(2));
        assertEquals("RESULT registers message=5 words=100 packets=7 wrong=0", run.lastLine());
    }

    @ParameterizedTest
    @EnumSource
    void shouldLetGangsHaveTheirTurns(final ThreadingMode mode)
    {
        final Run run = Run.of("gangs", "--questions", "30", "--slice", "1", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals("RESULT gangs gangs=3 hosts=2 answers=180 wrong=0", run.lastLine());
    }

    @Test
    void shouldNotServeWhenAnotherThreadOfGangsHasFailed()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2)))
        {
            final DeviceGangs sample = new DeviceGangs();
            Run.parsed(new CommandLine(sample), () ->
            {
                final DeviceGangs.Member member = member(sample, cluster);
                Thread.currentThread().interrupt();
                assertThrows(
                    SampleFailedException.class,
                    () -> sample.serve(cluster.host(0), List.of(member), Long.MAX_VALUE));
                assertTrue(Thread.interrupted());
                return 0;
            });
        }
    }

    @Test
    void shouldReportAnAnswerThatDoesNotCome()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2)))
        {
            final DeviceGangs sample = new DeviceGangs();
            assertEquals(
                new Run(
                    1,
                    List.of("RESULT gangs gangs=1 hosts=1 answers=0 wrong=1"),
                    List.of("gangs failed: a member of gang 0 has handled 0 questions of 1, and has 0 answers, whose " +
                        "sum is 0 instead of 0")),
                Run.parsed(new CommandLine(sample), () ->
                {
                    // Nobody answers at the other host.
                    final DeviceGangs.Member member = member(sample, cluster);
                    sample.serve(cluster.host(0), List.of(member), 0);
                    member.check();
                    return sample.report();
                }, "--gangs", "1", "--hosts", "1", "--questions", "1"));
        }
    }

    private static DeviceGangs.Member member(final DeviceGangs sample, final Cluster cluster)
    {
        final DeviceGang gang = DeviceNetwork.on(cluster, new DeviceContext()).open("gang", 1 << 14, 0, 1);
        return sample.new Member(new DevicePort(gang.member(0), 8), 0);
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 3 })
    void shouldEndWithTwoPrioritiesAndHangWithOne(final int seed)
    {
        final Run run = Run.of("deadlock", "--packets", "300", "--seed", String.valueOf(seed));
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertTrue(run.out().get(2).endsWith("nothing moves any more: a deadlock"), run.out().get(2));
        assertEquals("RESULT deadlock packets=900 two=ends one=hangs wrong=0", run.lastLine());
    }
}
