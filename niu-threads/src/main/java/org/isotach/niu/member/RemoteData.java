/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.ModelExchange;
import org.isotach.niu.link.RecordLanding;
import org.isotach.niu.link.RecordRelay;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;

/**
 * What models tell those of one other member besides isochrons and notices, on its way over the trunk. It owns the rule
 * that a counter comes behind everything that its host has sent before. Belongs to the owner of the trunks.
 */
final class RemoteData
{
    // So that what must not wait goes in between.
    private static final int RECORDS_AT_ONCE = 16;

    // In place of a length.
    private static final int PADDING = -1;

    private final ModelExchange exchange;
    private final int member;
    private final int[] ownHosts;
    private final long[] toldCounters;
    private final TrunkQueue queue;
    private final OffHeapBuffer record = OffHeapBuffer.allocate(TrunkRecord.SHORT_LENGTH);

    // In the last turn nothing was left behind.
    private boolean areEmpty;

    /**
     * @param exchange of this member.
     * @param member   number of the other member.
     * @param queue    to it.
     */
    RemoteData(final ModelExchange exchange, final int member, final TrunkQueue queue)
    {
        this.exchange = exchange;
        this.member = member;
        this.queue = queue;
        ownHosts = exchange.hosts().of(exchange.hosts().own());
        toldCounters = new long[ownHosts.length];
    }

    /**
     * Says what the hosts of this member begin with.
     */
    void sayStart()
    {
        for (final int host : ownHosts)
        {
            queue.say(TrunkRecord.START, host, exchange.startWords().get(host));
        }
    }

    /**
     * Sends data, what is given back, and counters.
     *
     * @return number of records.
     */
    int send()
    {
        int work = sendGivenBack();
        for (int i = 0; i < ownHosts.length; i++)
        {
            // Before the relays of the host are emptied: what the host had sent by then is in them. Partner:
            // ModelExchange.count().
            final long counter = exchange.counter(ownHosts[i]);
            final boolean isDue = counter > toldCounters[i];
            work += sendFrom(ownHosts[i], isDue ? Integer.MAX_VALUE : RECORDS_AT_ONCE);
            if (isDue && areEmpty)
            {
                queue.say(TrunkRecord.COUNT, ownHosts[i], counter);
                // Behind what can fail: it is said again then.
                toldCounters[i] = counter;
                work++;
            }
        }
        return work;
    }

    /**
     * @param limit of records on the way to each host.
     */
    private int sendFrom(final int host, final int limit)
    {
        int work = 0;
        areEmpty = true;
        for (final RecordRelay relay : exchange.relays())
        {
            if (host == relay.sender() && member == exchange.hosts().memberOf(relay.receiver()))
            {
                work += send(relay, limit);
            }
        }
        return work;
    }

    private int send(final RecordRelay relay, final int limit)
    {
        int count = 0;
        while (count < limit && queue.flush())
        {
            final long at = relay.peek();
            if (at < 0)
            {
                relay.markSent();
                return count;
            }
            record.putInt(TrunkRecord.TYPE, TrunkRecord.DATA);
            record.putInt(TrunkRecord.FIRST, relay.sender());
            record.putInt(TrunkRecord.SECOND, relay.receiver());
            record.putInt(TrunkRecord.SECOND + Integer.BYTES, relay.isPadding() ? PADDING : relay.length());
            record.putLong(TrunkRecord.THIRD, at);
            queue.send(
                record, TrunkRecord.DATA_HEADER_LENGTH, relay.buffer(), relay.offset(at), relay.lengthInWords());
            // Behind what can fail: it is sent again then.
            relay.take();
            count++;
        }
        areEmpty = false;
        return count;
    }

    private int sendGivenBack()
    {
        int work = 0;
        for (final RecordLanding landing : exchange.landings())
        {
            if (member == exchange.hosts().memberOf(landing.sender()))
            {
                final long consumed = landing.newlyConsumed();
                if (consumed >= 0)
                {
                    record.putInt(TrunkRecord.TYPE, TrunkRecord.GIVEN_BACK);
                    record.putInt(TrunkRecord.FIRST, landing.sender());
                    record.putLong(TrunkRecord.SECOND, landing.receiver());
                    record.putLong(TrunkRecord.THIRD, consumed);
                    queue.send(record, TrunkRecord.FOURTH, null, 0, 0);
                    landing.told(consumed);
                    work++;
                }
            }
        }
        return work;
    }

    /**
     * A record has arrived.
     *
     * @throws IsotachException when its type is unknown, or data are missing.
     */
    void onRecord(final int type, final OffHeapBuffer buffer, final int offset)
    {
        final int host = buffer.getInt(offset + TrunkRecord.FIRST);
        switch (type)
        {
            case TrunkRecord.START:
                exchange.startWords().hear(host, buffer.getLong(offset + TrunkRecord.SECOND));
                break;
            case TrunkRecord.DATA:
                onData(host, buffer, offset);
                break;
            case TrunkRecord.GIVEN_BACK:
                giveBack(
                    host,
                    buffer.getLong(offset + TrunkRecord.SECOND),
                    buffer.getLong(offset + TrunkRecord.THIRD));
                break;
            case TrunkRecord.COUNT:
                exchange.hearCount(host, buffer.getLong(offset + TrunkRecord.SECOND));
                break;
            default:
                throw new IsotachException("a record has type " + type + ": it has another version");
        }
    }

    private void onData(final int sender, final OffHeapBuffer buffer, final int offset)
    {
        final RecordLanding landing = exchange.landing(sender, buffer.getInt(offset + TrunkRecord.SECOND));
        final long at = buffer.getLong(offset + TrunkRecord.THIRD);
        final int length = buffer.getInt(offset + TrunkRecord.SECOND + Integer.BYTES);
        if (PADDING == length)
        {
            landing.pad(at);
        }
        else
        {
            landing.put(at, buffer, offset + TrunkRecord.DATA_HEADER_LENGTH, length);
        }
    }

    private void giveBack(final int sender, final long receiver, final long consumed)
    {
        for (final RecordRelay relay : exchange.relays())
        {
            if (sender == relay.sender() && receiver == relay.receiver())
            {
                relay.giveBack(consumed);
            }
        }
    }

    @Override
    public String toString()
    {
        return "RemoteData{to=" + member + ", " + exchange + '}';
    }
}
