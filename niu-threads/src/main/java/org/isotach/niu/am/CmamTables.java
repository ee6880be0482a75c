/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Arrays;

/**
 * The functions of one program, by number. Members that add the same ones in the same order have the same numbers.
 */
final class CmamTables
{
    private CmamFunction[] functions = {};
    private CmamIndirectFunction[] indirects = {};
    private CmamBlockFunction[] blocks = {};
    private CmamIndirectBlockFunction[] indirectBlocks = {};

    int add(final CmamFunction function)
    {
        functions = Arrays.copyOf(functions, functions.length + 1);
        functions[functions.length - 1] = function;
        return functions.length - 1;
    }

    int add(final CmamIndirectFunction function)
    {
        indirects = Arrays.copyOf(indirects, indirects.length + 1);
        indirects[indirects.length - 1] = function;
        return indirects.length - 1;
    }

    int add(final CmamBlockFunction function)
    {
        blocks = Arrays.copyOf(blocks, blocks.length + 1);
        blocks[blocks.length - 1] = function;
        return blocks.length - 1;
    }

    int add(final CmamIndirectBlockFunction function)
    {
        indirectBlocks = Arrays.copyOf(indirectBlocks, indirectBlocks.length + 1);
        indirectBlocks[indirectBlocks.length - 1] = function;
        return indirectBlocks.length - 1;
    }

    CmamFunction function(final int number)
    {
        check(number, functions.length);
        return functions[number];
    }

    CmamIndirectFunction indirect(final int number)
    {
        check(number, indirects.length);
        return indirects[number];
    }

    CmamBlockFunction block(final int number)
    {
        check(number, blocks.length);
        return blocks[number];
    }

    CmamIndirectBlockFunction indirectBlock(final int number)
    {
        check(number, indirectBlocks.length);
        return indirectBlocks[number];
    }

    private static void check(final int number, final int count)
    {
        if (number < 0 || number >= count)
        {
            throw new IllegalArgumentException("function: " + number + " (expected: one of " + count +
                " that every member has added, in the same order)");
        }
    }

    @Override
    public String toString()
    {
        return "CmamTables{functions=" + functions.length + ", indirect=" + indirects.length + ", blocks=" +
            blocks.length + ", indirect blocks=" + indirectBlocks.length + '}';
    }
}
