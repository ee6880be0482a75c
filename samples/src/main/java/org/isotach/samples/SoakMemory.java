/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.isotach.Isochron;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.PageLostException;
import org.isotach.smm.SharedMemory;

/**
 * The shared memory work of one host in a round of a soak: it writes variables that are always equal, moves money
 * between accounts, reads both, and checks the values.
 */
final class SoakMemory
{
    private static final int MAX_AMOUNT = 100;
    private static final int READS_PER_FRESH_ONE = 8;

    private final Host host;
    private final MemoryPort port;
    private final Isochron isochron;
    private final SoakLayout layout;
    private final ReadAllChecker.Reader reader;
    private final AccountChecker accounts;
    private final WorkingWait wait;
    private final SplittableRandom random;
    private final IsoValue[] values;

    // Those that are not lost.
    private final List<Integer> equals;

    SoakMemory(
        final SharedMemory memory,
        final Isochron isochron,
        final Host host,
        final SoakLayout layout,
        final SoakChecks checks,
        final WorkingWait wait,
        final SplittableRandom random)
    {
        this.host = host;
        this.isochron = isochron;
        this.layout = layout;
        this.wait = wait;
        this.random = random;
        port = memory.port(host);
        reader = checks.equals().reader(host.id());
        accounts = checks.accounts();
        equals = new ArrayList<>(IntStream.range(0, layout.equals()).boxed().toList());
        values = new IsoValue[Math.max(equals.size(), SoakLayout.ACCOUNTS)];
        for (int i = 0; i < values.length; i++)
        {
            values[i] = new IsoValue();
        }
    }

    /**
     * Begins an isochron that writes one value to all variables that are always equal.
     */
    void beginWriteAll()
    {
        final long value = reader.nextValue(random.nextInt());
        beginAll(i -> port.write(isochron, equals.get(i), value));
    }

    /**
     * Reads all variables that are always equal, after the first write of this host.
     */
    void readAll()
    {
        do
        {
            beginAll(i -> port.read(isochron, equals.get(i), values[i]));
            wait.issue(isochron);
        }
        while (!await(equals.size()));
        reader.check(read(equals.size()));
    }

    /**
     * Reads all accounts of a group.
     */
    void readAccounts(final int group)
    {
        do
        {
            begin();
            for (int account = 0; account < SoakLayout.ACCOUNTS; account++)
            {
                port.read(isochron, layout.account(group, account), values[account]);
            }
            wait.issue(isochron);
        }
        while (!await(SoakLayout.ACCOUNTS));
        accounts.check(host.id(), group, read(SoakLayout.ACCOUNTS));
    }

    /**
     * A structured atomic action: money goes from one account to another one.
     */
    void transfer(final int group)
    {
        final int from = random.nextInt(SoakLayout.ACCOUNTS);
        final int to = (from + 1 + random.nextInt(SoakLayout.ACCOUNTS - 1)) % SoakLayout.ACCOUNTS;
        schedule(group, from, to);
        while (!await(2))
        {
            // It depends on an action that has failed.
            isochron.begin();
            port.cancel(isochron, layout.account(group, from));
            port.cancel(isochron, layout.account(group, to));
            wait.issue(isochron);
            schedule(group, from, to);
        }
        final long amount = random.nextInt(MAX_AMOUNT);
        isochron.begin();
        port.assign(isochron, layout.account(group, from), values[0].get() - amount);
        port.assign(isochron, layout.account(group, to), values[1].get() + amount);
        wait.issue(isochron);
    }

    /**
     * The first half of a transfer.
     */
    void schedule(final int group, final int from, final int to)
    {
        begin();
        port.read(isochron, layout.account(group, from), values[0]);
        port.read(isochron, layout.account(group, to), values[1]);
        port.sched(isochron, layout.account(group, from));
        port.sched(isochron, layout.account(group, to));
        wait.issue(isochron);
    }

    private void begin()
    {
        isochron.begin();
        if (0 == random.nextInt(READS_PER_FRESH_ONE))
        {
            isochron.fresh();
        }
    }

    /**
     * Begins an isochron with an operation on each of the variables that are always equal.
     *
     * @param operation is given the index in the list of those that are not lost.
     */
    private void beginAll(final Operation operation)
    {
        begin();
        int i = 0;
        while (i < equals.size())
        {
            try
            {
                operation.append(i);
                i++;
            }
            catch (final PageLostException ex)
            {
                // All hosts write and read the others as before.
                equals.remove(i);
            }
        }
    }

    /**
     * @return false if one of them will never arrive.
     */
    private boolean await(final int count)
    {
        boolean isComplete = true;
        for (int i = 0; i < count; i++)
        {
            final IsoValue value = values[i];
            wait.until(() -> value.isReady() || value.isFailed(), "a value");
            isComplete &= value.isReady();
        }
        return isComplete;
    }

    private long[] read(final int count)
    {
        return IntStream.range(0, count).mapToLong(i -> values[i].get()).toArray();
    }

    /**
     * An operation on one of the variables that are always equal.
     */
    @FunctionalInterface
    private interface Operation
    {
        void append(int index);
    }
}
