/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.util.Arrays;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.myrinet.Routes;

/**
 * What a host does with its board: it writes into the memory that both share, and looks there. The board never calls
 * it. Payloads are copied, once on each side; for buffers that change their owner see {@link
 * org.isotach.niu.myrinet.Network}.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one thread at a time. Another one may serve the board.
 */
public final class HostPort extends Padded
{
    /**
     * In place of a length: no packet has arrived.
     */
    public static final int NOTHING = -1;

    /**
     * Number of the empty route, which is there from the beginning. It leads to the board at the other end of the
     * cable, if there is no switch.
     */
    public static final int NO_ROUTE = 0;

    private final String name;
    private final McpContext context;
    private final OffHeapBuffer sram;
    private final HostRegion region;

    // By channel: what the host has freed and taken, and what it knows to have arrived.
    private final long[] freed;
    private final long[] taken;
    private final long[] arrived;
    private final boolean[] isRoute;
    private final int[] target = new int[1];

    private Hcb hcb;
    private boolean hasGreeted;
    private boolean isReady;
    private long enqueued;
    private long sent;

    HostPort(final String name, final McpContext context, final OffHeapBuffer sram, final HostRegion region)
    {
        this.name = name;
        this.context = context;
        this.sram = sram;
        this.region = region;
        freed = new long[context.channels()];
        taken = new long[context.channels()];
        arrived = new long[context.channels()];
        isRoute = new boolean[context.routes()];
        isRoute[NO_ROUTE] = true;
    }

    /**
     * Returns the name of the board.
     *
     * @return the name.
     */
    public String name()
    {
        return name;
    }

    /**
     * Does the next step of the handshake with the control program: the host waits until the address of the block is
     * there, says hello, waits for the answer, and compares the signatures.
     *
     * @return true when the port can be used; until then the board has to be served, and this to be called again.
     * @throws IllegalStateException if a signature is wrong.
     */
    public boolean tryInit()
    {
        if (isReady)
        {
            return true;
        }
        // Acquire: the block. Partner: Hcb.create().
        final long base = sram.getLongVolatile(Hcb.POINTER);
        if (0 == base)
        {
            return false;
        }
        if (!hasGreeted)
        {
            hcb = new Hcb(context, sram, (int)base);
            hasGreeted = true;
            // Release: nothing but the word itself. Partner: Mcp.boot().
            sram.putLongRelease(hcb.state(), Hcb.HELLO);
        }
        // Acquire: what the program has set up. Partner: Mcp.boot().
        if (Hcb.READY != sram.getLongVolatile(hcb.state()))
        {
            return false;
        }
        hcb.checkSignatures(name);
        isReady = true;
        return true;
    }

    /**
     * Opens a channel. Packets that came before were dropped.
     *
     * @param channel number of the channel.
     * @throws IllegalArgumentException if there is none of that number.
     * @throws IllegalStateException    if it is open.
     */
    public void open(final int channel)
    {
        checkReady();
        checkChannel(channel);
        if (0 != freed[channel])
        {
            throw new IllegalStateException("channel " + channel + " of board " + name + " is open already");
        }
        for (int i = 0; i < context.channelLength(); i++)
        {
            giveBack(channel, region.receiveBuffer(channel, i));
        }
        // Release: the buffers of the channel. Partner: HostDma.problem().
        sram.putLongRelease(hcb.open(channel), 1);
    }

    private void giveBack(final int channel, final int place)
    {
        sram.putLong(hcb.free(channel, freed[channel]), place);
        freed[channel]++;
        // Release: the place, and that its content has been read. Partner: HostDma.hasRoom().
        sram.putLongRelease(hcb.freeCount(channel), freed[channel]);
    }

    /**
     * Writes a route into the table of the board.
     *
     * @param id    number of the route; one that is in use leads elsewhere from now on.
     * @param bytes what the switches take off, one each: how many ports further the packet leaves.
     * @throws IllegalArgumentException if the number is out of range, or the route too long.
     * @throws IllegalStateException    if packets wait to be sent, which may need the route as it was.
     */
    public void route(final int id, final byte... bytes)
    {
        checkReady();
        if (id <= NO_ROUTE || id >= isRoute.length)
        {
            throw new IllegalArgumentException("route: " + id + " (expected: 1.." + (isRoute.length - 1) + ')');
        }
        if (bytes.length > Routes.MAX_LENGTH)
        {
            throw new IllegalArgumentException(
                "route: " + bytes.length + " bytes (expected: 0.." + Routes.MAX_LENGTH + ')');
        }
        if (isRoute[id] && 0 != pending())
        {
            throw new IllegalStateException(pending() + " packets of board " + name +
                " wait to be sent: wait until pending() is 0, or use another number than " + id);
        }
        isRoute[id] = true;
        sram.putInt(hcb.routeLength(id), bytes.length);
        sram.putBytes(hcb.routeBytes(id), bytes, 0, bytes.length);
    }

    /**
     * Gives a packet to the board.
     *
     * @param route   number of its route.
     * @param channel of the receiver.
     * @param source  of the payload.
     * @param offset  index in bytes of the payload.
     * @param length  of the payload in bytes.
     * @return false if the send queue is full.
     */
    public boolean trySend(
        final int route, final int channel, final OffHeapBuffer source, final int offset, final int length)
    {
        target[0] = route;
        return tryMulticast(target, channel, source, offset, length);
    }

    /**
     * Gives a packet to the board that it sends several times, and fetches from the host once.
     *
     * @param routes  numbers of the routes, at most 8.
     * @param channel of all receivers.
     * @param source  of the payload.
     * @param offset  index in bytes of the payload.
     * @param length  of the payload in bytes.
     * @return false if the send queue is full.
     */
    public boolean tryMulticast(
        final int[] routes, final int channel, final OffHeapBuffer source, final int offset, final int length)
    {
        checkReady();
        checkRoutes(routes);
        if (length < 0 || length > maxLength())
        {
            throw new IllegalArgumentException("length: " + length + " (expected: 0.." + maxLength() +
                " bytes; a buffer has " + Frame.HEADER_LENGTH + " more, for the header)");
        }
        if (enqueued - sent >= context.sendQueue() && pending() >= context.sendQueue())
        {
            return false;
        }
        enqueue(routes, channel, source, offset, length);
        return true;
    }

    private void enqueue(
        final int[] routes, final int channel, final OffHeapBuffer source, final int offset, final int length)
    {
        final boolean isPio = length <= context.pioLength();
        final int place = region.sendBuffer(enqueued);
        if (isPio)
        {
            source.copyTo(offset, sram, hcb.pio(enqueued) + Frame.HEADER_LENGTH, length);
        }
        else
        {
            source.copyTo(offset, region.memory(), place, length);
        }
        final int item = hcb.item(enqueued);
        sram.putInt(item, place);
        sram.putInt(item + Hcb.LENGTH, length);
        sram.putInt(item + Hcb.CHANNEL, channel);
        sram.putInt(item + Hcb.TARGETS, routes.length | (isPio ? Hcb.PIO : 0));
        long words = 0;
        for (int i = 0; i < routes.length; i++)
        {
            words |= (long)routes[i] << (i & 3) * Short.SIZE;
            if (3 == (i & 3) || i + 1 == routes.length)
            {
                sram.putLong(item + Hcb.ROUTES + (i & -4) * Short.BYTES, words);
                words = 0;
            }
        }
        enqueued++;
        // Release: the item, the payload, and its routes. Partner: HostDma.startSend().
        sram.putLongRelease(hcb.enqueued(), enqueued);
    }

    private void checkRoutes(final int[] routes)
    {
        if (routes.length < 1 || routes.length > Hcb.MAX_TARGETS)
        {
            throw new IllegalArgumentException("routes: " + routes.length + " (expected: 1.." + Hcb.MAX_TARGETS +
                "; send to others with another call)");
        }
        for (final int route : routes)
        {
            if (route < 0 || route >= isRoute.length || !isRoute[route])
            {
                throw new IllegalArgumentException("route: " + route + " (expected: a number that route() was" +
                    " called with, or " + NO_ROUTE + ')');
            }
        }
    }

    /**
     * Returns how many packets the board has not sent yet, or more.
     *
     * @return number of packets.
     */
    public int pending()
    {
        checkReady();
        // Acquire: the board has read what belongs to these packets. Partner: SendDma.end().
        sent = sram.getLongVolatile(hcb.sent());
        return (int)(enqueued - sent);
    }

    /**
     * Receives a packet. The count of what has arrived is in the memory of the host, so looking for a packet that is
     * not there does not disturb the board.
     *
     * @param channel number of the channel.
     * @param into    where the payload is copied to.
     * @param offset  index in bytes there.
     * @return its length in bytes; {@link #NOTHING} if none has arrived.
     * @throws IllegalArgumentException if it is longer than the room there; it can be received again.
     */
    public int tryReceive(final int channel, final OffHeapBuffer into, final int offset)
    {
        checkReady();
        checkChannel(channel);
        if (arrived[channel] == taken[channel])
        {
            // Acquire: the packets up to that one, and their items. Partner: HostDma.service().
            arrived[channel] = region.memory().getLongVolatile(region.count(channel));
            if (arrived[channel] == taken[channel])
            {
                return NOTHING;
            }
        }
        final long item = sram.getLong(hcb.received(channel, taken[channel]));
        final int length = (int)(item >>> Integer.SIZE);
        if (length > into.capacity() - offset)
        {
            throw new IllegalArgumentException("room: " + (into.capacity() - offset) + " bytes (expected: at least " +
                length + ", the length of the packet)");
        }
        region.memory().copyTo((int)item, into, offset, length);
        taken[channel]++;
        giveBack(channel, (int)item);
        return length;
    }

    /**
     * Returns the length of the longest payload.
     *
     * @return the length in bytes.
     */
    public int maxLength()
    {
        return context.bufferLength() - Frame.HEADER_LENGTH;
    }

    /**
     * Returns how many routes the board remembers.
     *
     * @return the number; those of routes are smaller.
     */
    public int routes()
    {
        return isRoute.length;
    }

    private void checkChannel(final int channel)
    {
        if (channel < 0 || channel >= freed.length)
        {
            throw new IllegalArgumentException("channel: " + channel + " (expected: 0.." + (freed.length - 1) + ')');
        }
    }

    private void checkReady()
    {
        if (!isReady)
        {
            throw new IllegalStateException("board " + name + " is not initialised: call tryInit() until it returns" +
                " true");
        }
    }

    @Override
    public String toString()
    {
        return "HostPort{" + name + ", enqueued=" + enqueued + ", sent=" + sent + ", taken=" + Arrays.toString(taken) +
            '}';
    }
}
