/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Unit;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Devices for tests, step by step, and processes that were set up by hand.
 */
final class DeviceBench implements AutoCloseable
{
    static final int GROUP = 5;
    static final int MEMORY = 1 << 14;
    private static final int STEPS = 200;

    final Cluster cluster;
    final DeviceNetwork network;
    private boolean isByStep;

    DeviceBench(final int hosts, final DeviceContext context)
    {
        this(new ClusterContext().hosts(hosts).threadingMode(ThreadingMode.INVOKER), context);
    }

    DeviceBench(final ClusterContext clusterContext, final DeviceContext context)
    {
        cluster = Cluster.launch(clusterContext);
        network = DeviceNetwork.on(cluster, context);
    }

    static DeviceBench of(final int hosts)
    {
        return new DeviceBench(hosts, new DeviceContext());
    }

    /**
     * From now on each device does one step of each engine at a time, as under a thread of its own: nothing is handed
     * over.
     */
    DeviceBench byStep()
    {
        isByStep = true;
        return this;
    }

    /**
     * A process that the tests drive: queues of eight slots, one after the other from byte 1024 on.
     */
    final class Process
    {
        static final int SLOTS = 8;
        static final int QUEUES = 1024;

        final int host;
        final SystemRegisters registers;
        final OffHeapBuffer memory = OffHeapBuffer.allocate(MEMORY);

        Process(final int host, final int group)
        {
            this.host = host;
            registers = network.system(host);
            registers.map(memory);
            registers.routes(host, IntStream.range(0, cluster.hostCount()).toArray());
            registers.write(Register.Q_MASK, SLOTS - 1);
            for (final Queue queue : Queue.values())
            {
                registers.write(queue.base(), base(queue));
            }
            registers.write(Register.TICKET, 0xff);
            registers.write(Register.GID, group);
            registers.write(Register.CNTL, 0);
        }

        int base(final Queue queue)
        {
            return QUEUES + queue.ordinal() * SLOTS * Slot.LENGTH;
        }

        int slot(final Queue queue, final Register index)
        {
            return base(queue) + registers.read(index) * Slot.LENGTH;
        }

        void send(final boolean isReply, final int header, final int... words)
        {
            final Queue queue = Queue.sending(isReply);
            final int address = slot(queue, queue.head());
            memory.putInt(address, header);
            for (int i = 0; i < words.length; i++)
            {
                memory.putInt(address + 4 + 4 * i, words[i]);
            }
            registers.write(queue.head(), registers.read(queue.head()) + 1 & SLOTS - 1);
        }

        void message(final boolean isReply, final int node, final int... words)
        {
            send(isReply, Slot.header(false, 7, words.length, node), words);
        }

        /**
         * First words of the messages that have arrived.
         */
        List<Integer> take(final boolean isReply)
        {
            final Queue queue = Queue.receiving(isReply);
            final List<Integer> taken = new ArrayList<>();
            while (registers.read(queue.head()) != registers.read(queue.tail()))
            {
                taken.add(memory.getInt(slot(queue, queue.tail()) + 4));
                registers.write(queue.tail(), registers.read(queue.tail()) + 1 & SLOTS - 1);
            }
            return taken;
        }

        int control()
        {
            return registers.read(Register.CNTL);
        }

        boolean has(final int bits)
        {
            return bits == (control() & bits);
        }
    }

    Process process(final int host)
    {
        return new Process(host, GROUP);
    }

    Process[] processes()
    {
        final Process[] all = new Process[cluster.hostCount()];
        Arrays.setAll(all, this::process);
        return all;
    }

    int step(final int host)
    {
        return network.device(host).doWork();
    }

    void steps(final int host, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            step(host);
        }
    }

    /**
     * As many steps as anything needs that comes to an end.
     */
    void run()
    {
        for (int i = 0; i < STEPS; i++)
        {
            work();
        }
    }

    private void work()
    {
        if (isByStep)
        {
            network.units().forEach(Unit::doWork);
        }
        else
        {
            network.work();
        }
    }

    /**
     * Lets a packet that host 0 has sent arrive at host 1, and loses its acknowledgement.
     */
    void loseAcknowledgement()
    {
        final InputPort back = network.port(0);
        for (int i = 0; i < STEPS && !back.hasAck(); i++)
        {
            step(0);
            step(1);
        }
        assertTrue(back.hasAck());
        back.release(true);
    }

    /**
     * Opens the queues of all members.
     */
    DevicePort[] open(final DeviceGang gang, final int slots)
    {
        return open(gang, slots, true);
    }

    /**
     * The same with or without second send queues.
     */
    DevicePort[] open(final DeviceGang gang, final int slots, final boolean isSecond)
    {
        final DevicePort[] ports = new DevicePort[gang.member(0).size()];
        Arrays.setAll(ports, node -> new DevicePort(gang.member(node), slots, isSecond, Slot.LENGTH));
        for (int i = 0; i < STEPS; i++)
        {
            network.work();
        }
        for (final DevicePort port : ports)
        {
            boolean isOpen = port.tryOpen();
            for (int i = 0; i < STEPS && !isOpen; i++)
            {
                network.work();
                isOpen = port.tryOpen();
            }
            assertTrue(isOpen, port.toString());
        }
        return ports;
    }

    /**
     * First words of what has arrived at a port.
     */
    static List<Integer> take(final DevicePort port, final boolean isReply)
    {
        final List<Integer> taken = new ArrayList<>();
        int address = port.tryReceive(isReply);
        while (DevicePort.NO_SLOT != address)
        {
            taken.add(port.member().memory().getInt(address + Slot.BODY));
            port.release(isReply);
            address = port.tryReceive(isReply);
        }
        return taken;
    }

    @Override
    public void close()
    {
        cluster.close();
    }
}
