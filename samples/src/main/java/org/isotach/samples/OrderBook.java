/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoStruct;
import org.isotach.actions.Isotach;
import org.isotach.actions.Subscription;
import org.isotach.actions.Topic;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * An order book: quote, sequence number and event are one action, and readers take snapshots.
 */
@Command(name = "orderbook", description = "A quote and an event change in one step; readers never see half a quote.")
final class OrderBook implements Callable<Integer>
{
    @Option(names = "--orders", paramLabel = "N", defaultValue = "1000",
        description = "Orders of each thread, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int orders;
    @Mixin
    private SampleRun run;

    /**
     * What one order makes of the book.
     */
    record Quote(double bid, double ask, long volume, long sequence)
    {
        /**
         * @param number of the order that it has to be of, 0 before the first one.
         */
        boolean isWhole(final long number)
        {
            return number == sequence && 10 * number == volume && (0 == number || bid + 1 == ask);
        }
    }

    @Override
    public Integer call()
    {
        run.check("--orders", orders);
        try (Isotach isotach = Isotach.launch(run.settings()))
        {
            final IsoStruct<Quote> quote = isotach.struct("quote", Quote.class);
            final IsoLong count = isotach.longVariable("orders");
            final Topic<Quote> quotes = isotach.topic("quotes");
            final AtomicInteger torn = new AtomicInteger();
            try (Subscription<Quote> feed = quotes.subscribe())
            {
                run.inThreads(2, orders, (i, random) ->
                {
                    isotach.update(quote, count).execute(action ->
                    {
                        final long number = action.get(count) + 1;
                        final Quote next = new Quote(number % 7, number % 7 + 1, 10 * number, number);
                        action.set(quote, next).set(count, number).send(quotes, next);
                    });
                    torn.addAndGet(isotach.snapshot(
                        now -> now.get(quote).isWhole(now.get(count)) ? 0 : 1, quote, count));
                });
                for (long number = 1; number <= 2L * orders; number++)
                {
                    torn.addAndGet(feed.take().isWhole(number) ? 0 : 1);
                }
            }
            return run.end("orders=" + count.get(), torn.get(), "quotes are torn or out of order");
        }
    }
}
