/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.Objects;

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
    private final References references;

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

    // Of one reference each.
    private final Slots<Batch> singles = new Slots<>();

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
        references = engine.taker().references();
        this.localReferences = localReferences;
        watchers = engine.watchers();
    }

    @Override
    public Functions functions()
    {
        return functions;
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
        engine.check(what);
        try
        {
            if (null == local || !local.tryWrite(addresses, values, count))
            {
                issueWrites(addresses, values, count);
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
            new ReferenceWrites(engine, localReferences, batch, what, () -> false).write();
        }
    }

    /**
     * Gives one value to many new variables, which no other thread knows yet.
     */
    void fill(final int[] addresses, final long value, final Object what)
    {
        final long[] values =
            new long[Math.min(addresses.length, Math.min(WORDS_AT_ONCE, engine.sizes().maxSingle()))];
        Arrays.fill(values, value);
        for (int first = 0; first < addresses.length; first += values.length)
        {
            final int[] some = Arrays.copyOfRange(
                addresses, first, Math.min(first + values.length, addresses.length));
            write(some, values, some.length, what);
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
        engine.check("apply()");
        try
        {
            if (null == local || !changes.tryApply(local))
            {
                sessions.carry(changes, true);
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
    public long compareAndExchange(final int address, final long expected, final long value, final Object variable)
    {
        engine.check(variable);
        return updates.update(address, null, value, expected, false, variable);
    }

    @Override
    public Object readReference(final int address, final Object variable)
    {
        final long handle = reader.read(variable, address);
        final Object object = references.getIfThere(handle);
        return References.NULL == handle || null != object ? object : readReferenceInEpoch(address, variable);
    }

    private Object readReferenceInEpoch(final int address, final Object variable)
    {
        // A call that is in an epoch keeps all objects that are replaced. So wait outside, if that is possible.
        for (int i = 0; null != local && i < Reader.TRIES_OUTSIDE; i++)
        {
            final long entered = references.enter();
            try
            {
                final long handle = local.valueOr(address, Reader.NO_VALUE);
                if (Reader.NO_VALUE != handle)
                {
                    return references.get(handle);
                }
            }
            finally
            {
                references.exit(entered);
            }
            final long handle = reader.read(variable, address);
            final Object object = references.getIfThere(handle);
            if (References.NULL == handle || null != object)
            {
                return object;
            }
        }
        final long entered = references.enter();
        try
        {
            return references.get(reader.read(variable, address));
        }
        finally
        {
            references.exit(entered);
        }
    }

    @Override
    public void writeReference(final int address, final Object value, final Object variable)
    {
        engine.check(variable);
        if (null == localReferences)
        {
            engine.set(
                new Footprint(this, new IsoVariable[]{ asReference(variable) }, NOTHING),
                action -> action.set(asReference(variable), value));
        }
        else if (!tryWriteReferenceAtOnce(address, value))
        {
            Batch one = singles.take();
            if (null == one)
            {
                one = new Batch(this, false);
            }
            one.open();
            one.set(asReference(variable), value);
            one.close();
            // If it throws, the batch is lost: the caretaker may still need it.
            new ReferenceWrites(engine, localReferences, one, variable, () ->
                tryWriteReferenceAtOnce(address, value)).write();
            one.forget();
            singles.give(one);
        }
    }

    private boolean tryWriteReferenceAtOnce(final int address, final Object value)
    {
        if (null == local)
        {
            return false;
        }
        final long handle = localReferences.add(value);
        boolean isWritten = false;
        try
        {
            final long before = updates.tryExchange(address, handle);
            isWritten = Reader.NO_VALUE != before;
            if (isWritten)
            {
                localReferences.retire(before);
            }
            return isWritten;
        }
        finally
        {
            if (!isWritten)
            {
                localReferences.remove(handle);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static IsoReference<Object> asReference(final Object variable)
    {
        // The value was given for this variable.
        return (IsoReference<Object>)variable;
    }

    @Override
    public String toString()
    {
        return "Access{" + sessions + '}';
    }
}
