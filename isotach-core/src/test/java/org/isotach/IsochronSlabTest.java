/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A frame belongs to its readers until it is retired: whatever the lengths and the order of events, nobody writes
 * to it before.
 */
class IsochronSlabTest
{
    private enum Kind
    {
        ISSUE, ISSUE_LOCALLY, ISSUE_UNDER_PRESSURE, ABANDON, RETIRE
    }

    private record Step(Kind kind, int words)
    {
    }

    private record Scenario(int maxLength, int slabLength, int window, List<Step> steps)
    {
    }

    @Property(tries = 1000)
    void shouldNotOverwriteAFrameBeforeItIsRetired(@ForAll("scenarios") final Scenario scenario)
    {
        final RecordingIssuer issuer = new RecordingIssuer();
        final Isochron isochron = new Isochron(
            issuer, 0, 2, scenario.slabLength(), scenario.maxLength(), scenario.window(), "");
        long stamp = 0;
        for (final Step step : scenario.steps())
        {
            if (Kind.RETIRE == step.kind())
            {
                if (!issuer.onTheirWay.isEmpty())
                {
                    assertIntact(issuer.retireOldest());
                }
            }
            else
            {
                isochron.begin();
                final int words = Math.min(step.words(), scenario.maxLength() / Long.BYTES);
                for (int i = 0; i < words; i++)
                {
                    isochron.buffer().putLong(isochron.append(Long.BYTES), ++stamp);
                }
                finish(step.kind(), isochron, issuer);
                assertFalse(isochron.isOpen());
            }
            issuer.onTheirWay.forEach(IsochronSlabTest::assertIntact);
        }
        issuer.retireAll();
        isochron.begin();
        isochron.append(scenario.maxLength());
        assertTrue(isochron.tryIssue(), "with everything retired there is room for any isochron");
    }

    @Property(tries = 1000)
    void shouldNotOverwriteAFrameBeforeItsBatchIsSent(@ForAll("scenarios") final Scenario scenario)
    {
        final RecordingIssuer issuer = new RecordingIssuer();
        issuer.isCopying = true;
        final Isochron isochron = new Isochron(
            issuer, 0, 2, scenario.slabLength(), scenario.maxLength(), Isochron.COPIED, "");
        long stamp = 0;
        for (final Step step : scenario.steps())
        {
            if (Kind.RETIRE == step.kind())
            {
                // Somebody works for the host, and what comes now is sent at once, or appended.
                issuer.sendBatch();
                issuer.isAppending = !issuer.isAppending;
            }
            else
            {
                isochron.begin();
                final int words = Math.min(step.words(), scenario.maxLength() / Long.BYTES);
                for (int i = 0; i < words; i++)
                {
                    isochron.buffer().putLong(isochron.append(Long.BYTES), ++stamp);
                }
                finish(step.kind(), isochron, issuer);
            }
            issuer.onTheirWay.forEach(IsochronSlabTest::assertIntact);
        }
        isochron.begin();
        isochron.append(scenario.maxLength());
        assertTrue(isochron.tryIssue(), "there is room for any isochron");
        assertEquals(0, issuer.retirementRequests);
    }

    @Provide
    Arbitrary<Scenario> scenarios()
    {
        final Arbitrary<Step> steps = Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(8, Kind.ISSUE),
                Tuple.of(1, Kind.ISSUE_LOCALLY),
                Tuple.of(1, Kind.ISSUE_UNDER_PRESSURE),
                Tuple.of(1, Kind.ABANDON),
                Tuple.of(6, Kind.RETIRE)),
            Arbitraries.integers().between(1, 12)).as(Step::new);
        return Combinators.combine(
            Arbitraries.integers().between(1, 10),
            Arbitraries.integers().between(0, 9),
            Arbitraries.of(1, 2, 4, 16),
            steps.list().ofMaxSize(80))
            .as((maxWords, extra, window, list) ->
                new Scenario(8 * maxWords, 24 * maxWords + extra * extra, window, list));
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 3, 7, 8 })
    void shouldKeepGoingRoundInTheSmallestSlab(final int words)
    {
        final RecordingIssuer issuer = new RecordingIssuer();
        final Isochron isochron = new Isochron(issuer, 0, 2, 3 * 64, 64, 16, "");
        boolean hasWrapped = false;
        int lastOffset = -1;
        for (long i = 0; i < 1000; i++)
        {
            isochron.begin();
            final int offset = isochron.append(words * Long.BYTES);
            for (int k = 0; k < words; k++)
            {
                isochron.buffer().putLong(offset + k * Long.BYTES, i);
            }
            hasWrapped |= offset < lastOffset;
            lastOffset = offset;
            isochron.issue();
            issuer.onTheirWay.forEach(IsochronSlabTest::assertIntact);
        }
        assertTrue(hasWrapped);
        assertEquals(1000, issuer.issued.size());
    }

    @Test
    void shouldAskForRetirementOnlyWhenThereIsNoRoom()
    {
        final RecordingIssuer issuer = new RecordingIssuer();
        final Isochron isochron = new Isochron(issuer, 0, 2, 3 * 64, 64, 16, "");
        isochron.begin();
        isochron.append(64);
        assertTrue(isochron.tryIssue());
        assertEquals(0, issuer.retirementRequests);

        isochron.begin();
        isochron.append(64);
        assertTrue(isochron.tryIssue());
        assertEquals(0, issuer.retirementRequests);

        isochron.begin();
        isochron.append(64);
        assertFalse(isochron.tryIssue(), "the third frame would leave no room for a fourth one");
        assertEquals(1, issuer.retirementRequests);
        issuer.retireOldest();
        assertTrue(isochron.tryIssue());
    }

    private static void finish(final Kind kind, final Isochron isochron, final RecordingIssuer issuer)
    {
        switch (kind)
        {
            case ISSUE_LOCALLY:
                issuer.isLocalExecuted = true;
                break;
            case ISSUE_UNDER_PRESSURE:
                issuer.isBackPressured = true;
                assertFalse(isochron.tryIssue());
                break;
            default:
                break;
        }
        if (Kind.ABANDON == kind)
        {
            isochron.abandon();
        }
        else if (!isochron.tryIssue())
        {
            assertTrue(isochron.isOpen());
            isochron.issue();
        }
        issuer.isLocalExecuted = false;
        issuer.isBackPressured = false;
    }

    private static void assertIntact(final RecordingIssuer.Frame frame)
    {
        assertEquals(frame.words(), frame.wordsNow(), "frame " + frame.sequence() + " was overwritten");
    }
}
