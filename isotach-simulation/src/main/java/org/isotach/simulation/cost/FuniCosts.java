/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

/**
 * What the processor of a node needs for a program of CMAM, besides what goes over the bus. The paper prints none of
 * these; they are the free constants of the model, in cycles of 40 MHz, and the least squares fit of the overheads of
 * {@code cmam_4} and {@code cmam_mfer_n}, sent and received. The code of the paper is C that no compiler has optimised.
 *
 * @param step        one step of the library: a call, a look at an index, or a count moved on.
 * @param move        to bring one item to where it belongs: a word, or two at once.
 * @param function    the call of a function of the user, with what it does.
 * @param busOverhead cycles of the bus for a transaction without words; the paper prints 15.
 */
record FuniCosts(double step, double move, double function, double busOverhead)
{
    /**
     * How many of these are free.
     */
    static final int FREE = 3;

    /**
     * The constants of the tables.
     */
    static final FuniCosts FITTED = new FuniCosts(12.9, 13.1, 69.3, 15);
}
