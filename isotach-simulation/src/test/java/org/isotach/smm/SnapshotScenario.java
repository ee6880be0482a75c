/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.isotach.HostSet;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.ModelHost;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * The copies of one host, the executor that changes them, and one that reads them optimistically: word by word, each in
 * the middle of what the other one does. What a valid read has returned is what there was when it began, or, in one
 * call, before it ended, behind a whole number of frames (docs/protocol.md, section 13).
 */
public final class SnapshotScenario implements Scenario
{
    private static final int STEPS = 400;
    private static final int QUIET_READS = 100;
    private static final int PAGE_SIZE = 2;
    private static final int HOSTS = 3;
    private static final long NO_VALUE = -1;

    @Override
    public void prepare(final Simulation simulation)
    {
        final Run run = new Run(simulation.random());
        simulation.atEnd("Snapshots", run::violation);
    }

    private static void ignore(final int address)
    {
        // The variable is elsewhere.
    }

    /**
     * One variable as it should be: what it waits for, oldest first, and the value below.
     */
    private static final class Variable
    {
        private final List<Long> scheds = new ArrayList<>();
        private long value;

        boolean hasValue()
        {
            return scheds.isEmpty();
        }
    }

    /**
     * A word that the executor has written, and others do not see yet.
     */
    private record Store(boolean isState, int cell, long word)
    {
    }

    /**
     * Lets somebody else do something before each access of a word. What the executor writes comes to others in any
     * order, but each word in its own, and at the end of a frame.
     */
    private static final class SteppedCells extends VariableCells
    {
        private final Random random;
        private final List<Store> stores = new ArrayList<>();
        private boolean isExecutor;
        private Runnable other = () ->
        {
        };

        SteppedCells(final HostSet[] copysets, final Random random)
        {
            super(0, copysets, PAGE_SIZE);
            this.random = random;
        }

        @Override
        long value(final int cell)
        {
            other.run();
            return own(false, cell, super.value(cell));
        }

        @Override
        void values(final CellList list, final long[] into)
        {
            for (int i = 0; i < list.count(); i++)
            {
                into[i] = value(list.cells()[i]);
            }
        }

        @Override
        long valueAt(final int address)
        {
            return value(cell(address));
        }

        @Override
        long state(final int cell)
        {
            other.run();
            return own(true, cell, super.state(cell));
        }

        /**
         * The executor sees what it has written.
         */
        private long own(final boolean isState, final int cell, final long word)
        {
            long seen = word;
            for (final Store store : stores)
            {
                seen = isExecutor && store.isState == isState && store.cell == cell ? store.word : seen;
            }
            return seen;
        }

        @Override
        void state(final int cell, final long state)
        {
            store(true, cell, state);
        }

        @Override
        void value(final int cell, final long value)
        {
            store(false, cell, value);
        }

        @Override
        void row(final int cell, final long state, final OffHeapBuffer frame, final int values, final int count)
        {
            for (int i = 0; i < count; i++)
            {
                state(cell + i * CELL_LENGTH, state);
                value(cell + i * CELL_LENGTH, frame.getLong(values + i * Long.BYTES));
            }
        }

        private void store(final boolean isState, final int cell, final long word)
        {
            stores.add(new Store(isState, cell, word));
            other.run();
            while (random.nextBoolean() && !stores.isEmpty())
            {
                show(stores.get(random.nextInt(stores.size())));
                other.run();
            }
        }

        /**
         * The first one to the same word, of those that nobody sees yet.
         */
        private void show(final Store wanted)
        {
            int index = 0;
            while (stores.get(index).isState != wanted.isState || stores.get(index).cell != wanted.cell)
            {
                index++;
            }
            final Store store = stores.remove(index);
            if (store.isState)
            {
                super.state(store.cell, store.word);
            }
            else
            {
                super.value(store.cell, store.word);
            }
        }

        void showAll()
        {
            while (!stores.isEmpty())
            {
                show(stores.get(0));
            }
        }
    }

    /**
     * All of one run.
     */
    private static final class Run
    {
        private final Random random;
        private final int[] addresses;
        private final SteppedCells cells;
        private final VariableStore store;
        private final RevisionReads whole;
        private final OptimisticReads reads;
        private final Variable[] variables;
        private final int[] someAddresses = new int[2];
        private final long[] someValues = new long[2];

        // The values that there were behind each frame, null for variables without one.
        private final List<Long[]> revisions = new ArrayList<>();
        private final List<Long> versions = new ArrayList<>();
        private final Long[] read;
        private final boolean isElsewhere;

        // How many of 32 frames announce what they change.
        private final int announced;

        // Has the read that is under way a variable without a copy?
        private boolean isMissing;
        private boolean isExecuting;
        private boolean isInFrame;
        private boolean isOther;
        private long next;
        private long stamp;
        private int begun;
        private String violation;

        Run(final Random random)
        {
            this.random = random;
            // Page 1 is elsewhere, in some runs: then addresses and cells differ.
            final HostSet here = HostSet.of(HOSTS, 0);
            final HostSet[] copysets = { here, random.nextBoolean() ? here : HostSet.of(HOSTS, 1), here };
            addresses = random.ints(1 + random.nextInt(4), 0, PAGE_SIZE).map(i -> i + 2 * PAGE_SIZE * (i & 1))
                .toArray();
            cells = new SteppedCells(copysets, random);
            store = new VariableStore(cells, new WaitingUpdates());
            announced = 28 - random.nextInt(3) * random.nextInt(10);
            isElsewhere = here != copysets[1];
            whole = new RevisionReads(nothingPending(), store, SnapshotScenario::ignore);
            reads = new OptimisticReads(whole, store, SnapshotScenario::ignore);
            variables = new Variable[3 * PAGE_SIZE];
            Arrays.setAll(variables, i -> new Variable());
            read = new Long[variables.length];
            addRevision();
        }

        /**
         * Of a host that nobody else has issued anything at.
         */
        private static ModelHost nothingPending()
        {
            return (ModelHost)Proxy.newProxyInstance(
                SnapshotScenario.class.getClassLoader(),
                new Class<?>[]{ ModelHost.class },
                (host, method, arguments) -> boolean.class == method.getReturnType() ? true : null);
        }

        String violation()
        {
            cells.other = this::other;
            for (int step = 0; step < STEPS && null == violation; step++)
            {
                if (random.nextBoolean())
                {
                    execute();
                }
                else
                {
                    read();
                }
            }
            return violation;
        }

        /**
         * In the middle of a step of one of them, the other one.
         */
        private void other()
        {
            if (!isOther && 0 == random.nextInt(3))
            {
                isOther = true;
                for (int steps = random.nextInt(3); steps >= 0; steps--)
                {
                    if (isExecuting)
                    {
                        readStep();
                    }
                    else
                    {
                        executeStep();
                    }
                }
                cells.isExecutor = isExecuting;
                isOther = false;
            }
        }

        private void execute()
        {
            isExecuting = true;
            executeStep();
        }

        private void read()
        {
            isExecuting = false;
            readStep();
        }

        private void executeStep()
        {
            cells.isExecutor = true;
            if (isInFrame && 0 == random.nextInt(3))
            {
                isInFrame = false;
                cells.showAll();
                addRevision();
                store.complete();
                return;
            }
            if (!isInFrame && random.nextInt(32) < announced && executeAnnounced())
            {
                return;
            }
            isInFrame = true;
            store.begin();
            final int address = addresses[random.nextInt(addresses.length)];
            final int cell = store.cell(address);
            final Variable variable = variables[address];
            next++;
            switch (random.nextInt(6))
            {
                case 0:
                    final long version = Version.of(random.nextInt(HOSTS), 0, next);
                    variable.scheds.add(version);
                    versions.add(version);
                    store.sched(cell, version);
                    break;
                case 1:
                    settle(address, cell, variable);
                    break;
                case 2:
                    // An UPDATE of the value, or of the one below.
                    variable.value = next;
                    store.update(cell, next);
                    break;
                case 3:
                    writeRow();
                    break;
                default:
                    variable.scheds.clear();
                    variable.value = next;
                    store.write(cell, next);
                    break;
            }
        }

        /**
         * Begins a frame that announces what it changes: it writes variables, or assigns one, by its oldest SCHED.
         *
         * @return false if that is not possible.
         */
        private boolean executeAnnounced()
        {
            final int[] some = random.ints(1 + random.nextInt(2), 0, addresses.length).map(i -> addresses[i]).toArray();
            final List<Long> scheds = variables[some[0]].scheds;
            final boolean isAssign = 1 == some.length && !scheds.isEmpty();
            isInFrame = true;
            if (isAssign ? !store.tryAnnounceAssigns(some, 1, scheds.get(0)) : !store.tryAnnounce(some, some.length))
            {
                return false;
            }
            // A release store and a fence.
            cells.showAll();
            next++;
            for (final int address : some)
            {
                variables[address].value = next;
                if (isAssign)
                {
                    scheds.remove(0);
                    store.assignAnnounced(store.cell(address), next);
                }
                else
                {
                    store.changeAnnounced(store.cell(address), next);
                }
            }
            return true;
        }

        /**
         * Writes successive variables, perhaps some that are not here.
         */
        private void writeRow()
        {
            final int first = random.nextInt(variables.length);
            final int count = 1 + random.nextInt(variables.length - first);
            final OffHeapBuffer frame = OffHeapBuffer.allocate(count * Long.BYTES);
            for (int i = 0; i < count; i++)
            {
                frame.putLong(i * Long.BYTES, next);
                if (VariableStore.NOT_HERE != store.cell(first + i))
                {
                    variables[first + i].scheds.clear();
                    variables[first + i].value = next;
                }
            }
            store.writeRow(first, frame, 0, count);
        }

        private void settle(final int address, final int cell, final Variable variable)
        {
            final int index = variable.scheds.isEmpty() ? -1 : random.nextInt(variable.scheds.size());
            if (index >= 0 && random.nextBoolean())
            {
                store.cancel(address, cell, variable.scheds.remove(index));
            }
            else if (index >= 0)
            {
                final long version = variable.scheds.get(index);
                variable.scheds.subList(0, index + 1).clear();
                variable.value = next;
                store.assign(cell, version, next);
            }
            else if (!versions.isEmpty())
            {
                // That of a SCHED which has been overwritten, or of another variable.
                store.assign(cell, versions.get(random.nextInt(versions.size())) + 1, next);
            }
        }

        private void addRevision()
        {
            final Long[] values = new Long[variables.length];
            for (int i = 0; i < values.length; i++)
            {
                values[i] = variables[i].hasValue() ? variables[i].value : null;
            }
            revisions.add(values);
        }

        private void readStep()
        {
            cells.isExecutor = false;
            switch (random.nextInt(8))
            {
                case 0:
                    Arrays.fill(read, null);
                    begun = latest();
                    // Some read many times before anything happens.
                    for (int i = random.nextInt(4) / 3 * QUIET_READS; i >= 0; i--)
                    {
                        stamp = reads.begin();
                        reads.isValid(stamp);
                    }
                    isMissing = false;
                    break;
                case 1:
                    if (reads.isValid(stamp))
                    {
                        violation = isMissing ? "a variable was read that is not here" : violation;
                        for (int i = 0; i < read.length; i++)
                        {
                            check(begun, i, read[i]);
                        }
                    }
                    break;
                case 2, 6, 7:
                    Arrays.setAll(someAddresses, i -> addresses[random.nextInt(addresses.length)]);
                    final int latest = latest();
                    if (tryReadAll())
                    {
                        checkSome(latest);
                    }
                    break;
                case 3:
                    if (isElsewhere)
                    {
                        reads.value(PAGE_SIZE);
                        isMissing = true;
                    }
                    break;
                default:
                    final int address = addresses[random.nextInt(addresses.length)];
                    final long value = reads.value(address);
                    if (null != read[address] && read[address] != value && reads.isValid(stamp))
                    {
                        violation = "variable " + address + " is " + read[address] + " and " + value + " in one read";
                    }
                    read[address] = value;
                    break;
            }
        }

        private boolean tryReadAll()
        {
            switch (random.nextInt(3))
            {
                case 0:
                    return reads.tryRead(someAddresses, someValues);
                case 1:
                    return whole.tryReadCells(whole.cells(someAddresses), someValues);
                default:
                    someAddresses[1] = someAddresses[0];
                    Arrays.fill(someValues, whole.valueOr(someAddresses[0], NO_VALUE));
                    return NO_VALUE != someValues[0];
            }
        }

        private int latest()
        {
            return revisions.size() - 1;
        }

        /**
         * A read in one call may see a revision that is complete before it ends.
         */
        private void checkSome(final int first)
        {
            int revision = first;
            while (revision < latest() && !(isValue(revision, 0) && isValue(revision, 1)))
            {
                revision++;
            }
            check(revision, someAddresses[0], someValues[0]);
            check(revision, someAddresses[1], someValues[1]);
        }

        private boolean isValue(final int revision, final int index)
        {
            final Long value = revisions.get(revision)[someAddresses[index]];
            return null != value && someValues[index] == value;
        }

        private void check(final int revision, final int address, final Long value)
        {
            if (null != value && !value.equals(revisions.get(revision)[address]))
            {
                violation = "variable " + address + " was read as " + value + " in revision " + revision + " of " +
                    latest() + ", where it is " + revisions.get(revision)[address];
            }
        }
    }
}
