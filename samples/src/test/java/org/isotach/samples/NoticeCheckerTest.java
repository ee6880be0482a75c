/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.mbm.Delivery;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

final class NoticeCheckerTest
{
    private final NoticeChecker checker = new NoticeChecker(3);

    @Test
    void shouldAcceptSameNotices()
    {
        receiveAll(3);
        checker.received(1, Delivery.Kind.BARRIER, 1, 4);
        checker.received(2, Delivery.Kind.BARRIER, 1, 4);
        checker.checkEqual(0);
        assertNull(checker.violations().first());
    }

    @Test
    void shouldNoticeOtherPulse()
    {
        receiveAll(2);
        checker.received(0, Delivery.Kind.SIGNAL, 2, 7);
        checker.received(1, Delivery.Kind.SIGNAL, 2, 7);
        checker.received(2, Delivery.Kind.SIGNAL, 2, 8);
        checker.checkEqual(-1);
        expect("host 2 received as notice 1 of 2: SIGNAL 2 in pulse 8, host 0 of 2: SIGNAL 2 in pulse 7");
    }

    @Test
    void shouldNoticeMissingNotice()
    {
        receiveAll(2);
        checker.received(0, Delivery.Kind.SIGNAL, 1, 3);
        checker.received(2, Delivery.Kind.SIGNAL, 1, 3);
        checker.checkEqual(-1);
        expect("host 1 received as notice 1 of 1: nothing, host 0 of 2: SIGNAL 1 in pulse 3");
    }

    @Test
    void shouldNoticeWhatOnlyTheHostThatFailsHasReceived()
    {
        receiveAll(2);
        checker.received(2, Delivery.Kind.SIGNAL, 1, 1);
        checker.received(0, Delivery.Kind.SIGNAL, 1, 3);
        checker.received(1, Delivery.Kind.SIGNAL, 1, 3);
        checker.checkEqual(2);
        expect("host 2 received as notice 1 of 2: SIGNAL 1 in pulse 1, host 0 of 2: SIGNAL 1 in pulse 3");
    }

    private void receiveAll(final long pulse)
    {
        for (int host = 0; host < 3; host++)
        {
            checker.received(host, Delivery.Kind.BARRIER, 1, pulse);
        }
    }

    private void expect(final String violation)
    {
        assertEquals(violation, checker.violations().first());
        assertEquals(1, checker.violations().count());
    }
}
