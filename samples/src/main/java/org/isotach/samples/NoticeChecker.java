/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.isotach.mbm.Delivery;

/**
 * Checks that all hosts have received the same signals and completions of barriers, in the same pulses and the same
 * order; a host that fails receives some of them, from the first one on. The notices of a host are for its thread.
 */
final class NoticeChecker
{
    private final Violations violations = new Violations();
    private final List<List<String>> received = new ArrayList<>();

    NoticeChecker(final int hosts)
    {
        for (int host = 0; host < hosts; host++)
        {
            received.add(new ArrayList<>());
        }
    }

    Violations violations()
    {
        return violations;
    }

    void received(final int host, final Delivery.Kind kind, final int channel, final long pulse)
    {
        received.get(host).add(kind + " " + channel + " in pulse " + pulse);
    }

    /**
     * Checks at the end.
     *
     * @param failed the host that failed, -1 for none.
     */
    void checkEqual(final int failed)
    {
        final int first = 0 == failed ? 1 : 0;
        final List<String> expected = received.get(first);
        for (int host = 0; host < received.size(); host++)
        {
            final List<String> notices = received.get(host);
            final int end = Math.min(notices.size(), expected.size());
            if (!notices.subList(0, end).equals(expected.subList(0, end)) ||
                notices.size() != expected.size() && host != failed)
            {
                final int difference = Arrays.mismatch(notices.toArray(), expected.toArray());
                violations.add("host " + host + " received as notice " + difference + " of " + notices.size() + ": " +
                    at(notices, difference) + ", host " + first + " of " + expected.size() + ": " +
                    at(expected, difference));
            }
        }
    }

    private static String at(final List<String> notices, final int index)
    {
        return index < notices.size() ? notices.get(index) : "nothing";
    }
}
