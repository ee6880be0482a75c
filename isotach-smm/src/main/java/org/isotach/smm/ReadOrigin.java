/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.niu.Host;

/**
 * The place where a read was appended, for the value that it reads into.
 */
interface ReadOrigin
{
    /**
     * The host of the read.
     */
    Host host();

    /**
     * Takes a read out of its slot, if it is there, so that no thread fails it later. Called by application threads.
     */
    void takeOut(int slot, SlotRead read);

    /**
     * Returns the version that the read in a slot waits for; {@link Version#SUBSTANTIATED} if it waits for none. Called
     * by any thread.
     */
    long waitsFor(int slot);

    /**
     * Describes a variable, and the wait for the ASSIGN of a version, for messages. Called by any thread.
     *
     * @param version the version; {@link Version#SUBSTANTIATED} if nothing is waited for.
     */
    String describe(int address, long version);
}
