/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class EndpointExchangeTest
{
    private static final int PAYLOAD = 32;
    private static final int WORDS = PAYLOAD / Long.BYTES;

    @ParameterizedTest
    @ValueSource(strings = { "ring", "pipe", "tcp" })
    void shouldSendBytesInBothDirections(final String protocol)
    {
        try (Connection connection = Connection.open(protocol, PAYLOAD))
        {
            assertEquals(Endpoint.NONE, connection.endpoint(0).tryReceive());
            assertEquals(Endpoint.NONE, connection.endpoint(1).tryReceive());
            connection.endpoint(0).send(5);
            connection.endpoint(1).send(7);

            assertEquals(5L * WORDS, connection.endpoint(1).receive());
            assertEquals(7L * WORDS, connection.endpoint(0).receive());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "ring", "pipe", "tcp" })
    void shouldNotBlockWhenThereIsNoRoom(final String protocol)
    {
        try (Connection connection = Connection.open(protocol, PAYLOAD))
        {
            long sent = 0;
            while (connection.endpoint(0).trySend(sent))
            {
                sent++;
            }

            for (long i = 0; i < sent; i++)
            {
                assertEquals(i * WORDS, connection.endpoint(1).receive());
            }
            assertTrue(connection.endpoint(0).trySend(sent));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "ring", ActiveMessageExchange.KEYS, ActiveMessageExchange.DEFAULT, ActiveMessageExchange.CHECKSUMS })
    void shouldGetTheAnswerOfTheOtherThread(final String subject) throws InterruptedException
    {
        final Exchange exchange = TurnKind.REQUEST.open(subject, 0);
        final SpinningThread other = SpinningThread.start("echo", exchange::serve);
        try
        {
            for (long i = 1; i <= 100; i++)
            {
                assertEquals(i, exchange.operate());
            }
        }
        finally
        {
            other.stop();
            exchange.close();
        }
    }

    @Test
    void shouldOpenEndpointsThatNobodyUses()
    {
        try (Cluster cluster =
            Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)))
        {
            final IdleEndpoints idle = new IdleEndpoints(cluster);

            assertEquals(0, idle.used());
            assertEquals(2, idle.gang().size(), "a queue pair at each host");
            assertThrows(IllegalStateException.class, () -> idle.network().nic(1).open(0), "it is open");
            idle.close();
            assertThrows(IllegalStateException.class, idle.gang().queuePair(0)::flush, "it is closed");
        }
    }

    @Test
    void shouldSendMessagesBesideIdleEndpoints()
    {
        try (Exchange exchange = TurnKind.ROUND_TRIP_ALONE.open("isotach-idle-endpoints", PAYLOAD))
        {
            assertEquals(1, exchange.operate());
            assertEquals(2, exchange.operate());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "isotach-packets", "isotach-myrinet" })
    void shouldSendMessagesWhoseFramesAreCarriedOtherwise(final String protocol)
    {
        try (Exchange exchange = new LoneRoundTripExchange(Connection.open(protocol, PAYLOAD), PAYLOAD))
        {
            assertEquals(1, exchange.operate());
            assertEquals(2, exchange.operate());
        }
    }
}
