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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A workflow: stock stays reserved until a slow answer is there, and only orders that need it wait.
 */
@Command(
    name = "workflow",
    description = "The stock is reserved while a slow supplier answers; visitors are counted meanwhile.")
final class Workflow implements Callable<Integer>
{
    // Of so many parts the supplier no longer makes one.
    private static final int GONE = 5;

    @Spec
    private CommandSpec spec;

    @Option(names = "--parts", paramLabel = "N", defaultValue = "20",
        description = "Parts that are ordered, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int parts;

    @Mixin
    private ModeOption mode;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--parts", parts, 1, 1_000_000);
        try (Isotach isotach = Isotach.launch(mode.isotach()))
        {
            final IsoLong stock = isotach.longVariable("stock");
            final IsoLong visitors = isotach.longVariable("visitors");
            final List<CompletableFuture<Void>> orders = new ArrayList<>();
            try (Progress progress = Progress.onTerminal("workflow", parts))
            {
                for (int part = 1; part <= parts; part++)
                {
                    final long wanted = part;
                    try (Reservation reservation = isotach.reserve(stock))
                    {
                        orders.add(reservation.assignWhen(supplier(wanted), (answer, action) ->
                            action.set(stock, action.get(stock) + answer)));
                    }
                    // Not reserved, whatever the supplier does.
                    isotach.apply(visitors.add(1));
                    progress.step();
                }
            }
            // An order that fails leaves the stock as it was.
            final long failed =
                orders.stream().filter(order -> order.handle((nothing, failure) -> null != failure).join()).count();
            return Verdict.of(
                spec,
                "parts=" + stock.get() + " failed=" + failed + " visitors=" + visitors.get(),
                failure(parts, stock.get(), failed, visitors.get()));
        }
    }

    static String failure(final int parts, final long stock, final long failed, final long visitors)
    {
        final int gone = parts / GONE;
        return parts - gone == stock && gone == failed && parts == visitors ? null :
            "stock " + stock + " (expected: " + (parts - gone) + "), failed orders " + failed + " (expected: " + gone +
                "), visitors " + visitors + " (expected: " + parts + ')';
    }

    private static CompletableFuture<Long> supplier(final long part)
    {
        return CompletableFuture.supplyAsync(() ->
        {
            if (0 == part % GONE)
            {
                throw new IllegalStateException("part " + part + " is no longer made");
            }
            return 1L;
        }, CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));
    }
}
