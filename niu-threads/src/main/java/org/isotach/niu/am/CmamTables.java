/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.ArrayList;
import java.util.List;

/**
 * The functions of one program, by number. Members that add the same ones in the same order have the same numbers.
 */
final class CmamTables
{
    private final List<CmamFunction> functions = new ArrayList<>();
    private final List<CmamIndirectFunction> indirects = new ArrayList<>();
    private final List<CmamBlockFunction> blocks = new ArrayList<>();
    private final List<CmamIndirectBlockFunction> indirectBlocks = new ArrayList<>();

    int add(final CmamFunction function)
    {
        return add(functions, function);
    }

    int add(final CmamIndirectFunction function)
    {
        return add(indirects, function);
    }

    int add(final CmamBlockFunction function)
    {
        return add(blocks, function);
    }

    int add(final CmamIndirectBlockFunction function)
    {
        return add(indirectBlocks, function);
    }

    private static <F> int add(final List<F> table, final F function)
    {
        table.add(function);
        return table.size() - 1;
    }

    CmamFunction function(final int number)
    {
        return get(functions, number);
    }

    CmamIndirectFunction indirect(final int number)
    {
        return get(indirects, number);
    }

    CmamBlockFunction block(final int number)
    {
        return get(blocks, number);
    }

    CmamIndirectBlockFunction indirectBlock(final int number)
    {
        return get(indirectBlocks, number);
    }

    private static <F> F get(final List<F> table, final int number)
    {
        if (number < 0 || number >= table.size())
        {
            throw new IllegalArgumentException("function: " + number + " (expected: one of " + table.size() +
                " that every member has added, in the same order)");
        }
        return table.get(number);
    }

    @Override
    public String toString()
    {
        return "CmamTables{functions=" + functions.size() + ", indirect=" + indirects.size() + ", blocks=" +
            blocks.size() + ", indirect blocks=" + indirectBlocks.size() + '}';
    }
}
