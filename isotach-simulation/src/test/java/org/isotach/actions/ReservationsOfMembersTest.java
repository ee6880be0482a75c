/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import org.isotach.HostExpelledException;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.simulation.MemoryTrunks;
import org.isotach.simulation.PrivateField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * References that are reserved at one of two hosts of a member, which is expelled.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ReservationsOfMembersTest
{
    private static final Members MEMBERS = Members.builder().add("left", "", 0).add("right", "", 1).build();
    private static final int HOSTS = 4;
    private static final Executor THREADS = task -> new Thread(task).start();
    private static final int MAX_LOOKS = 10_000;

    private final MemoryTrunks trunks = new MemoryTrunks(MEMBERS.count(), 64, new Random(1));
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<Isotach> members = new ArrayList<>();
    private final List<IsoReference<String>> texts = new ArrayList<>();

    @Test
    void shouldNotWaitForAnObjectThatOthersHaveReplaced()
    {
        try
        {
            launch();
            final IsoReference<String> text = texts.get(0);
            final Reservation held = reserveAt(1);
            final IsotachParts parts = PrivateField.read(members.get(0), "parts");
            final long handle = run(held).values()[0];

            clusters.get(0).expel(1);
            for (int i = 0; i < MAX_LOOKS && null != parts.references.find(handle); i++)
            {
                text.set(Integer.toString(i));
            }

            assertNull(parts.references.find(handle));
            assertEquals("initial", held.values().get(text));
            assertThrows(
                HostExpelledException.class, () -> held.assign(action -> action.set(text, action.get(text) + " 2")));
        }
        finally
        {
            members.forEach(Isotach::close);
            clusters.forEach(Cluster::close);
        }
    }

    private void launch()
    {
        for (int own = 0; own < MEMBERS.count(); own++)
        {
            final Cluster cluster = Cluster.launch(
                new ClusterContext()
                    .topology(Topology.chain(2, HOSTS))
                    .threadingMode(ThreadingMode.SHARED)
                    .awaitTimeout(Duration.ofSeconds(20))
                    .closeTimeout(Duration.ofSeconds(1))
                    // The last one to close has nobody to talk to.
                    .errorHandler(failure -> {}),
                new Membership(MEMBERS, MEMBERS.name(own), trunks));
            final Isotach isotach = Isotach.on(cluster, new IsotachContext().memory(64).copies(HOSTS).sessions(2));
            clusters.add(cluster);
            members.add(isotach);
            texts.add(isotach.reference("text", "initial"));
        }
        boolean areThere = false;
        while (!areThere)
        {
            areThere = clusters.stream().map(Cluster::tryJoin).reduce(true, Boolean::logicalAnd);
        }
        final CompletableFuture<Void> right = CompletableFuture.runAsync(members.get(1)::join, THREADS);
        members.get(0).join();
        right.join();
    }

    private Reservation reserveAt(final int host)
    {
        while (true)
        {
            // Threads use different sessions.
            final Reservation held =
                CompletableFuture.supplyAsync(() -> members.get(0).reserve(texts.get(0)), THREADS).join();
            if (host == run(held).host().id())
            {
                return held;
            }
            held.close();
        }
    }

    private static Run run(final Reservation reservation)
    {
        return PrivateField.read(reservation, "run");
    }
}
