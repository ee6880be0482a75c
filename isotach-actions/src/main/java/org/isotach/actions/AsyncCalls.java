/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The calls of an {@link Isotach} whose results are futures. Each takes its place in the order at once, and no thread
 * waits for reserved variables. All methods are threadsafe.
 */
abstract class AsyncCalls extends VariableFactory
{
    private final Access access;
    private final AsyncChanges changesLater;
    private final AsyncReads reads;

    AsyncCalls(final IsotachParts parts, final Executor executor)
    {
        super(parts);
        access = parts.access;
        reads = new AsyncReads(parts.engine, parts.reader);
        changesLater = new AsyncChanges(parts.engine, access, reads, executor);
    }

    /**
     * Changes variables as {@link Isotach#apply} does, and says when the new values are known. If an action has
     * reserved one of the variables, that is after its end; no thread waits for it. The changes take their place in
     * the order with this call, which waits no longer than {@link Isotach#apply} does, and for its turn as {@link
     * Update#runAsync} does. An interrupt does not stop the changes; the thread stays interrupted.
     * <p>
     * The future has no values. For the old or the new value of a variable use {@link Update#runAsync}: {@code
     * isotach.update(x).runAsync(action -> action.set(x, action.get(x) + 1).get(x), executor)}.
     * <p>
     * Whatever becomes of the future, the changes take place: also if it is cancelled, or fails. It completes on a
     * thread of the {@link IsotachContext#executor()}, or before the call returns. There is no time limit: use {@link
     * CompletableFuture#orTimeout}. When the {@link Isotach} is closed, it fails with a {@link
     * org.isotach.ClusterClosedException}.
     *
     * @param changes the changes.
     * @return a future that is complete when all new values are known. It fails with a {@link
     *         org.isotach.HostExpelledException} if the host that carries the call is expelled, or with what {@link
     *         Update#runAsync} throws if it does not get its turn, or the changes are not seen to be executed in time.
     * @throws IllegalStateException                 if the call is inside the body of an action.
     * @throws org.isotach.ClusterClosedException    if the {@link Isotach} is closed.
     * @throws org.isotach.IsotachTimeoutException   if there is no room for the changes in time. Nothing changes.
     * @throws org.isotach.IsochronTooLargeException if the changes do not fit into one isochron.
     * @throws IllegalArgumentException              if a variable belongs to another Isotach, or the variables are more
     *                                               than 2,048.
     * @see Isotach#apply
     */
    public CompletableFuture<Void> applyAsync(final Change... changes)
    {
        return changesLater.apply(
            new ChangeTable().fill(access, changes), AsyncChanges.footprint(access, changes));
    }

    /**
     * Writes variables as {@link Isotach#write} does, and says when they are written. Without an {@link IsoReference}
     * in the batch that is at once. With one the call is an action, which reserves all variables of the batch, 2,048
     * words at most; no thread waits for the old objects. The writes take their place in the order with this call.
     * Without a reference an interrupt does not stop them; the thread stays interrupted.
     * <p>
     * The future completes before the call returns if nothing is awaited, and otherwise on a thread of the {@link
     * IsotachContext#executor()}; until then the variables of a batch with a reference stay reserved. A task of that
     * executor that waits for them keeps one of its threads. If the future is cancelled while variables that others
     * have reserved are awaited, nothing is written. There is no time limit: use {@link CompletableFuture#orTimeout}.
     * When the {@link Isotach} is closed, it fails with a {@link org.isotach.ClusterClosedException}.
     *
     * @param values puts variables and their values into the batch, before the call returns; if it throws, nothing is
     *               written.
     * @return a future that is complete when all variables are written. It fails as that of {@link Update#runAsync};
     *         without a reference, as that of {@link #applyAsync}: then the variables are written nevertheless.
     * @throws IllegalStateException                 if the call is inside the body of an action.
     * @throws org.isotach.IsochronTooLargeException if the values do not fit into one isochron.
     * @throws org.isotach.ClusterClosedException    if the {@link Isotach} is closed.
     * @throws DeadlockException                     as for {@link Update#runAsync}, with a reference.
     * @throws org.isotach.IsotachTimeoutException   with a reference, as for {@link Update#runAsync}; without one, if
     *                                               there is no room for the values in time. Nothing is written.
     * @throws org.isotach.IsotachInterruptedException with a reference, if the thread is interrupted while it waits
     *                                               for its turn. Nothing is written.
     * @see Isotach#write
     */
    public CompletableFuture<Void> writeAsync(final Consumer<? super Batch> values)
    {
        return changesLater.write(Objects.requireNonNull(values, "values"));
    }

    /**
     * Takes a snapshot as {@link Isotach#snapshot} does, and calls the function on a thread of an executor, once. The
     * snapshot takes its place in the order with this call. If a variable is reserved, no thread waits for its value.
     * <p>
     * Half of {@link org.isotach.niu.ClusterContext#readCap} limits how many such values are awaited at the same time,
     * as for {@link Update#runAsync}: the call waits for its turn then. There is no time limit for the values: use
     * {@link CompletableFuture#orTimeout}. When the {@link Isotach} is closed, the future fails with a {@link
     * org.isotach.ClusterClosedException} if values are awaited.
     *
     * @param function  called with the values. It is the body of an action, so it must not call methods that are
     *                  actions by themselves.
     * @param executor  runs the function, also if the values are there at once.
     * @param variables the variables whose values the function may get.
     * @param <R>       type of the result.
     * @return a future of the result. If it is cancelled before the function begins, the function is not called.
     * @throws IllegalStateException    if the call is inside the body of an action.
     * @throws IllegalArgumentException if a variable belongs to another Isotach, or they have more than 2,048 words.
     * @throws DeadlockException        as for {@link Update#runAsync}.
     * @throws org.isotach.IsotachTimeoutException as for {@link Update#runAsync}.
     * @throws org.isotach.IsotachInterruptedException if the thread is interrupted while it waits for its turn.
     * @throws org.isotach.ClusterClosedException if the {@link Isotach} is closed.
     * @see Isotach#snapshot
     */
    public <R> CompletableFuture<R> snapshotAsync(
        final Function<? super Snapshot, ? extends R> function,
        final Executor executor,
        final IsoVariable... variables)
    {
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(executor, "executor");
        return reads.snapshot(Footprint.ofReads(access, variables), null, function, executor);
    }

    final AsyncChanges changesLater()
    {
        return changesLater;
    }

    final AsyncReads reads()
    {
        return reads;
    }
}
