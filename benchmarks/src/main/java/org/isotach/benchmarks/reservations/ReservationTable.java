/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.List;
import java.util.Locale;

import org.isotach.benchmarks.report.Numbers;

/**
 * Results as text: a table in Markdown for each number of variables and contention, a row for each subject, a column
 * for each body.
 */
final class ReservationTable
{
    private static final String EMPTY_BODY = "0";

    private final ReservationResults results;

    ReservationTable(final ReservationResults results)
    {
        this.results = results;
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder();
        for (final int variables : results.measured().stream().map(Measured::variables).distinct().toList())
        {
            for (final String contention : results.measured().stream().map(Measured::contention).distinct().toList())
            {
                table(text, results.measured().stream().filter(
                    one -> one.variables() == variables && one.contention().equals(contention)).toList());
            }
        }
        return text.toString();
    }

    private void table(final StringBuilder text, final List<Measured> measured)
    {
        final Measured any = measured.get(0);
        final List<String> bodies = measured.stream().map(Measured::body).distinct().toList();
        text.append(System.lineSeparator()).append(String.format(
            "%d variables, contention %s: actions/s, x %s; longest action%s; processor time of an action; bodies again",
            any.variables(), any.contention(), results.subjects().get(0),
            bodies.contains(EMPTY_BODY) ? ", of empty bodies longest " + Matrix.BATCH_OF_EMPTY_BODIES : ""))
            .append(System.lineSeparator());
        text.append(System.lineSeparator()).append("| body |");
        bodies.forEach(body -> text.append(' ').append(body).append(" us |"));
        text.append(System.lineSeparator()).append("|---|").append("---:|".repeat(bodies.size()));
        for (final String subject : results.subjects())
        {
            text.append(System.lineSeparator()).append("| `").append(subject).append("` |");
            for (final Measured one : measured.stream().filter(one -> one.subject().equals(subject)).toList())
            {
                text.append(' ').append(cell(one)).append(" |");
            }
        }
        text.append(System.lineSeparator());
    }

    private String cell(final Measured one)
    {
        final String relative = results.relative(one).map(value -> ", x " + Numbers.format(value)).orElse("");
        final String again = one.repetitions() > 0 ? String.format(Locale.ROOT, "; %.2f", one.repetitions()) : "";
        return Numbers.format(one.actionsPerSecond()) + relative + "; " + Numbers.format(one.longestUs()) + " us; " +
            Numbers.format(one.cpuUs()) + " us" + again;
    }
}
