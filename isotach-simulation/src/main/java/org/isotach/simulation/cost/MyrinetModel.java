/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.myrinet.mcp.Board;
import org.isotach.niu.myrinet.mcp.Fabric;
import org.isotach.niu.myrinet.mcp.HostPort;
import org.isotach.niu.myrinet.mcp.McpContext;
import org.isotach.niu.myrinet.mcp.ReceiveMode;

/**
 * Two boards and a switch between them (Panariti, "Performance Results"): the device itself runs, and each of its steps
 * takes as long as an engine of the network needs for a chunk. In a step the engine of the host moves less: it is the
 * slower one. What a processor of a board does within a step takes no time of its own.
 */
final class MyrinetModel
{
    /**
     * How much later a packet is there if the receiver polls, in microseconds. The paper measured it.
     */
    static final double POLLING_US = 5;

    /**
     * Rate of a link, in megabytes in a second, from the paper.
     */
    static final double LINK = 160;

    /**
     * Rate of the bus of the hosts, in megabytes in a second: that of PCI, 32 bits wide, at 33 MHz. The paper only says
     * that it is slower than a link. A free constant, as the next ones are; none is fitted.
     */
    static final double HOST = 132;

    /**
     * Length of a slot of a cable, in bytes, which sets the unit of time, too.
     */
    static final int SLOT = 192;

    /**
     * How much of a packet must be there until the next engine follows, in bytes.
     */
    static final int THRESHOLD = 128;

    // A slot of a cable, without its sequence number, the header of a chunk, and the checksum.
    private static final int CHUNK = SLOT - 17;
    private static final int SLOTS = 4;
    private static final int BUFFER = 8192 + 64;
    private static final int PORTS = 8;
    private static final int PORT = 5;
    private static final int ROUTE = 1;
    private static final int MAX_STEPS = 1_000_000;
    private static final double STEP_US = CHUNK / LINK;

    // The device itself needs one step more, because it looks when it comes to that.
    private static final double MORE_POLLING_US = POLLING_US - STEP_US;

    private final OffHeapBuffer memory = OffHeapBuffer.allocate(BUFFER);
    private final Fabric fabric;
    private final HostPort sender;
    private final HostPort receiver;
    private final int route;

    private MyrinetModel(final McpContext context, final boolean hasSwitch)
    {
        fabric = new Fabric(context);
        final Board alpha = fabric.addBoard("alpha");
        final Board beta = fabric.addBoard("beta");
        sender = alpha.port();
        receiver = beta.port();
        if (hasSwitch)
        {
            final int number = fabric.addSwitch(PORTS);
            fabric.plug(alpha, number, 0);
            fabric.plug(beta, number, PORT);
        }
        else
        {
            fabric.plug(alpha, beta);
        }
        fabric.start();
        receiver.open(0);
        if (hasSwitch)
        {
            sender.route(ROUTE, (byte)PORT);
        }
        route = hasSwitch ? ROUTE : HostPort.NO_ROUTE;
    }

    /**
     * Returns the settings for these rates.
     *
     * @param hostRate of the bus of the hosts, in megabytes in a second.
     */
    static McpContext context(final double hostRate)
    {
        return new McpContext().cable(SLOTS, SLOT).hostDmaLength((int)Math.round(hostRate * STEP_US))
            .threshold(THRESHOLD).bufferLength(BUFFER);
    }

    /**
     * Returns how long one packet takes from host to host.
     *
     * @param context   settings.
     * @param hasSwitch true if there is a switch between the boards.
     * @param length    of the payload in bytes.
     */
    static double latencyUs(final McpContext context, final boolean hasSwitch, final int length)
    {
        final MyrinetModel model = new MyrinetModel(context, hasSwitch);
        if (!model.sender.trySend(model.route, 0, model.memory, 0, length))
        {
            throw new IllegalStateException("the send queue is full (expected: an empty one)");
        }
        return model.stepsUntil(1, length) * STEP_US;
    }

    /**
     * The same, with what polling takes.
     */
    static double polledUs(final McpContext context, final boolean isOverlapped, final int length)
    {
        return latencyUs(context.receive(ReceiveMode.POLLED, isOverlapped), true, length) + MORE_POLLING_US;
    }

    /**
     * Returns how long a stream takes, of which as many packets are under way as the send queue has room for.
     */
    static double streamUs(final McpContext context, final int packets, final int length)
    {
        return new MyrinetModel(context, true).stepsUntil(packets, length) * STEP_US;
    }

    private int stepsUntil(final int packets, final int length)
    {
        int sent = Math.max(0, sender.pending());
        int received = 0;
        int steps = 0;
        while (received < packets)
        {
            while (sent < packets && sender.trySend(route, 0, memory, 0, length))
            {
                sent++;
            }
            fabric.step();
            steps++;
            while (HostPort.NOTHING != receiver.tryReceive(0, memory, 0))
            {
                received++;
            }
            if (steps > MAX_STEPS)
            {
                throw new IllegalStateException(
                    received + " of " + packets + " packets after " + steps + " steps in " + fabric);
            }
        }
        return steps;
    }

    /**
     * Returns the payload from which on overlapped receiving is not slower than interrupts are.
     *
     * @param hostRate of the bus of the hosts.
     */
    static int crossover(final double hostRate)
    {
        int slower = Long.BYTES;
        int faster = BUFFER - THRESHOLD;
        while (faster - slower > Long.BYTES)
        {
            final int middle = (slower + faster) / (2 * Long.BYTES) * Long.BYTES;
            if (polledUs(context(hostRate), true, middle) > latencyUs(context(hostRate), true, middle))
            {
                slower = middle;
            }
            else
            {
                faster = middle;
            }
        }
        return faster;
    }

    @Override
    public String toString()
    {
        return "MyrinetModel{" + fabric + '}';
    }
}
