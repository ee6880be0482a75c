/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.Random;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.TakenVariables;

import picocli.CommandLine.Model.CommandSpec;

/**
 * The bank in several JVMs, one branch in each. Each branch keeps a part of the accounts, and transfers between all of
 * them: one isochron reads and schedules both accounts, another one assigns them. An audit is one isochron that reads
 * all accounts of all branches.
 */
final class BankMember
{
    private static final int ACCOUNTS = 100;
    private static final int PAGE_SIZE = 128;
    private static final long START = 1000;
    private static final int MAX_AMOUNT = 50;
    private static final int AUDIT_EVERY = 10;

    private final CommandSpec spec;
    private final MembersOption members;
    private final PageMap pageMap;
    private final int[] accounts = new int[ACCOUNTS];
    private final TakenVariables taken = new TakenVariables(2);

    BankMember(final CommandSpec spec, final MembersOption members)
    {
        this.spec = spec;
        this.members = members;
        final int count = members.count();
        final PageMap.Builder builder = PageMap.builder().pageSize(PAGE_SIZE);
        for (int branch = 0; branch < count; branch++)
        {
            builder.page(branch, branch);
        }
        pageMap = builder.everywhere(count).build();
        for (int i = 0; i < ACCOUNTS; i++)
        {
            accounts[i] = pageMap.addressOf(i % count, i / count);
        }
    }

    /**
     * Runs this branch.
     *
     * @return number of audits that did not add up.
     */
    int run(final ModeOption mode, final int transfers, final MemberProgress progress)
    {
        final int count = members.count();
        final int counters = pageMap.addressOf(count, 0);
        int wrong = 0;
        try (MemberMemory memory = members.launch(spec, mode, count, pageMap))
        {
            final long[] values = new long[ACCOUNTS];
            if (0 == members.own())
            {
                Arrays.fill(values, START);
                memory.write(accounts, values);
            }
            memory.meet(counters, count);
            final MemoryPort port = memory.memory().port(memory.host());
            final Isochron isochron = memory.host().isochron();
            final Random random = new Random(members.own());
            for (int i = 0; i < transfers; i++)
            {
                final int from = random.nextInt(ACCOUNTS);
                final int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
                transfer(port, isochron, new int[]{ accounts[from], accounts[to] }, random.nextInt(MAX_AMOUNT));
                if (0 == i % AUDIT_EVERY)
                {
                    wrong += audit(memory, values) ? 0 : 1;
                }
                progress.step();
            }
            isochron.awaitExecuted();
            memory.meet(counters + 1, count);
            wrong += audit(memory, values) ? 0 : 1;
        }
        return wrong;
    }

    private void transfer(final MemoryPort port, final Isochron isochron, final int[] both, final long wanted)
    {
        port.take(isochron.begin(), both, taken);
        isochron.issue();
        taken.await();
        final long amount = Math.min(taken.value(0), wanted);
        port.assign(isochron.begin(), taken, new long[]{ taken.value(0) - amount, taken.value(1) + amount });
        isochron.issue();
    }

    private boolean audit(final MemberMemory memory, final long[] values)
    {
        memory.read(accounts, values);
        return ACCOUNTS * START == Arrays.stream(values).sum();
    }
}
