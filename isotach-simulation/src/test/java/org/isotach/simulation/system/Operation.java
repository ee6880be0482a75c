/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.smm.IsoValue;

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
record Operation(Kind kind, int receivers, int address, long value, long version, IsoValue result)
{
    /**
     * What an operation does.
     */
    enum Kind
    {
        READ, WRITE, SCHED, ASSIGN, CANCEL, MESSAGE, TO_HANDLER
    }

    static Operation read(final int address, final IsoValue result)
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
