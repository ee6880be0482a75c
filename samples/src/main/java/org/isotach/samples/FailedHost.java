/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Says whether a host has failed, which its application reports as its last action, and whether it must still be
 * expelled.
 */
final class FailedHost
{
    private static final int WELL = 0;
    private static final int FAILED = 1;
    private static final int EXPELLED = 2;

    private final AtomicInteger state = new AtomicInteger(WELL);

    void fails()
    {
        state.set(FAILED);
    }

    /**
     * @return true once, after the host has failed.
     */
    boolean isToBeExpelled()
    {
        return FAILED == state.get() && state.compareAndSet(FAILED, EXPELLED);
    }

    boolean isExpelled()
    {
        return EXPELLED == state.get();
    }
}
