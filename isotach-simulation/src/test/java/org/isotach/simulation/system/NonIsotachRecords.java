/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

/**
 * The non-isotach messages and barriers of a run, and the first thing that was wrong with them.
 */
final class NonIsotachRecords
{
    /**
     * Barriers that every host comes to.
     */
    final int barriers;

    private final int hosts;

    // By sender and receiver: messages sent and received so far.
    private final int[][] sent;
    private final int[][] received;

    // By host: barriers that it has come to, and by barrier, sender and receiver the messages sent before.
    private final int[] arrivals;
    private final int[][][] sentBefore;
    private String wrongMessage;
    private String wrongBarrier;

    NonIsotachRecords(final int hosts, final int barriers)
    {
        this.hosts = hosts;
        this.barriers = barriers;
        sent = new int[hosts][hosts];
        received = new int[hosts][hosts];
        arrivals = new int[hosts];
        sentBefore = new int[barriers][hosts][];
    }

    /**
     * Number that the next message of a host to another one has.
     */
    int nextNumber(final int sender, final int receiver)
    {
        return sent[sender][receiver];
    }

    void sent(final int sender, final int receiver)
    {
        sent[sender][receiver]++;
    }

    void received(final int receiver, final int sender, final int number)
    {
        final int expected = received[sender][receiver]++;
        if (number != expected && null == wrongMessage)
        {
            wrongMessage = "host " + receiver + " has received non-isotach message " + number + " of host " + sender +
                " instead of " + expected;
        }
    }

    void arrived(final int host)
    {
        sentBefore[arrivals[host]++][host] = sent[host].clone();
    }

    /**
     * A barrier is complete for a host, which has then received all that there was for it.
     */
    void completed(final int host)
    {
        final int barrier = arrivals[host] - 1;
        for (int other = 0; other < hosts && null == wrongBarrier; other++)
        {
            if (arrivals[other] <= barrier)
            {
                wrongBarrier = "non-isotach barrier " + barrier + " is complete for host " + host + ", and host " +
                    other + " has not come to it";
            }
            else if (received[other][host] < sentBefore[barrier][other][host])
            {
                wrongBarrier = "non-isotach barrier " + barrier + " is complete for host " + host +
                    ", which can receive " + received[other][host] + " of " + sentBefore[barrier][other][host] +
                    " messages of host " + other + " that were sent before";
            }
        }
    }

    String wrongMessage()
    {
        return wrongMessage;
    }

    String wrongBarrier()
    {
        return wrongBarrier;
    }

    /**
     * @return what is wrong when all programs have ended: every message was received, every barrier was come to.
     */
    String missing()
    {
        for (int host = 0; host < hosts; host++)
        {
            for (int sender = 0; sender < hosts; sender++)
            {
                if (sent[sender][host] != received[sender][host])
                {
                    return "host " + host + " has received " + received[sender][host] + " of " + sent[sender][host] +
                        " non-isotach messages of host " + sender;
                }
            }
        }
        return null;
    }
}
