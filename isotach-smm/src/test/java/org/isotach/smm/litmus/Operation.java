/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm.litmus;

/**
 * One operation of a litmus program; variables are numbered from 0.
 */
record Operation(Kind kind, int variable, long value)
{
    enum Kind
    {
        READ, WRITE, SCHED, ASSIGN, ADD
    }

    static Operation read(final int variable)
    {
        return new Operation(Kind.READ, variable, 0);
    }

    static Operation write(final int variable, final long value)
    {
        return new Operation(Kind.WRITE, variable, value);
    }

    static Operation sched(final int variable)
    {
        return new Operation(Kind.SCHED, variable, 0);
    }

    /**
     * UPDATE whose result is the new value, as the one of a read.
     */
    static Operation add(final int variable, final long value)
    {
        return new Operation(Kind.ADD, variable, value);
    }

    boolean hasResult()
    {
        return Kind.READ == kind || Kind.ADD == kind;
    }

    static Operation assign(final int variable, final long value)
    {
        return new Operation(Kind.ASSIGN, variable, value);
    }
}
