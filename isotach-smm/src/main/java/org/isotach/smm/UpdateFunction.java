/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

/**
 * The function of an UPDATE: it computes a new value from the old value and an argument, as the function of
 * {@link java.util.concurrent.atomic.AtomicLong#accumulateAndGet} does. It is one of the built-in functions, or one
 * that {@link SharedMemory#registerFunction(int, java.util.function.LongBinaryOperator)} has registered. Every copy of
 * the variable computes it at the same point in the order. Compare-and-set takes two arguments, so it has its own
 * method, {@link MemoryPort#compareAndSet}.
 * <p>
 * Immutable and threadsafe.
 */
public final class UpdateFunction
{
    /**
     * Exclusive upper limit of the numbers of registered functions.
     */
    public static final int MAX_FUNCTIONS = 256;

    /**
     * {@code value + argument}, which wraps around.
     */
    public static final UpdateFunction ADD = new UpdateFunction(0, "ADD");

    /**
     * {@code value & argument}.
     */
    public static final UpdateFunction AND = new UpdateFunction(1, "AND");

    /**
     * {@code value | argument}.
     */
    public static final UpdateFunction OR = new UpdateFunction(2, "OR");

    /**
     * {@code value ^ argument}.
     */
    public static final UpdateFunction XOR = new UpdateFunction(3, "XOR");

    /**
     * The smaller of value and argument.
     */
    public static final UpdateFunction MIN = new UpdateFunction(4, "MIN");

    /**
     * The larger of value and argument.
     */
    public static final UpdateFunction MAX = new UpdateFunction(5, "MAX");

    /**
     * {@code argument}: a WRITE that may return the old value, and that waits behind a SCHED instead of replacing it.
     */
    public static final UpdateFunction EXCHANGE = new UpdateFunction(6, "EXCHANGE");

    /**
     * {@code value == expected ? argument : value}; the only function with a second argument.
     */
    static final UpdateFunction COMPARE_AND_SET = new UpdateFunction(7, "COMPARE_AND_SET");

    private static final UpdateFunction[] BUILT_IN =
    {
        ADD, AND, OR, XOR, MIN, MAX, EXCHANGE, COMPARE_AND_SET
    };

    // Codes of registered functions begin here.
    private static final int FIRST_REGISTERED = 16;

    private final int code;
    private final String name;

    private UpdateFunction(final int code, final String name)
    {
        this.code = code;
        this.name = name;
    }

    static UpdateFunction registered(final int number)
    {
        return new UpdateFunction(FIRST_REGISTERED + number, "function " + number);
    }

    /**
     * Returns the code of the function in operations.
     */
    int code()
    {
        return code;
    }

    /**
     * Returns whether the code is that of a registered function.
     */
    static boolean isRegistered(final int code)
    {
        return code >= FIRST_REGISTERED;
    }

    /**
     * Returns the number under which the function with this code is registered.
     */
    static int number(final int code)
    {
        return code - FIRST_REGISTERED;
    }

    /**
     * Returns the name of the function with this code, for messages.
     */
    static String describe(final int code)
    {
        return isRegistered(code) ? "function " + number(code) : BUILT_IN[code].name;
    }

    /**
     * Computes a built-in function.
     *
     * @param expected the second argument of {@link #COMPARE_AND_SET}.
     */
    static long apply(final int code, final long value, final long argument, final long expected)
    {
        switch (code)
        {
            case 0:
                return value + argument;
            case 1:
                return value & argument;
            case 2:
                return value | argument;
            case 3:
                return value ^ argument;
            case 4:
                return Math.min(value, argument);
            case 5:
                return Math.max(value, argument);
            case 6:
                return argument;
            default:
                return value == expected ? argument : value;
        }
    }

    @Override
    public String toString()
    {
        return name;
    }
}
