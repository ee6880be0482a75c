/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceEvent;
import org.isotach.niu.funi.device.DeviceGang;
import org.isotach.niu.funi.device.DeviceNetwork;
import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.spi.Unit;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Why the network has two priorities (Hoe, FUNet, section 2.10): A sends to B as fast as it can, and B to C, and then
 * everybody to A. Each packet is acknowledged, so devices wait for room for acknowledgements while packets fill the
 * network.
 */
@Command(
    name = "deadlock",
    description = {
        "Saturates the network of FUNi devices, with two priorities and with one.",
        "With two priorities all packets arrive. With one, acknowledgements wait behind packets that wait for " +
            "acknowledgements, and nothing moves any more. A scheduler with a seed does the steps." })
final class DeviceDeadlock implements Callable<Integer>
{
    private static final int HOSTS = 3;
    private static final int SLOTS = 16;
    private static final int MEMORY = 1 << 15;
    private static final int MAX_IDLE_TURNS = 2000;
    private static final int MAX_BURST = 12;

    @Spec
    private CommandSpec spec;

    @Option(names = "--packets", paramLabel = "N", defaultValue = "3000",
        description = "Packets of each host, 100..1000000. Default: ${DEFAULT-VALUE}.")
    private int packets;

    @Mixin
    private SeedOption seed;

    private final Violations violations = new Violations();
    private PrintWriter out;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--packets", packets, 100, 1_000_000);

        out = spec.commandLine().getOut();
        seed.print(out);
        final long two = run(2);
        final long one = run(1);
        final long all = (long)HOSTS * packets;
        if (two != all)
        {
            violations.add("with two priorities " + two + " packets of " + all + " have arrived");
        }
        if (one == all)
        {
            violations.add("with one priority all packets have arrived: send more");
        }
        return Verdict.of(
            spec, "packets=" + all + " two=" + outcome(two, all) + " one=" + outcome(one, all) + " wrong=" +
                violations.count(),
            seed.appendTo(violations.first()));
    }

    private static String outcome(final long arrived, final long all)
    {
        return arrived == all ? "ends" : "hangs";
    }

    private long run(final int priorities)
    {
        try (Cluster cluster =
            Cluster.launch(new ClusterContext().hosts(HOSTS).threadingMode(ThreadingMode.INVOKER)))
        {
            final DeviceNetwork network = DeviceNetwork.on(cluster, new DeviceContext().priorities(priorities));
            final Saturation saturation = new Saturation(network, packets, new Random(seed.value()));
            final long arrived = saturation.run();
            final long sent = network.count(DeviceEvent.SENT) + network.count(DeviceEvent.SENT_AGAIN);
            out.println((1 == priorities ? "one priority:   " : "two priorities: ") + arrived + " of " +
                Plural.of(HOSTS * packets, "packet") + " arrived, " + sent + " were sent, " +
                network.count(DeviceEvent.REJECTED) + " rejected" +
                (arrived < (long)HOSTS * packets ? "; nothing moves any more: a deadlock" : ""));
            return arrived;
        }
    }

    /**
     * The three hosts, and the order of their steps.
     */
    private static final class Saturation
    {
        private final Random random;
        private final int packets;
        private final List<Unit> units;
        private final DevicePort[] ports = new DevicePort[HOSTS];
        private final int[] sent = new int[HOSTS];
        private long arrived;

        Saturation(final DeviceNetwork network, final int packets, final Random random)
        {
            this.packets = packets;
            this.random = random;
            units = network.units();
            final DeviceGang gang = network.open("saturation", MEMORY, 0, 1, 2);
            for (int node = 0; node < HOSTS; node++)
            {
                ports[node] = new DevicePort(gang.member(node), SLOTS);
                while (!ports[node].tryOpen())
                {
                    network.work();
                }
            }
        }

        /**
         * Goes on until all has arrived, or nothing has moved for long. It never pauses: this thread does all steps, so
         * there is nobody to wait for.
         */
        long run()
        {
            int idle = 0;
            while (arrived < (long)HOSTS * packets && idle < MAX_IDLE_TURNS)
            {
                int work = 0;
                final Unit unit = units.get(random.nextInt(units.size()));
                for (int i = random.nextInt(MAX_BURST); i >= 0; i--)
                {
                    work += unit.doWork();
                }
                for (int node = 0; node < HOSTS; node++)
                {
                    work += send(node) + receive(ports[node]);
                }
                idle = 0 == work ? idle + 1 : 0;
            }
            return arrived;
        }

        private int send(final int node)
        {
            // The last one sends from the middle on; then everybody sends to the first.
            final boolean isSecondHalf = sent[0] >= packets / 2 || sent[1] >= packets / 2;
            if (sent[node] == packets || HOSTS - 1 == node && !isSecondHalf ||
                !ports[node].trySend(false, sent[node] < packets / 2 && node < HOSTS - 1 ? node + 1 : 0, 0, 1))
            {
                return 0;
            }
            sent[node]++;
            return 1;
        }

        private int receive(final DevicePort port)
        {
            int work = 0;
            port.advance();
            while (DevicePort.NO_SLOT != port.tryReceive(false))
            {
                port.release(false);
                arrived++;
                work++;
            }
            return work;
        }
    }
}
