/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import org.isotach.niu.ThreadingMode;

/**
 * A part of the cluster that works when it is called and owns no thread: a {@code SwitchInterfaceUnit}, a {@code
 * Lanai}, a {@code DirectSender}, an {@code IsochronExecutor} or a {@code TokenManager}. The {@link ThreadingMode}
 * decides which thread calls it; in {@link ThreadingMode#INVOKER} a scheduler of your own may.
 */
public interface Unit
{
    /**
     * Does the pending work and returns without waiting. Any thread may call it at any time; while one thread is
     * working, others return at once.
     *
     * @return how much was done, 0 if nothing.
     */
    int doWork();

    /**
     * Returns the name of the unit, with its host or switch.
     *
     * @return a name that is unique in the cluster, such as {@code host-3/siu}.
     */
    String unitName();
}
