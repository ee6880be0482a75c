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
            "OUT.setRelease(this, out & ~(1 << line));", "OUT.setRelease(this, out & ~(1 << line));\nrelease(line);"),
        new Mutant(
            "ticket restored as 0", RULE + ", F41 (E4)", "device/SwitchIn",
            "registers.set(Register.TICKET, PacketCache.ALL);", "registers.set(Register.TICKET, 0);"),
        new Mutant(
            "DRAIN ignored", RULE + ", F42", "device/Delivery",
            "isDraining = state.isIn(Control.DRAIN);", "isDraining = false;"),
        new Mutant(
            "head moved before the payload is there", RULE + ", F26", "device/Delivery",
            "isDraining = state.isIn(Control.DRAIN);",
            "isDraining = state.isIn(Control.DRAIN);\nmoveHead();"),
        new Mutant(
            "slot given back before it is read", RULE + ", F28", "device/Retrieval",
            "isFetching = true;", "isFetching = true;\nqueue.moveTail(next);"),
        new Mutant(
            "group not compared", RULE + ", F29", "device/NetworkInput",
            "isPositive = state.group() == ackGroup && !state.isIn(Control.CTXM) && !fifo.isFull();",
            "isPositive = !state.isIn(Control.CTXM) && !fifo.isFull();"),
        new Mutant(
            "requests delivered first", RULE + ", F36", "device/Delivery",
            "return isBegun(true, replies) || isBegun(false, requests);",
            "return isBegun(false, requests) || isBegun(true, replies);"),
        new Mutant(
            "switched out without waiting for acknowledgements", RULE + ", F41", "device/SwitchOut",
            "if (0 != (control & Control.CTXR1_WAITING))",
            "if (0 != (control & (Control.CTXR1 | Control.CTXR1_WAITING)))\n{\nreturn true;\n}\n" +
                "if (0 != (control & Control.CTXR1_WAITING))"),
        new Mutant(
            "rejected packet that nobody looks at", RULE + ", F30", "device/DeviceState",
            "OUT.setRelease(this, out | 1 << line);\nengines.add(Engines.DISPATCH);",
            "OUT.setRelease(this, out | 1 << line);"),
        new Mutant(
            "receive queue used to the last slot", RULE + ", F5", "device/Delivery",
            "if (after == words.tail(mask))", "if (after < 0)"),
        new Mutant(
            "send queue used to the last slot", RULE + ", F5", "device/SendQueue",
            "return (head + 1 & mask) == tail;", "return false;"));

    /**
     * In flows of requests between members with the smallest queues.
     */
    static final List<Mutant> REQUESTS = List.of(
        new Mutant(
            "no lines reserved for replies", RULE + ", F34", "device/PacketCache",
            "return 0 == (ticket & (isReply ? ALL : ALL_REQUESTS));", "return 0 == (ticket & ALL);"));

    /**
     * In devices that hand messages over.
     */
    static final List<Mutant> HAND_OVER = List.of(
        new Mutant(
            "message handed over to another group", RULE + ", F29", "device/HandedMessage",
            "return other.group() == state.group() && other.routes().incarnation() == target;",
            "return other.routes().incarnation() == target;"),
        new Mutant(
            "message handed over past those that wait", RULE + ", F36", "device/Delivery",
            "if (!isDone() || !message.isFor(state))", "if (!isIdle() || !message.isFor(state))"),
        new Mutant(
            "message handed over to a full queue", RULE + ", F5", "device/Delivery",
            "if (after == words.tail(mask) || !memory.isMapped(slot, Slot.LENGTH))",
            "if (!memory.isMapped(slot, Slot.LENGTH))"));

    /**
     * In queue pairs over devices.
     */
    static final List<Mutant> QUEUE_PAIRS = List.of(
        new Mutant(
            "packets taken that a former member has left", RULE + ", F39", "funi/DeviceReception",
            "while (DevicePort.NO_SLOT != address && !isCurrent(address))",
            "while (DevicePort.NO_SLOT != address && address < 0)"),
        new Mutant(
            "packets for a former member delivered to the next one", RULE + ", F39", "device/NetworkInput",
            "if (isPositive && 0 == age)", "if (isPositive)"),
        new Mutant(
            "transfer that goes on while a packet is open", RULE + ", F25", "funi/DeviceOutbound",
            "boolean isBegun = sender.isReady() && !sender.isOpen(priority);",
            "boolean isBegun = sender.isReady();"),
        new Mutant(
            "notice sent before the last answers", RULE + ", F26", "funi/DeviceOutbound",
            "if (pendingCount > 0 || !isDenied && !isAllBegun())", "if (!isDenied && !isAllBegun())"),
        new Mutant(
            "answers forgotten when a gang is switched out", RULE + ", F41", "device/MemberContext",
            "image.setHiddenLines(registers.hiddenLines());", "image.setHiddenLines(PacketCache.HIDDEN);"));

    private DeviceMutants()
    {
    }
}
