/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.config;

import java.io.BufferedReader;
import java.io.File;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.isotach.ConfigurationException;
import org.isotach.ConfigurationException.Problem;
import org.isotach.Topology;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FmconfigFileTest
{
    private static final String INSERTED = " 0123456789:;,-*=#tx\n\t\u00E9";

    @Test
    void shouldReadTwoSwitches()
    {
        final Topology topology = FmconfigFile.parse("cluster.fmconfig", """
            # two switches with four ports
            0 manager0:t 1 alpha.example.org beta.example.org

            1 - manager1:t gamma.example.org 0   # port 0 is unused
            """);

        assertEquals("Topology{hosts=3, switches=2, diameter=3}", topology.toString());
        assertEquals("alpha.example.org", topology.hostName(0));
        assertEquals(2, topology.hostId("gamma.example.org"));
        assertEquals(-1, topology.hostId("manager0"));
        assertEquals(2, topology.distance(0, 1));
        assertEquals(3, topology.distance(0, 2));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "null", value = { "null, fmconfig", "'', fmconfig", "other, other", "/a/b.cfg, /a/b.cfg" })
    void shouldReadTheFileThatTheEnvironmentNames(final String value, final String file)
    {
        final Map<String, String> environment = new HashMap<>(Map.of("FMCONFIG", "wrong"));
        if (null != value)
        {
            environment.put("FMCONFIGFILE", value);
        }
        assertEquals(Path.of(file), FmconfigFile.defaultFile(environment));
    }

    @Test
    void shouldSayWhichVariableNamesNoFile()
    {
        final IllegalArgumentException refusal = assertThrows(
            IllegalArgumentException.class, () -> FmconfigFile.defaultFile(Map.of("FMCONFIGFILE", "a\0b")));
        assertTrue(refusal.getMessage().startsWith("environment variable FMCONFIGFILE: "), refusal.getMessage());
        assertTrue(refusal.getMessage().endsWith(
            " (expected: the name of a file; unset it for 'fmconfig' in the working directory)"),
            refusal.getMessage());
    }

    /**
     * FMCONFIGFILE (V1 section B.7), in a JVM of its own, because nobody can set the environment of this one.
     */
    @Test
    void shouldReadTheDefaultFileOfAProcess(@TempDir final Path directory) throws Exception
    {
        Files.writeString(directory.resolve("fmconfig"), "0 t:t one two three\n");
        Files.writeString(directory.resolve("other.cfg"), "0 t:t one two\n");
        assertEquals("Topology{hosts=3, switches=1, diameter=2}", topologyOfProcess(directory, null));
        assertEquals("Topology{hosts=2, switches=1, diameter=2}", topologyOfProcess(directory, "other.cfg"));
        assertEquals(
            "java.io.UncheckedIOException: cannot read configuration file none.cfg",
            topologyOfProcess(directory, "none.cfg"));
    }

    /**
     * @return what the process prints, the first line if it is several.
     */
    private static String topologyOfProcess(final Path directory, final String file) throws Exception
    {
        final ProcessBuilder builder = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp", absolute(System.getProperty("java.class.path")),
            DefaultTopology.class.getName())
            .directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().remove("FMCONFIGFILE");
        if (null != file)
        {
            builder.environment().put("FMCONFIGFILE", file);
        }
        final Process process = builder.start();
        try (BufferedReader output = process.inputReader())
        {
            return output.readLine();
        }
        finally
        {
            process.waitFor();
        }
    }

    private static String absolute(final String classPath)
    {
        return Arrays.stream(classPath.split(File.pathSeparator))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Prints the topology that the environment names.
     */
    static final class DefaultTopology
    {
        private DefaultTopology()
        {
        }

        public static void main(final String[] args)
        {
            try
            {
                System.out.println(FmconfigFile.readDefault());
            }
            catch (final UncheckedIOException ex)
            {
                System.out.println(ex);
            }
        }
    }

    @Test
    void shouldNumberHostsInOrderOfAppearance()
    {
        final Topology topology = FmconfigFile.parse("f", "2 c 1 t2:t\n0 a t0:t b 1\n1 2 t1:t 0");

        assertEquals("c", topology.hostName(0));
        assertEquals("a", topology.hostName(1));
        assertEquals("b", topology.hostName(2));
        assertEquals(2, topology.switchOf(0));
        assertArrayEquals(new int[]{1, 2}, topology.hostsOn(0));
        assertEquals(4, topology.diameter());
    }

    @Test
    void shouldNumberSwitchesInAscendingOrderOfTheirNumbers()
    {
        final Topology topology = FmconfigFile.parse("f", "700 t7:t c 20\n3 a 20 t3:t\n020 3 t2:t b 2147483647 700\n" +
            "2147483647 t4:t d 20");

        assertEquals(4, topology.switchCount());
        assertEquals(2, topology.switchOf(topology.hostId("c")));
        assertEquals(0, topology.switchOf(topology.hostId("a")));
        assertEquals(1, topology.switchOf(topology.hostId("b")));
        assertEquals(3, topology.switchOf(topology.hostId("d")));
        assertArrayEquals(new int[]{0, 2, 3}, topology.neighbours(1));
        assertEquals(4, topology.distance(topology.hostId("c"), topology.hostId("a")));
        assertEquals(3, topology.distance(topology.hostId("c"), topology.hostId("b")));
    }

    @Property(tries = 200)
    void shouldKeepDistancesWhateverTheNumbersAndTheOrderOfLines(@ForAll final long seed)
    {
        final Random random = new Random(seed);
        final Topology tree = Topology.tree(1 + random.nextInt(12), 2);
        final int[] numbers = random.ints(0, Integer.MAX_VALUE).distinct().limit(tree.switchCount()).toArray();
        final List<String> lines = new ArrayList<>();
        for (int i = 0; i < numbers.length; i++)
        {
            final StringBuilder line = new StringBuilder(numbers[i] + " t" + i + ":t");
            Arrays.stream(tree.neighbours(i)).forEach(other -> line.append(' ').append(numbers[other]));
            Arrays.stream(tree.hostsOn(i)).forEach(host -> line.append(' ').append(tree.hostName(host)));
            lines.add(line.toString());
        }
        Collections.shuffle(lines, random);

        final Topology topology = FmconfigFile.parse("shuffled", String.join("\n", lines));

        final int[] ascending = Arrays.stream(numbers).sorted().toArray();
        for (int i = 0; i < tree.hostCount(); i++)
        {
            final int host = topology.hostId(tree.hostName(i));
            assertEquals(numbers[tree.switchOf(i)], ascending[topology.switchOf(host)]);
            for (int j = 0; j < tree.hostCount(); j++)
            {
                assertEquals(tree.distance(i, j), topology.distance(host, topology.hostId(tree.hostName(j))));
            }
        }
    }

    @Test
    void shouldAllowCyclesAndLongDiametersAndParallelLinks()
    {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < 12; i++)
        {
            text.append(i).append(" t").append(i).append(":t h").append(i)
                .append(' ').append((i + 1) % 12).append(' ').append((i + 11) % 12).append('\n');
        }
        assertEquals(8, FmconfigFile.parse("ring", text.toString()).diameter());

        assertArrayEquals(new int[]{1}, FmconfigFile.parse("twice", "0 t0:t a 1 1\n1 0 t1:t 0").neighbours(0));
    }

    @Test
    void shouldReadFile(@TempDir final Path folder) throws Exception
    {
        final Path file = folder.resolve("fmconfig");
        Files.writeString(file, "\uFEFF0 t:t a\r\n");
        assertEquals("a", FmconfigFile.read(file).hostName(0));

        final Path missing = folder.resolve("missing");
        final UncheckedIOException ex = assertThrows(UncheckedIOException.class, () -> FmconfigFile.read(missing));
        assertEquals("cannot read configuration file " + missing, ex.getMessage());
    }

    @Test
    void shouldRejectSwitchWithoutTokenManager()
    {
        final ConfigurationException ex =
            assertThrows(ConfigurationException.class, () -> FmconfigFile.parse("net", "0 t:t a 1\n  1 0 b"));

        assertEquals("net: 1 problem\nnet:2:3: switch 1 has no token manager (expected: one port 'name:t')",
            ex.getMessage());
        assertEquals("net", ex.source());
        assertEquals(List.of(new Problem("net", 2, 3, "switch 1 has no token manager", "one port 'name:t'")),
            ex.problems());
    }

    @Test
    void shouldCountProblemsInMessage()
    {
        final ConfigurationException ex =
            assertThrows(ConfigurationException.class, () -> FmconfigFile.parse("net", "0 t:t a 9\n1 0 b"));

        assertEquals(
            "net: 2 problems\n" +
            "net:1:9: unknown switch 9 (expected: a switch that a line describes)\n" +
            "net:2:1: switch 1 has no token manager (expected: one port 'name:t')", ex.getMessage());
        assertEquals("problems: 0 (expected: at least 1; do not throw without a problem)", assertThrows(
            IllegalArgumentException.class, () -> new ConfigurationException("net", List.of())).getMessage());
    }

    @Property(tries = 1000)
    void shouldThrowNothingButConfigurationException(@ForAll final long seed)
    {
        assertSurvives(seed, "# net\n0 t:t a 1 3\n1 u:t 0 b 2\n2 v:t 1 3 -\n3 w:t 0 2 c d\n",
            mutation -> FmconfigFile.parse("mutation", mutation));
    }

    @Test
    void shouldRejectLinkThatDoesNotLeadBack()
    {
        assertProblem("net:1:9: switch 0 has 1 link(s) to switch 1, which has 0 back " +
            "(expected: as many ports '0' in line 2 as ports '1' here)", "0 t:t a 1\n1 u:t -");
        assertProblem("net:2:9: switch 1 has 2 link(s) to switch 0, which has 1 back " +
            "(expected: as many ports '1' in line 1 as ports '0' here)", "0 t:t a 1\n1 u:t 0 0");
    }

    @Test
    void shouldReportNumberThatNoLineHasOnce()
    {
        assertProblem("net:1:10: unknown switch 13 (expected: a switch that a line describes)",
            "12 t:t a 13\n40 u:t 12 14\n14 v:t 13");
        assertProblem("net:2:8: unknown switch 30 (expected: a switch that a line describes)",
            "20 t:t a 10\n10 u:t 30 30 20");
    }

    @Test
    void shouldNotReportLinksToLineWhoseNumberIsWrong()
    {
        assertProblem("net:2:1: '2O' is not a switch number " +
            "(expected: a line 'switch port port ...' that begins with a decimal number)",
            "10 t:t a 20\n2O u:t 10 30\n30 v:t 20");
        assertProblem("net:2:1: switch number 2147483648 is too large (expected: at most 2147483647)",
            "10 t:t a 20\n2147483648 u:t 10");
        assertProblem("net:3:1: switch 20 is already described in line 2 (expected: one line per switch)",
            "10 t:t a 20 30\n20 u:t 10\n20 v:t 10");
    }

    @Test
    void shouldReportUnknownSwitchNextToLineWhoseNumberIsWrong()
    {
        assertEquals(
            List.of("unknown switch 99", "'2O' is not a switch number"),
            problems("10 t:t a 20 5\n5 u:t 10 99\n2O v:t 10").stream().map(Problem::message).toList());
        assertEquals(
            List.of("unknown switch 99", "switch 20 is already described in line 2"),
            problems("10 t:t a 20 99\n20 u:t 10\n20 v:t -").stream().map(Problem::message).toList());
    }

    @Test
    void shouldRejectNetworkInParts()
    {
        assertProblem("net:3:1: switch 2 cannot be reached from switch 0 (expected: links that connect all switches)",
            "0 t:t a 1\n1 u:t 0\n2 v:t b 3\n3 w:t 2");
    }

    @Test
    void shouldRejectFileWithoutSwitchOrHost()
    {
        assertProblem("net:1:1: the file describes no switch (expected: at least one line 'switch port port ...')",
            "# nothing\n\n");
        assertProblem("net:1:1: the file names no host (expected: at least one port with a name without ':t')",
            "0 t:t - -");
    }

    @Test
    void shouldRejectTooManyHosts()
    {
        final StringBuilder text = new StringBuilder("0 t:t");
        for (int i = 0; i < Topology.MAX_HOSTS; i++)
        {
            text.append(" h").append(i);
        }
        assertEquals(256, FmconfigFile.parse("net", text.toString()).hostCount());
        final int column = text.length() + 2;
        assertProblem("net:1:" + column + ": host 'x' is one too many (expected: at most 256 hosts)", text + " x y");
    }

    @Test
    void shouldRejectTooManySwitches()
    {
        final StringBuilder text = new StringBuilder("0 t:t a\n");
        for (int i = 1; i <= Topology.MAX_SWITCHES; i++)
        {
            text.append(i).append(" t").append(i).append(":t\n");
        }
        assertProblem("net:513:1: one switch too many (expected: at most 512 switches)", text.toString());
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', value = {
        "1:1:  'a' is not a switch number,                      a t:t b",
        "1:1:  '-1' is not a switch number,                     -1 t:t b",
        "1:1:  switch number 4294967296 is too large,           4294967296 t:t b",
        "1:2:  switch 0 has no ports,                           0",
        "1:7:  unknown switch 7,                                0 t:t 7 a",
        "1:7:  switch number 4294967296 is too large,           0 t:t 4294967296 a",
        "1:7:  switch 0 is linked to itself,                    0 t:t 0 a",
        "1:7:  bad host name '+1',                              0 t:t +1 a",
        "1:7:  bad host name 'a.',                              0 t:t a. b",
        "1:9:  'a' is already at a port of line 1,              0 t:t a a",
        "1:7:  't' is already at a port of line 1,              0 t:t t a",
        "1:7:  't' is already at a port of line 1,              0 t:t t:t a",
        "1:7:  switch 0 has a second token manager 'u:t',       0 t:t u:t a",
        "1:3:  unknown suffix ':T' of 't',                      0 t:T a",
        "1:3:  token manager ':t' without a host name,          0 :t a",
        "1:3:  token manager '-:t' without a host name,         0 -:t a",
        "1:3:  token manager '0:t' without a host name,         0 0:t a",
        "1:3:  bad host name 't!',                              0 t!:t a",
    })
    void shouldReportOneProblemPerMistake(final String problem, final String text)
    {
        final List<Problem> problems = problems(text);

        assertEquals(1, problems.size(), problems::toString);
        final String message = problems.get(0).toString();
        assertTrue(message.startsWith("net:" + problem.replaceFirst(": +", ": ")), message);
    }

    @Test
    void shouldReportAllTwentyMistakes() throws Exception
    {
        assertProblems(FmconfigFile::read, "broken-cluster.fmconfig", """
            4 bad host name '-3'
            5 unknown suffix ':tm'
            6 switch 2 is linked to itself
            7 switch 3 has no token manager
            8 second token manager 'tm4b:t'
            9 unknown switch 99
            10 bad host name 'bad!name'
            11 'a.example.org' is already at a port of line 4
            12 switch 8 has no ports
            13 token manager ':t' without a host name
            14 'x10' is not a switch number
            15 token manager '13:t' without a host name
            16 switch 11 is already described in line 15
            17 switch number 4294967309 is too large
            18 switch 14 has 1 link(s) to switch 15, which has 0 back
            20 switch 16 has 2 link(s) to switch 17, which has 1 back
            22 bad host name 'i_'
            23 'tm0' is already at a port of line 4
            24 switch number 99999999999999 is too large
            26 switch 22 cannot be reached from switch 0
            """);
    }

    /**
     * Asserts line and key words of every problem of a resource, in order, and nothing beyond them.
     */
    static void assertProblems(final Consumer<Path> reader, final String resource, final String expected)
        throws URISyntaxException
    {
        final Path path = Path.of(FmconfigFileTest.class.getResource(resource).toURI());
        final List<Problem> problems =
            assertThrows(ConfigurationException.class, () -> reader.accept(path)).problems();
        final List<String> lines = expected.lines().toList();
        for (int i = 0; i < Math.min(lines.size(), problems.size()); i++)
        {
            final Problem problem = problems.get(i);
            final String[] parts = lines.get(i).split(" ", 2);
            assertEquals(Integer.parseInt(parts[0]), problem.line(), problem::toString);
            assertTrue(problem.message().contains(parts[1]), problem::toString);
            assertEquals(path.toString(), problem.source());
        }
        assertEquals(lines.size(), problems.size(), problems::toString);
        assertEquals(20, problems.size());
    }

    /**
     * Asserts that a text in which a few characters were replaced, removed or doubled is either read or refused.
     */
    static void assertSurvives(final long seed, final String text, final Consumer<String> parser)
    {
        final Random random = new Random(seed);
        final StringBuilder mutation = new StringBuilder(text);
        for (int i = 1 + random.nextInt(4); i > 0; i--)
        {
            final int at = random.nextInt(mutation.length());
            switch (random.nextInt(4))
            {
                case 0 -> mutation.deleteCharAt(at);
                case 1 -> mutation.insert(at, mutation.charAt(at));
                case 2 -> mutation.setCharAt(at, mutation.charAt(random.nextInt(mutation.length())));
                default -> mutation.insert(at, INSERTED.charAt(random.nextInt(INSERTED.length())));
            }
        }
        try
        {
            parser.accept(mutation.toString());
        }
        catch (final ConfigurationException ex)
        {
            assertTrue(ex.getMessage().startsWith("mutation: "));
        }
    }

    private static void assertProblem(final String problem, final String text)
    {
        final List<Problem> problems = problems(text);
        assertEquals(problem, problems.get(0).toString());
        assertEquals(1, problems.size());
    }

    private static List<Problem> problems(final String text)
    {
        return assertThrows(ConfigurationException.class, () -> FmconfigFile.parse("net", text)).problems();
    }
}
