/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

/**
 * Mistakes in sets of hosts that it takes more hosts than a word has bits to find.
 */
final class ManyHostsMutants
{
    static final List<Mutant> ALL = List.of(
        new Mutant(
            "receivers of a message in the first word of hosts alone", "section 10", "MessageOperation",
            "final int word = offset + RECEIVERS_OFFSET + host / Long.SIZE * Long.BYTES;",
            "final int word = offset + RECEIVERS_OFFSET;"),
        new Mutant(
            "isochron for other hosts of a later word taken for a local one", "rule 7", "HostSet",
            "members |= word == i + 1 ? others[i] & ~(1L << host) : others[i];",
            "members |= word == i + 1 ? 0 : others[i];"),
        new Mutant(
            "hosts of a member in one word of a frame", "section 19", "TrunkFrames",
            "final int index = TrunkRecord.RECEIVERS + indexOf[host] / Long.SIZE * Long.BYTES;",
            "final int index = TrunkRecord.RECEIVERS;"),
        new Mutant(
            "credits of a barrier given back to the first word of hosts", "section 19", "LedgerCopy",
            "for (int word = 0; word < members.length(); word++)", "for (int word = 0; word < 1; word++)"));

    private ManyHostsMutants()
    {
    }
}
