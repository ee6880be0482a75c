/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

import org.isotach.simulation.cost.CostKind;
import org.isotach.simulation.cost.CostRow;
import org.isotach.simulation.cost.CostTable;
import org.isotach.simulation.cost.CostTables;
import org.isotach.simulation.cost.CostValue;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Prints the published tables on FUNet, HPAM and Myrinet beside what models in virtual time predict.
 */
@Command(
    name = "tables",
    description = {
        "Prints the tables of the papers on FUNet, HPAM and Myrinet, beside what models in virtual time predict.",
        "Nothing is measured: the output is always the same. A * says that a constant was fitted to the figure, a = " +
            "that the model was given it. The check is that each prediction is within 20 %% of its figure." })
final class Tables implements Callable<Integer>
{
    private static final double BOUND = 0.2;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call()
    {
        if (null != Samples.trace(spec))
        {
            throw new ParameterException(spec.commandLine(), "--trace: there is no cluster to draw");
        }
        final PrintWriter out = spec.commandLine().getOut();
        final Violations violations = new Violations();
        int predictions = 0;
        for (final CostTable table : CostTables.all())
        {
            table.print(out);
            predictions += table.values(CostKind.PREDICTED).size();
            table.rows().forEach(row -> check(row, violations));
        }
        return Verdict.of(spec, "predictions=" + predictions + " wrong=" + violations.count(), violations.first());
    }

    static void check(final CostRow row, final Violations violations)
    {
        for (final CostValue value : row.values())
        {
            if (CostKind.PREDICTED == value.kind() && !(Math.abs(value.deviation()) <= BOUND))
            {
                violations.add(row.name() + ": " + value.modelled() + " instead of " + value.published());
            }
        }
    }
}
