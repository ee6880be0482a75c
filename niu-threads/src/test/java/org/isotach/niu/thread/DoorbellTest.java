/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Who hears a bell.
 */
final class DoorbellTest
{
    // Until it has spun and yielded, and can hear the bell.
    private static final int IDLES = 75;

    @Test
    @Timeout(60)
    void shouldWakeTheThreadThatHasTakenThePlaceOfAnother() throws InterruptedException
    {
        final Doorbell doorbell = new Doorbell();
        final Thread abandoned = new Thread(doorbell::listen);
        abandoned.start();
        abandoned.join();
        for (int i = 0; i < IDLES; i++)
        {
            doorbell.idle();
        }
        doorbell.ring();
        // Returns at once.
        LockSupport.park();
    }
}
