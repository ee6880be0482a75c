/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.time.Duration;
import java.util.Random;

import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.PreparedSnapshot;

/**
 * The accounts of a bank, and what a teller does with them. It is the same in one JVM and in several: there each JVM
 * has a branch of its own, and all branches have the same accounts.
 */
final class BankBranch
{
    private static final int ACCOUNTS = 100;
    private static final long START = 1000;
    private static final int MAX_AMOUNT = 50;
    private static final int AUDIT_EVERY = 10;
    private static final Duration NEVER = Duration.ofDays(1);

    private final Isotach isotach;
    private final IsoLong[] accounts;
    private final IsoLong ended;
    private final PreparedSnapshot<Long> audit;

    /**
     * Declares the accounts, and joins the other branches, if there are any.
     */
    BankBranch(final Isotach isotach)
    {
        this.isotach = isotach;
        accounts = isotach.longs("account", ACCOUNTS, START);
        ended = isotach.longVariable("branches that have ended");
        audit = isotach.prepare(now ->
        {
            long total = 0;
            for (final IsoLong account : accounts)
            {
                total += now.get(account);
            }
            return total;
        }, accounts);
        isotach.join();
    }

    /**
     * Transfers between accounts, with an audit now and then.
     *
     * @param teller   number of the teller.
     * @param progress called after each transfer.
     * @return number of audits that did not add up.
     */
    int serve(final int teller, final int transfers, final Runnable progress)
    {
        final Random random = new Random(teller);
        int wrong = 0;
        for (int i = 0; i < transfers; i++)
        {
            final IsoLong from = accounts[random.nextInt(ACCOUNTS)];
            final IsoLong to = accounts[random.nextInt(ACCOUNTS)];
            transfer(from, to, random.nextInt(MAX_AMOUNT));
            if (0 == i % AUDIT_EVERY)
            {
                wrong += wrongAudits();
            }
            progress.run();
        }
        return wrong;
    }

    private void transfer(final IsoLong from, final IsoLong to, final long wanted)
    {
        isotach.update(from, to).execute(action ->
        {
            final long amount = Math.min(action.get(from), wanted);
            action.set(from, action.get(from) - amount);
            action.set(to, action.get(to) + amount);
        });
    }

    /**
     * Audits once.
     *
     * @return 1 if the audit does not add up, otherwise 0.
     */
    int wrongAudits()
    {
        return ACCOUNTS * START == audit.take() ? 0 : 1;
    }

    /**
     * Waits until all branches have ended.
     *
     * @param branches how many there are.
     */
    void awaitEnd(final int branches)
    {
        isotach.apply(ended.add(1));
        isotach.update().reading(ended).when(now -> branches == now.get(ended), NEVER).execute(action ->
        {
            // It was to wait for.
        });
    }
}
