/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

/**
 * The random members of {@link MessagesOfMembersScenario}, of which nothing but the credits is checked, after each step
 * of every run: what this finds the credits between members find.
 */
public final class CreditsOfMembersScenario extends MembersScenario
{
    /**
     * With one invariant.
     */
    public CreditsOfMembersScenario()
    {
        super(true, true);
    }
}
