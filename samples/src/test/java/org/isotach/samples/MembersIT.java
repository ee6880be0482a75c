/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Samples in several JVMs, which they start themselves.
 */
class MembersIT
{
    private static void assertRun(final String expected, final int members, final String... args)
    {
        final Run run = Run.of(args);
        assertEquals(expected, run.lastLine(), run::toString);
        assertEquals(0, run.exitCode());
        assertEquals(List.of(), run.err());
        assertEquals(
            members, run.out().stream().filter(line -> line.matches("\\[\\d] RESULT .*=0")).count(), run::toString);
    }

    @Test
    void shouldKeepTheMoneyOfThreeBranches()
    {
        assertRun("RESULT bank members=3 transfers=150 wrong=0", 3, "bank", "--members", "3", "--transfers", "50");
    }

    @Test
    void shouldDineInTwoJvms()
    {
        assertRun("RESULT philosophers members=2 hosts=3 meals=60 violations=0", 2,
            "philosophers", "--members", "2", "--hosts", "3", "--meals", "20", "--mode", "SHARED");
    }

    @Test
    void shouldSayWhenAMemberFails()
    {
        final CommandLine commandLine = Samples.commandLine();
        final StringWriter out = new StringWriter();
        final CommandLine sample = commandLine.getSubcommands().get("tour").setOut(new PrintWriter(out));
        final MemberJvms jvms = new MemberJvms(sample.getCommandSpec(), 2, List.of("wrong"));
        final String message = assertThrows(SampleFailedException.class, () -> jvms.run(List.of())).getMessage();
        assertTrue(message.matches("member [01] has failed, see above; 0 of 2 results"), message);
        assertTrue(out.toString().contains("] Unknown option: '--member"), out::toString);
    }
}
