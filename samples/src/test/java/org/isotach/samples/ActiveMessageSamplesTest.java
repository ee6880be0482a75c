/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The samples of active messages, in all modes.
 */
final class ActiveMessageSamplesTest
{
    @ParameterizedTest
    @EnumSource
    void shouldReadAndAddOnLinksWithFaults(final ThreadingMode mode)
    {
        final Run run = Run.of("remote-read", "--hosts", "3", "--reads", "100", "--faults", "5", "--seed", "1",
            "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals("RESULT remote-read hosts=3 reads=200 sum=200 wrong=0", run.lastLine());
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadBesideTheFiguresOfThePaper(final ThreadingMode mode)
    {
        final Run run = Run.of("remote-read", "--reads", "25", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertRow(run, "remote read +29\\.0 +NUMBER +NUMBER");
        assertRow(run, "fetch-and-add +- +NUMBER +-");
        assertRow(run, "network alone, here bare rings +20\\.0 +NUMBER +NUMBER");
        assertRow(run, "remote read / network alone +1\\.45 +NUMBER");
        assertEquals("RESULT remote-read hosts=2 reads=25 sum=25 wrong=0", run.lastLine());
    }

    private static void assertRow(final Run run, final String row)
    {
        assertTrue(
            run.out().stream().anyMatch(line -> line.matches(row.replace("NUMBER", "-?[0-9]+(\\.[0-9]+)?"))),
            () -> row + " in\n" + String.join("\n", run.out()));
    }

    @ParameterizedTest
    @EnumSource
    void shouldMeasureWithAndWithoutKeysAndWindows(final ThreadingMode mode)
    {
        final Run run = Run.of("hpam", "--trips", "20", "--stream", "30", "--size", "300", "--rounds", "2",
            "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertRow(run, "bare rings +NUMBER +1\\.00 +- +20\\.0 +1\\.00 +1\\.00");
        assertRow(run, "active messages +NUMBER +NUMBER +NUMBER +- +- +NUMBER");
        assertRow(run, "  and keys +NUMBER +NUMBER +NUMBER +- +- +NUMBER");
        assertRow(run, "  and windows +NUMBER +NUMBER +NUMBER +29\\.0 +1\\.45 +1\\.45");
        assertRow(run, "TCP +NUMBER +NUMBER +- +- +- +-");
        assertRow(run, "keys +NUMBER +NUMBER % +219 +22 %");
        assertRow(run, "all +NUMBER +100 % +996 +100 %");
        // Two rounds of five kinds and four of work, and of 8, 16, 32, 64, 128, 256 and 296 bytes on three paths.
        assertEquals("RESULT hpam trips=2640 stream=1380 wrong=0", run.lastLine());
    }

    @Test
    void shouldMeasureAllSizesAndTheHalfPowerPoint()
    {
        final Run run = Run.of("hpam", "--trips", "1", "--stream", "2", "--size", "4096", "--rounds", "2");
        assertEquals(List.of(), run.err());
        for (final int length : HpamSizes.lengths(4096))
        {
            assertRow(run, length + " +NUMBER +NUMBER +NUMBER +NUMBER +NUMBER +NUMBER +NUMBER");
        }
        assertRow(run, "peak rate of AM \\(MB/s\\) +NUMBER +12\\.0 +12\\.1");
        assertRow(run, "half of the peak rate: ring \\(bytes\\) +NUMBER +- +-");
        assertRow(run, "half of the peak rate: AM \\(bytes\\) +NUMBER +176 +144");
        assertRow(run, "half of the peak rate: TCP \\(bytes\\) +NUMBER +1352 +-");
        assertRow(run, "  TCP / AM +NUMBER +7\\.68 +-");
        assertRow(run, "  single-copy TCP / AM +- +4\\.32 +-");
    }

    @Test
    void shouldDoubleTheSizes()
    {
        assertArrayEquals(new int[]{ 8, 16 }, HpamSizes.lengths(16));
        assertArrayEquals(new int[]{ 8, 16, 32, 64, 96 }, HpamSizes.lengths(100));
        assertArrayEquals(
            new int[]{ 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096 }, HpamSizes.lengths(4096));
    }

    @Test
    void shouldServeForLongerThanACallMayWait()
    {
        final RemoteRead sample = new RemoteRead();
        new CommandLine(sample).parseArgs("--hosts", "2");
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).awaitTimeout(Duration.ofMillis(1))))
        {
            final ActiveMessages am = ActiveMessages.on(cluster);
            final long startNs = System.nanoTime();
            HostThreads.run(cluster, host ->
            {
                while (1 == host.id() && System.nanoTime() - startNs < TimeUnit.MILLISECONDS.toNanos(50))
                {
                    Thread.onSpinWait();
                }
                sample.serve(host, am.port(host));
            });
        }
    }

    @Test
    void shouldCountAWrongAnswer()
    {
        final Violations violations = new Violations();
        try (FourWords messages = new FourWords(new ModeOption(), true, true, violations))
        {
            messages.take(5, -4, ~5, 5);
            messages.take(5, 5, ~5, 5);
            assertEquals(1, violations.count());
            assertEquals("answer 2 has the words 5, 5, -6 and 5", violations.first());
        }
        assertEquals(2, violations.count(), "nothing was asked, and two answers came");
    }

    @ParameterizedTest
    @EnumSource
    void shouldMeasureThePrimitivesOfCmam(final ThreadingMode mode)
    {
        final Run run = Run.of("cmam", "--calls", "30", "--hosts", "3", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertRow(run, "cmam_4 +NUMBER +NUMBER +2\\.8 +5\\.5 +2\\.8 +5\\.5 +1\\.5 +1\\.6");
        assertRow(run, "cmam_reply_n, 20 +NUMBER +NUMBER +5\\.7 +14\\.2 +NUMBER +NUMBER +- +-");
        assertRow(run, "cmam_xfer_4, 64 B +NUMBER +NUMBER +12\\.7 +23\\.6 +NUMBER +NUMBER +8\\.9 +7\\.5");
        assertRow(run, "cmam_reply_mfer_n, 64 B +NUMBER +NUMBER +NUMBER +NUMBER +NUMBER +NUMBER +- +-");
        assertRow(run, "cmam_4, there and back +NUMBER +29\\.0 +NUMBER +12\\.5");
        assertRow(run, "read, 32 bits +NUMBER +30\\.7 +NUMBER +13\\.7");
        assertRow(run, "get, 16 bytes, until sync +NUMBER +36\\.4 +NUMBER +20\\.5");
        assertRow(run, "barrier, here 3 hosts, there 32 +NUMBER +95\\.6 +NUMBER +-");
        // Two rounds: of six primitives, of four; of two kinds; of four operations and three that are split, and then
        // of 32 calls in bursts; a round of 20 barriers.
        assertEquals("RESULT cmam calls=360 segments=240 trips=120 operations=612 barriers=40 wrong=0", run.lastLine());
    }

    @Test
    void shouldCompareTheRatiosOfThePrimitives()
    {
        final Run run = Run.of("cmam", "--calls", "20");
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertRow(run, "20 words / 1 word by cmam_n, send +NUMBER +1\\.82 +NUMBER +-");
        assertRow(run, "64 B by cmam_xfer_4 / by cmam_mfer_n, send +NUMBER +5\\.08 +NUMBER +-");
        assertRow(run, "round trip of cmam_4: part outside of calls +NUMBER +0\\.42 +NUMBER +0\\.50");
        assertRow(run, "put: call / until sync +NUMBER +0\\.11 +NUMBER +0\\.12");
        assertRow(run, "read / round trip +NUMBER +1\\.06 +NUMBER +1\\.10");
        assertRow(run, "barrier / round trip +NUMBER +3\\.30 +NUMBER +-");
        assertRow(run, "64 B by cmam_mfer_n / words by the CM-5, send +NUMBER +0\\.72 +NUMBER +-");
        assertRow(run, "64 B by cmam_reply_xfer_4 / words by the CM-5, send +NUMBER +3\\.30 +NUMBER +1\\.00");
    }

    @Test
    void shouldHaveTheSameFunctionsOfCmamAtAllMembersAndNoticeAWrongWord()
    {
        final Violations violations = new Violations();
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2)))
        {
            final Gang gang = FuniSupervisor.on(cluster).open(new GangContext());
            final CmamNode first = new CmamNode(gang.queuePair(0), violations);
            final CmamNode second = new CmamNode(gang.queuePair(1), violations);
            assertEquals(first.call(), second.call());
            assertEquals(first.block(), second.block());
            first.cmam().request4(1, first.call(), 5, -5, 4, ~4);
            second.cmam().poll();
            assertEquals(0, violations.count());
            first.cmam().request4(1, first.call(), 5, -5, 4, 4);
            second.cmam().poll();
            assertEquals("message 2 has wrong four words", violations.first());
        }
    }
}
