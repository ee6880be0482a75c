/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;

/**
 * Checks the accounts of a group that one isochron has read. Money moves between them, so their sum is 0, as at the
 * start. Any thread may call it.
 */
final class AccountChecker
{
    private final Violations violations = new Violations();

    Violations violations()
    {
        return violations;
    }

    void check(final int host, final int group, final long[] balances)
    {
        final long sum = Arrays.stream(balances).sum();
        if (0 != sum)
        {
            violations.add("host " + host + " has read accounts of group " + group + " with a sum of " + sum + ": " +
                Arrays.toString(balances));
        }
    }
}
