/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Random;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * Tellers move money from one account to another, and an auditor adds all accounts up. The sum is always 0.
 */
final class TransferScenario implements Scenario
{
    private static final int MAX_TELLERS = 3;
    private static final int MAX_TRANSFERS = 4;
    private static final int MAX_ACCOUNTS = 4;
    private static final int MAX_AMOUNT = 100;

    private final boolean isMistaken;

    /**
     * @param isMistaken true if tellers write their results without having reserved the accounts before.
     */
    TransferScenario(final boolean isMistaken)
    {
        this.isMistaken = isMistaken;
    }

    @Override
    public void prepare(final Simulation simulation)
    {
        final int tellers = simulation.upTo(MAX_TELLERS);
        final int accounts = 1 + simulation.upTo(MAX_ACCOUNTS);
        final Cluster cluster = simulation.launch(new ClusterContext().hosts(tellers + 1));
        final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
        for (int host = 1; host <= tellers; host++)
        {
            addTeller(simulation, cluster.host(host), memory, accounts);
        }
        addAuditor(simulation, cluster.host(0), memory, accounts);
    }

    private void addTeller(
        final Simulation simulation, final Host host, final SharedMemory memory, final int accounts)
    {
        // Each program draws its own random numbers, so its actions depend on no other program.
        final Random random = new Random(simulation.random().nextLong());
        final int transfers = simulation.upTo(MAX_TRANSFERS);
        final MemoryPort port = memory.port(host);
        final Isochron isochron = host.isochron();
        simulation.thread("teller-" + host.id(), host, () ->
        {
            for (int i = 0; i < transfers; i++)
            {
                final int from = random.nextInt(accounts);
                final int to = (from + 1 + random.nextInt(accounts - 1)) % accounts;
                final int amount = 1 + random.nextInt(MAX_AMOUNT);
                simulation.note("teller-" + host.id() + " moves " + amount + " from " + from + " to " + to);
                transfer(isochron, port, from, to, amount);
                simulation.pause();
            }
        });
    }

    private void transfer(
        final Isochron isochron, final MemoryPort port, final int from, final int to, final int amount)
    {
        final IsoValue source = new IsoValue();
        final IsoValue target = new IsoValue();
        isochron.begin();
        port.read(isochron, from, source);
        port.read(isochron, to, target);
        if (!isMistaken)
        {
            port.sched(isochron, from);
            port.sched(isochron, to);
        }
        isochron.issue();

        final long sourceAfter = source.await() - amount;
        final long targetAfter = target.await() + amount;
        isochron.begin();
        if (isMistaken)
        {
            port.write(isochron, from, sourceAfter);
            port.write(isochron, to, targetAfter);
        }
        else
        {
            port.assign(isochron, from, sourceAfter);
            port.assign(isochron, to, targetAfter);
        }
        isochron.issue();
    }

    private static void addAuditor(
        final Simulation simulation, final Host host, final SharedMemory memory, final int accounts)
    {
        final int audits = simulation.upTo(MAX_TRANSFERS);
        final MemoryPort port = memory.port(host);
        final Isochron isochron = host.isochron();
        final long[] sum = new long[1];
        simulation.thread("auditor", host, () ->
        {
            for (int i = 0; i < audits; i++)
            {
                sum[0] = audit(isochron, port, accounts);
                simulation.pause();
            }
        });
        simulation.always("SumAtAudit", () -> 0 == sum[0] ? null : "the accounts add up to " + sum[0]);
        simulation.atEnd("SumAtEnd", () ->
        {
            final long atEnd = audit(isochron, port, accounts);
            return 0 == atEnd ? null : "the accounts add up to " + atEnd;
        });
    }

    private static long audit(final Isochron isochron, final MemoryPort port, final int accounts)
    {
        final IsoValue[] values = new IsoValue[accounts];
        isochron.begin();
        for (int account = 0; account < accounts; account++)
        {
            values[account] = new IsoValue();
            port.read(isochron, account, values[account]);
        }
        isochron.issue();
        long sum = 0;
        for (final IsoValue value : values)
        {
            sum += value.await();
        }
        return sum;
    }
}
