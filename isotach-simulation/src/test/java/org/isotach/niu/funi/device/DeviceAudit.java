/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * Looks into devices, for the simulation.
 */
public final class DeviceAudit
{
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
        isReplyDue = device.delivery().isIdle() && !device.replies().isEmpty() && hasRoom(device.state().registers);
        device.doWork();
        return isReplyDue && Queue.RQRQ == device.delivery().underWay() ?
            "a request is delivered at host " + host + " although a reply is there" : null;
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
