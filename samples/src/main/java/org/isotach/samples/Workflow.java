/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.Reservation;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A workflow: stock stays reserved until a slow answer is there, and only orders that need it wait.
 */
@Command(
    name = "workflow",
    description = "The stock is reserved while a slow supplier answers; visitors are counted meanwhile.")
final class Workflow implements Callable<Integer>
{
    // Of so many parts the supplier no longer makes the last one.
    private static final int GONE = 5;

    @Option(names = "--parts", paramLabel = "N", defaultValue = "20",
        description = "Parts that are ordered, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int parts;
    @Mixin
    private SampleRun run;

    @Override
    public Integer call()
    {
        run.check("--parts", parts);
        try (Isotach isotach = Isotach.launch(run.settings()))
        {
            final IsoLong stock = isotach.longVariable("stock");
            final IsoLong visitors = isotach.longVariable("visitors");
            final List<CompletableFuture<Void>> orders = new ArrayList<>();
            run.repeat(parts, part ->
            {
                try (Reservation reservation = isotach.reserve(stock))
                {
                    orders.add(reservation.assignWhen(supplier(part), (answer, action) ->
                        action.set(stock, action.get(stock) + answer)));
                }
                // Not reserved, whatever the supplier does.
                isotach.apply(visitors.add(1));
            });
            // An order that fails leaves the stock as it was.
            final long failed =
                orders.stream().filter(order -> order.handle((nothing, failure) -> null != failure).join()).count();
            return run.endExpecting(
                "parts=" + (parts - parts / GONE) + " failed=" + parts / GONE + " visitors=" + parts,
                "parts=" + stock.get() + " failed=" + failed + " visitors=" + visitors.get());
        }
    }

    private static CompletableFuture<Long> supplier(final int part)
    {
        return CompletableFuture.supplyAsync(() ->
        {
            if (GONE - 1 == part % GONE)
            {
                throw new IllegalStateException("part " + part + " is no longer made");
            }
            return 1L;
        }, CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));
    }
}
