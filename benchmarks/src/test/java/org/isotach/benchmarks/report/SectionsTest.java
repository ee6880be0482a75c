/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class SectionsTest
{
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldNameBenchmarksThatExist(final Profile profile)
    {
        assertEquals(List.of(), Catalogue.load().problems(Sections.all(), profile));
    }

    @Test
    void shouldTellWhatDoesNotExist()
    {
        final Section section = Section.of("wrong", "Wrong")
            .benchmark("\\.NoBenchmark\\.").own("a")
            .benchmark("\\.LocalReadBenchmark\\.").own("b")
            .benchmark("\\.BarrierBenchmark\\.").fixed("hosts", "2").ownValues("protocol", "pigeons")
            .comparedTo("a");

        assertEquals(
            List.of(
                "section wrong: \\.NoBenchmark\\. (expected: one benchmark, found: [])",
                "section wrong: parameters [] of org.isotach.benchmarks.LocalReadBenchmark.localRead" +
                    " (expected: [variables])",
                "section wrong: protocol=pigeons of org.isotach.benchmarks.BarrierBenchmark.barrier" +
                    " (expected: one of [isotach, nonisotach, phaser])"),
            Catalogue.load().problems(List.of(section), Profile.QUICK));
        final Section turns = Section.of("wrong-turns", "Wrong")
            .benchmark(Sections.TURNS).fixed("kind", "remote-read").ownValues("subject", "isotach", "pigeons")
            .comparedTo("isotach");
        assertEquals(
            List.of("section wrong-turns: pigeons (expected: one of [isotach, disruptors, words])"),
            Catalogue.load().problems(List.of(turns), Profile.QUICK));
    }

    @Test
    void shouldGiveSubjectsOfOneChartDifferentColours()
    {
        final List<String> alike = new ArrayList<>();
        for (final Section section : Sections.all())
        {
            section.subjects().stream().collect(Collectors.groupingBy(
                subject -> Palette.colorOf(section, subject), Collectors.mapping(Subject::name, Collectors.toList())))
                .values().stream().filter(names -> names.size() > 1)
                .forEach(names -> alike.add(section.id() + ": " + names));
        }
        assertEquals(List.of(), alike);
    }

    @Test
    void shouldFitIntoTheTimeOfTheProfiles()
    {
        final double quick = new Plan(Sections.of(Profile.QUICK), Profile.QUICK).plannedSeconds();
        final double medium = new Plan(Sections.of(Profile.MEDIUM), Profile.MEDIUM).plannedSeconds();
        final double full = new Plan(Sections.of(Profile.FULL), Profile.FULL).plannedSeconds();

        assertTrue(quick <= TimeUnit.MINUTES.toSeconds(16), () -> "quick: " + quick + " s");
        assertTrue(medium <= TimeUnit.MINUTES.toSeconds(87), () -> "medium: " + medium + " s");
        assertTrue(full <= TimeUnit.MINUTES.toSeconds(160), () -> "full: " + full + " s");
        final double targets = new Plan(Sections.forTargets(), Profile.MEDIUM).plannedSeconds();
        assertTrue(targets <= TimeUnit.MINUTES.toSeconds(40), () -> "medium --targets: " + targets + " s");
    }

    @Test
    void shouldLeaveOutWhatTimeDoesNotAllow()
    {
        final String aside = "barrier-without-unsafe";
        final String last = "atomic-write-without-unsafe";

        assertEquals(List.of(aside, last), measured(Profile.SMOKE, aside, last));
        assertEquals(List.of(), measured(Profile.QUICK, aside, last));
        assertEquals(List.of(aside), measured(Profile.MEDIUM, aside, last));
        assertEquals(List.of(aside, last), measured(Profile.FULL, aside, last));
    }

    private static List<String> measured(final Profile profile, final String... ids)
    {
        return Sections.of(profile).stream().map(Section::id).filter(List.of(ids)::contains).toList();
    }

    @Test
    void shouldNarrowSectionsToWhatTheTargetsNeed()
    {
        final List<Section> sections = Sections.forTargets();

        assertEquals(List.of(), Catalogue.load().problems(sections, Profile.MEDIUM));
        assertEquals(List.of("isotach", "nonisotach", "aeron"), names(section(sections, "stream")), "as compared to");
        assertEquals(List.of("2x1", "64x1"), section(sections, "hosts").xValues(Profile.FULL));
        assertEquals(List.of("mostly idle"), names(section(sections, "hosts")));
        assertEquals(
            List.of("ring", "active-messages-keys", "active-messages", "active-messages-checksums", "queue-pair"),
            names(section(sections, "active-messages-turns")));
        assertEquals(List.of("no windows", "windows of 8"), names(section(sections, "active-messages-stream")));
        assertEquals(List.of("direct copy", "put", "transfer"), names(section(sections, "transfer")));
        assertTrue(names(section(sections, "costs-turns")).contains("isotach-idle-endpoints"));
        assertEquals(List.of("4"), section(sections, "atomic-update").xValues(Profile.SMOKE));
        assertTrue(sections.stream().noneMatch((section) -> section.id().equals("memory-size")));
    }

    private static Section section(final List<Section> sections, final String id)
    {
        return sections.stream().filter((section) -> section.id().equals(id)).findFirst().orElseThrow();
    }

    private static List<String> names(final Section section)
    {
        return section.subjects().stream().map(Subject::name).toList();
    }

    @Test
    void shouldWarmUpEquallyWhatIsCompared()
    {
        for (final Section section : Sections.all())
        {
            assertEquals(
                1, section.subjects().stream().mapToInt(Subject::warmup).distinct().count(), section::id);
        }
    }

    @Test
    void shouldHaveNamesOfTheirOwn()
    {
        final Set<String> ids = new HashSet<>();
        for (final Section section : Sections.all())
        {
            assertTrue(ids.add(section.id()), section::id);
            assertTrue(section.subject(section.reference()).isPresent(), section::id);
        }
    }
}
