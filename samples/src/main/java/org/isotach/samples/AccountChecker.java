/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;

/**
 * Checks what one isochron has read of a group of accounts, between which money is moved: their sum is 0, as it was in
 * the beginning. Any thread may call it.
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
