/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.View;
import org.isotach.niu.spi.ViewAuthority;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * What every register of views keeps, whatever store it has.
 */
@Timeout(60)
abstract class ViewRegisterContract
{
    static final int MEMBERS = 4;
    static final View FIRST = View.first(MEMBERS);
    private static final int THREADS = 4;
    private static final int RACES = 10;

    abstract ViewStore store();

    /**
     * Returns how often several propose at the same time: fewer times for a slow store.
     */
    int races()
    {
        return RACES;
    }

    static Members members(final int count)
    {
        final Members.Builder builder = Members.builder();
        for (int member = 0; member < count; member++)
        {
            builder.add("m" + member, "ipc", member);
        }
        return builder.build();
    }

    static ViewRegisterContext context(final String cluster)
    {
        return new ViewRegisterContext().clusterName(cluster).members(members(MEMBERS));
    }

    final ViewRegister register(final String cluster)
    {
        return ViewRegister.on(store(), context(cluster));
    }

    @Test
    void shouldBeginWithAllMembers()
    {
        assertEquals(FIRST, register("begin").inForce());
        assertEquals(FIRST, register("begin").propose(FIRST));
    }

    @Test
    void shouldAgreeWithTheViewThatFollows()
    {
        final View second = FIRST.without(3);
        final View third = second.without(0);
        assertEquals(second, register("agree").propose(second));
        assertEquals(third, register("agree").propose(third));
        assertEquals(third, register("agree").inForce());
    }

    @Test
    void shouldAgreeAgainWithWhatIsInForce()
    {
        final View second = FIRST.without(3);
        assertEquals(second, register("again").propose(second));
        assertEquals(second, register("again").propose(second));
    }

    @Test
    void shouldRefuseAnotherViewOfTheSameNumber()
    {
        final View second = FIRST.without(3);
        assertEquals(second, register("other").propose(second));
        assertEquals(second, register("other").propose(FIRST.without(2)));
        assertEquals(second, register("other").inForce());
    }

    @Test
    void shouldRefuseViewsOutOfTurn()
    {
        final View second = FIRST.without(3);
        final View third = second.without(2);
        assertEquals(FIRST, register("turn").propose(third));
        assertEquals(second, register("turn").propose(second));
        assertEquals(third, register("turn").propose(third));
        assertEquals(third, register("turn").propose(second));
        assertEquals(third, register("turn").propose(FIRST));
    }

    @Test
    void shouldKeepClustersApart()
    {
        final View second = FIRST.without(3);
        assertEquals(second, register("one").propose(second));
        assertEquals(FIRST, register("two").inForce());
        assertEquals(FIRST.without(0), register("two").propose(FIRST.without(0)));
        assertEquals(second, register("one").inForce());
    }

    /**
     * Of a cluster that is launched again with the same name, or of another one that has it by mistake.
     */
    @Test
    void shouldKeepLaunchesApart()
    {
        final View second = FIRST.without(3);
        assertEquals(second, register("again").ofLaunch(-7).propose(second));
        final View other = FIRST.without(1);
        assertEquals(other, register("again").ofLaunch(8).propose(other));
        assertEquals(second, register("again").ofLaunch(-7).propose(other));
        assertEquals(FIRST, register("again").ofLaunch(9).inForce());
        assertEquals(FIRST, register("launched").inForce());
    }

    @Test
    void shouldRefuseAMemberThatIsOutToComeBack()
    {
        final View second = FIRST.without(3);
        register("back").propose(second);
        final View back = new View(2, 0b1011);
        assertEquals("View{2: 0, 1, 3} of cluster back (expected: members of View{1: 0, 1, 2} only)",
            assertThrows(IllegalArgumentException.class, () -> register("back").propose(back)).getMessage());
        assertEquals(second, register("back").inForce());
    }

    /**
     * Each side of a network that is cut would put the other one out.
     */
    @Test
    void shouldAgreeWithOneOfSeveral() throws Exception
    {
        final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try
        {
            for (int i = 0; i < races(); i++)
            {
                final String cluster = "race" + i;
                final List<Callable<View>> proposals = new ArrayList<>();
                for (int member = 0; member < THREADS; member++)
                {
                    final View next = FIRST.without(member);
                    final ViewAuthority authority = register(cluster);
                    proposals.add(() -> authority.propose(next));
                }
                final Set<View> answers = new HashSet<>();
                for (final Future<View> answer : threads.invokeAll(proposals))
                {
                    answers.add(answer.get());
                }
                assertEquals(1, answers.size(), answers::toString);
                assertEquals(answers, Set.of(register(cluster).inForce()));
                assertEquals(1, answers.iterator().next().number());
            }
        }
        finally
        {
            threads.shutdownNow();
        }
    }
}
