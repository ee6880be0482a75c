/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.Arrays;

/**
 * The parts of the network interfaces of some hosts, made and connected. Buffers belong to one wiring: no other one
 * sends them. Threadsafe.
 */
final class Wiring
{
    private final Station[] stations;
    private final MyrinetContext context;
    private final WaiterList[] waiters;
    private final DmaRegion[] regions;
    private final ChannelTable[] channels;
    private final DropCounters[] drops;
    private final ReceivedHandles[] received;
    private final SendSide[] sendSides;
    private final Reaper reaper;

    /**
     * @param stations by number.
     * @param context  settings, which are not changed any more.
     */
    Wiring(final Station[] stations, final MyrinetContext context)
    {
        this.stations = stations;
        this.context = context;
        waiters = new WaiterList[stations.length];
        Arrays.setAll(waiters, id -> new WaiterList());
        regions = new DmaRegion[stations.length];
        Arrays.setAll(regions, id -> new DmaRegion(this, id, context.buffers(), context.bufferLength(), waiters[id]));
        channels = new ChannelTable[stations.length];
        Arrays.setAll(channels, id -> new ChannelTable(id, context.channels()));
        drops = new DropCounters[stations.length];
        Arrays.setAll(drops, id -> new DropCounters());
        received = new ReceivedHandles[stations.length];
        Arrays.setAll(received, id -> new ReceivedHandles(stations.length, stations[id].isParanoid()));
        final LinkTable links = new LinkTable();
        reaper = new Reaper(stations, regions, links, drops);
        sendSides = new SendSide[stations.length];
        Arrays.setAll(sendSides, id -> newSendSide(id, links));
    }

    private SendSide newSendSide(final int id, final LinkTable links)
    {
        final Station station = stations[id];
        final OutboundChannels outbound =
            new OutboundChannels(station, stations, channels, links, waiters[id], context);
        final Outbox outbox = new Outbox(id, outbound, drops, context.inlineLength());
        final SendChecks checks =
            new SendChecks(station, this, context.inlineLength(), context.bufferLength(), channels[id]);
        return new SendSide(station, checks, context.inlineLength(), regions[id], outbound, outbox, reaper,
            new Routes(id, stations.length));
    }

    /**
     * Opens a channel of a host.
     *
     * @param number of the channel, {@link Channel#ANY} for any.
     * @return null if it is in use, or all are.
     */
    Channel tryOpen(final int host, final int number)
    {
        return channels[host].tryOpen(number, id -> newChannel(host, id));
    }

    private Channel newChannel(final int host, final int number)
    {
        return stations[host].isConfined() ?
            new ConfinedChannel(stations[host], number, regions, received[host], drops[host], context) :
            new Channel(stations[host], number, regions, received[host], drops[host], context);
    }

    SendSide sendSide(final int host)
    {
        return sendSides[host];
    }

    /**
     * Does what can fail for lack of memory when a host sends from its pool to an open channel of another one. In
     * paranoid mode handles are made later.
     */
    void prepare(final int sender, final int receiver, final int channel)
    {
        sendSides[sender].prepare(receiver, channel, true);
        received[receiver].prepareAll(regions[sender]);
    }

    DropCounters drops(final int host)
    {
        return drops[host];
    }

    ChannelTable channels(final int host)
    {
        return channels[host];
    }

    /**
     * Returns the threads of a host that wait for room and buffers.
     */
    WaiterList waiters(final int host)
    {
        return waiters[host];
    }

    /**
     * Returns the number of buffers in the pool of a host.
     */
    int countFree(final int host)
    {
        return regions[host].countFree();
    }

    /**
     * Returns the number of buffers that a host has sent and that nobody has received yet.
     */
    int countUnderWay(final int host)
    {
        return reaper.countUnderWay(stations[host]);
    }

    @Override
    public String toString()
    {
        return "Wiring{hosts=" + stations.length + ", " + context + '}';
    }
}
