/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.isotach.test.Litmus;

import static org.isotach.mbm.litmus.Step.await;
import static org.isotach.mbm.litmus.Step.send;

/**
 * The litmus programs with messages. An actor is the application of one host. It sends letters, each in an isochron of
 * its own; P is one that it sends to itself, and stands for a read: where it is received is where the read would be.
 * <p>
 * Outcome of a program: the letters that each host has received, in that order.
 */
enum Shape
{
    MESSAGE_PASSING(
        List.of(send('A', 1), send('B', 1)),
        List.of()),

    STORE_BUFFERING(
        List.of(send('A', 0, 1)),
        List.of(send('B', 0, 1))),

    TWO_PLUS_TWO_WRITES(
        List.of(send('A', 0, 1), send('B', 0, 1)),
        List.of(send('C', 0, 1), send('D', 0, 1))),

    S(
        List.of(send('A', 0, 1), send('B', 0, 1)),
        List.of(send('P', 1), send('C', 0, 1))),

    R(
        List.of(send('A', 0, 1), send('B', 0, 1)),
        List.of(send('C', 0, 1), send('P', 1))),

    WRITE_TO_READ_CAUSALITY(
        List.of(send('A', 1, 2)),
        List.of(await('A'), send('B', 2)),
        List.of()),

    ISA2(
        List.of(send('A', 2), send('B', 1)),
        List.of(await('B'), send('C', 2)),
        List.of()),

    // Two answers to one message: behind it, and everywhere in the same order.
    EVERYBODY_ANSWERS(
        List.of(send('A', 0, 1, 2)),
        List.of(await('A'), send('B', 0, 1, 2)),
        List.of(await('A'), send('C', 0, 1, 2))),

    THREE_WRITERS(
        List.of(send('A', 0, 1, 2)),
        List.of(send('B', 0, 1, 2)),
        List.of(send('C', 0, 1, 2))),

    INDEPENDENT_READS(
        List.of(send('A', 2, 3)),
        List.of(send('B', 2, 3)),
        List.of(),
        List.of());

    private final List<List<Step>> actors;

    @SafeVarargs
    @SuppressWarnings("varargs")
    Shape(final List<Step>... actors)
    {
        this.actors = List.of(actors);
    }

    int actors()
    {
        return actors.size();
    }

    List<Step> steps(final int actor)
    {
        return actors.get(actor);
    }

    /**
     * Number of letters for a host.
     */
    int letters(final int host)
    {
        int letters = 0;
        for (final List<Step> steps : actors)
        {
            for (final Step step : steps)
            {
                letters += step.targets().contains(host) ? 1 : 0;
            }
        }
        return letters;
    }

    /**
     * Every outcome that is sequentially consistent: of each interleaving of the steps in which nobody receives what
     * nobody has sent yet.
     */
    Set<List<String>> outcomes()
    {
        return Litmus.interleavings(actors, Shape::canFollow).stream().map(this::received).collect(Collectors.toSet());
    }

    private static boolean canFollow(final List<Step> order, final Step step)
    {
        return Step.Kind.SEND == step.kind() || order.stream().anyMatch(sent -> sent.letter() == step.letter());
    }

    private List<String> received(final List<Step> order)
    {
        final List<String> received = new ArrayList<>();
        for (int host = 0; host < actors(); host++)
        {
            final StringBuilder letters = new StringBuilder();
            for (final Step step : order)
            {
                if (step.targets().contains(host))
                {
                    letters.append(step.letter());
                }
            }
            received.add(letters.toString());
        }
        return received;
    }
}
