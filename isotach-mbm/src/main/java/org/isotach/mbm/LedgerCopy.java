/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.concurrent.atomic.AtomicLongArray;

import org.isotach.niu.link.StartWords;

/**
 * The ledger of one barrier channel in a cluster with members: the copy of one host. This class owns the rule that a
 * copy changes by notices alone, in their order, which is the same at all hosts: so all copies have the same state
 * after the same notice, and each host finds by itself that an execution is complete.
 * <p>
 * Belongs to the executor of its host; other threads may read it, for messages.
 */
final class LedgerCopy implements BarrierLedger
{
    private final int channel;
    private final StartWords startWords;
    private final int hostCount;

    // A bit for each host. Read by other threads, too.
    private final AtomicLongArray members;
    private final AtomicLongArray holders;
    private int memberCount;
    private int holderCount;
    private boolean hasBegun;
    private volatile long execution;

    /**
     * @param channel    number of the channel.
     * @param hostCount  number of hosts of all members.
     * @param startWords a bit for each channel that a host had registered before its member joined.
     */
    LedgerCopy(final int channel, final int hostCount, final StartWords startWords)
    {
        this.channel = channel;
        this.hostCount = hostCount;
        this.startWords = startWords;
        members = new AtomicLongArray((hostCount + Long.SIZE - 1) / Long.SIZE);
        holders = new AtomicLongArray(members.length());
    }

    @Override
    public long execution()
    {
        return execution;
    }

    /**
     * Returns whether a host is a member. Any thread may call it, and reads a state that was true not long ago.
     */
    boolean isMember(final int host)
    {
        return isIn(members, host);
    }

    /**
     * Returns whether a host is a member that holds its credit. Any thread may call it, as {@link #isMember}.
     */
    boolean isHolder(final int host)
    {
        return isIn(holders, host);
    }

    /**
     * Applies the change of a notice.
     *
     * @param kind of the change, see {@link Notice}.
     * @param host that has made it.
     * @return the execution if this completes it, otherwise {@link #NONE}.
     */
    long apply(final int kind, final int host)
    {
        begin();
        switch (kind)
        {
            case Notice.JOIN:
                put(members, host, true);
                break;
            case Notice.JOIN_FIRST:
                if (0 != execution)
                {
                    return NONE;
                }
                put(members, host, true);
                put(holders, host, true);
                break;
            case Notice.JOIN_HOLDING:
                put(members, host, true);
                put(holders, host, true);
                break;
            case Notice.CREDIT:
                put(holders, host, false);
                break;
            default:
                put(holders, host, false);
                put(members, host, false);
                break;
        }
        return completed();
    }

    /**
     * Takes out a host that was expelled, if it is a member.
     *
     * @return the execution if this completes it, otherwise {@link #NONE}.
     */
    long expel(final int host)
    {
        begin();
        return isMember(host) ? apply(Notice.LEAVE, host) : NONE;
    }

    /**
     * All members had joined before the first pulse has ended, and nothing is given before.
     */
    private void begin()
    {
        if (!hasBegun)
        {
            hasBegun = true;
            for (int host = 0; host < hostCount; host++)
            {
                final boolean isMember = 0 != (startWords.get(host) & 1L << channel);
                put(members, host, isMember);
                put(holders, host, isMember);
            }
        }
    }

    private long completed()
    {
        if (0 != holderCount || 0 == memberCount)
        {
            return NONE;
        }
        for (int word = 0; word < members.length(); word++)
        {
            holders.lazySet(word, members.getPlain(word));
        }
        holderCount = memberCount;
        final long complete = execution;
        execution = complete + 1;
        return complete;
    }

    private void put(final AtomicLongArray hosts, final int host, final boolean isIn)
    {
        if (isIn != isIn(hosts, host))
        {
            final int word = host / Long.SIZE;
            hosts.lazySet(word, hosts.getPlain(word) ^ 1L << host);
            if (hosts == members)
            {
                memberCount += isIn ? 1 : -1;
            }
            else
            {
                holderCount += isIn ? 1 : -1;
            }
        }
    }

    private static boolean isIn(final AtomicLongArray hosts, final int host)
    {
        return 0 != (hosts.get(host / Long.SIZE) & 1L << host);
    }

    @Override
    public String toString()
    {
        return "LedgerCopy{execution=" + execution + ", members=" + memberCount + ", holders=" + holderCount + '}';
    }
}
