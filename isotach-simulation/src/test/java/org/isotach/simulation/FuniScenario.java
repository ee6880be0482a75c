/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.isotach.HostExpelledException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.PacketBuffer;
import org.isotach.niu.funi.PacketHandler;
import org.isotach.niu.funi.PacketView;
import org.isotach.niu.funi.Priority;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.Rights;
import org.isotach.niu.funi.SharedSegment;
import org.isotach.niu.funi.TransferStatus;

/**
 * Two gangs on the same hosts: members ask and answer each other, put and get, with queues down to two slots. Meanwhile
 * a supervisor resizes and suspends gangs, and starts members anew. In every other run a host crashes, in a step that
 * the seed determines, and another one expels it.
 */
class FuniScenario implements Scenario
{
    private static final String EXACTLY_ONCE = "ExactlyOnce";
    private static final String ISOLATION = "Isolation";
    private static final String REPLY_FIRST = "ReplyFirst";
    private static final String PAYLOAD_BEFORE_NOTICE = "PayloadBeforeNotice";
    private static final String SOURCE_STABLE = "SourceStable";
    private static final String SUSPENDED = "Suspended";
    private static final String ONE_EMPTY = "OneEmpty";
    private static final String ORDER = "Order";

    /**
     * As many as most programs take, about; the order of steps is another one in each run.
     */
    private static final int STEPS = 1200;

    private static final int GANGS = 2;
    private static final int PRIORITIES = Priority.values().length;
    private static final int MAX_MESSAGES = 8;
    private static final int MAX_CHANGES = 6;
    private static final int MAX_STEPS = 100_000;
    private static final int MAX_STEPS_OF_DEVICES = 300_000;

    // Polls until everything has arrived.
    private static final int DRAINS = 3;
    private static final int DRAINS_OF_DEVICES = 400;
    private static final int PIECE = 64;

    // Up to four pieces.
    private static final int MAX_LENGTH = 200;

    @Override
    public void prepare(final Simulation simulation)
    {
        final int hosts = 1 + simulation.upTo(2);
        final Random random = simulation.random();
        final Cluster cluster = simulation.launch(ScenarioRun.smallContext(simulation, hosts));
        final Run run = new Run(simulation, cluster, launch(simulation, cluster), hasRings());
        run.start();
        if (random.nextBoolean())
        {
            run.crashLater(STEPS);
        }
        simulation.thread("supervisor", run.survivor(), run::supervise);
        simulation.always(Simulation.PROGRESS, () -> run.step(hasRings() ? MAX_STEPS : MAX_STEPS_OF_DEVICES));
        for (final String name : new String[] {
            EXACTLY_ONCE, ISOLATION, REPLY_FIRST, PAYLOAD_BEFORE_NOTICE, SOURCE_STABLE, SUSPENDED, ONE_EMPTY, ORDER })
        {
            simulation.always(name, () -> run.violations.get(name));
        }
        simulation.atEnd(hasRings() ? "NoLoss" : "SwitchTransparent", run::noLoss);
    }

    /**
     * Makes what opens the gangs.
     */
    FuniSupervisor launch(final Simulation simulation, final Cluster cluster)
    {
        return FuniSupervisor.on(cluster);
    }

    /**
     * Returns whether what was flushed has arrived, and packets of a pair and priority keep their order.
     */
    boolean hasRings()
    {
        return true;
    }

    /**
     * What the programs share.
     */
    private static final class Run extends CrashingRun<Member>
    {
        final Map<String, String> violations = new TreeMap<>();
        final int hosts;
        final Gang[] gangs = new Gang[GANGS];

        // By gang and node: how often the member was started.
        final int[] instances;

        // By gang, receiver and sender: replies that are certainly in the queue.
        final int[] replies;

        // By gang: the length of its queues, 0 when that was changed, or a member started anew.
        final int[] slots = new int[GANGS];

        // By gang, receiver and sender: requests that have a slot.
        private final int[] requests;

        // By gang, receiver, sender and priority: the place of the last packet that was taken, in the order of sending.
        private final long[] lastPlaces;
        private long places;
        private final boolean hasRings;
        private boolean isDraining;

        Run(
            final Simulation simulation, final Cluster cluster, final FuniSupervisor funi, final boolean hasRings)
        {
            super(simulation, cluster);
            this.hasRings = hasRings;
            hosts = cluster.hostCount();
            instances = new int[GANGS * hosts];
            replies = new int[GANGS * hosts * hosts];
            requests = new int[GANGS * hosts * hosts];
            lastPlaces = new long[GANGS * hosts * hosts * PRIORITIES];
            for (int gang = 0; gang < GANGS; gang++)
            {
                slots[gang] = 2 << simulation.random().nextInt(3);
                gangs[gang] = funi.open(new GangContext().slots(slots[gang]).pieceLength(PIECE));
            }
        }

        void start()
        {
            for (int gang = 0; gang < GANGS; gang++)
            {
                for (int node = 0; node < hosts; node++)
                {
                    final Member member = new Member(this, gang, node);
                    members.add(member);
                    simulation.thread("gang-" + gang + "-node-" + node, cluster.host(node), member::run);
                }
            }
        }

        void violate(final String invariant, final String what)
        {
            violations.putIfAbsent(invariant, what);
        }

        int member(final int gang, final int node)
        {
            return gang * hosts + node;
        }

        int pair(final int gang, final int receiver, final int sender)
        {
            return member(gang, receiver) * hosts + sender;
        }

        @Override
        boolean isFinished(final Member member)
        {
            return member.isFinished();
        }

        /**
         * One slot of a ring always stays empty, and a request has its slot until its handler returns. Devices have
         * others on their way.
         */
        void count(final int gang, final int receiver, final int sender, final int change)
        {
            final int pair = pair(gang, receiver, sender);
            requests[pair] += change;
            if (hasRings && 0 != slots[gang] && requests[pair] >= slots[gang])
            {
                violate(ONE_EMPTY, requests[pair] + " requests of node " + sender + " of gang " + gang + " to node " +
                    receiver + " are in a queue of " + slots[gang] + " slots");
            }
        }

        /**
         * Returns the place of a packet in the order in which all are sent.
         */
        long nextPlace()
        {
            return ++places;
        }

        /**
         * What one member sends to another one with one priority arrives in that order, notices of puts among it.
         * Devices do not promise that.
         */
        void checkOrder(
            final Priority priority, final Member receiver, final int sender, final int number, final long place)
        {
            final int last = pair(receiver.gang, receiver.node, sender) * PRIORITIES + priority.ordinal();
            if (hasRings && place <= lastPlaces[last])
            {
                violate(ORDER, receiver + " takes the " + priority + " of message " + number + " of node " + sender +
                    " after one that was sent later");
            }
            lastPlaces[last] = place;
        }

        void supervise()
        {
            final Random random = simulation.random();
            for (int i = simulation.upTo(MAX_CHANGES); i > 0 && !isOver(); i--)
            {
                pause(random.nextInt(60));
                final int number = random.nextInt(GANGS);
                final Gang gang = gangs[number];
                switch (random.nextInt(4))
                {
                    case 0:
                        gang.suspend();
                        pause(random.nextInt(40));
                        gang.resume();
                        break;
                    case 1:
                        startAnew(random.nextInt(GANGS), random.nextInt(hosts));
                        break;
                    default:
                        slots[number] = 0;
                        gang.resize(2 << random.nextInt(3));
                        break;
                }
            }
            passTime();
        }

        private void startAnew(final int gang, final int node)
        {
            if (!isCrashed(node))
            {
                simulation.note("node " + node + " of gang " + gang + " starts anew");
                slots[gang] = 0;
                instances[member(gang, node)]++;
                gangs[gang].remap(node, node);
                for (int other = 0; other < hosts; other++)
                {
                    replies[pair(gang, node, other)] = 0;
                    replies[pair(gang, other, node)] = 0;
                }
            }
        }

        String noLoss()
        {
            isDraining = true;
            for (int i = hasRings ? DRAINS : DRAINS_OF_DEVICES; i > 0; i--)
            {
                members.stream().filter(member -> !isCrashed(member.node)).forEach(Member::drain);
            }
            for (final Member member : members)
            {
                final String loss = isCrashed(member.node) ? null : member.loss();
                if (null != loss)
                {
                    return loss;
                }
            }
            final String expulsion = expulsion();
            return null == expulsion ? violations.get(EXACTLY_ONCE) : expulsion;
        }
    }

    /**
     * One member of a gang. When it is started anew the same program goes on with another queue pair.
     */
    private static final class Member extends ScenarioMember implements PacketHandler
    {
        private static final int ASK = 1;
        private static final int TELL = 2;
        private static final int ANSWER = 3;
        private static final int PUT = 4;
        private static final int WORDS = 4;
        private static final int NONE = -1;
        private static final byte GARBAGE = -18;

        final int node;
        private final Run run;
        private final int gang;
        private final Random random;
        private final int count;
        private int sent;
        private boolean isSending;

        // By number: to whom, what both were then, and how often it was handled and answered.
        private final int[] targets = new int[MAX_MESSAGES];
        private final int[] targetInstances = new int[MAX_MESSAGES];
        private final int[] ownInstances = new int[MAX_MESSAGES];
        private final boolean[] isAnswerWanted = new boolean[MAX_MESSAGES];
        private final int[] handled = new int[MAX_MESSAGES];
        private final int[] answered = new int[MAX_MESSAGES];

        // Places in the order of sending: of messages by number, of answers by who has asked and its number.
        private final long[] messagePlaces = new long[MAX_MESSAGES];
        private final long[] answerPlaces;
        private final OffHeapBuffer memory = OffHeapBuffer.allocate(MAX_LENGTH);
        private QueuePair queuePair;
        private int instance;

        // A place for each sender and number; and bytes that are this node.
        private SharedSegment landing;
        private SharedSegment shop;

        Member(final Run run, final int gang, final int node)
        {
            super(run.cluster.host(node));
            this.run = run;
            this.gang = gang;
            this.node = node;
            random = run.simulation.random();
            count = run.simulation.upTo(MAX_MESSAGES);
            answerPlaces = new long[run.hosts * MAX_MESSAGES];
            begin();
        }

        private void begin()
        {
            queuePair = run.gangs[gang].queuePair(node);
            instance = run.instances[run.member(gang, node)];
            landing = queuePair.segment(run.hosts * MAX_MESSAGES * MAX_LENGTH, Rights.PUT);
            shop = queuePair.segment(MAX_LENGTH, Rights.GET);
            for (int i = 0; i < MAX_LENGTH; i++)
            {
                shop.memory().putByte(i, (byte)(node + 1));
            }
        }

        void run()
        {
            // Others may still want something.
            while (!run.isOver())
            {
                try
                {
                    if (sent < count)
                    {
                        send(sent);
                    }
                    for (int i = random.nextInt(3); i >= 0; i--)
                    {
                        queuePair.poll(1 + random.nextInt(3), this);
                        run.simulation.pause();
                    }
                }
                catch (final IllegalStateException ex)
                {
                    beginAnew(ex);
                }
            }
        }

        private void beginAnew(final IllegalStateException ex)
        {
            if (queuePair == run.gangs[gang].queuePair(node))
            {
                throw ex;
            }
            begin();
        }

        boolean isFinished()
        {
            for (int number = 0; number < sent; number++)
            {
                if (isAnswerWanted[number] && 0 == answered[number] && isDue(number))
                {
                    return false;
                }
            }
            return count == sent && !isSending;
        }

        /**
         * Both members are those that they were.
         */
        private boolean isDue(final int number)
        {
            return ownInstances[number] == run.instances[run.member(gang, node)] &&
                targetInstances[number] == run.instances[run.member(gang, targets[number])] &&
                !run.isCrashed(targets[number]);
        }

        String loss()
        {
            for (int number = 0; number < sent; number++)
            {
                if (isDue(number) && (1 != handled[number] || isAnswerWanted[number] && 1 != answered[number]))
                {
                    return "message " + number + " of " + this + " to node " + targets[number] + " was handled " +
                        handled[number] + " times, and answered " + answered[number];
                }
            }
            return null;
        }

        void drain()
        {
            // Its program may have slept since the member was started anew, and packets for the new one are there.
            if (queuePair != run.gangs[gang].queuePair(node))
            {
                begin();
            }
            queuePair.poll(Integer.MAX_VALUE, this);
        }

        private void send(final int number)
        {
            final int target = random.nextInt(run.hosts);
            targets[number] = target;
            targetInstances[number] = NONE;
            sent = number + 1;
            isSending = true;
            try
            {
                switch (random.nextInt(6))
                {
                    case 0:
                        put(target, number);
                        break;
                    case 1:
                        get(target);
                        break;
                    case 2:
                        tell(target, number, TELL);
                        break;
                    default:
                        tell(target, number, ASK);
                        break;
                }
            }
            catch (final HostExpelledException ex)
            {
                if (!run.isCrashed(target))
                {
                    throw ex;
                }
            }
            finally
            {
                isSending = false;
            }
        }

        private void tell(final int target, final int number, final int type)
        {
            final PacketBuffer packet = queuePair.claim(Priority.REQUEST, target, type, WORDS, this);
            run.count(gang, target, node, 1);
            note(number, target);
            isAnswerWanted[number] = ASK == type;
            fill(packet, target, number);
            messagePlaces[number] = run.nextPlace();
            queuePair.commit();
            if (random.nextBoolean())
            {
                queuePair.flush();
            }
        }

        private void note(final int number, final int target)
        {
            ownInstances[number] = instance;
            targetInstances[number] = run.instances[run.member(gang, target)];
        }

        private void fill(final PacketBuffer packet, final int target, final int number)
        {
            packet.putInt(0, gang).putInt(1, instance).putInt(2, run.instances[run.member(gang, target)])
                .putInt(3, number);
        }

        private void put(final int target, final int number)
        {
            final int length = random.nextInt(MAX_LENGTH + 1);
            for (int i = 0; i < length; i++)
            {
                memory.putByte(i, (byte)(number + 1));
            }
            final Priority priority = random.nextBoolean() ? Priority.REQUEST : Priority.REPLY;
            long ticket = NONE;
            while (ticket < 0)
            {
                final long argument = number | gang << 8 | instance << 16 |
                    (long)run.instances[run.member(gang, target)] << 32;
                ticket = queuePair.tryPut(priority, memory, 0, landing.pointer(target, place(node, number)), length,
                    PUT, argument);
                if (ticket < 0)
                {
                    queuePair.poll(1, this);
                    run.simulation.pause();
                }
            }
            messagePlaces[number] = run.nextPlace();
            note(number, target);
            while (!queuePair.isReusable(ticket))
            {
                run.simulation.pause();
                queuePair.poll(1, this);
            }
            // From here on it may change.
            for (int i = 0; i < MAX_LENGTH; i++)
            {
                memory.putByte(i, GARBAGE);
            }
            checkStatus(queuePair.status(ticket), target, number);
        }

        private void checkStatus(final TransferStatus status, final int target, final int number)
        {
            final boolean hasMoved = run.instances[run.member(gang, target)] > 0;
            if (TransferStatus.DONE != status)
            {
                targetInstances[number] = NONE;
                if (!hasMoved && !run.isCrashed(target))
                {
                    run.violate(EXACTLY_ONCE, "a transfer of " + this + " to node " + target + " is " + status);
                }
            }
        }

        private void get(final int target)
        {
            final int length = random.nextInt(MAX_LENGTH + 1);
            long ticket = NONE;
            while (ticket < 0)
            {
                ticket = queuePair.tryGet(Priority.REPLY, shop.pointer(target, 0), memory, 0, length);
                queuePair.poll(1, this);
                run.simulation.pause();
            }
            final TransferStatus status = queuePair.await(ticket, this);
            checkStatus(status, target, sent - 1);
            for (int i = 0; i < length && TransferStatus.DONE == status; i++)
            {
                if (memory.getByte(i) != (byte)(target + 1))
                {
                    run.violate(SOURCE_STABLE, "byte " + i + " that " + this + " gets from node " + target + " is " +
                        memory.getByte(i));
                }
            }
        }

        private static int place(final int sender, final long number)
        {
            return (sender * MAX_MESSAGES + (int)number) * MAX_LENGTH;
        }

        @Override
        public void onPacket(final Priority priority, final int type, final int from, final PacketView view)
        {
            if (run.gangs[gang].isSuspended())
            {
                run.violate(SUSPENDED, this + " takes a packet of node " + from);
            }
            final boolean isPut = view.isTransfer();
            final long argument = isPut ? view.argument() : 0;
            final int number = isPut ? (int)argument & 0xff : view.getInt(3);
            checkIsolation(from, isPut ? (int)argument >> 8 & 0xff : view.getInt(0),
                isPut ? (int)argument >> 16 & 0xff : view.getInt(1),
                isPut ? (int)(argument >> 32) : view.getInt(2));
            if (Priority.REQUEST == priority)
            {
                checkReplies(from, number);
            }
            final Member sender = run.members.get(run.member(gang, from));
            run.checkOrder(priority, this, from, number, ANSWER == type ?
                sender.answerPlaces[node * MAX_MESSAGES + number] : sender.messagePlaces[number]);
            if (ANSWER == type)
            {
                final int pair = run.pair(gang, node, from);
                run.replies[pair] = Math.max(0, run.replies[pair] - 1);
                count(answered, number, "answered");
                return;
            }
            sender.count(sender.handled, number, "handled");
            if (isPut)
            {
                checkLanded(from, number, view);
            }
            else if (ASK == type && !run.isDraining)
            {
                answer(from, number, view);
                run.count(gang, node, from, -1);
            }
            else
            {
                run.count(gang, node, from, -1);
            }
        }

        private void checkIsolation(
            final int from, final int ofGang, final int ofSender, final int ofReceiver)
        {
            if (ofGang != gang)
            {
                run.violate(ISOLATION, this + " takes a packet of gang " + ofGang);
            }
            if (ofSender != run.instances[run.member(gang, from)] || ofReceiver != instance)
            {
                run.violate(ISOLATION, this + ", started " + instance + " times, takes a packet for the one that was" +
                    " started " + ofReceiver + " times, of node " + from + " when that was started " + ofSender +
                    " times");
            }
        }

        private void checkReplies(final int from, final int number)
        {
            for (int other = 0; other < run.hosts; other++)
            {
                if (run.replies[run.pair(gang, node, other)] > 0)
                {
                    run.violate(REPLY_FIRST, this + " takes request " + number + " of node " + from +
                        " while a reply of node " + other + " is there");
                }
            }
        }

        private void count(final int[] times, final int number, final String what)
        {
            times[number]++;
            if (times[number] > 1)
            {
                run.violate(EXACTLY_ONCE, "message " + number + " of " + this + " was " + what + " again");
            }
        }

        private void checkLanded(final int from, final int number, final PacketView view)
        {
            final int place = SharedSegment.offset(view.pointer());
            if (place != place(from, number))
            {
                run.violate(PAYLOAD_BEFORE_NOTICE, "a put to " + place(from, number) + " says " + place);
                return;
            }
            for (int i = 0; i < view.length(); i++)
            {
                final byte found = landing.memory().getByte(place + i);
                if (found != (byte)(number + 1))
                {
                    run.violate(GARBAGE == found ? SOURCE_STABLE : PAYLOAD_BEFORE_NOTICE, "byte " + i + " of " +
                        view.length() + " that node " + from + " has put to " + this + " is " + found);
                    return;
                }
            }
        }

        private void answer(final int from, final int number, final PacketView view)
        {
            run.simulation.pause();
            try
            {
                final PacketBuffer packet = queuePair.claim(Priority.REPLY, from, ANSWER, WORDS, this);
                fill(packet, from, number);
                // A transfer that is under way goes on, and leaves the packet alone that is open.
                queuePair.flush();
                answerPlaces[from * MAX_MESSAGES + number] = run.nextPlace();
                queuePair.commit();
                if (view.getInt(3) != number)
                {
                    run.violate(EXACTLY_ONCE, "message " + number + " is gone while its handler runs");
                }
                if (random.nextBoolean() && !run.gangs[gang].isSuspended())
                {
                    queuePair.flush();
                    run.replies[run.pair(gang, from, node)] += run.hasRings ? 1 : 0;
                }
            }
            catch (final HostExpelledException ex)
            {
                if (!run.isCrashed(from))
                {
                    throw ex;
                }
            }
        }

        @Override
        public String toString()
        {
            return "node " + node + " of gang " + gang;
        }
    }
}
