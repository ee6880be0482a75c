/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldGoOnWithoutAMemberThatIsKilled()
    {
        final Run run = Run.of("bank", "--members", "3", "--transfers", "50", "--lose", "member-1");
        assertEquals("RESULT bank members=3 lost=member-1 transfers=100 wrong=0", run.lastLine(), run::toString);
        assertEquals(0, run.exitCode());
        assertTrue(run.out().contains("[1] halted, as by kill -9"), run::toString);
        for (final String survivor : List.of("[0]", "[2]"))
        {
            final List<String> lines = run.out().stream().filter(line -> line.startsWith(survivor)).toList();
            assertEquals(3, lines.size(), run::toString);
            assertTrue(lines.get(0).startsWith(survivor + " member member-1 is lost: "), run::toString);
            assertTrue(lines.get(1).startsWith(survivor + " member-1 is out from pulse "), run::toString);
            assertTrue(lines.get(2).startsWith(survivor + " RESULT bank member="), run::toString);
        }
    }

    @Test
    void shouldSayThatTheMemberThatWasToBeLostHasEndedByItself()
    {
        final CommandLine commandLine = Samples.commandLine().getSubcommands().get("bank");
        final MemberJvms jvms = new MemberJvms(
            commandLine.setOut(new PrintWriter(new StringWriter())).getCommandSpec(), 2, List.of("wrong"), 1);
        // The first one ends in the same way, so that there is no result.
        final String message =
            assertThrows(SampleFailedException.class, () -> jvms.run(List.of("--help"))).getMessage();
        assertEquals("member 1 was to halt after 20 % of its work, and has ended with status 0", message);
    }

    @Test
    void shouldRefuseToLoseWhatIsNoMember()
    {
        for (final String name : List.of("member-0", "member-3", "right"))
        {
            assertRefused("--lose: " + name + " (expected: ", "--members", "3", "--lose", name);
        }
        assertRefused("--lose: member-1 (expected: ", "--lose", "member-1");
        assertRefused("--lose: member-1 (expected: ", "--members", "3", "--member", "2", "--lose", "member-1");
        assertRefused("--go-on needs --member", "--members", "3", "--go-on");
        assertRefused("--go-on needs --member", "--go-on");
    }

    private static void assertRefused(final String begin, final String... options)
    {
        final List<String> args = new ArrayList<>(List.of("bank"));
        args.addAll(List.of(options));
        final Run run = Run.of(args.toArray(String[]::new));
        assertTrue(run.err().get(0).startsWith(begin), run::toString);
        assertEquals(CommandLine.ExitCode.USAGE, run.exitCode());
    }

    @Test
    void shouldDineInTwoJvms()
    {
        assertRun("RESULT philosophers members=2 hosts=3 meals=60 violations=0", 2,
            "philosophers", "--members", "2", "--hosts", "3", "--meals", "20", "--mode", "SHARED");
    }

    @Test
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldHaveAPhilosopherForEachMember()
    {
        assertRun("RESULT philosophers members=6 hosts=6 meals=12 violations=0", 6,
            "philosophers", "--members", "6", "--meals", "2");
    }

    @Test
    void shouldSayWhenAMemberFails()
    {
        final StringWriter out = new StringWriter();
        final MemberJvms jvms = jvms("tour", out);
        final String message = assertThrows(SampleFailedException.class, () -> jvms.run(List.of())).getMessage();
        assertTrue(message.matches("member [01] has failed, see above; 0 of 2 results"), message);
        assertTrue(out.toString().contains("] Unknown option: '--member"), out::toString);
    }

    @Test
    void shouldBlameNoMemberWhenNoneFails()
    {
        final MemberJvms jvms = jvms("bank", new StringWriter());
        final String message =
            assertThrows(SampleFailedException.class, () -> jvms.run(List.of("--help"))).getMessage();
        assertEquals("no member has failed, but only 0 of 2 results", message);
    }

    @Test
    void shouldLeaveNoFilesWhenAMemberIsEnded() throws Exception
    {
        final MemberJvms jvms = jvms("bank", new StringWriter());
        final Path directory = MemberJvms.directory(ProcessHandle.current().pid());
        final TestThreads threads = new TestThreads();
        final Thread starter = threads.start("starter", () ->
            assertThrows(SampleFailedException.class, () -> jvms.run(List.of("--transfers", "1000000"))));
        awaitDirectory(directory, starter::isAlive);
        ProcessHandle.current().children().findFirst().orElseThrow().destroyForcibly();
        threads.join();
        assertFalse(Files.exists(directory));
    }

    @Test
    void shouldLeaveNeitherFilesNorMembersWhenItIsEnded() throws Exception
    {
        final Process starter = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
            System.getProperty("java.class.path"), Samples.class.getName(), "bank", "--members", "2", "--transfers",
            "1000000").redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start();
        final Path directory = MemberJvms.directory(starter.pid());
        awaitDirectory(directory, starter::isAlive);
        final List<ProcessHandle> members = starter.children().toList();
        starter.destroy();
        starter.waitFor();
        assertFalse(Files.exists(directory));
        assertEquals(List.of(false, false), members.stream().map(ProcessHandle::isAlive).toList());
    }

    /**
     * The first member runs the media driver in a directory that has a name. It is killed by nobody, only asked to end.
     */
    @Test
    void shouldLeaveNoFilesWhenTheMemberWithTheDriverIsEnded(@TempDir final Path parent) throws Exception
    {
        final Path directory = parent.resolve("aeron");
        final Process member = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED",
            "-cp", System.getProperty("java.class.path"), Samples.class.getName(), "bank", "--members", "2",
            "--member", "0", "--aeron-dir", directory.toString())
            .redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start();
        // The last file that the launch makes.
        while (!Files.exists(directory.resolve("publications")) || 0 == publications(directory))
        {
            assertTrue(member.isAlive());
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
        member.destroy();
        member.waitFor();
        assertFalse(Files.exists(directory));
    }

    private static long publications(final Path directory) throws IOException
    {
        try (Stream<Path> files = Files.list(directory.resolve("publications")))
        {
            return files.count();
        }
    }

    private static MemberJvms jvms(final String sample, final StringWriter out)
    {
        final CommandLine commandLine = Samples.commandLine().getSubcommands().get(sample);
        return new MemberJvms(
            commandLine.setOut(new PrintWriter(out)).getCommandSpec(), 2, List.of("wrong"), MemberJvms.NONE);
    }

    /**
     * The media driver creates it.
     */
    private static void awaitDirectory(final Path directory, final BooleanSupplier isRunning)
    {
        while (!Files.isDirectory(directory) && isRunning.getAsBoolean())
        {
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
        assertTrue(isRunning.getAsBoolean());
    }
}
