/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

/**
 * The results of the functions of {@code MyriUnit}, and the numbers that stand for any channel or route, with the names
 * of D. Panariti's Myrinet API. Errors are negative.
 */
public final class MyriCode
{
    /**
     * Success.
     */
    public static final int OK = 0;

    /**
     * No such unit, or the program is no user of the unit: it has not initialised it, or is counted no more.
     */
    public static final int BAD_UNIT = -1;

    /**
     * No such channel.
     */
    public static final int BAD_CHANNEL = -2;

    /**
     * The channel is in use.
     */
    public static final int CHAN_IN_USE = -3;

    /**
     * All channels are in use.
     */
    public static final int NO_CHANS = -4;

    /**
     * The channel was not gotten.
     */
    public static final int CHAN_NOT_IN_USE = -5;

    /**
     * No send buffer is free.
     */
    public static final int NO_BUFFERS = -6;

    /**
     * The buffer is not one of this unit, is busy, was freed, or has another length.
     */
    public static final int BAD_BUFFER = -7;

    /**
     * No such route, or it is too long.
     */
    public static final int BAD_ROUTE = -8;

    /**
     * The channel has no room for another packet.
     */
    public static final int QUEUE_FULL = -9;

    /**
     * No packet is ready.
     */
    public static final int NO_PACKET = -10;

    /**
     * The control program has no such name.
     */
    public static final int BAD_MCP = -11;

    /**
     * The host of the unit was expelled, or the host at the end of the route.
     */
    public static final int PEER_DOWN = -12;

    /**
     * The cluster is closed.
     */
    public static final int CLOSED = -13;

    /**
     * The call comes from inside a handler, which must not wait.
     */
    public static final int IN_HANDLER = -14;

    /**
     * In place of the number of a channel: any.
     */
    public static final int ANY_CHAN = Channel.ANY;

    /**
     * In place of the number of a route: the next one.
     */
    public static final int NEXT_ROUTE = Routes.NEXT;

    private MyriCode()
    {
    }
}
