/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

/**
 * Three messages, each to two of three hosts: each two hosts have one message in common, so they always agree.
 */
final class MessageOrderTest
{
    private final MessageChecker checker = new MessageChecker(3);

    @Test
    void shouldAcceptOrdersThatFitTogether()
    {
        checker.record(0, 0, 0);
        checker.record(0, 2, 0);
        checker.record(1, 0, 0);
        checker.record(1, 1, 0);
        checker.record(2, 1, 0);
        checker.record(2, 2, 0);
        checker.checkOneOrder();
        assertNull(checker.violations().first());
    }

    @Test
    void shouldNameHostsThatDisagreeRatherThanThoseBehindThem()
    {
        checker.record(0, 0, 0);
        checker.record(0, 1, 0);
        checker.record(0, 2, 0);
        checker.record(0, 0, 1);
        checker.record(1, 0, 0);
        checker.record(1, 2, 0);
        checker.record(1, 1, 0);
        checker.record(2, 0, 1);
        checker.checkOneOrder();
        assertEquals(1, checker.violations().count());
        assertEquals(
            "hosts 0 and 1 received message 0 of host 1 in different orders", checker.violations().first());
    }

    @Test
    void shouldFindCycle()
    {
        checker.record(0, 2, 0);
        checker.record(0, 0, 0);
        checker.record(1, 0, 0);
        checker.record(1, 1, 0);
        checker.record(2, 1, 0);
        checker.record(2, 2, 0);
        checker.checkOneOrder();
        assertEquals(1, checker.violations().count());
        assertEquals(
            "hosts [0, 1, 2] received messages in orders that make a cycle", checker.violations().first());
    }
}
