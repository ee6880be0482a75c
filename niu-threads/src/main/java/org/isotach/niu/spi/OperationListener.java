/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

/**
 * Receives the meaning of an operation from an {@link OperationReader}.
 */
public interface OperationListener
{
    /**
     * Names the operation.
     *
     * @param verb   the action: "read", "assign".
     * @param object the object of the action: a variable, or a host.
     * @param detail more details on one line: a value, a length; empty for none.
     */
    void operation(String verb, String object, String detail);

    /**
     * The host reserves a variable until its value is assigned.
     *
     * @param variable the variable.
     * @param name     name of the variable, for people.
     * @param version  identifies this reservation; not 0.
     */
    void reserved(long variable, String name, long version);

    /**
     * The host assigns the value of a reserved variable, or withdraws the reservation.
     *
     * @param variable   the reserved variable.
     * @param version    version of the reservation.
     * @param isAssigned false if the variable gets no value; then it is as if it had never been reserved.
     */
    void settled(long variable, long version, boolean isAssigned);

    /**
     * The host overwrites a variable, reserved or not: later reads get this value.
     *
     * @param variable the variable.
     */
    void overwritten(long variable);

    /**
     * The host answers a read of a variable, as soon as the variable has a value.
     *
     * @param variable the variable.
     * @param name     name of the variable, for people.
     */
    void answered(long variable, String name);

    /**
     * The host gets a message.
     */
    void delivered();
}
