/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

/**
 * Who uses a memory port, for messages.
 */
interface PortOwner
{
    /**
     * The thread that has scheduled a variable last, or the port if there is none. Called by any thread.
     *
     * @param version of the SCHED that is asked about.
     */
    String describe(long version);
}
