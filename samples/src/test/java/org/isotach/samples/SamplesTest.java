/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.isotach.niu.ClusterContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class SamplesTest
{
    private static final Map<String, String> SHORT = Map.ofEntries(
        Map.entry("philosophers", "--hosts 2 --meals 1"),
        Map.entry("drinking", "--hosts 2 --sessions 1"),
        Map.entry("consistency", "--hosts 1 --rounds 1"),
        Map.entry("lu", "--hosts 1 --size 1"),
        Map.entry("messages", "--hosts 1 --count 1"),
        Map.entry("rules", "--hosts 1 --applicants 1"),
        Map.entry("transfers", "--runs 1"),
        Map.entry("soak", "--minutes 0.0001"),
        Map.entry("remote-read", "--hosts 2 --reads 1"),
        Map.entry("matmul", "--hosts 1 --size 16 --rounds 1 --calls 1"),
        Map.entry("deadlock", "--packets 300"),
        Map.entry("rpp", "--count 1"));

    static List<String> samplesWithMode()
    {
        // A simulation and a soak draw the mode; the tour is a program of one thread, and so is the deadlock; the
        // tables have no cluster.
        return samples().stream()
            .filter(sample -> !List.of("transfers", "tour", "soak", "deadlock", "tables").contains(sample))
            .toList();
    }

    static List<String> samples()
    {
        return List.of(
            "bank", "orderbook", "workflow", "ratelimiter", "leaderboard", "philosophers", "drinking",
            "consistency", "lu", "messages", "barriers", "rules", "transfers", "tour", "soak",
            "latency", "throughput", "ironman", "remote-read", "hpam", "cmam", "matmul", "registers", "gangs",
            "deadlock", "myrinet", "rpp", "footprint", "tables");
    }

    @Test
    void shouldListAllSamples()
    {
        final Run run = Run.of("--help");
        assertEquals(0, run.exitCode());
        assertEquals(List.of(), run.err());
        final String help = String.join("\n", run.out());
        for (final String sample : samples())
        {
            assertTrue(help.contains("\n  " + sample + " "), help);
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldExplainSample(final String sample)
    {
        final Run run = Run.of(sample, "--help");
        assertEquals(0, run.exitCode());
        assertEquals(List.of(), run.err());
        assertTrue(run.out().get(0).startsWith("Usage: isotach-samples " + sample + " [-h]"), run.out().get(0));
        final String option = samplesWithMode().contains(sample) ? "--mode=MODE" :
            List.of("tour", "tables").contains(sample) ? "--trace=FILE" : "--seed=SEED";
        assertTrue(run.out().stream().anyMatch(line -> line.contains(option)), run.out().toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "bank --transfers 0                | --transfers: 0 (expected: 1..1000000)",
        "bank --members 1                  | --members: 1 (expected: 2..16)",
        "bank --members 17                 | --members: 17 (expected: 2..16)",
        "bank --members 2 --member 2       | --member: 2 (expected: 0..1)",
        "bank --member 0                   | --member needs --members",
        "philosophers --aeron-dir x        | --aeron-dir needs --members",
        "bank --members 2 --aeron-dir x    | --aeron-dir with --members needs --member: members have a directory of " +
            "their own when this JVM starts them all",
        "philosophers --members 3 --seed 7 | --seed: 7 with --members, where nothing is random (omit one of the two)",
        "philosophers --hosts 2 --members 3 | --hosts: 2 (expected: 3..256)",
        "philosophers --hosts 1            | --hosts: 1 (expected: 2..256)",
        "philosophers --hosts 257          | --hosts: 257 (expected: 2..256)",
        "philosophers --meals 0            | --meals: 0 (expected: 1..1000000)",
        "philosophers --hosts five         | Invalid value for option '--hosts': 'five' is not a whole number",
        "philosophers --hosts              | Missing required parameter for option '--hosts' (N)",
        "philosophers --hosts 5000000000   | Invalid value for option '--hosts': '5000000000' is too large",
        "philosophers --meals -5000000000  | Invalid value for option '--meals': '-5000000000' is too small",
        "philosophers --seed 1e9           | Invalid value for option '--seed': '1e9' is not a whole number",
        "soak --seed 9223372036854775808 | Invalid value for option '--seed': '9223372036854775808' is too large",
        "philosophers --forks 5            | Unknown option: '--forks'",
        "philosophers --host 5             | Unknown option: '--host'. Did you mean --hosts?",
        "philosophers --hosts 5 --meels 5  | Unknown option: '--meels'. Did you mean --meals?",
        "philosophers --meals 5 lunch      | Unexpected argument: 'lunch'",
        "transfers --runs 0                | --runs: 0 (expected: 1..10000000)",
        "transfers --seed one              | Invalid value for option '--seed': 'one' is not a whole number",
        "transfers --seed 1:               | Invalid value for option '--seed': '' is not a whole number",
        "transfers --seed :2               | Invalid value for option '--seed': '' is not a whole number",
        "transfers --seed 1:0              | Invalid value for option '--seed': SIZE: 0 (expected: 1..2147483647)",
        "transfers --seed 1:2 --runs 3     | --runs: 3 with --seed 1:2, which is one run (omit one of the two)",
        "consistency --hosts 0             | --hosts: 0 (expected: 1..256)",
        "consistency --hosts 257           | --hosts: 257 (expected: 1..256)",
        "consistency --rounds 0            | --rounds: 0 (expected: 1..1000000)",
        "consistency --hosts 3 --switches 4| --switches: 4 (expected: 1..3)",
        "consistency --switches 0          | --switches: 0 (expected: 1..4)",
        "lu --size 0                       | --size: 0 (expected: 1..1024)",
        "lu --size 1025                    | --size: 1025 (expected: 1..1024)",
        "lu --hosts 0                      | --hosts: 0 (expected: 1..256)",
        "latency --rounds 1                | --rounds: 1 (expected: 2..1000)",
        "latency --reps 0                  | --reps: 0 (expected: 1..1000000)",
        "throughput --rounds 1001          | --rounds: 1001 (expected: 2..1000)",
        "throughput --reps -1              | --reps: -1 (expected: 1..1000000)",
        "drinking --hosts 1                | --hosts: 1 (expected: 2..256)",
        "drinking --hosts 65 --graph complete | --hosts: 65 (expected: 2..64)",
        "drinking --sessions 0             | --sessions: 0 (expected: 1..1000000)",
        "rules --hosts 2,0                 | --hosts: 0 (expected: 1..256)",
        "rules --hosts 2,two          | Invalid value for option '--hosts' (N[,N...]): 'two' is not a whole number",
        "rules --applicants 0              | --applicants: 0 (expected: 1..5000)",
        "messages --hosts 0                | --hosts: 0 (expected: 1..256)",
        "messages --hosts 1 --non-isotach  | --hosts: 1 (expected: 2..256)",
        "messages --count 0                | --count: 0 (expected: 1..1000000)",
        "messages --hosts 256 --count 604  | --count: 604 with 256 hosts, about 10011904 deliveries" +
            " (expected: at most 10000000): --count 603, or fewer hosts",
        "messages --switches 5             | --switches: 5 (expected: 1..4)",
        "barriers --hosts 257              | --hosts: 257 (expected: 1..256)",
        "barriers --rounds 0               | --rounds: 0 (expected: 1..1000000)",
        "barriers --hosts 2 --switches 3   | --switches: 3 (expected: 1..2)",
        "soak --minutes 0                  | --minutes: 0 (expected: more than 0, at most 100000)",
        "soak --minutes -0.5               | --minutes: -0.5 (expected: more than 0, at most 100000)",
        "soak --minutes 1e999999999        | --minutes: 1E+999999999 (expected: more than 0, at most 100000)",
        "soak --minutes -1e-999999999      | --minutes: -1E-999999999 (expected: more than 0, at most 100000)",
        "soak --minutes 100000.1           | --minutes: 100000.1 (expected: more than 0, at most 100000)",
        "soak --minutes soon               | Invalid value for option '--minutes': 'soon' is not a number",
        "tables --trace x                  | --trace: there is no cluster to draw",
        "bank --trace pom.xml/x.svg        | --trace: 'pom.xml/x.svg' is no file that can be written",
        "bank --members 2 --trace x.svg    | --trace with --members needs --member: each JVM has a cluster to draw",
        "bank --trace ..                   | --trace: '..' is no file that can be written",
        "soak --round -1                   | --round: -1 (expected: 0..1000000000)",
        "ironman --tests 1                 | --tests: 1 (expected: 2..10000)",
        "ironman --trips 0                 | --trips: 0 (expected: 1..1000000)",
        "ironman --iterations 1            | --iterations: 1 (expected: 2..10000)",
        "ironman --bytes 2047              | --bytes: 2047 (expected: 2048..1000000000)",
        "myrinet --size 7                  | --size: 7 (expected: 8..1048576)",
        "myrinet --rounds 0                | --rounds: 0 (expected: 1..1000000)",
        "myrinet --stream 0                | --stream: 0 (expected: 1..1000000)",
        "myrinet --flight 65               | --flight: 65 (expected: 1..64)",
        "rpp --count 0                     | --count: 0 (expected: 1..10000000)",
        "rpp --size 15                     | --size: 15 (expected: 16..1048576)",
        "rpp --faults 16                   | --faults: 16 (expected: 0..15)",
        "rpp --buffers 0                   | --buffers: 0 (expected: 1..64)",
        "footprint --hosts 1               | --hosts: 1 (expected: 2..256)",
        "footprint --hosts 3 --targets 3   | --targets: 3 (expected: 1..2)",
        "remote-read --hosts 1             | --hosts: 1 (expected: 2..16)",
        "remote-read --faults 16           | --faults: 16 (expected: 0..15)",
        "hpam --trips 0                    | --trips: 0 (expected: 1..1000000)",
        "hpam --stream 1                   | --stream: 1 (expected: 2..1000000)",
        "hpam --size 15                    | --size: 15 (expected: 16..16384)",
        "hpam --rounds 1                   | --rounds: 1 (expected: 2..1000)",
        "cmam --calls 0                    | --calls: 0 (expected: 1..10000000)",
        "cmam --hosts 1                    | --hosts: 1 (expected: 2..64)",
        "cmam --hosts 65                   | --hosts: 65 (expected: 2..64)",
        "registers --words 3               | --words: 3 (expected: a multiple of 4 in 4..2048)",
        "registers --words 6               | --words: 6 (expected: a multiple of 4 in 4..2048)",
        "gangs --gangs 33                  | --gangs: 33 (expected: 1..32)",
        "gangs --slice 0                   | --slice: 0 (expected: 1..10000)",
        "deadlock --packets 99             | --packets: 99 (expected: 100..1000000)",
        "matmul --size 100                 | --size: 100 (expected: a power of two in 16..512)",
        "matmul --size 1024                | --size: 1024 (expected: a power of two in 16..512)",
        "matmul --hosts 2,3                | --hosts: 3 (expected: a power of two in 1..64)",
        "matmul --size 16 --hosts 16       | --hosts: 16 (expected: a power of two in 1..8)",
        "matmul --size 64 --hosts 2,64     | --hosts: 64 (expected: a power of two in 1..32)",
        "matmul --size 512 --hosts 128     | --hosts: 128 (expected: a power of two in 1..64)",
        "matmul --way cmam,packets         | Invalid value for option '--way' (WAY[,WAY...]): expected one of" +
            " [GLOBAL, CMAM, EXTENDED] (case-insensitive) but was 'packets'",
        "matmul --rounds 0                 | --rounds: 0 (expected: 1..1000)",
        "matmul --calls 0                  | --calls: 0 (expected: 1..1000000)" })
    void shouldRefuseWrongArguments(final String commandLine, final String reason)
    {
        final String[] args = commandLine.strip().split(" +");
        assertEquals(
            new Run(2, List.of(), List.of(reason, "Try 'isotach-samples " + args[0] + " --help'.")), Run.of(args));
    }

    @ParameterizedTest
    @MethodSource("samplesWithMode")
    void shouldRefuseUnknownMode(final String sample)
    {
        assertEquals(
            new Run(2, List.of(), List.of(
                "Invalid value for option '--mode': expected one of [DEDICATED, HOST, SHARED, INVOKER]" +
                    " (case-insensitive) but was 'FAST'",
                "Try 'isotach-samples " + sample + " --help'.")),
            Run.of(sample, "--mode", "FAST"));
    }

    @Test
    void shouldRefuseUnknownGraph()
    {
        assertEquals(
            new Run(2, List.of(), List.of(
                "Invalid value for option '--graph': expected one of [RING, COMPLETE] (case-insensitive) but was" +
                    " 'star'",
                "Try 'isotach-samples drinking --help'.")),
            Run.of("drinking", "--graph", "star"));
    }

    @Test
    void shouldRefuseMatrixThatTakesTooMuchMemory()
    {
        assertEquals(
            new Run(2, List.of(), List.of(
                "--size: 1024 with 256 hosts takes 4104 MiB (expected: at most 2048 MiB): every host has a copy of" +
                    " the matrix",
                "Try 'isotach-samples lu --help'.")),
            Run.of("lu", "--size", "1024", "--hosts", "256"));
    }

    @Test
    void shouldListAllSamplesWhenNoneIsNamed()
    {
        assertEquals(new Run(2, List.of(), Run.of("--help").out()), Run.of());
    }

    @ParameterizedTest
    @CsvSource({
        "filosophers, philosophers", "philosopher, philosophers", "phil, philosophers", "bnak, bank", "bakn, bank",
        "order-book, orderbook", "work, workflow", "lead, leaderboard", "rate, ratelimiter"
    })
    void shouldSuggestTheSampleThatIsMeant(final String mistyped, final String meant)
    {
        assertEquals(unknownSample(mistyped, meant), Run.of(mistyped));
    }

    @Test
    void shouldListAllSamplesWhenNoneIsLikeTheOneThatIsNamed()
    {
        assertEquals(unknownSample("xyz", null), Run.of("xyz"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldExplainSampleByCommand(final String sample)
    {
        assertEquals(Run.of(sample, "--help"), Run.of("help", sample));
    }

    @Test
    void shouldListAllSamplesByCommand()
    {
        assertEquals(Run.of("--help"), Run.of("help"));
        assertEquals(unknownSample("philosofers", "philosophers"), Run.of("help", "philosofers"));
    }

    private static Run unknownSample(final String mistyped, final String meant)
    {
        return new Run(2, List.of(), List.of(
            "Unknown sample: '" + mistyped + '\'' + (null == meant ? "" : ". Did you mean " + meant + '?'),
            "Samples: " + String.join(", ", samples()),
            "Try 'isotach-samples --help'."));
    }

    @ParameterizedTest
    @ValueSource(strings = { "-V", "--version" })
    void shouldTellItsVersion(final String option)
    {
        final Run run = Run.of(option);
        assertEquals(0, run.exitCode());
        assertEquals(List.of(), run.err());
        assertTrue(run.out().get(0).startsWith("isotach-samples "), run.out().get(0));
        assertEquals(
            "JVM: " + System.getProperty("java.vm.name") + ' ' + System.getProperty("java.vm.version"),
            run.out().get(1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "consistency --hosts 1 --rounds 1  | 1 copyset with a variable each, 1 round each",
        "lu --hosts 1 --size 1             | matrix of 1 x 1, 1 host",
        "messages --hosts 1 --count 1      | 1 message each",
        "barriers --hosts 1 --rounds 1     | 1 round each",
        "rules --hosts 1 --applicants 1    | 1 applicant, 1 post, 1 firing",
        "rules --hosts 1 --applicants 1    | 1 host,",
        "philosophers --hosts 2 --meals 1  | 2 philosophers, 1 meal each",
        "drinking --hosts 2 --sessions 1   | 2 bottles, 1 session each",
        "transfers --runs 1                | 1 run, seed" })
    void shouldNotSayHostsOfOneHost(final String commandLine, final String part)
    {
        final Run run = Run.of(commandLine.strip().split(" +"));
        assertEquals(0, run.exitCode());
        assertTrue(run.out().stream().anyMatch(line -> line.contains(part)), run.out().toString());
    }

    static Stream<String> samplesWithSeed()
    {
        return Samples.commandLine().getSubcommands().entrySet().stream()
            .filter(sample -> null != sample.getValue().getCommandSpec().findOption("--seed"))
            .map(Map.Entry::getKey);
    }

    @ParameterizedTest
    @MethodSource("samplesWithSeed")
    void shouldPrintItsSeed(final String sample)
    {
        final List<String> args = new ArrayList<>(List.of(sample, "--seed", "2"));
        args.addAll(List.of(SHORT.get(sample).split(" ")));
        final Run run = Run.of(args.toArray(String[]::new));
        assertEquals(0, run.exitCode());
        assertTrue(run.out().stream().anyMatch(line -> line.matches("(.* )?seed 2(,.*)?")), run.out().toString());
    }

    @Test
    void shouldTraceAnySampleIntoAFile(@TempDir final Path directory) throws Exception
    {
        final Path file = directory.resolve("messages.html");
        final Run run =
            Run.of("messages", "--hosts", "3", "--count", "4", "--trace", file.toString());
        assertEquals(0, run.exitCode());
        assertTrue(Files.readString(file).contains("message to host-"), file.toString());
        assertNull(System.getProperty(ClusterContext.TRACE_PROPERTY));

        final Path untouched = directory.resolve("untouched.html");
        assertEquals(2, Run.of("messages", "--hosts", "0", "--trace", untouched.toString()).exitCode());
        assertFalse(Files.exists(untouched));
    }

    @Test
    void shouldTakeTheSameTourEachTime(@TempDir final Path directory) throws Exception
    {
        final String[] pictures = new String[2];
        for (int i = 0; i < pictures.length; i++)
        {
            final Path file = directory.resolve(i + ".svg");
            assertEquals(
                "RESULT tour total=200 visits=2", Run.of("tour", "--trace", file.toString()).lastLine());
            pictures[i] = Files.readString(file).replaceAll(", executed everywhere [0-9.]+ us later", "");
        }
        assertEquals(pictures[0], pictures[1]);
        assertEquals(
            pictures[0], Files.readString(Path.of("../docs/space-time.svg")).replaceAll(
            ", executed everywhere [0-9.]+ us later", ""),
            "docs/space-time.svg is not what the sample draws: make it again, see samples/README.md");
    }

    @Test
    void shouldTellInOneLineWhyThereIsNoResult()
    {
        final CommandLine commandLine =
            new CommandLine(new Failing()).setExecutionExceptionHandler(new OneLineErrors());
        assertEquals(
            new Run(1, List.of(), List.of(
                "failing failed: application thread of host 3: java.lang.IllegalStateException: two lines")),
            Run.of(commandLine));
    }

    @Command(name = "failing")
    private static final class Failing implements Callable<Integer>
    {
        @Override
        public Integer call()
        {
            throw new SampleFailedException(
                "application thread of host 3", new IllegalStateException("two\n    lines"));
        }
    }
}
