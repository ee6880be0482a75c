/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.am.AmPort;
import org.isotach.niu.am.Region;
import org.isotach.niu.am.Reply;
import org.isotach.niu.am.Request;

/**
 * Two or three programs with keys of their own share the links of all hosts. A thread of each host, and handlers,
 * switch them in at random, while they send each other requests, transfers and broadcasts, on links with faults in one
 * run of four. No program may see what belongs to another one.
 */
final class ProgramsScenario implements Scenario
{
    private static final int MAX_HOSTS = 2;
    private static final int MAX_PROGRAMS = 2;
    private static final int MAX_MESSAGES = 6;
    private static final int MAX_STEPS = 400_000;
    private static final int MAX_PAUSES = 24;

    // Up to three pieces.
    private static final int MAX_LENGTH = 160;

    // The bytes of a program are those of its messages, none of which is 0.
    private static final int BYTES = 32;
    private static final int NOBODY = -1;

    // Of every step. The first one that is violated is reported.
    private static final List<String> INVARIANTS =
        List.of("Isolation", "Turns", "SwitchedIn", "Stable", "PayloadBeforeNotice", "Order", "ExactlyOnce");

    @Override
    public void prepare(final Simulation simulation)
    {
        final int hosts = 1 + simulation.upTo(MAX_HOSTS);
        final Cluster cluster = simulation.launch(ScenarioRun.smallContext(simulation, hosts));
        final Run run = new Run(simulation, cluster);
        final int programs = 1 + simulation.upTo(MAX_PROGRAMS);
        for (int number = 0; number < programs; number++)
        {
            run.programs.add(new SharingProgram(run, number));
        }
        run.start();
        simulation.always("End", () -> run.end(MAX_STEPS));
        INVARIANTS.forEach(name -> simulation.always(name, () -> run.violations.get(name)));
        simulation.atEnd("NoLoss", run::noLoss);
        simulation.atEnd("Isolation", run::isolation);
    }

    /**
     * What the programs share.
     */
    private static final class Run extends ScenarioRun<Member>
    {
        final List<SharingProgram> programs = new ArrayList<>();
        final Map<String, String> violations = new HashMap<>();
        final int hosts;
        private final Random random;

        // By host: which program is switched in, and which one runs a handler.
        private final int[] switchedIn;
        private final int[] running;

        Run(final Simulation simulation, final Cluster cluster)
        {
            super(simulation, cluster);
            hosts = cluster.hostCount();
            random = simulation.random();
            switchedIn = new int[hosts];
            running = new int[hosts];
            Arrays.fill(running, NOBODY);
        }

        void start()
        {
            for (int id = 0; id < hosts; id++)
            {
                final Host host = cluster.host(id);
                for (final SharingProgram program : programs)
                {
                    final Member member = new Member(this, program, host);
                    program.members.add(member);
                    members.add(member);
                    simulation.thread("program-" + program.number + "-of-host-" + id, host, member::run);
                }
                simulation.thread("switch-" + id, host, () -> switchAtRandom(host.id()));
            }
        }

        boolean isOver()
        {
            return members.stream().allMatch(member -> member.isFinished);
        }

        void violate(final String invariant, final String what)
        {
            violations.putIfAbsent(invariant, what);
        }

        private void switchAtRandom(final int host)
        {
            while (!isOver())
            {
                pause(1 + random.nextInt(MAX_PAUSES));
                switchIn(host);
            }
        }

        private void switchIn(final int host)
        {
            switchedIn[host] = random.nextInt(programs.size());
            programs.get(switchedIn[host]).members.get(host).port.switchIn();
        }

        /**
         * A handler begins.
         *
         * @param word first word of its message.
         */
        void enter(final SharingProgram program, final int host, final int source, final long word)
        {
            if (program.number != SharingProgram.program(word))
            {
                violate("Isolation", program + " of host " + host + " gets a message of program " +
                    SharingProgram.program(word) + " of host " + source);
            }
            if (source == host)
            {
                // No packet: the program has not used the links.
                return;
            }
            if (NOBODY != running[host])
            {
                violate("Turns", "host " + host + " runs a handler of " + program + " inside one of program " +
                    running[host]);
            }
            // Requests that were held back for their order are handled with the one that they have waited for.
            if (!program.context.inOrder() && program.number != switchedIn[host])
            {
                violate("SwitchedIn", "host " + host + " runs a handler of " + program + ", but program " +
                    switchedIn[host] + " is switched in");
            }
            running[host] = program.number;
        }

        /**
         * What happens while a handler runs.
         */
        void passTime(final int host)
        {
            pause(random.nextInt(4));
            if (0 == random.nextInt(8))
            {
                switchIn(host);
                pause(random.nextInt(4));
            }
        }

        void leave(final int host, final int source)
        {
            if (source != host)
            {
                running[host] = NOBODY;
            }
        }

        String noLoss()
        {
            return members.stream().map(Member::loss).filter(loss -> null != loss).findFirst().orElse(null);
        }

        String isolation()
        {
            return members.stream().filter(Member::hasForeignBytes).findFirst()
                .map(member -> "the memory of " + member + " has bytes of another program").orElse(null);
        }
    }

    /**
     * One program, on all hosts.
     */
    private static final class SharingProgram
    {
        final Run run;
        final int number;
        final AmContext context;
        final ActiveMessages am;
        final int request;
        final int oneWay;
        final int transfer;
        final int broadcast;

        // By host.
        final List<Member> members = new ArrayList<>();

        // By sender and number: how often a request was handled, and answered.
        final int[] handled;
        final int[] answered;

        // By sender and receiver: the last number, and the last broadcast.
        private final long[] lastNumbers;
        private final long[] lastBroadcasts;

        SharingProgram(final Run run, final int number)
        {
            this.run = run;
            this.number = number;
            context = ActiveMessagesScenario.settings(run.random);
            am = 0 == number ? ActiveMessages.on(run.cluster, context) : run.programs.get(0).am.beside(context);
            handled = new int[run.hosts * MAX_MESSAGES];
            answered = new int[run.hosts * MAX_MESSAGES];
            lastNumbers = new long[run.hosts * run.hosts];
            lastBroadcasts = new long[run.hosts * run.hosts];
            Arrays.fill(lastNumbers, -1);
            final int reply = am.onReply(this::onReply);
            request = am.onRequest(arrived ->
            {
                onRequest(arrived, false);
                arrived.reply(reply, arrived.arg(0), arrived.source(), 0, 0);
                run.leave(arrived.self(), arrived.source());
            });
            oneWay = am.onRequest(arrived ->
            {
                onRequest(arrived, false);
                run.leave(arrived.self(), arrived.source());
            });
            transfer = am.onRequest(arrived ->
            {
                onRequest(arrived, true);
                arrived.reply(reply, arrived.arg(0), arrived.source(), 0, 0);
                run.leave(arrived.self(), arrived.source());
            });
            broadcast = am.onReply(this::onBroadcast);
            am.onFailed(failure -> run.violate("ExactlyOnce", "a request of " + this + " of host " + failure.self() +
                " to host " + failure.target() + " fails: " + failure.reason()));
        }

        long word(final long message)
        {
            return (long)number << Integer.SIZE | message;
        }

        static int program(final long word)
        {
            return (int)(word >>> Integer.SIZE);
        }

        /**
         * Returns the index of a request; words of other programs have been noticed.
         */
        int index(final int sender, final long word)
        {
            return sender * MAX_MESSAGES + Math.floorMod((int)word, MAX_MESSAGES);
        }

        private void count(final int[] counts, final int sender, final long word, final String what)
        {
            if (++counts[index(sender, word)] > 1)
            {
                run.violate("ExactlyOnce",
                    "request " + (int)word + " of " + this + " of host " + sender + " was " + what + " twice");
            }
        }

        private void onRequest(final Request arrived, final boolean isTransfer)
        {
            final long word = arrived.arg(0);
            run.enter(this, arrived.self(), arrived.source(), word);
            count(handled, arrived.source(), word, "handled");
            final int pair = arrived.source() * run.hosts + arrived.self();
            if (context.inOrder() && (int)word <= lastNumbers[pair])
            {
                run.violate("Order", "host " + arrived.self() + " handles request " + (int)word + " of " + this +
                    " of host " + arrived.source() + " after " + lastNumbers[pair]);
            }
            lastNumbers[pair] = (int)word;
            if (isTransfer)
            {
                members.get(arrived.self()).checkLanded(arrived);
            }
            run.passTime(arrived.self());
            if (word != arrived.arg(0))
            {
                run.violate("Stable", "the words of request " + (int)word + " of " + this + " of host " +
                    arrived.source() + " change while its handler runs");
            }
        }

        private void onReply(final Reply arrived)
        {
            final long word = arrived.arg(0);
            run.enter(this, arrived.self(), arrived.source(), word);
            if (arrived.arg(1) != arrived.self())
            {
                run.violate("ExactlyOnce", "host " + arrived.self() + " gets a reply for host " + arrived.arg(1));
            }
            count(answered, arrived.self(), word, "answered");
            run.passTime(arrived.self());
            if (word != arrived.arg(0))
            {
                run.violate("Stable", "the words of a reply to " + this + " of host " + arrived.self() +
                    " change while its handler runs");
            }
            run.leave(arrived.self(), arrived.source());
        }

        private void onBroadcast(final Reply arrived)
        {
            run.enter(this, arrived.self(), arrived.source(), arrived.arg(0));
            final int pair = arrived.source() * run.hosts + arrived.self();
            if ((int)arrived.arg(0) <= lastBroadcasts[pair])
            {
                run.violate("ExactlyOnce", "host " + arrived.self() + " gets broadcast " + (int)arrived.arg(0) +
                    " of " + this + " of host " + arrived.source() + " after " + lastBroadcasts[pair]);
            }
            lastBroadcasts[pair] = (int)arrived.arg(0);
            run.leave(arrived.self(), arrived.source());
        }

        @Override
        public String toString()
        {
            return "program " + number;
        }
    }

    /**
     * One program on one host.
     */
    private static final class Member extends ScenarioMember
    {
        final AmPort port;
        boolean isFinished;
        private final Run run;
        private final SharingProgram program;
        private final Random random;
        private final boolean[] isAnswerDue = new boolean[MAX_MESSAGES];
        private int sent;
        private int broadcasts;
        private final OffHeapBuffer source = OffHeapBuffer.allocate(MAX_LENGTH);

        // A place for each sender and number.
        private final OffHeapBuffer landing;
        private final Region region;

        Member(final Run run, final SharingProgram program, final Host host)
        {
            super(host);
            this.run = run;
            this.program = program;
            random = run.random;
            port = program.am.port(host);
            landing = OffHeapBuffer.allocate((long)run.hosts * MAX_MESSAGES * MAX_LENGTH);
            region = port.register(landing);
        }

        void run()
        {
            try
            {
                final int count = run.simulation.upTo(MAX_MESSAGES);
                for (int number = 0; number < count; number++)
                {
                    send(number);
                    for (int i = random.nextInt(4); i > 0; i--)
                    {
                        run.simulation.pause();
                        port.poll();
                    }
                }
                port.awaitAnswers();
            }
            finally
            {
                // Nobody waits for a member that has failed.
                isFinished = true;
            }
            // Others may still want something.
            while (!run.isOver())
            {
                port.poll();
                run.simulation.pause();
            }
        }

        private void send(final int number)
        {
            final int target = random.nextInt(run.hosts);
            final int kind = random.nextInt(5);
            if (0 == random.nextInt(3))
            {
                port.broadcast(program.broadcast, program.word(++broadcasts), 0, 0, 0);
            }
            isAnswerDue[number] = 0 != kind;
            sent = number + 1;
            switch (kind)
            {
                case 0:
                    port.request(target, program.oneWay, program.word(number), 0, 0, 0);
                    break;
                case 1:
                case 2:
                    transfer(target, number);
                    break;
                case 3:
                    while (!port.tryRequest(target, program.request, program.word(number), 0, 0, 0))
                    {
                        run.simulation.pause();
                    }
                    break;
                default:
                    port.request(target, program.request, program.word(number), 0, 0, 0);
                    break;
            }
        }

        private void transfer(final int target, final int number)
        {
            final int length = random.nextInt(MAX_LENGTH + 1);
            for (int i = 0; i < length; i++)
            {
                source.putByte(i, value(number));
            }
            final long pointer = program.members.get(target).region.pointer(place(host.id(), number));
            while (!port.tryTransfer(
                target, program.transfer, source, 0, length, pointer, program.word(number)))
            {
                run.simulation.pause();
            }
        }

        private byte value(final int number)
        {
            return (byte)(program.number * BYTES + number + 1);
        }

        private static int place(final int sender, final int number)
        {
            return (sender * MAX_MESSAGES + number) * MAX_LENGTH;
        }

        void checkLanded(final Request arrived)
        {
            final int place = Region.offset(arrived.arg(1));
            final long length = arrived.arg(2);
            for (int i = 0; i < length; i++)
            {
                if (landing.getByte(place + i) != value((int)arrived.arg(0)))
                {
                    run.violate("PayloadBeforeNotice", "byte " + i + " of " + length + " of request " +
                        (int)arrived.arg(0) + " of " + program + " of host " + arrived.source() +
                        " is not there when its handler runs");
                }
            }
        }

        String loss()
        {
            for (int number = 0; number < sent; number++)
            {
                final int i = program.index(host.id(), number);
                if (1 != program.handled[i] || (isAnswerDue[number] ? 1 : 0) != program.answered[i])
                {
                    return "request " + number + " of " + this + " was handled " + program.handled[i] +
                        " times, and answered " + program.answered[i];
                }
            }
            return null;
        }

        boolean hasForeignBytes()
        {
            for (int i = 0; i < landing.capacity(); i++)
            {
                final int value = landing.getByte(i);
                if (0 != value && program.number != value / BYTES)
                {
                    return true;
                }
            }
            return false;
        }

        @Override
        public String toString()
        {
            return program + " of " + super.toString();
        }
    }
}
