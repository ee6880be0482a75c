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
     * Describes the thread that has last scheduled a variable, or the port if there is none. Called by any thread.
     *
     * @param version the version of the SCHED in question.
     */
    String describe(long version);
}
