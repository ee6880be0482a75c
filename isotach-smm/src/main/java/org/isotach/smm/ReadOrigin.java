/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.niu.Host;

/**
 * Where a read was appended, as the value that it reads into knows it.
 */
interface ReadOrigin
{
    /**
     * The host of the read.
     */
    Host host();

    /**
     * Who holds up the read in a slot, for messages; empty if nobody does. Called by any thread.
     */
    String describeWait(int slot);

    /**
     * That something waits for the ASSIGN of a version, for messages. Called by any thread.
     */
    String describeVersion(long version);
}
