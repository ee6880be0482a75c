/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.isotach.HostExpelledException;
import org.isotach.MemberLostException;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.simulation.MemoryTrunks;
import org.isotach.simulation.PrivateField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What two of three members do when the third one is out, at the worst moment.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MembersThatAreOutTest
{
    private static final Members MEMBERS =
        Members.builder().add("left", "", 0).add("middle", "", 1).add("right", "", 2).build();
    private static final int LEFT = 0;
    private static final int MIDDLE = 1;
    private static final int RIGHT = 2;
    private static final long INITIAL = 5;

    private final MemoryTrunks trunks = new MemoryTrunks(MEMBERS.count(), 64, new Random(1));

    // By member.
    private final List<List<Throwable>> errors = new ArrayList<>();
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<Isotach> members = new ArrayList<>();
    private final List<IsoLong> counters = new ArrayList<>();
    private final List<IsoReference<String>> texts = new ArrayList<>();

    @BeforeEach
    void launch()
    {
        for (int own = 0; own < MEMBERS.count(); own++)
        {
            errors.add(new CopyOnWriteArrayList<>());
            final Cluster cluster = Cluster.launch(
                new ClusterContext()
                    .topology(Topology.chain(MEMBERS.count(), MEMBERS.count()))
                    .threadingMode(ThreadingMode.SHARED)
                    .awaitTimeout(Duration.ofSeconds(60))
                    .closeTimeout(Duration.ofSeconds(1))
                    .errorHandler(errors.get(own)::add),
                new Membership(MEMBERS, MEMBERS.name(own), trunks));
            final Isotach isotach = Isotach.on(cluster, new IsotachContext().memory(64));
            clusters.add(cluster);
            members.add(isotach);
            counters.add(isotach.longVariable("counter", INITIAL));
            texts.add(isotach.reference("text", "initial"));
        }
        boolean areThere = false;
        while (!areThere)
        {
            areThere = clusters.stream().map(Cluster::tryJoin).reduce(true, Boolean::logicalAnd);
        }
    }

    @AfterEach
    void close()
    {
        members.forEach(Isotach::close);
        clusters.forEach(Cluster::close);
    }

    private static <T> FutureTask<T> start(final Callable<T> call)
    {
        final FutureTask<T> task = new FutureTask<>(call);
        new Thread(task).start();
        return task;
    }

    private void joinWithout(final int out) throws Exception
    {
        final List<FutureTask<Void>> joining = new ArrayList<>();
        for (int own = 0; own < MEMBERS.count(); own++)
        {
            if (own != out)
            {
                final Isotach isotach = members.get(own);
                joining.add(start(() ->
                {
                    isotach.join();
                    return null;
                }));
            }
        }
        for (final FutureTask<Void> task : joining)
        {
            try
            {
                task.get();
            }
            catch (final ExecutionException ex)
            {
                throw new AssertionError(state(joining), ex);
            }
        }
    }

    /**
     * What a failure needs: one member waits in vain because of what has happened at another one.
     */
    private String state(final List<FutureTask<Void>> joining)
    {
        final StringBuilder state = new StringBuilder("joining: ").append(joining).append(", errors: ").append(errors);
        clusters.forEach(cluster -> state.append('\n').append(cluster.status()));
        return state.toString();
    }

    @Test
    void shouldWriteTheInitialValuesInPlaceOfAMemberThatIsOut() throws Exception
    {
        clusters.get(MIDDLE).expelMember(MEMBERS.name(LEFT));

        joinWithout(LEFT);

        assertEquals(INITIAL, counters.get(RIGHT).getAndAdd(1));
        assertEquals(INITIAL + 1, counters.get(MIDDLE).get());
        assertEquals("initial", texts.get(RIGHT).get());
        assertEquals(List.of(), errors.get(MIDDLE));
    }

    /**
     * Another member has read the handle at the member that is out, and is out itself: here only the handle is known.
     */
    @Test
    void shouldSayAtOnceThatAnObjectIsLostWithItsMember() throws Exception
    {
        final FutureTask<Void> last = start(() ->
        {
            members.get(RIGHT).join();
            return null;
        });
        joinWithout(RIGHT);
        last.get();
        final IsotachParts parts = PrivateField.read(members.get(LEFT), "parts");
        final References references = parts.references;
        final long handle = RIGHT + 1L << ReferencesOfMembers.MEMBER_SHIFT | 7;
        final FutureTask<Object> early = start(() -> references.get(handle));

        clusters.get(LEFT).expelMember(MEMBERS.name(RIGHT));

        final Throwable cause = assertInstanceOf(
            HostExpelledException.class, assertThrows(ExecutionException.class, early::get).getCause());
        assertTrue(cause.getMessage().contains("set the reference anew"), cause.getMessage());
        assertThrows(HostExpelledException.class, () -> references.get(handle));
        texts.get(LEFT).set("anew");
        assertEquals("anew", texts.get(MIDDLE).get());
        assertEquals(List.of(), errors.get(LEFT));
    }

    @Test
    void shouldEndWhatAMemberDoesNotWaitForWhenItIsOut() throws Exception
    {
        final FutureTask<Void> last = start(() ->
        {
            members.get(RIGHT).join();
            return null;
        });
        joinWithout(RIGHT);
        last.get();
        final IsoLong counter = counters.get(LEFT);
        final Update update = members.get(LEFT).update(counter);
        try (Reservation held = members.get(MIDDLE).reserve(counters.get(MIDDLE)))
        {
            final CompletableFuture<Long> acted = update.runAsync(action -> action.get(counter), Runnable::run);
            final CompletableFuture<Long> submitted =
                members.get(LEFT).pipeline(2).submit(update, action -> action.get(counter));

            clusters.get(MIDDLE).expelMember(MEMBERS.name(LEFT));

            for (final CompletableFuture<Long> future : List.of(acted, submitted))
            {
                assertInstanceOf(
                    MemberLostException.class,
                    assertThrows(ExecutionException.class, () -> future.get(60, TimeUnit.SECONDS)).getCause());
            }
            assertEquals(INITIAL, held.values().get(counters.get(MIDDLE)));
        }
        assertFalse(clusters.get(LEFT).isClosed());
    }
}
