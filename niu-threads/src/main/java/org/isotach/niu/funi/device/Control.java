/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * The bits of {@link Register#CNTL} (Hoe, FUNet, section 3.1.2). The paper numbers them from 0 in its list and from 1
 * in its descriptions; the text about privileges agrees with the list. Modes are written; status bits are read-only,
 * and say that the device has come to a stop because of a mode. Modes do not depend on each other.
 */
public final class Control
{
    /**
     * Memory error: an address that is not mapped. All access to memory stops until the system clears it. Privileged.
     */
    public static final int MERR = 1;

    /**
     * Stops everything; when it is cleared the device is in {@link #CTXM}. Privileged.
     */
    public static final int RESET = 1 << 1;

    /**
     * Context switch: arrivals are rejected, retrieval and dispatch stop, delivery goes on until the receive buffers
     * are empty. Privileged.
     */
    public static final int CTXM = 1 << 2;

    /**
     * Status: retrieval and dispatch have stopped, and all acknowledgements have come.
     */
    public static final int CTXR1 = 1 << 3;

    /**
     * Status: retrieval and dispatch have stopped, but acknowledgements are missing.
     */
    public static final int CTXR1_WAITING = 1 << 4;

    /**
     * Status: the receive buffers are empty.
     */
    public static final int CTXR2 = 1 << 5;

    /**
     * Payloads of transfers are delivered behind their notices, not to their destinations. Privileged.
     */
    public static final int DRAIN = 1 << 6;

    /**
     * Stops delivery.
     */
    public static final int CRQM = 1 << 7;

    /**
     * Status: delivery has stopped; the bases of the receive queues may be changed.
     */
    public static final int CRQR = 1 << 8;

    /**
     * Stops retrieval.
     */
    public static final int CSQM = 1 << 9;

    /**
     * Status: retrieval has stopped; the bases of the send queues may be changed.
     */
    public static final int CSQR = 1 << 10;

    static final int SYSTEM_MODES = MERR | RESET | CTXM | DRAIN;
    static final int USER_MODES = CRQM | CSQM;
    static final int MODES = SYSTEM_MODES | USER_MODES;

    private Control()
    {
    }
}
