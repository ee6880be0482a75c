/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

/**
 * Mistakes in the control program of Myrinet boards, and in switches, that the simulation finds.
 */
final class McpMutants
{
    private static final String RULE = "Myrinet board";

    static final List<Mutant> ALL = List.of(
        new Mutant(
            "outputs of a switch shared by two packets", RULE + ", M4", "CrossbarSwitch",
            "final boolean isFree = NONE == inputs[output] || input == inputs[output];",
            "final boolean isFree = output >= 0;"),
        new Mutant(
            "pool used to the last buffer", RULE + ", M9", "IoPool",
            "return next(incoming) == outgoing;", "return false;"),
        new Mutant(
            "packet moved to a channel that is full", RULE + ", M25", "HostDma",
            "return counts[channel] != sram.getLongVolatile(hcb.freeCount(channel));",
            "return 0 != sram.getLongVolatile(hcb.freeCount(channel));"),
        new Mutant(
            "overlap although packets wait in the pool", RULE + ", M27", "HostDma",
            "isAhead = context.isSendOverlapped() && tx.isEmpty();",
            "isAhead = context.isSendOverlapped();"),
        new Mutant(
            "last chunk behind the host engine kept back", RULE + ", M27", "SendDma",
            "if (there < length && there - started < threshold)",
            "if (there - started < threshold)"),
        new Mutant(
            "rest of a packet left behind by the engine that follows", RULE + ", M29", "HostDma",
            "if (isArriving ? there >= context.threshold() : there > 0)",
            "if (there >= context.threshold())"),
        new Mutant(
            "chunk given back before it is read", RULE + ", cables", "SlotReader",
            """
            taken++;
            isHeld = true;
            """,
            """
            taken++;
            isHeld = true;
            release();
            """),
        new Mutant(
            "chunk written before its slot is given back", RULE + ", cables", "SlotWriter",
            "if (committed - consumed >= capacity && 0 == freeSlots())",
            "if (committed - consumed > capacity && freeSlots() < 0)"));

    private McpMutants()
    {
    }
}
