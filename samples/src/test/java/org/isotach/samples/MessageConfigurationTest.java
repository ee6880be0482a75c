/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.mbm.MessageOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The figures of 2000 are those from which the paper draws its conclusions.
 */
final class MessageConfigurationTest
{
    /**
     * Ironman section 11.2: latency is 1.4 to 2.3 times, throughput 42 % to 89 % of that of non-isotach messages.
     */
    @Test
    void shouldHaveTheRatiosOfThePaper()
    {
        double leastLatency = Double.MAX_VALUE;
        double mostLatency = 0;
        double leastThroughput = Double.MAX_VALUE;
        double mostThroughput = 0;
        for (int payload = 0; payload < MessageConfiguration.payloadCount(); payload++)
        {
            final double latency = MessageConfiguration.ISOTACH.tripUs(payload) /
                MessageConfiguration.NON_ISOTACH.tripUs(payload);
            final double throughput = MessageConfiguration.ISOTACH.senderMegabits(payload) /
                MessageConfiguration.NON_ISOTACH.senderMegabits(payload);
            leastLatency = Math.min(leastLatency, latency);
            mostLatency = Math.max(mostLatency, latency);
            leastThroughput = Math.min(leastThroughput, throughput);
            mostThroughput = Math.max(mostThroughput, throughput);
        }
        assertEquals(1.4, leastLatency, 0.06);
        assertEquals(2.3, mostLatency, 0.06);
        assertEquals(0.42, leastThroughput, 0.005);
        assertEquals(0.89, mostThroughput, 0.005);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGrowWithThePayload(final MessageConfiguration configuration)
    {
        for (int payload = 1; payload < MessageConfiguration.payloadCount(); payload++)
        {
            assertEquals(2 * MessageConfiguration.payload(payload - 1), MessageConfiguration.payload(payload));
            assertTrue(configuration.tripUs(payload - 1) < configuration.tripUs(payload));
            assertTrue(configuration.senderMegabits(payload - 1) < configuration.senderMegabits(payload));
            assertEquals(
                configuration.senderMegabits(payload),
                configuration.receiverMegabits(payload),
                0.002 * configuration.senderMegabits(payload));
        }
    }

    @Test
    void shouldHaveTheOrderThatTheLabelSays()
    {
        assertEquals(MessageOrder.ARRIVAL_UNSTAMPED, MessageConfiguration.UNSTAMPED.order());
        assertEquals(MessageOrder.ARRIVAL, MessageConfiguration.UNORDERED.order());
        assertEquals(MessageOrder.ISOTACH, MessageConfiguration.ISOTACH.order());
        for (final MessageConfiguration configuration : MessageConfiguration.values())
        {
            assertEquals(configuration.label().startsWith("isotach"), configuration.isIsotach());
        }
    }
}
