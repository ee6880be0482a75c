/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.spi.Waiting;

/**
 * The settings of a cluster that a waiting thread needs.
 *
 * @param waiting        how it waits.
 * @param isInvoker      true if it works while it waits.
 * @param scheduler      of the cluster, null for none.
 * @param awaitTimeoutNs in nanoseconds, {@link #NO_LIMIT_NS} for none.
 */
public record WaitSettings(Waiting waiting, boolean isInvoker, Scheduler scheduler, long awaitTimeoutNs)
{
    public static final long NO_LIMIT_NS = Long.MAX_VALUE;
}
