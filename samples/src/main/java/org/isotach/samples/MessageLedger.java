/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Messages that were sent and not yet received. Each receiver gets the messages of each sender in their order, none is
 * lost, none comes twice, and those of one isochron come to all receivers or to none, even if their sender fails.
 * <p>
 * The number of a message says where it belongs, and grows with each message of a sender:
 * <pre>
 *   phase (from bit 28)  | isochron (from bit 2) | place in the isochron
 * </pre>
 */
final class MessageLedger
{
    static final int MAX_MESSAGES_PER_ISOCHRON = 4;

    private static final int ISOCHRON_SHIFT = 2;
    private static final int PHASE_SHIFT = 28;
    private static final long NONE = -1;

    private final Violations violations = new Violations();
    private final int hosts;
    private final List<Queue<Long>> underWay = new ArrayList<>();
    private final long[][] lastReceived;

    MessageLedger(final int hosts)
    {
        this.hosts = hosts;
        lastReceived = new long[hosts][hosts];
        for (int pair = 0; pair < hosts * hosts; pair++)
        {
            underWay.add(new ConcurrentLinkedQueue<>());
            lastReceived[pair / hosts][pair % hosts] = NONE;
        }
    }

    static long number(final int phase, final long isochron, final int place)
    {
        return (long)phase << PHASE_SHIFT | isochron << ISOCHRON_SHIFT | place;
    }

    Violations violations()
    {
        return violations;
    }

    /**
     * A message is about to be sent; called by the thread of the sender.
     */
    void sent(final int sender, final int receiver, final long number)
    {
        underWay(sender, receiver).add(number);
    }

    /**
     * Called by the thread of the receiver.
     */
    void received(final int sender, final int receiver, final long number)
    {
        final Long expected = underWay(sender, receiver).poll();
        if (null == expected || expected != number)
        {
            violations.add("host " + receiver + " received message " + number + " of host " + sender + " instead of " +
                expected);
        }
        lastReceived[sender][receiver] = number;
    }

    /**
     * A strong barrier is complete at a receiver: checks that it has received everything sent in this phase and before.
     */
    void checkBarrier(final int sender, final int receiver, final int phase)
    {
        final Long next = underWay(sender, receiver).peek();
        if (null != next && next >>> PHASE_SHIFT <= phase)
        {
            violations.add("host " + receiver + " passed the barrier of phase " + phase + " before message " + next +
                " of host " + sender);
        }
    }

    /**
     * At the end: checks that a receiver has received everything from a sender, neither of which has failed.
     */
    void checkDelivered(final int sender, final int receiver)
    {
        final int lost = underWay(sender, receiver).size();
        if (0 != lost)
        {
            violations.add("host " + receiver + " has not received " + lost + " messages of host " + sender);
        }
    }

    /**
     * At the end: checks that the others have received everything that the failed host sent to them, up to some
     * isochron, and nothing behind it.
     */
    void checkCut(final int failed)
    {
        long lastThere = NONE;
        long firstMissing = Long.MAX_VALUE;
        for (int receiver = 0; receiver < hosts; receiver++)
        {
            if (receiver != failed)
            {
                lastThere = Math.max(lastThere, lastReceived[failed][receiver]);
                final Long missing = underWay(failed, receiver).peek();
                firstMissing = null == missing ? firstMissing : Math.min(firstMissing, missing);
            }
        }
        if (lastThere >> ISOCHRON_SHIFT >= firstMissing >> ISOCHRON_SHIFT)
        {
            violations.add("message " + lastThere + " of host " + failed + ", which failed, was received, message " +
                firstMissing + " was not");
        }
    }

    private Queue<Long> underWay(final int sender, final int receiver)
    {
        return underWay.get(sender * hosts + receiver);
    }
}
