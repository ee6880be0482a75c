/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

import org.isotach.smm.SharedMemory;
import org.isotach.smm.UpdateFunction;

/**
 * The UPDATE functions of the typed variables, registered under the highest numbers.
 *
 * @param addDouble sum of two {@code double} values, as bits.
 * @param minDouble the smaller value, as of {@link Math#min(double, double)}.
 * @param maxDouble the larger value, as of {@link Math#max(double, double)}.
 * @param addInt    sum of two {@code int} values, which wraps around.
 */
record Functions(
    UpdateFunction addDouble,
    UpdateFunction minDouble,
    UpdateFunction maxDouble,
    UpdateFunction addInt)
{
    /**
     * Number of these functions.
     */
    static final int COUNT = 4;

    /**
     * Numbers below this one belong to users.
     */
    static final int FIRST = UpdateFunction.MAX_FUNCTIONS - COUNT;

    static Functions registeredIn(final SharedMemory memory)
    {
        return new Functions(
            memory.registerFunction(FIRST, ofDoubles(Double::sum)),
            memory.registerFunction(FIRST + 1, ofDoubles(Math::min)),
            memory.registerFunction(FIRST + 2, ofDoubles(Math::max)),
            memory.registerFunction(FIRST + 3, (value, argument) -> (int)(value + argument)));
    }

    private static LongBinaryOperator ofDoubles(final DoubleBinaryOperator function)
    {
        return (value, argument) -> Double.doubleToRawLongBits(
            function.applyAsDouble(Double.longBitsToDouble(value), Double.longBitsToDouble(argument)));
    }
}
