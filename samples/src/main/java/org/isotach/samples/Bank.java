/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import org.isotach.actions.Isotach;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A bank: each transfer is one action on two accounts, each audit a snapshot of all. In several JVMs the actions are
 * the same, and each JVM has one teller.
 */
@Command(
    name = "bank",
    description = "Transfers between accounts by several threads, or several JVMs; audits are always exact.")
final class Bank implements Callable<Integer>
{
    private static final int TELLERS = 4;

    @Spec
    private CommandSpec spec;

    @Option(names = "--transfers", paramLabel = "N", defaultValue = "2000",
        description = "Transfers of each thread, and with --members of each JVM, 1..1000000. Default: " +
            "${DEFAULT-VALUE}.")
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
            final BankBranch branch = new BankBranch(isotach);
            final int wrong;
            try (Progress progress = Progress.onTerminal("bank", (long)TELLERS * transfers))
            {
                wrong = IntStream.range(0, TELLERS).parallel()
                    .map(teller -> branch.serve(teller, transfers, progress::step)).sum();
            }
            return Verdict.of(spec, "transfers=" + TELLERS * transfers + " wrong=" + wrong, failure(wrong));
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
        try (MemberProgress progress = members.progress(spec, transfers);
            Isotach isotach = Isotach.launch(members.isotach(spec, mode)))
        {
            final BankBranch branch = new BankBranch(isotach);
            int wrong = branch.serve(members.own(), transfers, progress::step);
            branch.awaitEnd(members.count());
            wrong += branch.wrongAudits();
            return Verdict.of(
                spec, "member=" + members.own() + " transfers=" + transfers + " wrong=" + wrong, failure(wrong));
        }
    }

    private static String failure(final int wrong)
    {
        return 0 == wrong ? null : wrong + " audits do not add up";
    }
}
