/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

/**
 * The user of a memory port, for messages.
 */
interface PortOwner
{
    /**
     * Returns the thread that has scheduled a variable. Called by any thread.
     *
     * @param version the version of the SCHED in question.
     * @return the thread, null if it is not known any more.
     */
    Thread threadOf(long version);
}
