/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceEvent;
import org.isotach.niu.funi.device.DeviceGang;
import org.isotach.niu.funi.device.DeviceNetwork;
import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.funi.device.Slot;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Gangs that have the devices of all hosts in turn (Hoe, FUNet, section 4.2 and appendix B): each is switched out in
 * the middle of its messages, drained and restored, and does not see it.
 */
@Command(
    name = "gangs",
    description = {
        "Lets several gangs have the FUNi devices of some hosts in turn.",
        "Each member asks the next one of its gang for squares of numbers. No packet may be lost, doubled, or seen " +
            "by another gang, wherever it is when devices change hands." })
final class DeviceGangs implements Callable<Integer>
{
    private static final int SLOTS = 8;
    private static final int MEMORY = 1 << 14;
    private static final int ASK = 1;
    private static final long PATIENCE_NS = 30_000_000_000L;

    @Spec
    private CommandSpec spec;

    @Option(names = "--gangs", paramLabel = "G", defaultValue = "3",
        description = "Number of gangs, 1..32. Default: ${DEFAULT-VALUE}.")
    private int gangs;

    @Option(names = "--hosts", paramLabel = "N", defaultValue = "2",
        description = "Number of hosts, 1..16; each gang has a member on each. Default: ${DEFAULT-VALUE}.")
    private int hosts;

    @Option(names = "--questions", paramLabel = "Q", defaultValue = "2000",
        description = "Questions of each member, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int questions;

    @Option(names = "--slice", paramLabel = "MS", defaultValue = "5",
        description = "Milliseconds that a gang has the devices, 1..10000. Default: ${DEFAULT-VALUE}; the paper: " +
            "seconds.")
    private int slice;

    @Mixin
    private ModeOption mode;

    private final Violations violations = new Violations();

    // Answers that have not come, of all members.
    private final AtomicInteger missing = new AtomicInteger();

    @Override
    public Integer call()
    {
        Limits.check(spec, "--gangs", gangs, 1, DeviceNetwork.MAX_GANGS);
        Limits.check(spec, "--hosts", hosts, 1, 16);
        Limits.check(spec, "--questions", questions, 1, 1_000_000);
        Limits.check(spec, "--slice", slice, 1, 10_000);

        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(hosts))))
        {
            final DeviceNetwork network =
                DeviceNetwork.on(cluster, new DeviceContext().slice(Duration.ofMillis(slice)));
            final List<List<Member>> places = new ArrayList<>();
            IntStream.range(0, hosts).forEach(host -> places.add(new ArrayList<>()));
            for (int i = 0; i < gangs; i++)
            {
                final DeviceGang gang =
                    network.open("gang-" + i, MEMORY, IntStream.range(0, hosts).toArray());
                for (int node = 0; node < hosts; node++)
                {
                    places.get(node).add(new Member(new DevicePort(gang.member(node), SLOTS), i));
                }
            }
            final long startNs = System.nanoTime();
            // A gang may have to wait for the turns of all others.
            final long patienceNs = PATIENCE_NS + TimeUnit.MILLISECONDS.toNanos((long)gangs * slice);
            HostThreads.run(cluster, host -> serve(host, places.get(host.id()), patienceNs));
            final double seconds = (System.nanoTime() - startNs) / 1e9;
            places.forEach(members -> members.forEach(Member::check));
            spec.commandLine().getOut().printf(
                Locale.ROOT, "%s, %s, %s: %.2f s, devices changed hands %s, %d of %d packets were sent again%n",
                Plural.of(gangs, "gang"), Plural.of(hosts, "host"), cluster.threadingMode(), seconds,
                Plural.of(network.switches(), "time"), network.count(DeviceEvent.SENT_AGAIN),
                network.count(DeviceEvent.SENT) + network.count(DeviceEvent.SENT_AGAIN));
        }
        return report();
    }

    int report()
    {
        return Verdict.of(
            spec, "gangs=" + gangs + " hosts=" + hosts + " answers=" + (gangs * hosts * questions - missing.get()) +
                " wrong=" + violations.count(),
            violations.first());
    }

    /**
     * One thread for all members of a host. It ends when no answer is missing at any host, or none has come anywhere
     * for so long that it must be lost.
     */
    void serve(final Host host, final List<Member> members, final long patienceNs)
    {
        final Patience patience = new Patience(patienceNs);
        new LongWait(host).until(() -> 0 == missing.get() || patience.isOver(), () ->
        {
            int work = 0;
            for (final Member member : members)
            {
                work += member.work();
            }
            return work;
        });
    }

    /**
     * Of a thread that waits for answers.
     */
    private final class Patience
    {
        private final long limitNs;
        private int before = missing.get();
        private long sinceNs = System.nanoTime();

        Patience(final long limitNs)
        {
            this.limitNs = limitNs;
        }

        boolean isOver()
        {
            final int now = missing.get();
            if (now != before)
            {
                before = now;
                sinceNs = System.nanoTime();
            }
            return System.nanoTime() - sinceNs > limitNs;
        }
    }

    /**
     * Asks, and answers.
     */
    final class Member
    {
        private final DevicePort port;
        private final int gang;
        private final int next;
        private int sent;
        private int answers;
        private long sum;
        private int handled;
        private int question = -1;
        private int asker;

        Member(final DevicePort port, final int gang)
        {
            this.port = port;
            this.gang = gang;
            next = (port.member().node() + 1) % port.member().size();
            missing.getAndAdd(questions);
        }

        int work()
        {
            // Not counted: devices send what is rejected again and again, also when nobody will ever take it.
            port.member().work();
            if (!port.tryOpen())
            {
                return 0;
            }
            port.advance();
            int work = 0;
            if (sent < questions && port.trySend(false, next, ASK, gang, sent))
            {
                sent++;
                work++;
            }
            return work + takeAnswers() + answer();
        }

        private int takeAnswers()
        {
            int work = 0;
            for (int slot = port.tryReceive(true); DevicePort.NO_SLOT != slot; slot = port.tryReceive(true))
            {
                checkGang(word(slot, 0));
                sum += word(slot, 1);
                port.release(true);
                work++;
            }
            if (work > 0)
            {
                answers += work;
                missing.getAndAdd(-work);
            }
            return work;
        }

        private int answer()
        {
            final int slot = question < 0 ? port.tryReceive(false) : DevicePort.NO_SLOT;
            if (DevicePort.NO_SLOT != slot)
            {
                checkGang(word(slot, 0));
                question = word(slot, 1);
                asker = port.member().memory().getInt(slot + Slot.SENDER);
                handled++;
                port.release(false);
            }
            if (question < 0 || !port.trySend(true, asker, ASK, gang, square(question)))
            {
                return 0;
            }
            question = -1;
            return 1;
        }

        private int word(final int slot, final int index)
        {
            return port.member().memory().getInt(slot + Slot.BODY + index * Integer.BYTES);
        }

        private static int square(final int number)
        {
            return number % 1000 * (number % 1000);
        }

        private void checkGang(final int found)
        {
            if (found != gang)
            {
                violations.add("a member of gang " + gang + " has taken a packet of gang " + found);
            }
        }

        void check()
        {
            long expected = 0;
            for (int number = 0; number < questions; number++)
            {
                expected += square(number);
            }
            if (sum != expected || answers != questions || handled != questions)
            {
                violations.add("a member of gang " + gang + " has handled " + handled + " questions of " + questions +
                    ", and has " + answers + " answers, whose sum is " + sum + " instead of " + expected);
            }
        }
    }
}
