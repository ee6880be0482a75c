/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.awt.Color;
import java.util.List;
import java.util.Map;

/**
 * Colours of subjects, the same in all charts: the palette of Okabe and Ito, which all readers can tell apart; this
 * library is blue.
 */
final class Palette
{
    private static final Color BLUE = new Color(0x0072B2);
    private static final Color SKY_BLUE = new Color(0x56B4E9);
    private static final Color GREEN = new Color(0x009E73);
    private static final Color ORANGE = new Color(0xE69F00);
    private static final Color VERMILION = new Color(0xD55E00);
    private static final Color PURPLE = new Color(0xCC79A7);
    private static final Color GREY = new Color(0x6E6E6E);
    private static final List<Color> OWN = List.of(
        BLUE, SKY_BLUE, new Color(0xA6D3F2), new Color(0x00395A), new Color(0xD9ECFA), new Color(0x8790D8),
        new Color(0x3F9FA6));

    private static final Map<String, Color> OTHERS = Map.ofEntries(
        Map.entry("agrona", GREEN),
        Map.entry("disruptor", ORANGE),
        Map.entry("two bare Disruptors", ORANGE),
        Map.entry("disruptors", ORANGE),
        Map.entry("jctools", PURPLE),
        Map.entry("aeron", VERMILION),
        Map.entry("pipe", ORANGE),
        Map.entry("tcp", PURPLE),
        Map.entry("jgroups", VERMILION),
        Map.entry("phaser", ORANGE),
        Map.entry("synchronized", ORANGE),
        Map.entry("reentrantlock", VERMILION),
        Map.entry("ordered-locks", VERMILION),
        Map.entry("stampedlock", PURPLE),
        Map.entry("scalastm", GREEN));

    private Palette()
    {
    }

    /**
     * Subjects of this library are shades of blue, in the order in which the section names them.
     */
    static Color colorOf(final Section section, final Subject subject)
    {
        if (subject.isOwn())
        {
            final List<Subject> own = section.subjects().stream().filter(Subject::isOwn).toList();
            return OWN.get(own.indexOf(subject) % OWN.size());
        }
        return OTHERS.getOrDefault(subject.name(), GREY);
    }
}
