/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.myrinet.mcp.Board;
import org.isotach.niu.myrinet.mcp.Fabric;
import org.isotach.niu.myrinet.mcp.HostDmaPolicy;
import org.isotach.niu.myrinet.mcp.HostPort;
import org.isotach.niu.myrinet.mcp.McpContext;
import org.isotach.niu.myrinet.mcp.McpDrop;
import org.isotach.niu.myrinet.mcp.ReceiveMode;
import org.isotach.niu.spi.Unit;

/**
 * Three boards at two switches, with small pools, short cables, and any policy. Their hosts send each other packets of
 * all lengths, sometimes to both others at once, and receive when they come to that. Boards, switches and hosts take
 * turns. Whatever is sent arrives once, whole and in order, or is counted as dropped by a full pool.
 */
final class McpScenario implements Scenario
{
    private static final int BOARDS = 3;
    private static final int CHANNELS = 2;
    private static final int PACKETS = 12;
    private static final int WORDS = 60;
    private static final int MAX_FRUITLESS_STEPS = 40_000;

    // In the content, above its number: how long it is, who may receive it, and the channel.
    private static final int WORDS_SHIFT = 16;
    private static final int TARGETS_SHIFT = 24;
    private static final int CHANNEL_SHIFT = 28;

    // By source and destination; the hosts 0 and 1 are at the ports 0 and 1 of one switch.
    private static final byte[][][] ROUTES =
    {
        { null, { 1 }, { 2, 1 } },
        { { -1 }, null, { 1, 1 } },
        { { -1, -2 }, { -1, -1 }, null }
    };

    @Override
    public void prepare(final Simulation simulation)
    {
        final Cluster cluster = simulation.launchWithoutUnits(new ClusterContext().hosts(BOARDS));
        final Run run = new Run(simulation);
        for (final Unit unit : run.fabric.units())
        {
            simulation.program(unit.unitName(), cluster.host(0), () ->
            {
                unit.doWork();
                return run.isOver();
            });
        }
        for (final Member member : run.members)
        {
            simulation.program("host-" + member.id, cluster.host(member.id), member::step);
        }
        simulation.always("Conservation", run::conservation);
        simulation.always("Progress", run::progress);
    }

    /**
     * What the programs share.
     */
    private static final class Run
    {
        final Random random;
        final Fabric fabric;
        final List<Board> boards = new ArrayList<>();
        final List<Member> members = new ArrayList<>();
        long sent;
        long received;
        int fruitlessSteps;
        private long lastDropped;

        Run(final Simulation simulation)
        {
            random = simulation.random();
            fabric = new Fabric(context());
            fabric.addSwitch(3);
            fabric.addSwitch(2);
            fabric.connect(0, 2, 1, 0);
            for (int i = 0; i < BOARDS; i++)
            {
                boards.add(fabric.addBoard("board-" + i));
                fabric.plug(boards.get(i), i / 2, i - i / 2);
            }
            fabric.start();
            for (int i = 0; i < BOARDS; i++)
            {
                members.add(new Member(this, i, simulation.upTo(PACKETS)));
            }
        }

        private McpContext context()
        {
            final ReceiveMode mode = ReceiveMode.values()[random.nextInt(2)];
            return new McpContext()
                .channels(CHANNELS)
                .channelLength(1 + random.nextInt(3))
                .sendQueue(1 + random.nextInt(4))
                .bufferLength(512)
                .pools(2 + random.nextInt(3), 2 + random.nextInt(6))
                .pioLength(random.nextBoolean() ? 0 : 64)
                .cable(2, 64 << random.nextInt(2))
                .hostDmaLength(1 + random.nextInt(200))
                .threshold(9 + random.nextInt(120))
                .overlappedSend(random.nextBoolean())
                .receive(mode, ReceiveMode.POLLED == mode && random.nextBoolean())
                .hostDma(HostDmaPolicy.values()[random.nextInt(2)], 1 + random.nextInt(3));
        }

        private long dropped()
        {
            long sum = 0;
            for (final Board board : boards)
            {
                sum += board.dropped(McpDrop.POOL_FULL);
            }
            return sum;
        }

        boolean isOver()
        {
            return sent == received + dropped() && members.stream().allMatch(Member::hasSent);
        }

        String conservation()
        {
            for (final Board board : boards)
            {
                for (final McpDrop reason : McpDrop.values())
                {
                    if (McpDrop.POOL_FULL != reason && 0 != board.dropped(reason))
                    {
                        return "a packet was damaged: " + board;
                    }
                }
            }
            if (0 != fabric.droppedBySwitches())
            {
                return "a packet has lost its way: " + fabric;
            }
            return received + dropped() <= sent ? null :
                received + " were received and " + dropped() + " dropped of " + sent;
        }

        String progress()
        {
            fruitlessSteps = lastDropped == dropped() ? fruitlessSteps + 1 : 0;
            lastDropped = dropped();
            return fruitlessSteps <= MAX_FRUITLESS_STEPS ? null : "of " + sent + " packets " + received +
                " were received and " + lastDropped + " dropped, and then nothing: " + fabric;
        }
    }

    /**
     * The program of one host.
     */
    private static final class Member
    {
        final int id;
        private final Run run;
        private final HostPort port;
        private final OffHeapBuffer out = OffHeapBuffer.allocate(512);
        private final OffHeapBuffer in = OffHeapBuffer.allocate(512);

        // By channel and sender.
        private final long[] last = new long[CHANNELS * BOARDS];
        private int toSend;
        private int number;

        Member(final Run run, final int id, final int toSend)
        {
            this.run = run;
            this.id = id;
            this.toSend = toSend;
            port = run.boards.get(id).port();
            for (int channel = 0; channel < CHANNELS; channel++)
            {
                port.open(channel);
            }
            for (int target = 0; target < BOARDS; target++)
            {
                if (target != id)
                {
                    port.route(1 + target, ROUTES[id][target]);
                }
            }
        }

        boolean step()
        {
            if (run.random.nextBoolean())
            {
                send();
            }
            else
            {
                receive(run.random.nextInt(CHANNELS));
            }
            return run.isOver();
        }

        boolean hasSent()
        {
            return 0 == toSend && 0 == port.pending();
        }

        private void send()
        {
            if (0 == toSend)
            {
                return;
            }
            final int first = (id + 1 + run.random.nextInt(BOARDS - 1)) % BOARDS;
            final int[] targets = 0 == run.random.nextInt(4) ?
                new int[] { (id + 1) % BOARDS, (id + 2) % BOARDS } : new int[] { first };
            final int channel = run.random.nextInt(CHANNELS);
            final int words = 1 + run.random.nextInt(WORDS);
            final int length = words * Long.BYTES;
            long content = (long)id << Integer.SIZE | (long)channel << CHANNEL_SHIFT |
                (long)words << WORDS_SHIFT | number + 1;
            for (final int target : targets)
            {
                content |= 1L << TARGETS_SHIFT + target;
            }
            for (int i = 0; i < length; i += Long.BYTES)
            {
                out.putLong(i, content);
            }
            if (port.tryMulticast(Arrays.stream(targets).map(target -> 1 + target).toArray(), channel, out, 0, length))
            {
                toSend--;
                number++;
                run.sent += targets.length;
                run.fruitlessSteps = 0;
            }
        }

        private void receive(final int channel)
        {
            final int length = port.tryReceive(channel, in, 0);
            if (HostPort.NOTHING == length)
            {
                return;
            }
            run.received++;
            run.fruitlessSteps = 0;
            final long content = in.getLong(0);
            for (int i = 0; i < length; i += Long.BYTES)
            {
                if (content != in.getLong(i) || length != (content >>> WORDS_SHIFT & 0xFF) * Long.BYTES)
                {
                    throw new Violation("Whole", this + " has received " + length + " bytes, " +
                        Long.toHexString(content) + " and " + Long.toHexString(in.getLong(i)), null);
                }
            }
            if (0 == (content & 1L << TARGETS_SHIFT + id) || channel != (content >>> CHANNEL_SHIFT & 0xF))
            {
                throw new Violation("Addressed", this + " has received " + Long.toHexString(content), null);
            }
            final int place = (int)(content >>> Integer.SIZE) * CHANNELS + channel;
            final long sequence = content & (1L << WORDS_SHIFT) - 1;
            if (sequence <= last[place])
            {
                throw new Violation("Order", this + " has received " + sequence + " after " + last[place], null);
            }
            last[place] = sequence;
        }

        @Override
        public String toString()
        {
            return "host " + id;
        }
    }
}
