/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import org.isotach.Isochron;
import org.isotach.mbm.MessagePort;
import org.isotach.smm.MemoryPort;

/**
 * Changes and writes for whose execution no thread waits. All methods are threadsafe.
 */
final class AsyncChanges
{
    private static final IsoVariable[] NOTHING = {};

    private final Engine engine;
    private final Access access;
    private final AsyncReads reads;
    private final Executor executor;

    /**
     * Changes that any number of threads may carry, and whether this call has sent them.
     */
    private static final class Sending extends TrackedCargo
    {
        private final ChangeTable changes;

        private Sending(final ChangeTable changes)
        {
            this.changes = changes;
        }

        @Override
        void append(final Isochron isochron, final MemoryPort memory, final MessagePort messages)
        {
            changes.load(isochron, memory, messages);
        }
    }

    /**
     * The words of a batch, and whether they are sent.
     */
    private static final class Writing extends TrackedCargo
    {
        private final Batch batch;

        private Writing(final Batch batch)
        {
            this.batch = batch;
        }

        @Override
        void append(final Isochron isochron, final MemoryPort memory, final MessagePort messages)
        {
            memory.write(isochron, batch.addresses(), batch.values(), batch.count());
        }
    }

    /**
     * @param executor completes the futures.
     */
    AsyncChanges(final Engine engine, final Access access, final AsyncReads reads, final Executor executor)
    {
        this.engine = engine;
        this.access = access;
        this.reads = reads;
        this.executor = executor;
    }

    /**
     * Returns the variables of changes.
     */
    static Footprint footprint(final VariableAccess access, final Change[] changes)
    {
        final IsoVariable[] variables = new IsoVariable[changes.length];
        for (int i = 0; i < changes.length; i++)
        {
            variables[i] = changes[i].variable();
        }
        return new Footprint(access, NOTHING, variables);
    }

    /**
     * Applies changes now.
     *
     * @param footprint the variables that they change.
     * @return complete when the new values are known.
     */
    CompletableFuture<Void> apply(final ChangeTable changes, final Footprint footprint)
    {
        final Sending sending = new Sending(changes);
        boolean isDone = false;
        try
        {
            access.apply(changes, sending, "applyAsync()");
            isDone = true;
            // Behind the changes in the order.
            return reads.values(footprint, executor);
        }
        catch (final Throwable ex)
        {
            if (isDone || sending.mayBeSent())
            {
                // A caller that gets an exception might make the changes once more.
                return CompletableFuture.failedFuture(ex);
            }
            throw ex;
        }
    }

    /**
     * Writes the values that a function puts into a batch.
     */
    CompletableFuture<Void> write(final Consumer<? super Batch> values)
    {
        engine.check("writeAsync()");
        final Batch batch = new Batch(access, true);
        batch.open();
        try
        {
            values.accept(batch);
        }
        finally
        {
            batch.close();
        }
        if (0 == batch.references())
        {
            return writeWords(batch);
        }
        final Footprint footprint = new Footprint(access, batch.variables(), NOTHING);
        return new AsyncRun<Void>(engine, AsyncRun.Kind.WRITES, footprint, action ->
        {
            batch.copyTo(action);
            return null;
        }, executor).start();
    }

    private CompletableFuture<Void> writeWords(final Batch batch)
    {
        final Writing writing = new Writing(batch);
        try
        {
            access.write(batch.addresses(), batch.values(), batch.count(), writing, "writeAsync()");
            return CompletableFuture.completedFuture(null);
        }
        catch (final Throwable ex)
        {
            if (writing.mayBeSent())
            {
                // As in apply().
                return CompletableFuture.failedFuture(ex);
            }
            throw ex;
        }
    }

    @Override
    public String toString()
    {
        return "AsyncChanges{" + access + '}';
    }
}
