/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

/**
 * Mistakes in FUNi devices, and in their context switch, that the simulation finds.
 */
final class DeviceMutants
{
    private static final String RULE = "FUNi device";

    static final List<Mutant> ALL = List.of(
        new Mutant(
            "ticket set before the acknowledgement", RULE + ", F33", "device/DeviceState",
            "out &= ~(1 << line);", "out &= ~(1 << line);\nrelease(line);"),
        new Mutant(
            "ticket restored as 0", RULE + ", F41 (E4)", "device/SwitchIn",
            "registers.set(Register.TICKET, PacketCache.ALL);", "registers.set(Register.TICKET, 0);"),
        new Mutant(
            "DRAIN ignored", RULE + ", F42", "device/Delivery",
            "isDraining = state.isIn(Control.DRAIN);", "isDraining = false;"),
        new Mutant(
            "head moved before the payload is there", RULE + ", F26", "device/Delivery",
            "isDraining = state.isIn(Control.DRAIN);",
            "isDraining = state.isIn(Control.DRAIN);\nregisters.set(queue.head(), next);"),
        new Mutant(
            "slot given back before it is read", RULE + ", F28", "device/Retrieval",
            "isFetching = true;", "isFetching = true;\nregisters.set(queue.tail(), next);"),
        new Mutant(
            "group not compared", RULE + ", F29", "device/NetworkInput",
            "isPositive = state.group() == ackGroup && !state.isIn(Control.CTXM) && !fifo.isFull();",
            "isPositive = !state.isIn(Control.CTXM) && !fifo.isFull();"),
        new Mutant(
            "requests delivered first", RULE + ", F36", "device/Delivery",
            "return !state.isIn(Control.CRQM) && (isBegun(true, replies) || isBegun(false, requests)) ? 1 : 0;",
            "return !state.isIn(Control.CRQM) && (isBegun(false, requests) || isBegun(true, replies)) ? 1 : 0;"),
        new Mutant(
            "switched out without waiting for acknowledgements", RULE + ", F41", "device/SwitchOut",
            "if (0 != (control & Control.CTXR1_WAITING))",
            "if (0 != (control & (Control.CTXR1 | Control.CTXR1_WAITING)))\n{\nreturn true;\n}\n" +
                "if (0 != (control & Control.CTXR1_WAITING))"));

    private DeviceMutants()
    {
    }
}
