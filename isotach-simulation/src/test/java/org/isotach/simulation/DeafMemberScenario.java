/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * {@link LostMemberScenario} with three or four members, of which one hears nobody any more, so that frames of others
 * are ahead of what it promises, and two end shortly after one another.
 */
final class DeafMemberScenario implements Scenario
{
    @Override
    public void prepare(final Simulation simulation)
    {
        new LostMemberScenario(true).prepare(simulation);
    }
}
