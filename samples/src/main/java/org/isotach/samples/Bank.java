/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.PreparedSnapshot;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A bank: each transfer is one action on two accounts, each audit a snapshot of all. In several JVMs the actions are
 * the same, and each JVM has one teller.
 */
@Command(
    name = "bank",
    description = "Transfers between accounts by several threads, or several JVMs; audits are always exact.")
final class Bank implements Callable<Integer>
{
    private static final int ACCOUNTS = 100;
    private static final long START = 1000;

    @Option(names = "--transfers", paramLabel = "N", defaultValue = "2000",
        description = "Transfers of each thread, and with --members of each JVM, 1..1000000. Default: " +
            "${DEFAULT-VALUE}.")
    private int transfers;
    @Mixin
    private MembersRun run;

    @Override
    public Integer call()
    {
        run.check("--transfers", transfers);
        if (run.startsMembers())
        {
            return run.startMembers("--transfers", transfers);
        }
        try (Isotach isotach = Isotach.launch(run.settings()))
        {
            final IsoLong[] accounts = isotach.longs("account", ACCOUNTS, START);
            final PreparedSnapshot<Long> audit =
                isotach.prepare(now -> Arrays.stream(accounts).mapToLong(now::get).sum(), accounts);
            final AtomicInteger wrong = new AtomicInteger();
            final int tellers = run.inMembers(isotach, 4, transfers, (i, random) ->
            {
                final IsoLong from = accounts[random.nextInt(ACCOUNTS)];
                final IsoLong to = accounts[random.nextInt(ACCOUNTS)];
                transfer(isotach, from, to, random.nextInt(50));
                if (0 == i % 10)
                {
                    wrong.addAndGet(ACCOUNTS * START == audit.take() ? 0 : 1);
                }
            });
            wrong.addAndGet(ACCOUNTS * START == audit.take() ? 0 : 1);
            return run.end("transfers=" + tellers * transfers, wrong.get(), "audits do not add up");
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
