/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import org.isotach.actions.Action;
import org.isotach.actions.IsoVariable;
import org.isotach.actions.PreparedAction;
import org.isotach.actions.PreparedChanges;
import org.isotach.actions.Reservation;
import org.isotach.actions.Snapshot;

/**
 * One change that a writer makes again and again, in all ways: as prepared changes, without and with a future, as a
 * prepared action, and by a reservation.
 */
final class PreparedChange
{
    static final int WAYS = 4;

    private final PreparedRun run;
    private final int account;
    private final PreparedChanges changes;
    private final PreparedAction<Void> action;
    private final IsoVariable[] variables;
    private final BiConsumer<SerialOrder.Step, Snapshot> look;
    private final Consumer<Action> body;

    // Of all writers: actions and reservations that have the variables. Changes behind them have no values until then.
    private final Set<Object> holders;
    private SerialOrder.Step step;
    private int count;

    /**
     * @param account   number of the change in the order, which counts how often it was made.
     * @param holders   of these variables, of all writers.
     * @param changes   the change.
     * @param variables all variables of the group.
     * @param look      looks at the values before the change.
     * @param body      makes the change in an action.
     */
    PreparedChange(
        final PreparedRun run,
        final int account,
        final Set<Object> holders,
        final PreparedChanges changes,
        final IsoVariable[] variables,
        final BiConsumer<SerialOrder.Step, Snapshot> look,
        final Consumer<Action> body)
    {
        this.run = run;
        this.account = account;
        this.holders = holders;
        this.changes = changes;
        this.variables = variables;
        this.look = look;
        this.body = body;
        action = run.isotach.update(variables).prepare(this::act);
    }

    int count()
    {
        return count;
    }

    /**
     * Makes the change once.
     *
     * @param way number of the way.
     * @return the future of the change, null if it has none.
     */
    CompletableFuture<Void> make(final int way)
    {
        count++;
        step = run.order.begin("change " + account + '.' + count);
        step.written(account, count);
        CompletableFuture<Void> future = null;
        switch (way)
        {
            case 0:
                changes.apply();
                run.order.end(step);
                break;
            case 1:
                future = applyLater();
                run.order.end(step);
                break;
            case 2:
                action.run();
                run.order.end(step);
                break;
            default:
                reserve();
                break;
        }
        return future;
    }

    private CompletableFuture<Void> applyLater()
    {
        final Set<Object> before = new HashSet<>(holders);
        final String name = step.toString();
        final CompletableFuture<Void> future = changes.applyAsync();
        future.whenComplete((nothing, failure) ->
        {
            run.note(null == failure, name + " fails: " + failure);
            run.note(Collections.disjoint(before, holders), name + " ends before its values are known");
        });
        return future;
    }

    private Void act(final Action now)
    {
        final Object holder = new Object();
        look.accept(step, now);
        holders.add(holder);
        run.simulation.pause();
        body.accept(now);
        run.simulation.pause();
        holders.remove(holder);
        return null;
    }

    /**
     * Has its place in the order when it has the variables: who reads later reads what it assigns.
     */
    private void reserve()
    {
        try (Reservation held = run.isotach.reserve(variables))
        {
            final Object holder = new Object();
            look.accept(step, held.values());
            holders.add(holder);
            run.order.end(step);
            run.simulation.pause();
            held.assign(now ->
            {
                body.accept(now);
                holders.remove(holder);
                return null;
            });
        }
    }
}
