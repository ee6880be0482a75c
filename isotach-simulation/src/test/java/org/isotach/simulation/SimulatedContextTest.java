/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.Random;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.spi.Membership;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

class SimulatedContextTest
{
    private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

    /**
     * A debugger may stop the run for longer than any default.
     */
    @Test
    void shouldNotLetTheTimeOfTheMachineEndAClose()
    {
        assertEquals(FOR_EVER, launch(new ClusterContext()).context().closeTimeout());
    }

    @Test
    void shouldKeepTheTimeLimitOfACloseThatIsSet()
    {
        final Duration limit = Duration.ofSeconds(3);
        assertEquals(limit, launch(new ClusterContext().closeTimeout(limit)).context().closeTimeout());
    }

    private static Cluster launch(final ClusterContext context)
    {
        return new Simulation(1, Integer.MAX_VALUE, false).launch(context);
    }

    @Test
    void shouldNotLetTheTimeOfTheMachineEndAJoin()
    {
        final Membership membership = membership(Membership.JOIN_TIMEOUT_DEFAULT);
        final Membership completed = SimulatedContext.complete(membership);
        assertEquals(FOR_EVER, completed.joinTimeout());
        assertEquals("left", completed.name());
        assertSame(membership.members(), completed.members());
        assertSame(membership.trunks(), completed.trunks());
        assertSame(membership.authority(), completed.authority());
    }

    @Test
    void shouldKeepTheTimeLimitOfAJoinThatIsSet()
    {
        final Membership membership = membership(Duration.ofSeconds(3));
        assertSame(membership, SimulatedContext.complete(membership));
        assertNull(SimulatedContext.complete(null));
    }

    private static Membership membership(final Duration joinTimeout)
    {
        return new Membership(
            TwoMembers.MEMBERS, "left", new MemoryTrunks(TwoMembers.MEMBERS.count(), 1, new Random(1)), joinTimeout);
    }
}
