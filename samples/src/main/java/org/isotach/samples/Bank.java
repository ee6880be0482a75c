/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.PreparedSnapshot;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A bank: each transfer is one action on two accounts, each audit a snapshot of all.
 */
@Command(name = "bank", description = "Transfers between accounts by several threads; audits are always exact.")
final class Bank implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Option(names = "--transfers", paramLabel = "N", defaultValue = "2000",
        description = "Transfers of each thread, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int transfers;
    @Mixin
    private ModeOption mode;
    @Mixin
    private MembersOption members;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--transfers", transfers, 1, 1_000_000);
        members.check(spec);
        if (members.isUsed())
        {
            return members.startsAll() ? startMembers() : runMember();
        }
        try (Isotach isotach = Isotach.launch(mode.isotach()))
        {
            final IsoLong[] accounts = isotach.longs("account", 100, 1000);
            final PreparedSnapshot<Long> audit = isotach.prepare(now ->
            {
                long total = 0;
                for (final IsoLong account : accounts)
                {
                    total += now.get(account);
                }
                return total;
            }, accounts);
            final AtomicInteger wrong = new AtomicInteger();
            IntStream.range(0, 4).parallel().forEach(teller ->
            {
                final Random random = new Random(teller);
                for (int i = 0; i < transfers; i++)
                {
                    transfer(isotach, accounts[random.nextInt(100)], accounts[random.nextInt(100)], random.nextInt(50));
                    if (0 == i % 10)
                    {
                        wrong.addAndGet(100_000 == audit.take() ? 0 : 1);
                    }
                }
            });
            final String failure = 0 == wrong.get() ? null : wrong + " audits do not add up";
            return Verdict.of(spec, "transfers=" + 4 * transfers + " wrong=" + wrong, failure);
        }
    }

    private int startMembers()
    {
        final long[] sums = members.startAll(
            spec, List.of("transfers", "wrong"), mode.with("--transfers", Integer.toString(transfers)));
        return Verdict.of(spec, "members=" + members.count() + " transfers=" + sums[0] + " wrong=" + sums[1], null);
    }

    private int runMember()
    {
        try (MemberProgress progress = members.progress(spec, transfers))
        {
            final int wrong = new BankMember(spec, members).run(mode, transfers, progress);
            return Verdict.of(spec, "member=" + members.own() + " transfers=" + transfers + " wrong=" + wrong,
                0 == wrong ? null : wrong + " audits do not add up");
        }
    }

    private static void transfer(final Isotach isotach, final IsoLong from, final IsoLong to, final long wanted)
    {
        isotach.update(from, to).execute(action ->
        {
            final long amount = Math.min(action.get(from), wanted);
            action.set(from, action.get(from) - amount);
            action.set(to, action.get(to) + amount);
        });
    }
}
