/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

/**
 * Random members whose hosts also send messages, signals and non-isotach messages to each other, and take part in
 * barriers, until all have closed.
 */
public final class MessagesOfMembersScenario extends MembersScenario
{
    /**
     * With all invariants.
     */
    public MessagesOfMembersScenario()
    {
        super(true, false);
    }
}
