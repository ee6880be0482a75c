/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * Writes batches, which are used again. Threadsafe.
 */
final class Batches
{
    private final Engine engine;
    private final Access access;
    private final Slots<Batch> spares = new Slots<>();

    Batches(final Engine engine, final Access access)
    {
        this.engine = engine;
        this.access = access;
    }

    /**
     * Does the same as {@link Isotach#write}.
     */
    void write(final Consumer<? super Batch> values)
    {
        Objects.requireNonNull(values, "values");
        engine.check("write()");
        Batch batch = spares.take();
        if (null == batch)
        {
            batch = new Batch(access, null != engine.declarations());
        }
        batch.open();
        try
        {
            values.accept(batch);
            batch.close();
            access.write(batch, "write()");
        }
        finally
        {
            batch.close();
            batch.forget();
        }
        spares.give(batch);
    }
}
