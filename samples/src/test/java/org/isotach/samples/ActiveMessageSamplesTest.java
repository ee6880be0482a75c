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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import picocli.CommandLine;

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
    void shouldMeasureWithAndWithoutKeysAndWindows(final ThreadingMode mode)
    {
        final Run run = Run.of("hpam", "--trips", "100", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals(8, run.out().size());
        assertTrue(run.out().get(6).contains("(the paper: 1.45)"), run.out().get(6));
        // Twice: the first time is for the compilers.
        assertEquals("RESULT hpam trips=600 stream=600 wrong=0", run.lastLine());
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
        final Hpam sample = new Hpam();
        assertEquals(
            new Run(
                1,
                List.of("RESULT hpam trips=0 stream=0 wrong=1"),
                List.of("hpam failed: answer 2 has the words 5 and 5, whose sum is not 1")),
            Run.parsed(new CommandLine(sample), () ->
            {
                sample.take(5, -4);
                sample.take(5, 5);
                return sample.report();
            }));
    }

    @ParameterizedTest
    @EnumSource
    void shouldMeasureThePrimitivesOfCmam(final ThreadingMode mode)
    {
        final Run run = Run.of("cmam", "--calls", "300", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals(14, run.out().size());
        assertEquals(
            List.of("cmam_xfer_4, 64 B", "cmam_reply_xfer_4, 64 B", "cmam_mfer_n, 64 B", "cmam_reply_mfer_n, 64 B"),
            run.out().subList(7, 11).stream().map(line -> line.substring(0, 25).strip()).toList());
        assertEquals("RESULT cmam calls=1800 segments=1200 trips=300 wrong=0", run.lastLine());
    }
}
