/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The bus of a node, between processor, memory and card (Hoe, FUNet, sections 6.1.1 and 6.1.5). It has one transaction
 * at a time, which takes 15 of its cycles and two more for each word, behind one in which it is acquired. If both wait,
 * the processor wins.
 * <p>
 * That makes 28.8 cycles of the processor for a read of one word; the paper says about 28.
 */
final class Bus
{
    /**
     * Cycles of the processor, of 40 MHz, in one cycle of the bus, of 25 MHz.
     */
    static final double CYCLE = 40.0 / 25;

    private static final int ACQUIRE = 1;
    private static final int WORD = 2;

    private final VirtualTime time;
    private final double overhead;
    private final Queue<Transaction> processor = new ArrayDeque<>();
    private final Queue<Transaction> card = new ArrayDeque<>();
    private boolean isBusy;
    private int ofProcessor;
    private int ofCard;

    private record Transaction(int words, Runnable done)
    {
    }

    /**
     * @param overhead cycles of the bus for a transaction without words.
     */
    Bus(final VirtualTime time, final double overhead)
    {
        this.time = time;
        this.overhead = overhead;
    }

    /**
     * Requests a transaction of the processor.
     */
    void processor(final int words, final Runnable done)
    {
        ofProcessor++;
        processor.add(new Transaction(words, done));
        grant();
    }

    /**
     * Requests a transaction of the card.
     */
    void card(final int words, final Runnable done)
    {
        ofCard++;
        card.add(new Transaction(words, done));
        grant();
    }

    private void grant()
    {
        if (isBusy)
        {
            return;
        }
        final Transaction next = processor.isEmpty() ? card.poll() : processor.poll();
        if (null != next)
        {
            isBusy = true;
            time.after((ACQUIRE + overhead + WORD * next.words()) * CYCLE, () ->
            {
                isBusy = false;
                next.done().run();
                grant();
            });
        }
    }

    /**
     * Returns how many transactions the processor has requested.
     */
    int ofProcessor()
    {
        return ofProcessor;
    }

    /**
     * Returns how many transactions the card has requested.
     */
    int ofCard()
    {
        return ofCard;
    }

    @Override
    public String toString()
    {
        return "Bus{processor=" + ofProcessor + ", card=" + ofCard + (isBusy ? ", busy}" : "}");
    }
}
