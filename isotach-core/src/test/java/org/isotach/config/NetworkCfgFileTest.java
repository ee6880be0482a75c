/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.config;

import java.util.List;
import java.util.Random;

import org.isotach.ConfigurationException;
import org.isotach.ConfigurationException.Problem;
import org.isotach.Topology;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class NetworkCfgFileTest
{
    private static final int LONGEST_ROUTE = 4;

    @Test
    void shouldReadHostsOnOneSwitch()
    {
        final Topology topology = NetworkCfgFile.parse("network.cfg", """
            #number of hosts in the network
            hosts=3
            #listing of hosts and their node numbers
            ash 0
            birch 1
            cedar 2
            #routes
            node 0:
            0 80
            1 81
            2 82
            #from node 1
            node 1:
            0 BF
            1 80
            2 81
            node 2:
            0 be
            1 0xBF
            2 80
            """);

        assertEquals("Topology{hosts=3, switches=1, diameter=2}", topology.toString());
        assertEquals("birch", topology.hostName(1));
    }

    @Test
    void shouldUseNumbersAndNotOrderOfLines()
    {
        final Topology topology = NetworkCfgFile.parse("network.cfg", """
            hosts = 3 # comments may be anywhere
            cedar,2

            ash , 0
            birch 1   # far from the others
            node 2 :
              2,80
              1,8281
              0,81
            node 1:
            0 8382
            2 8381
            1 80
            node 0:
            1 8182
            0 80808080
            2 82
            """);

        assertEquals("ash", topology.hostName(0));
        assertEquals("cedar", topology.hostName(2));
        assertArrayEquals(new int[]{0, 2}, topology.hostsOn(0));
        assertArrayEquals(new int[]{1}, topology.hostsOn(1));
        assertEquals(3, topology.distance(0, 1));
        assertEquals(2, topology.distance(0, 2));
    }

    @Test
    void shouldAddSwitchWithoutHostsWhereRoutesNeedOne()
    {
        final int[][] star = new int[6][6];
        final int[][] twoLevels = new int[6][6];
        for (int i = 0; i < 6; i++)
        {
            for (int j = 0; j < 6; j++)
            {
                star[i][j] = i / 2 == j / 2 ? 1 : 3;
                twoLevels[i][j] = i == j ? 1 : i / 3 == j / 3 ? 3 : 4;
            }
        }

        assertEquals("Topology{hosts=6, switches=4, diameter=4}", NetworkCfgFile.parse("s", text(star)).toString());
        assertEquals(
            "Topology{hosts=6, switches=8, diameter=5}", NetworkCfgFile.parse("t", text(twoLevels)).toString());
    }

    @Property(tries = 300)
    void shouldKeepDistancesOfAnyTopology(
        @ForAll final long seed, @ForAll @IntRange(min = 1, max = 12) final int switches)
    {
        final Random random = new Random(seed);
        final Topology.Builder builder = Topology.builder();
        for (int i = 0; i < switches; i++)
        {
            builder.addSwitch();
            if (i > 0)
            {
                builder.connect(i, random.nextInt(i));
                if (random.nextInt(4) == 0)
                {
                    builder.connect(i, random.nextInt(i));
                }
            }
        }
        for (int i = 1 + random.nextInt(12); i > 0; i--)
        {
            builder.addHost(random.nextInt(switches));
        }
        final Topology topology = builder.build();
        if (topology.diameter() > LONGEST_ROUTE + 1)
        {
            return;
        }

        final Topology read = NetworkCfgFile.parse("random", text(routes(topology)));
        for (int i = 0; i < topology.hostCount(); i++)
        {
            for (int j = 0; j < topology.hostCount(); j++)
            {
                assertEquals(topology.distance(i, j), read.distance(i, j));
            }
        }
    }

    @Test
    void shouldReadLargestNetwork()
    {
        final Topology read = NetworkCfgFile.parse("large", text(routes(Topology.chain(4, 256))));

        assertEquals(256, read.hostCount());
        assertEquals(4, read.switchCount());
        assertEquals(5, read.distance(0, 255));
    }

    @Test
    void shouldRejectRoutesOfUnequalLength()
    {
        final int[][] bytes = {{1, 2, 1}, {1, 1, 2}, {1, 2, 1}};
        assertProblem("net:10:1: route 1 -> 0 has 1 byte(s), but the route back in line 7 has 2 " +
            "(expected: the same length in both directions)", text(bytes));
    }

    @Test
    void shouldRejectRouteThatIsLongerThanDetour()
    {
        final int[][] bytes = {{1, 1, 2}, {1, 1, 1}, {2, 1, 1}};
        assertProblem("net:8:1: route 0 -> 2 has 2 byte(s) is longer than a detour by way of host 1, " +
            "with 1 byte(s) in line 7 and 1 in line 12 (expected: at most 1 byte(s))", text(bytes));
    }

    @Test
    void shouldRejectNetworkOfTooManySwitches()
    {
        // Two sets of hosts, 3 bytes from one to the other, 4 bytes inside: no two pairs can share a hub.
        final int[][] bytes = new int[80][80];
        for (int i = 0; i < 80; i++)
        {
            for (int j = 0; j < 80; j++)
            {
                bytes[i][j] = i == j ? 1 : i % 2 == j % 2 ? 4 : 3;
            }
        }
        assertProblem("net:1:1: the routes need more switches than a topology can have " +
            "(expected: at most 512 switches)", text(bytes));
    }

    @Test
    void shouldRejectEmptyFile()
    {
        assertProblem("net:1:1: the file is empty (expected: a line 'hosts=n')", "# nothing\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "1:1: the number of hosts is missing |ash 0|node 0:|0 80",
        "1:1: malformed number of hosts 'hosts 1' |hosts 1|ash 0|node 0:|0 80",
        "1:1: malformed number of hosts 'host = 1' |host=1|ash 0|node 0:|0 80",
        "1:7: number of hosts 0 is out of range |hosts=0|ash 0|node 0:|0 80",
        "1:7: number of hosts 257 is out of range |hosts=257|ash 0|node 0:|0 80",
        "1:7: number of hosts 'n' is not a decimal number |hosts=n|ash 0|node 0:|0 80",
        "1:1: hosts=50, but 1 hosts are listed |hosts=50|ash 0|node 0:|0 80",
        "1:1: hosts=1, but 2 hosts are listed |hosts=1|ash 0|elm 1|node 0:|0 80|1 80|node 1:|0 80|1 80",
        "1:1: hosts=2, but 1 hosts are listed |hosts=2|elm 1|node 0:|0 80|1 80|node 1:|0 80|1 80",
        "2:1: malformed host 'ash' |hosts=1|ash|node 0:|0 80",
        "2:5: host number 1 is out of range |hosts=1|ash 1|node 0:|0 80",
        "3:1: host name 'ash' is already in line 2 |hosts=2|ash 0|ash 1|node 0:|0 80|1 80|node 1:|0 80|1 80",
        "3:1: a route without a node |hosts=1|ash 0|0 80",
        "3:1: malformed head of routes 'node 0' |hosts=1|ash 0|node 0|0 80",
        "3:1: malformed head of routes 'node0 :' |hosts=1|ash 0|node0:|0 80",
        "3:1: unknown host 3 |hosts=1|ash 0|node 3:|0 80",
        "3:1: no route to host 0 |hosts=1|ash 0|node 0:",
        "2:1: no routes of host 0 |hosts=1|ash 0",
        "8:1: no routes of hosts 0, 1 |hosts=3|ash 0|elm 1|fir 2|node 2:|0 80|1 80|2 80",
        "4:1: malformed route '0 80 80' |hosts=1|ash 0|node 0:|0 80 80",
        "4:1: malformed route '0 , ,' |hosts=1|ash 0|node 0:|0,,",
        "5:1: unknown host 1 |hosts=1|ash 0|node 0:|0 80|1 80",
        "4:3: route '0x' is not hexadecimal |hosts=1|ash 0|node 0:|0 0x",
        "4:3: route '801' has an odd number of digits |hosts=1|ash 0|node 0:|0 801",
        "4:3: route '8081828384' has 5 bytes |hosts=1|ash 0|node 0:|0 8081828384",
    })
    void shouldReportOneProblemPerMistake(final String problemAndText)
    {
        final String[] parts = problemAndText.split(" \\|", 2);
        final List<Problem> problems = problems(parts[1].replace('|', '\n'));

        assertEquals(1, problems.size(), problems::toString);
        assertTrue(problems.get(0).toString().startsWith("net:" + parts[0]), problems::toString);
    }

    @Test
    void shouldReportAllTwentyMistakes() throws Exception
    {
        FmconfigFileTest.assertProblems(NetworkCfgFile::read, "broken-cluster.network.cfg", """
            4 hosts=9, but 10 hosts are listed
            8 host number 'three' is not a decimal number
            10 host name 'bee' is already in line 6
            11 host number 4 is already the number of 'eel'
            12 host number 77 is out of range
            13 malformed host '7 hen'
            14 malformed host 'ibex 8 8'
            18 route '82G1' is not hexadecimal
            19 route '8' has an odd number of digits
            20 route '8182838485' has 5 bytes
            24 a second route to host 1, after line 23
            27 malformed route '5'
            28 malformed head of routes 'node two :'
            34 malformed head of routes 'node 4'
            39 unknown host 42
            40 routes of host 1 are already in line 21
            46 a second line 'hosts=n'
            47 no route to hosts 2, 4
            50 host number 'four' is not a decimal number
            52 unknown host 12
            """);
    }

    @Property(tries = 1000)
    void shouldThrowNothingButConfigurationException(@ForAll final long seed)
    {
        final String text = text(routes(Topology.chain(3, 5))).replace("node", "# routes\nnode");
        FmconfigFileTest.assertSurvives(seed, text, mutation -> NetworkCfgFile.parse("mutation", mutation));
    }

    private static int[][] routes(final Topology topology)
    {
        final int[][] bytes = new int[topology.hostCount()][topology.hostCount()];
        for (int i = 0; i < bytes.length; i++)
        {
            for (int j = 0; j < bytes.length; j++)
            {
                bytes[i][j] = Math.max(1, topology.distance(i, j) - 1);
            }
        }
        return bytes;
    }

    private static String text(final int[][] bytes)
    {
        final StringBuilder text = new StringBuilder("hosts=").append(bytes.length).append('\n');
        for (int i = 0; i < bytes.length; i++)
        {
            text.append('h').append(i).append(' ').append(i).append('\n');
        }
        for (int i = 0; i < bytes.length; i++)
        {
            text.append("node ").append(i).append(":\n");
            for (int j = 0; j < bytes.length; j++)
            {
                text.append(j).append(' ').append("81".repeat(bytes[i][j])).append('\n');
            }
        }
        return text.toString();
    }

    private static void assertProblem(final String problem, final String text)
    {
        final List<Problem> problems = problems(text);
        assertEquals(problem, problems.get(0).toString());
        assertEquals(1, problems.size());
    }

    private static List<Problem> problems(final String text)
    {
        return assertThrows(ConfigurationException.class, () -> NetworkCfgFile.parse("net", text)).problems();
    }
}
