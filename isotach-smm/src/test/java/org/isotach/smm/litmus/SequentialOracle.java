/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm.litmus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.isotach.test.Litmus;

/**
 * What a shape may result in: the outcomes of all interleavings of its isochrons, each executed as one step by one
 * memory.
 */
final class SequentialOracle
{
    private final Shape shape;
    private final int[] firstReads;
    private final int outcomeLength;

    private SequentialOracle(final Shape shape)
    {
        this.shape = shape;
        firstReads = new int[shape.actors()];
        int reads = 0;
        for (int actor = 0; actor < shape.actors(); actor++)
        {
            firstReads[actor] = reads;
            reads += shape.reads(actor);
        }
        outcomeLength = reads + shape.variables();
    }

    /**
     * Every outcome that is sequentially consistent.
     */
    static Set<List<Long>> outcomes(final Shape shape)
    {
        final SequentialOracle oracle = new SequentialOracle(shape);
        final List<List<Integer>> turns = new ArrayList<>();
        for (int actor = 0; actor < shape.actors(); actor++)
        {
            turns.add(Collections.nCopies(shape.isochrons(actor).size(), actor));
        }
        return Litmus.interleavings(turns, (order, actor) -> true).stream()
            .map(oracle::execute).collect(Collectors.toSet());
    }

    /**
     * Executes one interleaving. A SCHED replaces the variable by a new cell without value, a WRITE by one with a
     * value, an UPDATE by one whose value is that of the old cell and something; whoever has read the old cell is told
     * its value when there is one. That is what access sequences are.
     */
    private List<Long> execute(final List<Integer> order)
    {
        final Cell[] memory = new Cell[shape.variables()];
        for (int variable = 0; variable < memory.length; variable++)
        {
            memory[variable] = new Cell(0L);
        }
        final Cell[][] scheduled = new Cell[shape.actors()][memory.length];
        final Cell[] seen = new Cell[outcomeLength];
        final int[] issued = new int[shape.actors()];
        final int[] nextReads = firstReads.clone();
        for (final int actor : order)
        {
            for (final Operation operation : shape.isochrons(actor).get(issued[actor]++))
            {
                final int variable = operation.variable();
                switch (operation.kind())
                {
                    case READ:
                        seen[nextReads[actor]++] = memory[variable];
                        break;
                    case WRITE:
                        memory[variable] = new Cell(operation.value());
                        break;
                    case SCHED:
                        memory[variable] = new Cell(null);
                        scheduled[actor][variable] = memory[variable];
                        break;
                    case ADD:
                        memory[variable] = new Cell(memory[variable], operation.value());
                        seen[nextReads[actor]++] = memory[variable];
                        break;
                    default:
                        scheduled[actor][variable].value = operation.value();
                        break;
                }
            }
        }
        System.arraycopy(memory, 0, seen, outcomeLength - memory.length, memory.length);
        final List<Long> outcome = new ArrayList<>();
        for (final Cell cell : seen)
        {
            outcome.add(cell.value());
        }
        return Collections.unmodifiableList(outcome);
    }

    private static final class Cell
    {
        private Long value;
        private final Cell before;
        private final long added;

        Cell(final Long value)
        {
            this.value = value;
            before = null;
            added = 0;
        }

        Cell(final Cell before, final long added)
        {
            this.before = before;
            this.added = added;
        }

        Long value()
        {
            return null == before ? value : Long.valueOf(before.value() + added);
        }
    }
}
