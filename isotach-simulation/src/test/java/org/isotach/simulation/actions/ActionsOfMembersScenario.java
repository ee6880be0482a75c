/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.time.Duration;
import java.util.Random;

import org.isotach.Topology;
import org.isotach.actions.IsotachContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.simulation.MemoryTrunks;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * The programs of {@link ActionsScenario} at two or three members, with trunks that keep records back and refuse them:
 * one order explains what all of them have seen, and all that it promises is true across members. Threads of one member
 * join at the same time.
 */
public final class ActionsOfMembersScenario implements Scenario
{
    private static final int MAX_PROGRAMS = 4;
    private static final int MAX_STEPS = 400_000;

    @Override
    public void prepare(final Simulation simulation)
    {
        final Random random = simulation.random();
        final int count = 1 + simulation.upTo(2);
        final int hosts = count + random.nextInt(2);
        final Members.Builder builder = Members.builder();
        for (int member = 0; member < count; member++)
        {
            builder.add("member-" + member, "", member);
        }
        final Members members = builder.build();
        final MemoryTrunks trunks = new MemoryTrunks(count, 1 << random.nextInt(8), new Random(random.nextLong()));
        final ActionsShared shared = new ActionsShared(simulation);
        final ActionsShared.StepCodec codec = new ActionsShared.StepCodec();
        final int programs = 1 + simulation.upTo(MAX_PROGRAMS);
        final int accounts = 1 + simulation.upTo(4);
        final int copies = random.nextBoolean() ? hosts : 1 + random.nextInt(hosts);
        shared.counted = ActionsRun.FIRST_COUNT;
        final int readCap = 32 << random.nextInt(3);
        for (int member = 0; member < count; member++)
        {
            final Cluster cluster = simulation.launch(
                new ClusterContext()
                    .topology(Topology.chain(count, hosts))
                    .awaitTimeout(Duration.ZERO)
                    .readCap(readCap)
                    .sendRingSize(4 << random.nextInt(3)),
                new Membership(members, members.name(member), trunks));
            final IsotachContext context = new IsotachContext().membership(null, codec).copies(copies);
            shared.members.add(new ActionsRun(shared, cluster, context, programs, accounts));
            cluster.tryJoin();
        }
        for (int i = 0; i < programs; i++)
        {
            shared.programs.add(new ActionsProgram(shared.members.get(i % count), i));
        }
        shared.start();
        simulation.always("End", () -> simulation.step() < MAX_STEPS ? null : "no end after " + MAX_STEPS + " steps");
    }
}
