/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.TakenVariables;
import org.isotach.smm.UpdateFunction;

/**
 * The steps of the sample {@code tour}, on the one thread that works for all three hosts.
 */
final class TourGuide
{
    private static final int BANK = 0;
    private static final int AUDIT = 1;
    private static final int DESK = 2;
    private static final int CASH = 0;
    private static final int GOLD = 1;
    private static final int RATE = 2;
    private static final int VISITS = 3;
    private static final int[] ACCOUNTS = { CASH, GOLD };
    private static final List<String> NAMES = List.of("cash", "gold", "rate", "visits");
    private static final long START = 100;
    private static final long MOVED = 30;

    private final Cluster cluster;
    private final PrintWriter out;
    private final Messaging messaging;
    private final Isochron[] isochrons;
    private final MemoryPort[] ports;
    private final MessagePort letters;
    private boolean hasWaited;
    private long cashFound;
    private long goldFound;
    private long visits;

    TourGuide(final Cluster cluster, final PrintWriter out)
    {
        this.cluster = cluster;
        this.out = out;
        final PageMap pages = PageMap.builder().pageSize(1)
            .page(CASH, BANK, AUDIT).page(GOLD, BANK, AUDIT).page(RATE, BANK, DESK).page(VISITS, AUDIT, DESK)
            .build();
        final SharedMemory memory = SharedMemory.on(cluster, pages);
        memory.names(NAMES::get);
        messaging = Messaging.on(cluster);
        isochrons = new Isochron[cluster.hostCount()];
        ports = new MemoryPort[cluster.hostCount()];
        for (int host = 0; host < ports.length; host++)
        {
            isochrons[host] = cluster.host(host).isochron();
            ports[host] = memory.port(cluster.host(host));
        }
        letters = messaging.port(isochrons[BANK]);
    }

    void lead()
    {
        out.println("The bank opens both accounts with " + START + '.');
        begin(BANK);
        ports[BANK].write(isochrons[BANK], ACCOUNTS, new long[]{ START, START });
        issue(BANK);

        out.println("It reads and reserves them, to move " + MOVED + " from one to the other.");
        final TakenVariables taken = new TakenVariables(ACCOUNTS.length);
        ports[BANK].take(begin(BANK), ACCOUNTS, taken);
        issue(BANK);

        out.println("Meanwhile the desk sets the rate, and the audit reads both accounts: the audit waits.");
        ports[DESK].write(begin(DESK), RATE, 3);
        issue(DESK);
        final IsoValue cash = new IsoValue();
        final IsoValue gold = new IsoValue();
        ports[AUDIT].read(begin(AUDIT), CASH, cash);
        ports[AUDIT].read(isochrons[AUDIT], GOLD, gold);
        issue(AUDIT);
        ports[DESK].update(begin(DESK), VISITS, UpdateFunction.ADD, 1);
        issue(DESK);
        hasWaited = !cash.isReady() && !gold.isReady();

        out.println("The bank assigns both accounts, and tells the desk in the same isochron.");
        taken.await();
        final byte[] letter = "moved".getBytes(StandardCharsets.US_ASCII);
        begin(BANK);
        ports[BANK].assign(
            isochrons[BANK], taken, new long[]{ taken.value(0) - MOVED, taken.value(1) + MOVED });
        letters.send(DESK, letter, 0, letter.length);
        issue(BANK);

        final Delivery delivery = messaging.mailbox(cluster.host(DESK)).await();
        out.println("The desk has a message of " + delivery.message().length() + " bytes, and counts one more visit.");
        final IsoValue counted = new IsoValue();
        ports[DESK].updateAndGet(begin(DESK), VISITS, UpdateFunction.ADD, 1, counted);
        issue(DESK);

        cashFound = cash.await();
        goldFound = gold.await();
        visits = counted.await();
        out.println("The audit has found " + cashFound + " and " + goldFound + ": both new values, or none.");
    }

    private Isochron begin(final int host)
    {
        return isochrons[host].begin();
    }

    /**
     * Issues an isochron, and lets it execute everywhere before anything else happens.
     */
    private void issue(final int host)
    {
        isochrons[host].issue();
        for (int id = 0; id < ports.length; id++)
        {
            pollAll(cluster.host(id));
        }
    }

    private static void pollAll(final Host host)
    {
        int work = host.poll();
        while (work > 0)
        {
            work = host.poll();
        }
    }

    long total()
    {
        return cashFound + goldFound;
    }

    long visits()
    {
        return visits;
    }

    /**
     * Returns the failure, null if there is none.
     */
    String failure()
    {
        return failure(hasWaited, cashFound, goldFound, visits);
    }

    static String failure(final boolean hasWaited, final long cash, final long gold, final long visits)
    {
        if (!hasWaited)
        {
            return "the audit has not waited for the bank";
        }
        return START - MOVED == cash && START + MOVED == gold && 2 == visits ? null :
            "the audit has found " + cash + " and " + gold + " (expected: " + (START - MOVED) + " and " +
                (START + MOVED) + "), visits " + visits + " (expected: 2)";
    }
}
