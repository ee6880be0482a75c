/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

import org.isotach.ConfigurationException;
import org.isotach.ConfigurationException.Problem;
import org.isotach.PageMap;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class ShmemMapFileTest
{
    @Test
    void shouldReadPagesAndRanges()
    {
        final PageMap map = ShmemMapFile.parse("shmem_map", """
            # copysets of the pages

            0:0;
            1-3:2,0;
              8 - 9 : 1 , 0 ;   # white space and comments anywhere
            4:*; 5:1;
            """);

        assertEquals(PageMap.builder().page(0, 0).pages(1, 3, 0, 2).pages(8, 9, 0, 1).everywhere(4).page(5, 1).build(),
            map);
    }

    @Test
    void shouldTakePageSizeFromCaller(@TempDir final Path folder) throws Exception
    {
        final Path file = folder.resolve("shmem_map");
        Files.writeString(file, "0-1:0,1;\r\n");

        assertEquals(1024, ShmemMapFile.read(file).pageSize());
        assertEquals(PageMap.builder().pageSize(64).pages(0, 1, 0, 1).build(), ShmemMapFile.read(file, 64));
        assertThrows(IllegalArgumentException.class, () -> ShmemMapFile.read(file, 65));
    }

    @Test
    void shouldLimitPagesByPageSize()
    {
        assertEquals(1_048_576, ShmemMapFile.parse("map", "1048575:0;").pageCount());
        final List<Problem> problems = assertThrows(ConfigurationException.class,
            () -> ShmemMapFile.parse("map", "32768:0;", 65_536)).problems();
        assertEquals("[map:1:1: page number 32768 is out of range (expected: 0..32767)]", problems.toString());
    }

    @Test
    void shouldReadWhatReplicatedAndAllCopysetsWrite()
    {
        final PageMap replicated = PageMap.replicated(256);
        final PageMap all = PageMap.allCopysets(12, 16);

        assertEquals("0-255:*;\n", ShmemMapFile.format(replicated));
        assertEquals(replicated, ShmemMapFile.parse("replicated", ShmemMapFile.format(replicated)));
        assertEquals(all, ShmemMapFile.parse("all", ShmemMapFile.format(all), 16));
    }

    @Property(tries = 500)
    void shouldReadWhatAnyMapWrites(
        @ForAll final long seed,
        @ForAll @IntRange(max = 16) final int sizeBits,
        @ForAll @IntRange(min = 1, max = 60) final int pages)
    {
        final Random random = new Random(seed);
        final PageMap.Builder builder = PageMap.builder().pageSize(1 << sizeBits).page(pages, 0);
        for (int page = 0; page < pages; page++)
        {
            switch (random.nextInt(4))
            {
                case 0 -> builder.everywhere(page);
                case 1 -> builder.page(page, random.ints(0, 256).distinct().limit(1 + random.nextInt(5)).toArray());
                case 2 -> builder.page(page, 7);
                default ->
                {
                    // a hole
                }
            }
        }
        final PageMap map = builder.build();

        assertEquals(map, ShmemMapFile.parse("random", ShmemMapFile.format(map), map.pageSize()));
    }

    @Test
    void shouldRejectSecondCopyset()
    {
        assertProblem("map:3:1: page 3 is already mapped in line 2 (expected: each page once)",
            "# first\n1-3: 0;\n3: 1;");
        assertProblem("map:1:11: page 7 is already mapped in line 1 (expected: each page once)", "7: 0, 1;  5-9: 0;");
    }

    @Test
    void shouldRejectFileWithoutPages()
    {
        assertProblem("map:1:1: the file maps no page (expected: at least one entry 'page [-page] :node [,node]*;')",
            "# 0:0;\n\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "1:1: page number is missing before ':' (expected: 0..1048575)|:0; 1:0;",
        "1:1: page number is missing before ';' (expected: 0..1048575)|; 1:0;",
        "1:1: page number is missing before '-' (expected: 0..1048575)|-1:0;",
        "1:1: page number '0x1' is not a decimal number (expected: 0..1048575)|0x1:0;",
        "1:1: page number 1048576 is out of range (expected: 0..1048575)|1048576:0;",
        "1:1: page number 99999999999 is out of range (expected: 0..1048575)|99999999999:0;",
        "1:1: range of pages 5-3 is reversed (expected: the lower page first: 3-5)|5-3:0;",
        "1:3: page number is missing before ':' (expected: 0..1048575)|5-:0;",
        "1:4: '-' instead of ':' (expected: ':')|1-2-3:0;",
        "1:3: '0' instead of ':' (expected: ':')|1 0; 2:0;",
        "1:2: the line ends without ':' (expected: ':')|1\n2:0;",
        "1:3: node is missing at the end of the line (expected: 0..255)|1:\n2:0;",
        "1:3: node is missing before ';' (expected: 0..255)|1:;",
        "1:5: node is missing before ',' (expected: 0..255)|1:0,,1;",
        "1:5: node is missing before ';' (expected: 0..255)|1:0,;",
        "1:3: node 256 is out of range (expected: 0..255)|1:256;",
        "1:5: node '*' is not a decimal number (expected: 0..255)|1:0,*;",
        "1:4: ',' instead of ';' (expected: ';')|1:*,0;",
        "1:7: node 0 is named twice (expected: each node once)|1:0,1,0;",
        "1:5: '1' instead of ';' (expected: ';' or ',')|1:0 1;",
        "1:4: the line ends without ';' (expected: ';' or ',')|1:0 # ;\n2:0;",
    })
    void shouldReportOneProblemPerMistake(final String problemAndText)
    {
        final String[] parts = problemAndText.split("\\|", 2);
        assertProblem("map:" + parts[0], parts[1]);
    }

    @Test
    void shouldRecoverAtSemicolonAndAtEndOfLine()
    {
        final List<Problem> problems = problems("0:x; 1:y; 2:0\n3:z; 4:0;");

        assertEquals(List.of(1, 1, 1, 2), problems.stream().map(Problem::line).toList());
        assertEquals(List.of(3, 8, 14, 3), problems.stream().map(Problem::column).toList());
    }

    @Test
    void shouldReportAllTwentyMistakes() throws Exception
    {
        FmconfigFileTest.assertProblems(ShmemMapFile::read, "broken-cluster.shmem_map", """
            5 page number is missing before ':'
            6 page number 'x' is not a decimal number
            7 page number 9999999 is out of range
            8 range of pages 5-3 is reversed
            9 page number is missing before ':'
            10 '-' instead of ':'
            11 '0' instead of ':'
            12 node is missing before ';'
            13 node 'a' is not a decimal number
            14 node 256 is out of range
            15 node 0 is named twice
            16 node is missing before ';'
            17 '1' instead of ';'
            18 the line ends without ';'
            19 page number is missing before ';'
            20 page 19 is already mapped in line 19
            21 page 25 is already mapped in line 21
            22 ',' instead of ';'
            23 page number is missing before '-'
            24 node is missing before ','
            """);
    }

    @Property(tries = 1000)
    void shouldThrowNothingButConfigurationException(@ForAll final long seed)
    {
        FmconfigFileTest.assertSurvives(seed, "# map\n0:0;\n1-3: 0,2;\n9 - 12: *; 4:1;\n",
            mutation -> ShmemMapFile.parse("mutation", mutation));
    }

    private static void assertProblem(final String problem, final String text)
    {
        final List<Problem> problems = problems(text);
        assertEquals(problem, problems.get(0).toString());
        assertEquals(1, problems.size(), problems::toString);
    }

    private static List<Problem> problems(final String text)
    {
        return assertThrows(ConfigurationException.class, () -> ShmemMapFile.parse("map", text)).problems();
    }
}
