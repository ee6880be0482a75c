/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Stream;

import org.isotach.Topology;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.params.provider.Arguments;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

/**
 * What litmus tests have in common, whatever their programs do: the outcomes of programs against those of all
 * interleavings of their steps.
 */
public final class Litmus
{
    private static final int SEEDS = 2_000;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private Litmus()
    {
    }

    /**
     * Every program in every threading mode.
     *
     * @param shapes the programs.
     * @return arguments of a parameterized test.
     */
    public static Stream<Arguments> inAllModes(final Object... shapes)
    {
        return Stream.of(shapes).flatMap(
            shape -> Stream.of(ThreadingMode.values()).map(mode -> Arguments.of(shape, mode)));
    }

    /**
     * One switch, or a chain of some.
     *
     * @param hosts  their number, at least 2.
     * @param random decides.
     * @return the topology.
     */
    public static Topology topology(final int hosts, final Random random)
    {
        return random.nextBoolean() ?
            Topology.singleSwitch(hosts) : Topology.chain(2 + random.nextInt(hosts - 1), hosts);
    }

    /**
     * Runs a program again and again, and looks at its outcomes. A failure tells the seed.
     *
     * @param shape   the program.
     * @param allowed its outcomes.
     * @param run     returns an outcome; all that is decided in it is drawn from its argument.
     * @param <O>     an outcome.
     */
    public static <O> void checkSeeds(final Object shape, final Set<O> allowed, final Function<Random, O> run)
    {
        final Set<O> seen = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++)
        {
            final O outcome = outcome(shape, seed, run);
            if (!allowed.contains(outcome))
            {
                fail(shape + ", seed " + seed + ": outcome " + outcome);
            }
            seen.add(outcome);
        }
        // Most outcomes need an unlikely schedule; that only few are ever seen would mean that nothing was tried.
        assertTrue(2 * seen.size() > allowed.size(), () -> shape + ": saw " + seen + " of " + allowed);
    }

    private static <O> O outcome(final Object shape, final int seed, final Function<Random, O> run)
    {
        try
        {
            return run.apply(new Random(seed * SPREAD));
        }
        catch (final RuntimeException | AssertionError ex)
        {
            return fail(shape + ", seed " + seed + ": " + ex.getMessage(), ex);
        }
    }

    /**
     * All orders of the steps of some actors in which each actor keeps its own order.
     *
     * @param actors    the steps of each.
     * @param canFollow may a step be done behind all of these?
     * @param <S>       a step.
     * @return the orders that end with nothing left to do.
     */
    public static <S> List<List<S>> interleavings(
        final List<List<S>> actors, final BiPredicate<List<S>, S> canFollow)
    {
        final List<List<S>> orders = new ArrayList<>();
        interleave(actors, new int[actors.size()], new ArrayList<>(), canFollow, orders);
        return orders;
    }

    private static <S> void interleave(
        final List<List<S>> actors,
        final int[] done,
        final List<S> order,
        final BiPredicate<List<S>, S> canFollow,
        final List<List<S>> orders)
    {
        boolean isComplete = true;
        for (int actor = 0; actor < done.length; actor++)
        {
            if (done[actor] < actors.get(actor).size())
            {
                isComplete = false;
                final S step = actors.get(actor).get(done[actor]);
                if (canFollow.test(order, step))
                {
                    done[actor]++;
                    order.add(step);
                    interleave(actors, done, order, canFollow, orders);
                    order.remove(order.size() - 1);
                    done[actor]--;
                }
            }
        }
        if (isComplete)
        {
            orders.add(List.copyOf(order));
        }
    }
}
