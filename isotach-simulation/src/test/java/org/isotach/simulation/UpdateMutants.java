/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

/**
 * Mistakes in UPDATEs whose function throws.
 */
final class UpdateMutants
{
    private static final String RULE = "memory model";

    static final List<Mutant> THROWING = List.of(
        new Mutant(
            "function throws, and one copy changes all the same", RULE, "FunctionCaller",
            "mayDiffer = ex instanceof VirtualMachineError;",
            "mayDiffer = ex instanceof VirtualMachineError;\nvalue = 0 == host.id() ? argument : value;"),
        new Mutant(
            "function throws, and all copies change", RULE, "FunctionCaller",
            "mayDiffer = ex instanceof VirtualMachineError;",
            "mayDiffer = ex instanceof VirtualMachineError;\nvalue = argument;"),
        new Mutant(
            "result of an UPDATE whose function has thrown", RULE, "UpdateExecutor",
            "if (caller.hasThrown())", "if (false)"),
        new Mutant(
            "UPDATE fails because the one before it has thrown", RULE, "FunctionCaller",
            "hasThrown = false;", ""),
        new Mutant(
            "function throws, and the error handler is not told", RULE, "FunctionCaller",
            "host.models().report(describe(), ex);", ""),
        new Mutant(
            "smaller one of two values taken for the larger one", RULE, "UpdateFunction",
            "return Math.min(value, argument);", "return Math.max(value, argument);"));

    private UpdateMutants()
    {
    }
}
