/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

/**
 * An isochron was executed at a host.
 *
 * @param time logical time of the host.
 */
record Execution(int id, int sender, long pulse, long time)
{
    @Override
    public String toString()
    {
        return "isochron " + id + " of host " + sender + " in pulse " + pulse;
    }
}
