/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The chains of covered SCHEDs against lists.
 */
final class CoveredSchedsTest
{
    private static final int VARIABLES = 3;
    private static final int HOSTS = 3;

    private enum Call
    {
        PUSH, PUSH_SEVERAL, POP, REMOVE, REMOVE_FROM, REMOVE_UNKNOWN, CLEAR
    }

    /**
     * One call, of a variable, and of the SCHED at a place of its list.
     */
    record Step(Call call, int variable, int place)
    {
    }

    private final CoveredScheds covered = new CoveredScheds(VARIABLES);

    // By variable: the newest first.
    private final List<List<Long>> model = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    private long lastNumber;

    @Provide
    Arbitrary<List<Step>> steps()
    {
        return Combinators.combine(
            Arbitraries.of(Call.class), Arbitraries.integers().between(0, VARIABLES - 1),
            Arbitraries.integers().between(0, 1000)).as(Step::new).list().ofMaxSize(200);
    }

    private void push(final int variable)
    {
        final long version = Version.of((int)(++lastNumber % HOSTS), 0, lastNumber);
        covered.push(variable, version);
        model.get(variable).add(0, version);
    }

    private void take(final Step step)
    {
        final List<Long> list = model.get(step.variable());
        switch (step.call())
        {
            case PUSH:
                push(step.variable());
                break;
            case PUSH_SEVERAL:
                for (int i = 0; i < step.place() % 100; i++)
                {
                    push(step.variable());
                }
                break;
            case POP:
                assertEquals(
                    list.isEmpty() ? Version.SUBSTANTIATED : list.remove(0), covered.pop(step.variable()));
                break;
            case CLEAR:
                covered.clear(step.variable());
                list.clear();
                break;
            case REMOVE_UNKNOWN:
                assertEquals(Version.UNKNOWN, covered.remove(step.variable(), Version.of(0, 1, 1)));
                assertFalse(covered.removeFrom(step.variable(), Version.of(0, 1, 1)));
                break;
            default:
                if (!list.isEmpty())
                {
                    remove(step, list);
                }
                break;
        }
    }

    private void remove(final Step step, final List<Long> list)
    {
        final int place = step.place() % list.size();
        if (Call.REMOVE == step.call())
        {
            final long before = place + 1 == list.size() ? Version.SUBSTANTIATED : list.get(place + 1);
            assertEquals(before, covered.remove(step.variable(), list.remove(place)));
        }
        else
        {
            assertTrue(covered.removeFrom(step.variable(), list.get(place)));
            list.subList(place, list.size()).clear();
        }
    }

    private void assertNewest()
    {
        for (int variable = 0; variable < VARIABLES; variable++)
        {
            for (int host = 0; host < HOSTS; host++)
            {
                final int wanted = host;
                assertEquals(
                    model.get(variable).stream().filter(version -> Version.host(version) == wanted).findFirst()
                        .orElse(Version.SUBSTANTIATED),
                    covered.newestOf(host, variable));
            }
        }
    }

    @Property(tries = 500)
    void shouldForgetWhatListsForget(@ForAll("steps") final List<Step> steps)
    {
        for (final Step step : steps)
        {
            take(step);
            assertNewest();
        }
        for (int variable = 0; variable < VARIABLES; variable++)
        {
            while (!model.get(variable).isEmpty())
            {
                assertEquals(model.get(variable).remove(0), covered.pop(variable));
            }
            assertEquals(Version.SUBSTANTIATED, covered.pop(variable));
        }
    }

    @Example
    void shouldUseRoomAgain()
    {
        for (int round = 0; round < 10_000; round++)
        {
            push(0);
            push(1);
            assertTrue(covered.removeFrom(0, model.get(0).remove(0)));
            assertEquals(Version.SUBSTANTIATED, covered.remove(1, model.get(1).remove(0)));
        }
        assertEquals("CoveredScheds{places=2}", covered.toString());
    }
}
