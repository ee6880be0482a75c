/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm.litmus;

import java.util.List;

/**
 * One step of a litmus program: a letter is sent to some hosts, or waited for.
 */
record Step(Kind kind, char letter, List<Integer> targets)
{
    enum Kind
    {
        SEND, AWAIT
    }

    static Step send(final char letter, final Integer... targets)
    {
        return new Step(Kind.SEND, letter, List.of(targets));
    }

    /**
     * Goes on when the letter, which some other actor sends to this one, has been received.
     */
    static Step await(final char letter)
    {
        return new Step(Kind.AWAIT, letter, List.of());
    }
}
