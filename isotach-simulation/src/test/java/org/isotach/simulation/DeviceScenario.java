/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.funi.device.DeviceAudit;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceGang;
import org.isotach.niu.funi.device.DeviceNetwork;
import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.funi.device.Slot;
import org.isotach.niu.spi.Unit;

/**
 * Gangs that have the devices of some hosts in turn: members ask and answer each other, and transfer words, with queues
 * down to two slots and buffers down to one packet. Slices are so short that gangs are switched in the middle of
 * everything. Devices, the scheduler of gangs, and members take turns.
 */
class DeviceScenario implements Scenario
{
    private static final String EXACTLY_ONCE = "ExactlyOnce";
    private static final String ISOLATION = "Isolation";
    private static final String REPLY_FIRST = "ReplyFirst";
    private static final String PAYLOAD_BEFORE_NOTICE = "PayloadBeforeNotice";
    private static final int MAX_HOSTS = 3;
    private static final int MAX_FRUITLESS_STEPS = 100_000;
    private static final int MEMORY = 1 << 14;

    private final Sizes sizes;

    DeviceScenario()
    {
        this(new Sizes(3, 10, 10, 3, true, false));
    }

    DeviceScenario(final Sizes sizes)
    {
        this.sizes = sizes;
    }

    /**
     * What runs are drawn from, and how members send.
     *
     * @param gangs      at most.
     * @param messages   of each member, at most.
     * @param fifoLength in packets, at most.
     * @param slotBits   lengths of queues, from two slots on.
     * @param isSecond   true for second send queues.
     * @param isAsking   true for members on all hosts that send requests only, most of them to one member, and serve
     *                   others only when they cannot.
     */
    record Sizes(int gangs, int messages, int fifoLength, int slotBits, boolean isSecond, boolean isAsking)
    {
    }

    @Override
    public void prepare(final Simulation simulation)
    {
        final int hosts = sizes.isAsking ? 1 + simulation.upTo(MAX_HOSTS - 1) : simulation.upTo(MAX_HOSTS);
        final Cluster cluster = simulation.launchWithoutUnits(new ClusterContext().hosts(hosts));
        final Run run = new Run(simulation, cluster, sizes);
        for (int i = 0; i < hosts; i++)
        {
            final int host = i;
            simulation.program("host-" + host + "/funi", cluster.host(host), () ->
            {
                final String wrong = serve(simulation, run.audit, host);
                if (null != wrong)
                {
                    run.violate(REPLY_FIRST, wrong);
                }
                return run.isOver();
            });
        }
        final Unit scheduler = run.network.units().get(hosts);
        simulation.program(scheduler.unitName(), cluster.host(0), () ->
        {
            run.now++;
            scheduler.doWork();
            return run.isOver();
        });
        for (final Member member : run.members)
        {
            simulation.program(member.toString(), cluster.host(member.host), member::step);
        }
        simulation.program("supervisor", cluster.host(0), run::supervise);
        for (final String name : new String[] { EXACTLY_ONCE, ISOLATION, REPLY_FIRST, PAYLOAD_BEFORE_NOTICE })
        {
            simulation.always(name, () -> run.violations.get(name));
        }
        simulation.always("TicketOut", run.audit::ticketOut);
        simulation.always(Simulation.PROGRESS, run::progress);
        simulation.atEnd("SwitchTransparent", run::results);
    }

    /**
     * Serves a device.
     *
     * @return null if replies were not overtaken.
     */
    String serve(final Simulation simulation, final DeviceAudit audit, final int host)
    {
        return audit.step(host);
    }

    /**
     * What the programs share.
     */
    private static final class Run
    {
        final Map<String, String> violations = new TreeMap<>();
        final Sizes sizes;
        final Random random;
        final DeviceNetwork network;
        final DeviceAudit audit;
        final List<DeviceGang> gangs = new ArrayList<>();
        final List<Member> members = new ArrayList<>();
        long now;
        int fruitlessSteps;

        Run(final Simulation simulation, final Cluster cluster, final Sizes sizes)
        {
            this.sizes = sizes;
            random = simulation.random();
            network = DeviceNetwork.on(cluster, new DeviceContext()
                .fifoLength(1 + random.nextInt(sizes.fifoLength))
                .buffers(2 + random.nextInt(2))
                .slice(Duration.ofNanos(1 + random.nextInt(60)))
                .clock(() -> now));
            audit = new DeviceAudit(network, cluster.hostCount());
            for (int gang = simulation.upTo(sizes.gangs); gang > 0; gang--)
            {
                open(simulation, cluster.hostCount());
            }
        }

        private void open(final Simulation simulation, final int hosts)
        {
            final int size = sizes.isAsking ? hosts : 1 + random.nextInt(hosts);
            final int first = random.nextInt(hosts);
            final int[] places = new int[size];
            for (int node = 0; node < size; node++)
            {
                places[node] = (first + node) % hosts;
            }
            final DeviceGang gang = network.open("gang-" + gangs.size(), MEMORY, places);
            final int slots = 2 << random.nextInt(sizes.slotBits);
            final List<Member> team = new ArrayList<>();
            for (int node = 0; node < size; node++)
            {
                final DevicePort port = new DevicePort(gang.member(node), slots, sizes.isSecond, Slot.LENGTH);
                team.add(new Member(this, gangs.size(), places[node], port, team, simulation.upTo(sizes.messages)));
            }
            gangs.add(gang);
            members.addAll(team);
        }

        void violate(final String invariant, final String what)
        {
            violations.putIfAbsent(invariant, what);
        }

        boolean isOver()
        {
            return members.stream().allMatch(Member::isFinished);
        }

        boolean supervise()
        {
            if (0 == random.nextInt(20))
            {
                final DeviceGang gang = gangs.get(random.nextInt(gangs.size()));
                if (0 == random.nextInt(3))
                {
                    gang.suspend();
                }
                else
                {
                    gang.resume();
                }
            }
            if (0 == random.nextInt(50))
            {
                gangs.forEach(DeviceGang::resume);
            }
            return isOver();
        }

        String progress()
        {
            fruitlessSteps++;
            return fruitlessSteps <= MAX_FRUITLESS_STEPS ? null :
                "nothing has arrived for " + fruitlessSteps + " steps: " + members + ' ' + audit;
        }

        /**
         * The results are those that programs have that are alone on their hosts.
         */
        String results()
        {
            for (final Member member : members)
            {
                if (member.sum != member.expected)
                {
                    return member + " has " + member.sum + " instead of " + member.expected;
                }
            }
            return null;
        }
    }

    /**
     * The program of one member.
     */
    private static final class Member
    {
        private static final int ASK = 1;
        private static final int ANSWER = 2;
        private static final int PUT = 3;
        private static final int NONE = -1;
        private static final int GARBAGE = 0xbad;

        final int host;
        long sum;
        long expected;
        private final Run run;
        private final Random random;
        private final int gang;
        private final int node;
        private final DevicePort port;
        private final OffHeapBuffer memory;
        private final List<Member> team;
        private final int count;
        private final int favourite;
        private int sent;

        // By number: 1 after it was handled, and 2 after it was answered or needs no answer.
        private final int[] progress;
        private int asker = NONE;
        private int question;
        private boolean isSourceInUse;

        Member(
            final Run run,
            final int gang,
            final int host,
            final DevicePort port,
            final List<Member> team,
            final int count)
        {
            this.run = run;
            this.gang = gang;
            this.host = host;
            this.port = port;
            this.team = team;
            this.count = count;
            progress = new int[run.sizes.messages];
            random = run.random;
            node = port.member().node();
            favourite = run.sizes.isAsking ? random.nextInt(MAX_HOSTS) : node;
            memory = port.member().memory();
        }

        boolean isFinished()
        {
            for (int number = 0; number < count; number++)
            {
                if (2 != progress[number])
                {
                    return false;
                }
            }
            return sent == count;
        }

        boolean step()
        {
            if (port.tryOpen())
            {
                port.advance();
                overwriteSource();
                if (run.sizes.isAsking)
                {
                    askOrServe();
                }
                else
                {
                    sendOrServe();
                }
            }
            return run.isOver();
        }

        private void sendOrServe()
        {
            switch (random.nextInt(3))
            {
                case 0:
                    send();
                    break;
                case 1:
                    receive(true);
                    break;
                default:
                    serve();
                    break;
            }
        }

        private void askOrServe()
        {
            receive(true);
            final int target = 0 == random.nextInt(4) ? random.nextInt(team.size()) : favourite % team.size();
            if (sent == count || !isAsked(target))
            {
                serve();
            }
        }

        /**
         * As soon as the device has taken a transfer its source may change.
         */
        private void overwriteSource()
        {
            if (isSourceInUse && port.isTaken(false) && port.isTaken(true))
            {
                isSourceInUse = false;
                for (int word = 0; word < Slot.MAX_TRANSFER_WORDS; word++)
                {
                    memory.putInt(port.end() + word * Integer.BYTES, GARBAGE);
                }
            }
        }

        private void send()
        {
            if (sent == count)
            {
                return;
            }
            final int target = random.nextInt(team.size());
            if (random.nextBoolean())
            {
                isAsked(target);
            }
            else if (!isSourceInUse)
            {
                put(target);
            }
        }

        private boolean isAsked(final int target)
        {
            if (!port.trySend(false, target, ASK, gang, node, sent))
            {
                return false;
            }
            // The answer is the number, squared.
            expected += (long)sent * sent;
            sent++;
            return true;
        }

        private void put(final int target)
        {
            final int source = port.end();
            final int words = 4 * (1 + random.nextInt(4));
            for (int word = 0; word < words; word++)
            {
                memory.putInt(source + word * Integer.BYTES, content(gang, node, sent));
            }
            if (port.tryTransfer(
                random.nextBoolean(), target, PUT, source, place(node, sent), words, content(gang, node, sent)))
            {
                isSourceInUse = true;
                sent++;
            }
        }

        private static int content(final int gang, final int sender, final int number)
        {
            return 1 + gang << 16 | sender << 8 | number;
        }

        private int place(final int sender, final int number)
        {
            return port.end() + (1 + sender * run.sizes.messages + number) * Slot.MAX_TRANSFER_WORDS * Integer.BYTES;
        }

        private void receive(final boolean isReply)
        {
            final int address = port.tryReceive(isReply);
            if (DevicePort.NO_SLOT == address)
            {
                return;
            }
            final int header = memory.getInt(address);
            final int sender = memory.getInt(address + Slot.SENDER);
            if (Slot.isTransfer(header))
            {
                takeNotice(sender, memory.getInt(address + Slot.ARGUMENT), memory.getInt(address + Slot.DESTINATION),
                    Slot.words(header));
            }
            else
            {
                takeMessage(Slot.type(header), sender, address + Slot.BODY);
            }
            port.release(isReply);
        }

        private void takeMessage(final int type, final int sender, final int address)
        {
            final int ofGang = memory.getInt(address);
            final int ofNode = memory.getInt(address + Integer.BYTES);
            final int number = memory.getInt(address + 2 * Integer.BYTES);
            if (ofGang != gang || ofNode != sender || ofNode >= team.size())
            {
                run.violate(ISOLATION, this + " takes a message of node " + ofNode + " of gang " + ofGang +
                    ", sent by node " + sender);
                return;
            }
            if (ANSWER == type)
            {
                count(number, 1, "answered");
                sum += (long)number * number;
            }
            else
            {
                team.get(sender).count(number, 0, "handled");
                asker = sender;
                question = number;
            }
        }

        private void takeNotice(final int sender, final int argument, final int destination, final int words)
        {
            final int number = argument & 0xff;
            if (sender >= team.size() || argument != content(gang, sender, number) || number >= run.sizes.messages)
            {
                run.violate(ISOLATION, this + " takes a notice with " + Integer.toHexString(argument) +
                    " of node " + sender);
                return;
            }
            team.get(sender).count(number, 0, "handled");
            team.get(sender).count(number, 1, "handled");
            for (int word = 0; word < words; word++)
            {
                final int found = memory.getInt(place(sender, number) + word * Integer.BYTES);
                if (destination != place(sender, number) || found != argument)
                {
                    run.violate(PAYLOAD_BEFORE_NOTICE, "word " + word + " of " + words + " of transfer " + number +
                        " of node " + sender + " to " + this + " is " + Integer.toHexString(found));
                    return;
                }
            }
        }

        private void count(final int number, final int before, final String what)
        {
            if (number < 0 || number >= count || before != progress[number])
            {
                run.violate(EXACTLY_ONCE, "message " + number + " of " + this + " was " + what + " again");
                return;
            }
            progress[number]++;
            run.fruitlessSteps = 0;
        }

        private void serve()
        {
            if (NONE == asker)
            {
                receive(false);
            }
            if (NONE != asker && port.trySend(true, asker, ANSWER, gang, node, question))
            {
                asker = NONE;
            }
        }

        @Override
        public String toString()
        {
            return "gang-" + gang + "-node-" + node;
        }
    }
}
