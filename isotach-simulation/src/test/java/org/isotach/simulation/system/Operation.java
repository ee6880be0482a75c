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
 * @param value     that is written or assigned.
 * @param version   of a SCHED, ASSIGN or CANCEL.
 * @param result    of a READ.
 */
record Operation(Kind kind, int receivers, int address, long value, long version, Result result)
{
    /**
     * What an operation does.
     */
    enum Kind
    {
        READ, WRITE, SCHED, ASSIGN, CANCEL, MESSAGE, TO_HANDLER
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
        return new Operation(Kind.READ, 0, address, 0, 0, result);
    }

    static Operation write(final int address, final long value)
    {
        return new Operation(Kind.WRITE, 0, address, value, 0, null);
    }

    static Operation sched(final int address, final long version)
    {
        return new Operation(Kind.SCHED, 0, address, 0, version, null);
    }

    static Operation assign(final int address, final long version, final long value)
    {
        return new Operation(Kind.ASSIGN, 0, address, value, version, null);
    }

    static Operation cancel(final int address, final long version)
    {
        return new Operation(Kind.CANCEL, 0, address, 0, version, null);
    }

    static Operation message(final Kind kind, final int receivers)
    {
        return new Operation(kind, receivers, 0, 0, 0, null);
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
            default:
                return kind + " " + address + (Kind.WRITE == kind ? "" : " v" + version) +
                    (Kind.SCHED == kind || Kind.CANCEL == kind ? "" : " = " + value);
        }
    }
}
