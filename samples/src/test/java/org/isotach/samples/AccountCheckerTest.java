/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

final class AccountCheckerTest
{
    private final AccountChecker checker = new AccountChecker();

    @Test
    void shouldAcceptMoneyThatWasMoved()
    {
        checker.check(1, 0, new long[]{ 5, -7, 0, 2 });
        assertNull(checker.violations().first());
    }

    @Test
    void shouldNoticeMoneyFromNowhere()
    {
        checker.check(1, 0, new long[]{ 5, -7, 3, 2 });
        assertEquals(
            "host 1 has read accounts of group 0 with a sum of 3: [5, -7, 3, 2]", checker.violations().first());
        assertEquals(1, checker.violations().count());
    }
}
