/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.List;

/**
 * A row of a {@link CostTable}.
 *
 * @param name   of what costs something.
 * @param values one for each column; fewer if the paper has no more.
 */
public record CostRow(String name, List<CostValue> values)
{
    /**
     * Makes a row.
     *
     * @param name   of what costs something.
     * @param values one for each column; they are copied.
     */
    public CostRow
    {
        values = List.copyOf(values);
    }
}
