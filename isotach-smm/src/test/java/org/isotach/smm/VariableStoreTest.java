/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.isotach.HostSet;
import org.isotach.memory.OffHeapBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * SCHEDs that cover each other, beside a list of what was done.
 */
final class VariableStoreTest
{
    private static final int VARIABLES = 4;
    private static final int HOSTS = 3;
    private static final int STEPS = 20_000;

    /**
     * One variable: what it waits for, oldest first, and the value below.
     */
    private static final class Variable
    {
        private final List<Long> scheds = new ArrayList<>();
        private long value;

        void write(final long newValue)
        {
            scheds.clear();
            value = newValue;
        }

        void assign(final long version, final long newValue)
        {
            final int index = scheds.indexOf(version);
            if (index >= 0)
            {
                scheds.subList(0, index + 1).clear();
                value = newValue;
            }
        }

        long version()
        {
            return scheds.isEmpty() ? Version.SUBSTANTIATED : scheds.get(scheds.size() - 1);
        }
    }

    private static void writeRow(
        final VariableStore store, final Variable[] variables, final int first, final int count, final long value)
    {
        final OffHeapBuffer frame = OffHeapBuffer.allocate((1 + count) * Long.BYTES);
        for (int i = 0; i < count; i++)
        {
            frame.putLong((1 + i) * Long.BYTES, value + i);
            variables[first + i].write(value + i);
        }
        store.writeRow(first, frame, Long.BYTES, count);
    }

    /**
     * A recorder looks 100 times a second, and the memory may be large.
     */
    @Test
    void shouldLookAtNoVariableWhileAllHaveValues()
    {
        final int[] looks = { 0 };
        final VariableStore store = new VariableStore(
            new VariableCells(0, new HostSet[]{ HostSet.of(1, 0) }, VARIABLES)
            {
                @Override
                long state(final int cell)
                {
                    looks[0]++;
                    return super.state(cell);
                }
            }, new WaitingUpdates());
        final long version = Version.of(0, 0, 1);
        final List<Long> open = new ArrayList<>();
        store.forEachOpen(VARIABLES, (address, waiting) -> open.add(waiting));
        assertEquals(0, looks[0]);
        store.sched(store.cell(1), version);
        store.forEachOpen(VARIABLES, (address, waiting) -> open.add(waiting));
        assertEquals(List.of(version), open);
        store.assign(store.cell(1), version, 1);
        looks[0] = 0;
        store.forEachOpen(VARIABLES, (address, waiting) -> open.add(waiting));
        assertEquals(0, looks[0]);
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5 })
    void shouldBeAsIfSchedsThatAreTakenBackHadNeverBeen(final long seed)
    {
        final Random random = new Random(seed);
        final VariableStore store = new VariableStore(
            new VariableCells(0, new HostSet[]{ HostSet.of(1, 0) }, VARIABLES), new WaitingUpdates());
        final Variable[] variables = new Variable[VARIABLES];
        for (int i = 0; i < VARIABLES; i++)
        {
            variables[i] = new Variable();
        }
        final List<Long> versions = new ArrayList<>();
        for (int step = 1; step < STEPS; step++)
        {
            final int address = random.nextInt(VARIABLES);
            final int cell = store.cell(address);
            switch (random.nextInt(8))
            {
                case 0:
                    if (0 == random.nextInt(3))
                    {
                        writeRow(store, variables, address, 1 + random.nextInt(VARIABLES - address), step);
                    }
                    else
                    {
                        store.write(cell, step);
                        variables[address].write(step);
                    }
                    break;
                case 1:
                    final int host = random.nextInt(HOSTS);
                    if (0 == random.nextInt(10))
                    {
                        store.forEachSched(
                            host, (scheduled, version) -> store.cancel(scheduled, store.cell(scheduled), version));
                        for (final Variable variable : variables)
                        {
                            variable.scheds.removeIf(version -> Version.host(version) == host);
                        }
                    }
                    break;
                case 2:
                case 3:
                case 4:
                    final long sched = Version.of(random.nextInt(HOSTS), 0, step);
                    store.sched(cell, sched);
                    variables[address].scheds.add(sched);
                    versions.add(sched);
                    break;
                default:
                    if (!versions.isEmpty())
                    {
                        final int recent = Math.max(0, versions.size() - 20);
                        final long settled = versions.get(recent + random.nextInt(versions.size() - recent));
                        if (0 == random.nextInt(4))
                        {
                            final int index = variables[address].scheds.indexOf(settled);
                            final long before = index < 0 ? Version.UNKNOWN :
                                0 == index ? Version.SUBSTANTIATED : variables[address].scheds.get(index - 1);
                            assertEquals(before, store.cancel(address, cell, settled), "step " + step);
                            variables[address].scheds.remove(settled);
                        }
                        else
                        {
                            store.assign(cell, settled, step);
                            variables[address].assign(settled, step);
                        }
                    }
                    break;
            }
            for (int i = 0; i < VARIABLES; i++)
            {
                assertEquals(variables[i].version(), store.version(store.cell(i)), "step " + step);
                if (Version.SUBSTANTIATED == store.version(store.cell(i)))
                {
                    assertEquals(variables[i].value, store.value(store.cell(i)), "step " + step);
                }
            }
        }
    }
}
