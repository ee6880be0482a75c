/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.Arrays;

/**
 * Looks into devices, for the simulation.
 */
public final class DeviceAudit
{
    private static final int STEPS = 3;
    private static final int NONE = -1;

    private final DeviceNetwork network;
    private final int hosts;
    private boolean isReplyDue;

    public DeviceAudit(final DeviceNetwork network, final int hosts)
    {
        this.network = network;
        this.hosts = hosts;
    }

    /**
     * Lets a device work, and looks before and after that.
     *
     * @return null if a reply that could be delivered was not overtaken.
     */
    public String step(final int host)
    {
        final FuniDevice device = network.device(host);
        isReplyDue = isReplyDue(device);
        device.doWork();
        return isReplyDue && Queue.RQRQ == device.delivery().underWay() ?
            "a request is delivered at host " + host + " although a reply is there" : null;
    }

    /**
     * Lets a device do several steps at once, in which it may hand messages over to others.
     *
     * @return null if no other device has taken a request while a reply that could be delivered was there.
     */
    public String steps(final int host)
    {
        final int[] due = new int[hosts];
        Arrays.setAll(due, other -> other != host && isReplyDue(network.device(other)) ? requests(other) : NONE);
        network.device(host).doSteps(STEPS);
        for (int other = 0; other < hosts; other++)
        {
            if (NONE != due[other] && requests(other) != due[other])
            {
                return "a request is handed over to host " + other + " although a reply is there";
            }
        }
        return null;
    }

    private int requests(final int host)
    {
        return network.device(host).state().registers.get(Register.RQRQ_HD);
    }

    private static boolean isReplyDue(final FuniDevice device)
    {
        return device.delivery().isIdle() && !device.replies().isEmpty() && hasRoom(device.state().registers);
    }

    private static boolean hasRoom(final RegisterFile registers)
    {
        final int mask = registers.get(Register.Q_MASK);
        return (registers.get(Register.RPRQ_HD) + 1 & mask) != (registers.get(Register.RPRQ_TL) & mask);
    }

    /**
     * Returns null if each line that waits for an acknowledgement is occupied.
     */
    public String ticketOut()
    {
        for (int host = 0; host < hosts; host++)
        {
            final DeviceState state = network.device(host).state();
            if (0 != (~state.out() & state.free()))
            {
                return "a line waits for its acknowledgement and is free: " + state;
            }
        }
        return null;
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder(network.toString());
        for (int host = 0; host < hosts; host++)
        {
            text.append(' ').append(network.device(host));
        }
        return text.toString();
    }
}
