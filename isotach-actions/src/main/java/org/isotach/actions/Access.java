/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;

import org.isotach.Isochron;
import org.isotach.smm.LocalMemory;
import org.isotach.smm.UpdateFunction;

/**
 * What single variables do by themselves, and writes and changes of several: one isochron each. All methods are
 * threadsafe.
 */
final class Access implements VariableAccess
{
    private static final int EXPECTED = 0;

    // In one isochron, also where isochrons are short.
    private static final int WORDS_AT_ONCE = 64;

    private final Engine engine;
    private final Reader reader;
    private final Sessions sessions;
    private final References references;
    private final Watchers watchers;
    private final Functions functions;
    private final UpdateAccess updates;

    // Of the only host; null where there are several.
    private final LocalMemory local;
    private final Slots<Word> words = new Slots<>();
    private final Slots<ChangeTable> changeTables = new Slots<>();

    /**
     * One word that is read.
     */
    private static final class Word
    {
        private final int[] address = new int[1];
        private final long[] value = new long[1];
    }

    Access(final Engine engine, final Reader reader, final Functions functions)
    {
        this.engine = engine;
        this.reader = reader;
        this.functions = functions;
        updates = new UpdateAccess(engine);
        local = engine.taker().local();
        sessions = engine.taker().sessions();
        references = engine.taker().references();
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
        engine.check(variable);
        return readWord(address, variable);
    }

    private long readWord(final int address, final Object variable)
    {
        Word word = words.take();
        if (null == word)
        {
            word = new Word();
        }
        word.address[0] = address;
        reader.read(variable, word.address, word.value);
        final long value = word.value[0];
        words.give(word);
        return value;
    }

    @Override
    public void read(final int[] addresses, final long[] into, final Object variable)
    {
        engine.check(variable);
        reader.read(variable, addresses, into);
    }

    @Override
    public void write(final int address, final long value, final Object variable)
    {
        engine.check(variable);
        if (null == local || !local.tryWrite(address, value))
        {
            issueWrite(address, value);
        }
        if (watchers.isNeeded())
        {
            watchers.signal(address);
        }
    }

    private void issueWrite(final int address, final long value)
    {
        final Session session = sessions.enter();
        try
        {
            session.port().write(session.begin(), address, value);
            session.issue(true);
        }
        catch (final Throwable ex)
        {
            session.abandon();
            throw ex;
        }
        finally
        {
            session.exit();
        }
    }

    @Override
    public void write(final int[] addresses, final long[] values, final Object variable)
    {
        write(addresses, values, addresses.length, variable);
    }

    /**
     * @param count of them that are written.
     */
    void write(final int[] addresses, final long[] values, final int count, final Object what)
    {
        engine.check(what);
        if (null == local || !local.tryWrite(addresses, values, count))
        {
            issueWrites(addresses, values, count);
        }
        if (watchers.isNeeded())
        {
            for (int i = 0; i < count; i++)
            {
                watchers.signal(addresses[i]);
            }
        }
    }

    private void issueWrites(final int[] addresses, final long[] values, final int count)
    {
        final Session session = sessions.enter();
        try
        {
            final Isochron isochron = session.begin();
            for (int i = 0; i < count; i++)
            {
                session.port().write(isochron, addresses[i], values[i]);
            }
            session.issue(true);
        }
        catch (final Throwable ex)
        {
            session.abandon();
            throw ex;
        }
        finally
        {
            session.exit();
        }
    }

    /**
     * Writes what a function has put into a batch.
     */
    void write(final Batch batch, final Object what)
    {
        if (0 == batch.references())
        {
            write(batch.addresses(), batch.values(), batch.count(), what);
        }
        else
        {
            engine.check(what);
            new ReferenceWrites(engine, batch).write(what);
        }
    }

    /**
     * Gives many new variables, which nobody knows yet, one value.
     */
    void fill(final int[] addresses, final long value, final Object what)
    {
        final long[] values = new long[Math.min(addresses.length, WORDS_AT_ONCE)];
        Arrays.fill(values, value);
        for (int first = 0; first < addresses.length; first += values.length)
        {
            final int[] some = Arrays.copyOfRange(
                addresses, first, Math.min(first + values.length, addresses.length));
            write(some, values, some.length, what);
        }
    }

    /**
     * UPDATEs of several variables.
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
     * As {@link #apply(Change[])}, of what is prepared.
     */
    void apply(final ChangeTable changes)
    {
        engine.check("apply()");
        if (null == local || !changes.tryApply(local))
        {
            issue(changes);
        }
        if (watchers.isNeeded())
        {
            changes.signal(watchers);
        }
    }

    private void issue(final ChangeTable changes)
    {
        final Session session = sessions.enter();
        try
        {
            changes.append(session.port(), session.begin());
            session.issue(true);
        }
        catch (final Throwable ex)
        {
            session.abandon();
            throw ex;
        }
        finally
        {
            session.exit();
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
        return updates.update(address, function, argument, EXPECTED, isNew, variable);
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
        engine.check(variable);
        final long entered = references.enter();
        try
        {
            return references.get(readWord(address, variable));
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
        final long handle = references.add(value);
        // If the wait for it fails, the variable has the new handle nevertheless.
        references.retire(updates.update(address, UpdateFunction.EXCHANGE, handle, EXPECTED, false, variable));
    }

    @Override
    public String toString()
    {
        return "Access{" + sessions + '}';
    }
}
