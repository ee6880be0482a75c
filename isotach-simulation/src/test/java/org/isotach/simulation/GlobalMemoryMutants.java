/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

/**
 * Mistakes in global memory that the simulation finds.
 */
final class GlobalMemoryMutants
{
    private static final String RULE = "global memory";

    static final List<Mutant> ALL = List.of(
        new Mutant(
            "barrier without its last round", RULE, "global/Barrier",
            "arrived = new long[Integer.SIZE - Integer.numberOfLeadingZeros(members.size() - 1)];",
            "arrived = new long[Integer.SIZE - 1 - Integer.numberOfLeadingZeros(members.size() - 1)];"),
        new Mutant(
            "arrival at the barrier before counted for this one", RULE, "global/Barrier",
            "if (arrived[round] >= barriers)", "if (arrived[round] >= barriers - 1)"),
        new Mutant(
            "barrier that waits for a host that was expelled", RULE, "global/Barrier",
            "if (Members.NONE != expelled)", "if (false)"),
        new Mutant(
            "stores not waited for", RULE, "GlobalPort",
            "settle(Kind.STORE);", ""),
        new Mutant(
            "puts and gets not waited for", RULE, "GlobalPort",
            "settle(Kind.SPLIT_PHASE);", ""),
        new Mutant(
            "write that returns before it is there", RULE, "GlobalWords",
            "access.deposit(Kind.BLOCKING, to, value);\nsettle(Kind.BLOCKING);",
            "access.deposit(Kind.BLOCKING, to, value);"),
        new Mutant(
            "gone before all have come to an end", RULE, "GlobalPort",
            "port.await(finish, finish);", ""),
        new Mutant(
            "bytes of puts counted as those of stores", RULE, "global/Part",
            "if (Kind.STORE == kind)", "if (Kind.BLOCKING != kind)"),
        new Mutant(
            "each piece of a get where the first one belongs", RULE, "global/RemoteAccess",
            "handlers.landing(port.self(), into + done), piece);", "handlers.landing(port.self(), into), piece);"),
        new Mutant(
            "operations that have failed still waited for", RULE, "global/Account",
            "end(word);\nif (isAwaited(word))", "if (isAwaited(word))"));

    private GlobalMemoryMutants()
    {
    }
}
