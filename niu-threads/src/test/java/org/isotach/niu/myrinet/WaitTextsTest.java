/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.time.Duration;

import org.isotach.HostExpelledException;
import org.isotach.IsotachTimeoutException;
import org.isotach.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.isotach.niu.myrinet.MyrinetCluster.SHORT;
import static org.isotach.niu.myrinet.MyrinetCluster.invoker;
import static org.isotach.niu.myrinet.MyrinetCluster.small;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Who waits for something on a Myrinet in vain is told for what: for which channel, and of which host, by number and
 * name.
 */
@Timeout(60)
final class WaitTextsTest
{
    private static MyrinetCluster launch(final Reception reception)
    {
        final Topology.Builder topology = Topology.builder();
        final int node = topology.addSwitch();
        topology.addHost(node, "alice");
        topology.addHost(node, "bob");
        topology.addHost(node);
        return new MyrinetCluster(
            invoker(3).topology(topology.build()).awaitTimeout(Duration.ofMillis(5)), small().reception(reception));
    }

    private static void assertTold(final String what, final Executable call)
    {
        final String message = assertThrows(IsotachTimeoutException.class, call).getMessage();
        assertTrue(message.contains(" ms for " + what), message);
    }

    @ParameterizedTest
    @EnumSource(Reception.class)
    void shouldNameAChannelAndItsSenders(final Reception reception)
    {
        try (MyrinetCluster on = launch(reception))
        {
            final Channel channel = on.nic(1).open(3);
            assertTold("a buffer on channel 3 of host 1 (bob), to which no host has sent anything", channel::receive);
            on.send(0, channel, 1, SHORT, 1);
            on.send(2, channel, 1, SHORT, 1);
            MyrinetCluster.freeAll(channel);
            assertTold("a buffer on channel 3 of host 1 (bob), to which buffers come from host 0 (alice), host 2",
                channel::receive);
        }
    }

    @Test
    void shouldNameTheReceiverThatLeavesNoRoom()
    {
        try (MyrinetCluster on = launch(Reception.PARK))
        {
            final Channel channel = on.nic(1).open(3);
            Buffer buffer = on.nic(0).buffer().length(SHORT);
            while (on.nic(0).trySend(on.network.route(0, 1), 3, buffer))
            {
                buffer = on.nic(0).buffer().length(SHORT);
            }
            final Buffer last = buffer;
            assertTold("room on channel 3 of host 1 (bob)",
                () -> on.nic(0).send(on.network.route(0, 1), 3, last));
            last.free();
            channel.close();
        }
    }

    @Test
    void shouldNameThePoolThatIsEmpty()
    {
        try (MyrinetCluster on = launch(Reception.PARK))
        {
            final Buffer[] all = new Buffer[4];
            for (int i = 0; i < all.length; i++)
            {
                all[i] = on.nic(0).buffer();
            }
            assertTold("a buffer that comes back to the pool of host 0 (alice)", () -> on.nic(0).buffer());
            for (final Buffer buffer : all)
            {
                buffer.free();
            }
        }
    }

    @Test
    void shouldNameTheOtherEndOfAConnection()
    {
        try (MyrinetCluster on = launch(Reception.PARK))
        {
            try (Rpp end = new Rpp(on.nic(0), on.nic(0).open(0), on.network.route(0, 1), 2, 1))
            {
                assertTold("the next message in order from channel 2 of host 1 (bob)", end::receive);
                assertTrue(end.trySend(end.tryBuffer().length(SHORT)));
                assertTold("the acknowledgement of channel 2 of host 1 (bob)", end::awaitAcknowledged);
                final Buffer next = end.tryBuffer().length(SHORT);
                assertTold("room in the window to channel 2 of host 1 (bob)", () -> end.send(next));
                next.free();
            }
        }
    }

    @Test
    void shouldNameAHostThatWasExpelled()
    {
        try (MyrinetCluster on = launch(Reception.PARK))
        {
            on.nic(1).open(0);
            on.cluster.expel(1);
            final Buffer buffer = on.nic(0).buffer().length(SHORT);
            final String message = assertThrows(HostExpelledException.class,
                () -> on.nic(0).trySend(on.network.route(0, 1), 0, buffer)).getMessage();
            assertTrue(message.startsWith("host 1 (bob) was expelled"), message);
            buffer.free();
        }
    }
}
