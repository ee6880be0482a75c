/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.smm.IsoValue;
import org.isotach.smm.TakenVariables;

/**
 * An operation of an isochron.
 *
 * @param kind      what it does.
 * @param receivers of a message, a bit for each host.
 * @param address   of the variable.
 * @param value     that is written or assigned; argument of an UPDATE.
 * @param version   of a SCHED, ASSIGN or CANCEL; what an UPDATE expects.
 * @param result    of a READ, or UPDATE.
 * @param function  of an UPDATE.
 */
record Operation(
    Kind kind, int receivers, int address, long value, long version, Result result, Function function)
{
    /**
     * What an operation does.
     */
    enum Kind
    {
        READ, WRITE, SCHED, ASSIGN, CANCEL, UPDATE, GET_AND_UPDATE, UPDATE_AND_GET, MESSAGE, TO_HANDLER
    }

    /**
     * What an UPDATE computes. In another order, or once more, most of them have another result.
     */
    enum Function
    {
        ADD, XOR, MAX, EXCHANGE, COMPARE_AND_SET, COMBINE;

        long apply(final long value, final long argument, final long expected)
        {
            switch (this)
            {
                case ADD:
                    return value + argument;
                case XOR:
                    return value ^ argument;
                case MAX:
                    return Math.max(value, argument);
                case EXCHANGE:
                    return argument;
                case COMPARE_AND_SET:
                    return value == expected ? argument : value;
                default:
                    return combine(value, argument);
            }
        }

        /**
         * Is registered.
         */
        static long combine(final long value, final long argument)
        {
            return 31 * value + argument;
        }
    }

    /**
     * What a read has got, or will get.
     */
    interface Result
    {
        boolean isReady();

        boolean isFailed();

        long get();

        /**
         * What fails as a whole when one of its reads does.
         */
        Object group();

        static Result of(final IsoValue value)
        {
            return new OfOne(value);
        }

        static Result of(final TakenVariables taken, final int index)
        {
            return new OfSeveral(taken, index);
        }
    }

    /**
     * The result of a READ.
     */
    private record OfOne(IsoValue value) implements Result
    {
        @Override
        public boolean isReady()
        {
            return value.isReady();
        }

        @Override
        public boolean isFailed()
        {
            return value.isFailed();
        }

        @Override
        public long get()
        {
            return value.get();
        }

        @Override
        public Object group()
        {
            return value;
        }

        @Override
        public String toString()
        {
            return value.toString();
        }
    }

    /**
     * One of the results of a TAKE.
     */
    private record OfSeveral(TakenVariables taken, int index) implements Result
    {
        @Override
        public boolean isReady()
        {
            return taken.isReady();
        }

        @Override
        public boolean isFailed()
        {
            return taken.isFailed();
        }

        @Override
        public long get()
        {
            return taken.value(index);
        }

        @Override
        public Object group()
        {
            return taken;
        }

        @Override
        public String toString()
        {
            return (isReady() ? get() + " of " : "") + taken;
        }
    }

    static Operation read(final int address, final Result result)
    {
        return new Operation(Kind.READ, 0, address, 0, 0, result, null);
    }

    static Operation write(final int address, final long value)
    {
        return new Operation(Kind.WRITE, 0, address, value, 0, null, null);
    }

    static Operation sched(final int address, final long version)
    {
        return new Operation(Kind.SCHED, 0, address, 0, version, null, null);
    }

    static Operation assign(final int address, final long version, final long value)
    {
        return new Operation(Kind.ASSIGN, 0, address, value, version, null, null);
    }

    static Operation cancel(final int address, final long version)
    {
        return new Operation(Kind.CANCEL, 0, address, 0, version, null, null);
    }

    /**
     * @param result null for a plain UPDATE.
     */
    static Operation update(
        final Kind kind,
        final int address,
        final Function function,
        final long argument,
        final long expected,
        final Result result)
    {
        return new Operation(kind, 0, address, argument, expected, result, function);
    }

    /**
     * What an UPDATE makes of a value.
     */
    long apply(final long before)
    {
        return function.apply(before, value, version);
    }

    static Operation message(final Kind kind, final int receivers)
    {
        return new Operation(kind, receivers, 0, 0, 0, null, null);
    }

    @Override
    public String toString()
    {
        switch (kind)
        {
            case MESSAGE:
            case TO_HANDLER:
                return kind + " to " + Integer.toBinaryString(receivers) + 'b';
            case READ:
                return "READ " + address;
            case UPDATE:
            case GET_AND_UPDATE:
            case UPDATE_AND_GET:
                return kind + " " + address + ' ' + function + ' ' + value +
                    (Function.COMPARE_AND_SET == function ? " if " + version : "");
            default:
                return kind + " " + address + (Kind.WRITE == kind ? "" : " v" + version) +
                    (Kind.SCHED == kind || Kind.CANCEL == kind ? "" : " = " + value);
        }
    }
}
