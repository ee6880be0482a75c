/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * Is told of interrupts of devices. Called by the thread that serves the device, in the middle of its step: it should
 * only note what has happened. What it throws goes to the error handler of the cluster.
 */
@FunctionalInterface
public interface InterruptHandler
{
    /**
     * Notes an interrupt.
     *
     * @param host  of the device.
     * @param cause why.
     */
    void onInterrupt(int host, Interrupt cause);
}
