/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

import org.isotach.smm.LocalReads;

/**
 * A snapshot that is declared once and taken many times. Made by {@link Isotach#prepare(Function, IsoVariable...)}.
 * Taking it allocates nothing, unless the function does.
 * <p>
 * Threadsafe: any number of threads may take it at the same time.
 *
 * @param <R> type of the result.
 */
public final class PreparedSnapshot<R>
{
    private final Reader reader;
    private final AsyncReads later;
    private final Footprint footprint;
    private final LocalReads prepared;
    private final Function<? super Snapshot, ? extends R> function;

    PreparedSnapshot(
        final Reader reader,
        final AsyncReads later,
        final Footprint footprint,
        final Function<? super Snapshot, ? extends R> function)
    {
        this.reader = reader;
        this.later = later;
        this.footprint = footprint;
        this.function = function;
        prepared = reader.prepare(footprint);
    }

    /**
     * Takes the snapshot.
     *
     * @return the result of the function.
     * @throws IllegalStateException if the call is inside the body of an action.
     * @see Isotach#snapshot
     */
    public R take()
    {
        return reader.snapshot(footprint, prepared, function);
    }

    /**
     * Takes the snapshot, and calls the function on a thread of an executor, as {@link Isotach#snapshotAsync} does.
     *
     * @param executor runs the function.
     * @return a future of the result.
     * @throws IllegalStateException               if the call is inside the body of an action.
     * @throws org.isotach.ClusterClosedException  if the {@link Isotach} is closed.
     * @throws DeadlockException                   as for {@link Isotach#snapshotAsync}.
     * @throws org.isotach.IsotachTimeoutException as for {@link Isotach#snapshotAsync}.
     * @throws org.isotach.IsotachInterruptedException as for {@link Isotach#snapshotAsync}.
     * @see Isotach#snapshotAsync
     */
    public CompletableFuture<R> takeAsync(final Executor executor)
    {
        return later.snapshot(footprint, prepared, function, Objects.requireNonNull(executor, "executor"));
    }

    /**
     * Takes the snapshot without the function: copies the words of all variables into an array, in the order in which
     * the variables were declared. A number is one word, a {@code double} its bits ({@link
     * Double#doubleToRawLongBits}), a {@code boolean} 0 or 1, a struct one word for each component; a variable that
     * was declared twice comes once. This takes less time than {@link #take()}, which finds each variable that the
     * function names.
     *
     * @param words receives the words. If the call throws, its content is undefined.
     * @throws IllegalStateException     if the call is inside the body of an action, or one of the variables is an
     *                                   {@link IsoReference}, which has no word of its own.
     * @throws IndexOutOfBoundsException if the array is too short.
     */
    public void takeWords(final long[] words)
    {
        reader.takeWords(footprint, prepared, Objects.requireNonNull(words, "words"));
    }

    @Override
    public String toString()
    {
        return footprint.toString();
    }
}
