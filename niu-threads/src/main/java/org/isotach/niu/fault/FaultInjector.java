/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.fault;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

import org.isotach.niu.spi.LinkFaults;

/**
 * Injects faults on the links of one cluster, and counts them.
 */
public final class FaultInjector
{
    private final LinkFaults faults;
    private final LongAdder injected = new LongAdder();
    private final AtomicInteger links = new AtomicInteger();

    public FaultInjector(final LinkFaults faults)
    {
        this.faults = faults;
    }

    /**
     * Creates the faults of one more link, in one direction.
     */
    public FaultGenerator newGenerator()
    {
        return new FaultGenerator(faults, links.getAndIncrement(), injected);
    }

    /**
     * Returns the number of faults so far.
     */
    public long injected()
    {
        return injected.sum();
    }
}
