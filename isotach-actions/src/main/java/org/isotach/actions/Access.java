/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;

import org.isotach.Isochron;
import org.isotach.mbm.MessagePort;
import org.isotach.smm.LocalMemory;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.UpdateFunction;

/**
 * READ, WRITE and UPDATE of variables outside of actions, one isochron per call. All methods are threadsafe.
 */
final class Access implements VariableAccess
{
    private static final int EXPECTED = 0;
    private static final IsoVariable[] NOTHING = {};

    // WRITEs of one isochron; they fit even where isochrons are short.
    private static final int WORDS_AT_ONCE = 64;

    private final Engine engine;
    private final Reader reader;
    private final Sessions sessions;
    private final ReferenceAccess references;

    // Null with other members: only actions change references there, see ReferencesOfMembers.
    private final LocalReferences localReferences;
    private final Watchers watchers;
    private final Functions functions;
    private final UpdateAccess updates;

    // Memory of the only host; null if there are several.
    private final LocalMemory local;
    private final Slots<Word> words = new Slots<>();
    private final Slots<Words> writes = new Slots<>();
    private final Slots<ChangeTable> changeTables = new Slots<>();

    /**
     * One word that is written.
     */
    private static final class Word
    {
        private final int[] address = new int[1];
        private final long[] value = new long[1];
    }

    /**
     * Words that are written.
     */
    private static final class Words implements Cargo
    {
        private int[] addresses;
        private long[] values;
        private int count;

        @Override
        public void load(final Isochron isochron, final MemoryPort memory, final MessagePort messages)
        {
            memory.write(isochron, addresses, values, count);
        }
    }

    /**
     * @param localReferences the references of all variables, null with other members.
     */
    Access(
        final Engine engine,
        final Reader reader,
        final Functions functions,
        final LocalReferences localReferences)
    {
        this.engine = engine;
        this.reader = reader;
        this.functions = functions;
        updates = new UpdateAccess(engine);
        local = engine.taker().local();
        sessions = engine.taker().sessions();
        this.localReferences = localReferences;
        references = new ReferenceUpdates(engine, reader, updates, localReferences);
        watchers = engine.watchers();
    }

    @Override
    public Functions functions()
    {
        return functions;
    }

    @Override
    public ReferenceAccess references()
    {
        return references;
    }

    @Override
    public long read(final int address, final Object variable)
    {
        return reader.read(variable, address);
    }

    private Word takeWord()
    {
        final Word word = words.take();
        return null == word ? new Word() : word;
    }

    @Override
    public void read(final int[] addresses, final long[] into, final Object variable)
    {
        reader.read(variable, addresses, into);
    }

    @Override
    public void write(final int address, final long value, final Object variable)
    {
        engine.check(variable);
        try
        {
            if (null == local || !local.tryWrite(address, value))
            {
                final Word word = takeWord();
                word.address[0] = address;
                word.value[0] = value;
                issueWrites(word.address, word.value, 1);
                words.give(word);
            }
        }
        finally
        {
            // As in apply().
            if (watchers.isNeeded())
            {
                watchers.signal(address);
            }
        }
    }

    @Override
    public void write(final int[] addresses, final long[] values, final Object variable)
    {
        write(addresses, values, addresses.length, variable);
    }

    /**
     * @param count number of words to write.
     */
    void write(final int[] addresses, final long[] values, final int count, final Object what)
    {
        write(addresses, values, count, null, what);
    }

    /**
     * @param cargo carries the same words, if they need an isochron; null for one of this object.
     */
    void write(final int[] addresses, final long[] values, final int count, final Cargo cargo, final Object what)
    {
        engine.check(what);
        try
        {
            if (null == local || !local.tryWrite(addresses, values, count))
            {
                if (null == cargo)
                {
                    issueWrites(addresses, values, count);
                }
                else
                {
                    sessions.carry(cargo, true);
                }
            }
        }
        finally
        {
            // As in apply().
            if (watchers.isNeeded())
            {
                for (int i = 0; i < count; i++)
                {
                    watchers.signal(addresses[i]);
                }
            }
        }
    }

    private void issueWrites(final int[] addresses, final long[] values, final int count)
    {
        Words written = writes.take();
        if (null == written)
        {
            written = new Words();
        }
        written.addresses = addresses;
        written.values = values;
        written.count = count;
        sessions.carry(written, true);
        written.addresses = null;
        written.values = null;
        writes.give(written);
    }

    /**
     * Writes the values that a function has put into a batch.
     */
    void write(final Batch batch, final Object what)
    {
        if (0 == batch.references())
        {
            write(batch.addresses(), batch.values(), batch.count(), what);
        }
        else if (null == localReferences)
        {
            engine.set(new Footprint(this, batch.variables(), NOTHING), batch::copyTo);
        }
        else
        {
            engine.check(what);
            new ReferenceWrites(engine, localReferences, batch, what).write();
        }
    }

    /**
     * Gives values to many new words, which no other thread knows yet.
     *
     * @param values the values by index in {@code addresses}.
     */
    void fill(final int[] addresses, final IntToLongFunction values, final Object what)
    {
        final long[] some =
            new long[Math.min(addresses.length, Math.min(WORDS_AT_ONCE, engine.sizes().maxSingle()))];
        for (int first = 0; first < addresses.length; first += some.length)
        {
            final int count = Math.min(some.length, addresses.length - first);
            for (int i = 0; i < count; i++)
            {
                some[i] = values.applyAsLong(first + i);
            }
            write(Arrays.copyOfRange(addresses, first, first + count), some, count, what);
        }
    }

    /**
     * UPDATEs several variables.
     */
    void apply(final Change[] changes)
    {
        ChangeTable table = changeTables.take();
        if (null == table)
        {
            table = new ChangeTable();
        }
        apply(table.fill(this, changes));
        changeTables.give(table);
    }

    /**
     * Does the same as {@link #apply(Change[])}, with prepared changes.
     */
    void apply(final ChangeTable changes)
    {
        apply(changes, changes, "apply()");
    }

    /**
     * @param cargo carries the changes.
     * @param what  for messages.
     */
    void apply(final ChangeTable changes, final Cargo cargo, final Object what)
    {
        engine.check(what);
        try
        {
            if (null == local || !changes.tryApply(local))
            {
                sessions.carry(cargo, true);
            }
        }
        finally
        {
            // What was issued executes, also if the wait for that was given up.
            if (watchers.isNeeded())
            {
                changes.signal(watchers);
            }
        }
    }

    @Override
    public long update(
        final int address,
        final UpdateFunction function,
        final long argument,
        final boolean isNew,
        final Object variable)
    {
        engine.check(variable);
        return updates.update(
            address, Objects.requireNonNull(function, "function"), argument, EXPECTED, isNew, variable);
    }

    @Override
    public long update(final LongUnaryOperator function, final boolean isNew, final Object variable)
    {
        // The values are given for this variable.
        final IsoVariable declared = (IsoVariable)variable;
        return engine.run(new Footprint(this, new IsoVariable[]{ declared }, NOTHING), action ->
        {
            final long before = action.values()[0];
            final long after = function.applyAsLong(before);
            action.setWords(declared, new long[]{ after }, 0);
            return isNew ? after : before;
        });
    }

    @Override
    public long[] updateWords(final UnaryOperator<long[]> function, final boolean isNew, final Object variable)
    {
        // As above.
        final IsoVariable declared = (IsoVariable)variable;
        return engine.run(new Footprint(this, new IsoVariable[]{ declared }, NOTHING), action ->
        {
            final long[] before = Arrays.copyOf(action.values(), declared.words());
            final long[] after = function.apply(before);
            if (null == after)
            {
                return before;
            }
            action.setWords(declared, after, 0);
            return isNew ? after : before;
        });
    }

    @Override
    public long compareAndExchange(final int address, final long expected, final long value, final Object variable)
    {
        engine.check(variable);
        return updates.update(address, null, value, expected, false, variable);
    }

    @Override
    public String toString()
    {
        return "Access{" + sessions + '}';
    }
}
