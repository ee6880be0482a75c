/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Host;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.TakenVariables;

import picocli.CommandLine.Model.CommandSpec;

/**
 * Dining philosophers in several JVMs, a part of the table in each. Neighbours in different JVMs cannot be watched
 * while they eat; but each use adds to the value of a fork, so a fork that two have used at once has a wrong value at
 * the end.
 */
final class PhilosopherMember
{
    private final CommandSpec spec;
    private final MembersOption members;
    private final int hosts;
    private final PageMap pageMap;

    PhilosopherMember(final CommandSpec spec, final MembersOption members, final int hosts)
    {
        this.spec = spec;
        this.members = members;
        this.hosts = hosts;
        // As in one JVM, and one more page to meet. Its addresses come behind the forks.
        final PageMap.Builder builder = PageMap.builder().pageSize(1);
        for (int fork = 0; fork < hosts; fork++)
        {
            builder.page(fork, (fork + hosts - 1) % hosts, fork);
        }
        pageMap = builder.everywhere(hosts, hosts + 1).build();
    }

    /**
     * Runs this part of the table.
     */
    void run(final ModeOption mode, final int meals, final Violations violations, final MemberProgress progress)
    {
        try (MemberMemory memory = members.launch(spec, mode, hosts, pageMap))
        {
            final int[] forks = new int[hosts];
            final long[] values = new long[hosts];
            for (int fork = 0; fork < hosts; fork++)
            {
                forks[fork] = fork;
                values[fork] = DiningTable.startValue(fork);
            }
            if (0 == members.own())
            {
                memory.write(forks, values);
            }
            memory.meet(hosts, members.count());
            HostThreads.run(memory.cluster(), host ->
                dine(host, memory.memory().port(host), meals, violations, progress));
            memory.meet(hosts + 1, members.count());
            memory.read(forks, values);
            for (int fork = 0; fork < hosts; fork++)
            {
                check(fork, values[fork], 2L * meals, violations);
            }
        }
    }

    private static void check(final int fork, final long value, final long uses, final Violations violations)
    {
        final long expected = DiningTable.startValue(fork) + DiningTable.USE * uses;
        if (value != expected)
        {
            violations.add("fork " + fork + " has value " + value + " after " + uses + " uses (expected: " + expected +
                ')');
        }
    }

    static void checkTaken(final int fork, final long value, final long last, final Violations violations)
    {
        if (value < last || 0 != (value - DiningTable.startValue(fork)) % DiningTable.USE)
        {
            violations.add("fork " + fork + " has value " + value + " after value " + last);
        }
    }

    private void dine(
        final Host host,
        final MemoryPort port,
        final int meals,
        final Violations violations,
        final MemberProgress progress)
    {
        final Isochron isochron = host.isochron();
        final TakenVariables taken = new TakenVariables(2);
        final int[] both = { host.id(), (host.id() + 1) % hosts };
        final long[] uses = new long[2];
        for (int meal = 0; meal < meals; meal++)
        {
            isochron.begin();
            if (0 == meal)
            {
                // Behind the isochron that laid the table.
                isochron.fresh();
            }
            port.take(isochron, both, taken);
            isochron.issue();
            taken.await();
            for (int i = 0; i < both.length; i++)
            {
                final long value = taken.value(i);
                checkTaken(both[i], value, uses[i], violations);
                uses[i] = value + DiningTable.USE;
            }
            port.assign(isochron.begin(), taken, uses);
            isochron.issue();
            progress.step();
        }
        isochron.awaitExecuted();
    }
}
