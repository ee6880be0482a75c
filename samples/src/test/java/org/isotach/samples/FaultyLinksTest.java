/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;

import org.isotach.niu.spi.LinkFaults;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * On links that lose, double, delay, reorder and corrupt what goes through them the samples find nothing wrong.
 */
final class FaultyLinksTest
{
    @BeforeEach
    void setFaults()
    {
        System.setProperty(
            LinkFaults.PROPERTY, "drop=0.05,duplicate=0.05,delay=0.05,reorder=0.05,corrupt=0.01,seed=11");
    }

    @AfterEach
    void clearFaults()
    {
        System.clearProperty(LinkFaults.PROPERTY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "philosophers --hosts 3 --meals 50 --mode INVOKER   | RESULT philosophers .*violations=0",
        "philosophers --hosts 3 --meals 50 --mode DEDICATED | RESULT philosophers .*violations=0",
        "drinking --hosts 3 --sessions 50 --mode INVOKER    | RESULT drinking .*violations=0",
        "drinking --hosts 3 --sessions 50 --mode SHARED     | RESULT drinking .*violations=0",
        "consistency --hosts 4 --switches 2 --rounds 200 --mode INVOKER | RESULT consistency .*violations=0",
        "consistency --hosts 4 --switches 2 --rounds 50 --mode HOST     | RESULT consistency .*violations=0",
        "lu --size 12 --hosts 3 --mode INVOKER              | RESULT lu .*residual=0.*",
        "lu --size 12 --hosts 3 --mode DEDICATED            | RESULT lu .*residual=0.*",
        "messages --hosts 3 --count 300 --switches 2 --mode INVOKER     | RESULT messages .*violations=0",
        "messages --hosts 3 --count 300 --switches 2 --mode DEDICATED   | RESULT messages .*violations=0",
        "messages --non-isotach --hosts 3 --count 300 --mode SHARED     | RESULT messages .*violations=0",
        "barriers --hosts 4 --switches 2 --rounds 100 --mode INVOKER    | RESULT barriers .*violations=0",
        "barriers --hosts 4 --switches 2 --rounds 20 --mode HOST        | RESULT barriers .*violations=0",
        "rules --hosts 1,2,4 --applicants 40 --mode INVOKER | RESULT rules .*violations=0",
        "bank --transfers 50 --mode DEDICATED               | RESULT bank .*wrong=0",
        "orderbook --orders 50 --mode SHARED                | RESULT orderbook .*wrong=0",
        "leaderboard --games 50 --mode INVOKER              | RESULT leaderboard .*wrong=0",
        "matmul --size 16 --hosts 1,2 --rounds 1 --calls 10 --mode SHARED | RESULT matmul .*wrong=0",
        "hpam --trips 5 --stream 10 --size 300 --rounds 2 --mode INVOKER    | RESULT hpam .*wrong=0",
        "hpam --trips 5 --stream 10 --size 300 --rounds 2 --mode DEDICATED  | RESULT hpam .*wrong=0",
        "latency --rounds 2 --reps 20                       | RESULT latency .*",
        "throughput --rounds 2 --reps 20                    | RESULT throughput .*" })
    void shouldFindNothingWrong(final String commandLine, final String result)
    {
        final Run run = Run.of(commandLine.strip().split(" +"));
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertTrue(run.lastLine().matches(result.strip()), run.out().toString());
    }
}
