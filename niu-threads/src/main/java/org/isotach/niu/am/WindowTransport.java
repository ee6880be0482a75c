/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.PacketReader;

/**
 * Brings requests and replies over links that may lose, double, delay and reorder packets, each once (Martin, HPAM,
 * section 5.2): the {@link Requester} sends again what is not answered, and the {@link Responder} knows what it has
 * handled. This class takes what arrives, and checks it.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class WindowTransport extends Padded
{
    private static final int POLLS_PER_LOOK = 16;

    private final Card card;
    private final int number;
    private final Requester requester;
    private final Responder responder;
    private final Arrivals arrivals;
    private final AmCounters counters;
    private final AmClock clock;
    private final long key;
    private final int depth;
    private final int packetLength;
    private final boolean isKeyChecked;
    private final boolean isReliable;
    private final boolean hasFaults;
    private final AmPacket packet = new AmPacket();
    private boolean wasEmpty;
    private int busyPolls;

    /**
     * @param number of the program on the card.
     */
    WindowTransport(
        final Program program,
        final Card card,
        final int number,
        final Requester requester,
        final Responder responder,
        final Arrivals arrivals,
        final AmCounters counters)
    {
        this.card = card;
        this.number = number;
        this.requester = requester;
        this.responder = responder;
        this.arrivals = arrivals;
        this.counters = counters;
        final AmContext context = program.context();
        clock = new AmClock(context.variants().clock, context.variants().isClockSlow(), context.giveUpNs());
        key = program.key();
        depth = context.depth();
        packetLength = context.maxPacketLength();
        isKeyChecked = context.checkKeys();
        isReliable = context.reliable();
        hasFaults = program.hasFaults();
    }

    /**
     * Takes everything that has arrived. If that was nothing, as in the poll before, and now and then otherwise, looks
     * at one request that is outstanding. The clock costs more than everything else here, so a thread that spins, and
     * finds nothing, looks at every fourth poll only.
     *
     * @return how many packets have arrived.
     */
    int poll()
    {
        clock.poll();
        int done = card.isShared() ? takeKept() : 0;
        final Inbound[] links = card.inbound();
        for (int i = 0; i < links.length; i++)
        {
            // Mostly there is nothing: this look is all that an empty link costs.
            if (links[i].reader().mayHaveNext())
            {
                done += take(links[i]);
            }
        }
        if (hasFaults)
        {
            card.tick();
            counters.drops(DropReason.CORRUPT, corruptPackets(links));
        }
        final boolean isEmpty = 0 == done;
        final boolean mayLook = isEmpty ? wasEmpty : 0 == (++busyPolls & POLLS_PER_LOOK - 1);
        wasEmpty = isEmpty;
        if (mayLook && requester.outstanding() > 0 && (!isEmpty || clock.isDue()))
        {
            requester.step(clock.nowNs());
        }
        return done;
    }

    /**
     * Takes what has arrived for this program while it was switched out, before anything else.
     */
    private int takeKept()
    {
        final ForeignQueue queue = card.queue(number);
        int done = 0;
        while (!queue.isEmpty() && !card.isSwitchedOut(number))
        {
            Throwable error = null;
            try
            {
                accept(queue.source(), queue.packets(), queue.offset(), queue.length());
            }
            catch (final Throwable ex)
            {
                error = ex;
            }
            queue.remove();
            done++;
            if (null != error)
            {
                // Last: the packet is gone, whatever the error handler does.
                failed(error);
            }
        }
        return done;
    }

    private int take(final Inbound link)
    {
        // More than can be under way, if nothing is repeated.
        final int limit = 4 * depth;
        final PacketReader reader = link.reader();
        int done = 0;
        try
        {
            while (done < limit && reader.next())
            {
                done++;
                if (card.isSwitchedOut(number))
                {
                    counters.drop(DropReason.SWITCHED_OUT);
                    return done;
                }
                accept(link.sender(), reader.buffer(), reader.offset(), reader.length());
                if (!reader.hasFoundMore())
                {
                    // What was pending when the poll began is taken. What comes later is for the next one.
                    reader.release();
                    return done;
                }
            }
        }
        catch (final Throwable ex)
        {
            // The next poll goes on behind the packet.
            failed(ex);
        }
        return done;
    }

    /**
     * There may have been no memory for a link, or a window. The other host sends its packet again, and the call in
     * which it has arrived may have sent something itself.
     */
    private void failed(final Throwable error)
    {
        arrivals.report(error);
    }

    private void accept(final int source, final OffHeapBuffer buffer, final int offset, final int length)
    {
        if (length < AmPacket.HEADER_LENGTH)
        {
            counters.drop(length <= AmPacket.MAX_STATUS_LENGTH ? DropReason.STATUS : DropReason.MALFORMED);
            return;
        }
        packet.wrap(buffer, offset);
        if (isKeyChecked && key != packet.key())
        {
            keep(source, buffer, offset, length);
            return;
        }
        final long what = packet.what();
        final int type = AmPacket.type(what);
        final int instance = AmPacket.instance(what);
        if (length > packetLength || instance >= depth || AmPacket.isTransfer(type) && !isWhole(length))
        {
            counters.drop(DropReason.MALFORMED);
        }
        else if (type >= AmPacket.REQUEST && type <= AmPacket.PIECE)
        {
            responder.onRequest(source, type, instance, packet, length);
        }
        else if (type >= AmPacket.REPLY && type <= AmPacket.DENIAL)
        {
            onReply(source, type, instance);
        }
        else if (AmPacket.BROADCAST == type || AmPacket.BROADCAST_TRANSFER == type)
        {
            responder.onBroadcast(source, type, packet);
        }
        else
        {
            counters.drop(DropReason.MALFORMED);
        }
    }

    private boolean isWhole(final int length)
    {
        final long bytes = packet.byteCount();
        return isReliable && bytes >= 0 && bytes <= length - AmPacket.HEADER_LENGTH;
    }

    private static long corruptPackets(final Inbound[] links)
    {
        long count = 0;
        for (final Inbound link : links)
        {
            count += link.reader().corruptPackets();
        }
        return count;
    }

    private void keep(final int source, final OffHeapBuffer buffer, final int offset, final int length)
    {
        final DropReason reason = card.keep(packet.key(), source, buffer, offset, length);
        if (null == reason)
        {
            counters.keep();
        }
        else
        {
            counters.drop(reason);
        }
    }

    private void onReply(final int source, final int type, final int instance)
    {
        if (isReliable && !requester.tryEnd(source, instance, packet.id()))
        {
            counters.drop(DropReason.INVALID_REPLY);
            return;
        }
        if (AmPacket.DENIAL == type)
        {
            requester.denied(source, instance);
        }
        else if (AmPacket.REPLY_TRANSFER == type && !responder.tryLand(packet))
        {
            counters.drop(DropReason.DENIED);
            requester.denied(source, instance);
        }
        else if (AmPacket.EMPTY_REPLY != type)
        {
            arrivals.reply(source, packet);
        }
    }
}
