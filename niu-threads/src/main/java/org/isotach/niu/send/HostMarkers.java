/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import java.util.function.Consumer;

import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.spi.Marker;

/**
 * Passes the markers of one host. It owns the rule that nothing that a marker throws, or that its notice leads to,
 * happens while tokens are stopped: a marker that throws gives no notice, what goes on before and behind it goes on,
 * once, and both those who listen and the error handler are told when tokens have been let go.
 * <p>
 * For whoever ships for the host, unless it says that any thread may call it.
 */
public final class HostMarkers
{
    private final int hostId;
    private final NoticeBoard noticeBoard;
    private final Consumer<Throwable> errorHandler;
    private boolean hasNotice;

    // What a marker has thrown, else null.
    private Throwable error;

    // Was there no room for a notice when it was looked for last? For messages.
    private volatile boolean lacksRoom;

    /**
     * @param hostId       number of the host.
     * @param noticeBoard  of the cluster.
     * @param errorHandler told of what markers throw; throws nothing itself.
     */
    public HostMarkers(final int hostId, final NoticeBoard noticeBoard, final Consumer<Throwable> errorHandler)
    {
        this.hostId = hostId;
        this.noticeBoard = noticeBoard;
        this.errorHandler = errorHandler;
    }

    /**
     * Is there room for the notice of one more marker? To be asked before tokens are stopped.
     */
    boolean hasRoom()
    {
        final boolean hasRoom = noticeBoard.hasRoom(hostId, 1);
        if (lacksRoom == hasRoom)
        {
            lacksRoom = !hasRoom;
        }
        return hasRoom;
    }

    /**
     * The host whose untaken notices the host waits for, -1 if it waits for none. For messages only: any thread may
     * ask.
     */
    int hostWithoutRoom()
    {
        return lacksRoom ? noticeBoard.hostWithoutRoom(hostId, 1) : -1;
    }

    /**
     * Passes a marker, while tokens are stopped; there is room for its notice.
     *
     * @param timestamp of the marker.
     */
    public void pass(final Marker marker, final long timestamp)
    {
        try
        {
            hasNotice |= noticeBoard.pass(hostId, marker, timestamp);
        }
        catch (final Throwable ex)
        {
            // The first one says enough.
            error = null == error ? ex : error;
        }
    }

    /**
     * Tokens have been let go: tells of the markers that were passed.
     */
    public void tell()
    {
        if (hasNotice)
        {
            hasNotice = false;
            noticeBoard.wakeListeners();
        }
        if (null != error)
        {
            final Throwable thrown = error;
            error = null;
            errorHandler.accept(thrown);
        }
    }
}
