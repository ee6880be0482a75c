/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The packets of one kind of endpoints: each arrives once, in any order. What was sent belongs to the thread of the
 * sender, and what has arrived to that of the receiver, until both have ended.
 */
final class EndpointLedger
{
    private static final int MAX_NUMBER = 1 << 28;

    private final String what;
    private final int hosts;
    private final int[] sent;
    private final BitSet[] received;
    private final Violations violations = new Violations();

    /**
     * @param what name of a packet for messages.
     */
    EndpointLedger(final String what, final int hosts)
    {
        this.what = what;
        this.hosts = hosts;
        sent = new int[hosts * hosts];
        received = new BitSet[hosts * hosts];
        Arrays.setAll(received, pair -> new BitSet());
    }

    Violations violations()
    {
        return violations;
    }

    /**
     * Returns the number of the next packet, which it keeps until that is sent.
     */
    int next(final int sender, final int receiver)
    {
        return sent[sender * hosts + receiver];
    }

    void sent(final int sender, final int receiver)
    {
        sent[sender * hosts + receiver]++;
    }

    void received(final int sender, final int receiver, final long number)
    {
        if (number < 0 || number > MAX_NUMBER)
        {
            violations.add("host " + receiver + " has received " + what + ' ' + number + " of host " + sender +
                ", which was never sent");
            return;
        }
        final BitSet numbers = received[sender * hosts + receiver];
        if (numbers.get((int)number))
        {
            violations.add("host " + receiver + " has received " + what + ' ' + number + " of host " + sender +
                " twice");
        }
        numbers.set((int)number);
    }

    /**
     * Checks, when both hosts have ended, that nothing is missing and nothing was invented.
     */
    void checkDelivered(final int sender, final int receiver)
    {
        final BitSet numbers = received[sender * hosts + receiver];
        final int count = sent[sender * hosts + receiver];
        if (count != numbers.cardinality() || count != numbers.length())
        {
            violations.add("host " + receiver + " has received " + numbers.cardinality() + " of " + count + " (" +
                what + ") of host " + sender);
        }
    }
}
