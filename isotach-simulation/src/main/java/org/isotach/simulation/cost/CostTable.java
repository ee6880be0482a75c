/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A published table beside what a model predicts, with the free constants of the model.
 */
public final class CostTable
{
    private static final int LABEL = 24;
    private static final int LONG_LABEL = 48;
    private static final int CELL = 23;
    private static final double PERCENT = 100;

    private final String title;
    private final List<String> columns;
    private final int free;
    private final String constants;
    private final List<CostRow> rows = new ArrayList<>();
    private final List<String> omissions = new ArrayList<>();

    /**
     * @param free      number of free constants of the model.
     * @param constants their names and values, or where there is none, what the model is given.
     */
    CostTable(final String title, final List<String> columns, final int free, final String constants)
    {
        this.title = title;
        this.columns = columns;
        this.free = free;
        this.constants = constants;
    }

    CostTable row(final String name, final CostValue... values)
    {
        rows.add(new CostRow(name, List.of(values)));
        return this;
    }

    /**
     * Says what the paper has, and the model has not.
     */
    CostTable without(final String figure, final String reason)
    {
        omissions.add("not there: " + figure + " (" + reason + ')');
        return this;
    }

    /**
     * Returns what the table is about, and where it is from.
     *
     * @return the title.
     */
    public String title()
    {
        return title;
    }

    /**
     * Returns how many constants the model has that no paper prints.
     *
     * @return the number.
     */
    public int freeConstants()
    {
        return free;
    }

    /**
     * Returns all rows.
     *
     * @return a copy.
     */
    public List<CostRow> rows()
    {
        return List.copyOf(rows);
    }

    /**
     * Returns all values of one kind.
     *
     * @param kind of the values.
     * @return in the order of the rows.
     */
    public List<CostValue> values(final CostKind kind)
    {
        return rows.stream().flatMap(row -> row.values().stream()).filter(value -> kind == value.kind()).toList();
    }

    /**
     * Returns a value.
     *
     * @param row    name of the row.
     * @param column number of the column, from 0.
     * @return the value.
     * @throws IllegalArgumentException if there is no such row, or if it has no such column.
     */
    public CostValue value(final String row, final int column)
    {
        for (final CostRow candidate : rows)
        {
            if (candidate.name().equals(row) && column >= 0 && column < candidate.values().size())
            {
                return candidate.values().get(column);
            }
        }
        throw new IllegalArgumentException("row: " + row + ", column: " + column + " (expected: one of " +
            rows.stream().map(CostRow::name).toList() + ", and 0.." + (columns.size() - 1) +
            ", or less in short rows)");
    }

    /**
     * Returns the largest deviation of a prediction from its figure.
     *
     * @return a share, at least 0.
     */
    public double worst()
    {
        return values(CostKind.PREDICTED).stream().mapToDouble(value -> Math.abs(value.deviation())).max().orElse(0);
    }

    /**
     * Prints the table. Behind a deviation, {@code *} says that the figure was used to fit the constants, and {@code =}
     * that the model was given it.
     *
     * @param out where to.
     */
    public void print(final PrintWriter out)
    {
        out.println(title);
        final int label = 1 == columns.size() ? LONG_LABEL : LABEL;
        final StringBuilder head = new StringBuilder(" ".repeat(label));
        for (final String column : columns)
        {
            head.append(String.format("%" + CELL + "s", column));
        }
        out.println(head);
        for (final CostRow row : rows)
        {
            final StringBuilder line = new StringBuilder(String.format("%-" + label + "s", row.name()));
            row.values().forEach(value -> line.append(value.print()));
            out.println(line);
        }
        out.println(constants);
        omissions.forEach(out::println);
        final int predicted = values(CostKind.PREDICTED).size();
        out.printf(Locale.ROOT, "free constants: %d; predicted: %s%n%n", free, 0 == predicted ? "shapes only" :
            predicted + (1 == predicted ? " figure, " : " figures, the worst one ") +
            String.format(Locale.ROOT, "%.1f %% off", PERCENT * worst()));
    }

    @Override
    public String toString()
    {
        return "CostTable{" + title + ", rows=" + rows.size() + ", free=" + free + '}';
    }
}
