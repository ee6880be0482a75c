/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

/**
 * Is told by an {@link OperationReader} what an operation means.
 */
public interface OperationListener
{
    /**
     * Names the operation.
     *
     * @param verb   what it does: "read", "assign".
     * @param object what it does that to: a variable, or a host.
     * @param detail more that fits in a line, for those who ask: a value, a length; empty for nothing.
     */
    void operation(String verb, String object, String detail);

    /**
     * The host reserves a variable until its value is assigned.
     *
     * @param variable that is reserved.
     * @param name     of the variable, for people.
     * @param version  stands for this reservation, and no other; not 0.
     */
    void reserved(long variable, String name, long version);

    /**
     * The host assigns the value of a reserved variable, or takes the reservation back.
     *
     * @param variable   that was reserved.
     * @param version    of the reservation.
     * @param isAssigned does it get a value? If not, it is as if it had never been reserved.
     */
    void settled(long variable, long version, boolean isAssigned);

    /**
     * The host overwrites a variable, reserved or not: later reads get this value.
     *
     * @param variable that is written.
     */
    void overwritten(long variable);

    /**
     * The host answers a read of a variable, as soon as the variable has a value.
     *
     * @param variable that is read.
     * @param name     of the variable, for people.
     */
    void answered(long variable, String name);

    /**
     * The host gets a message.
     */
    void delivered();
}
