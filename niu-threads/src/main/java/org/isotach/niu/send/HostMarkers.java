/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import java.util.function.Consumer;

import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.spi.Marker;

/**
 * Passes the markers of one host. It owns the rule that neither an exception of a marker, nor the effects of its
 * notice, occur while tokens are stopped. A marker that throws gives no notice; the frames before and after it go on,
 * once; and both the listeners and the error handler are told when tokens have been let go.
 * <p>
 * For the unit that ships for the host, unless a method says that any thread may call it.
 */
public final class HostMarkers
{
    private final int hostId;
    private final NoticeBoard noticeBoard;
    private final Consumer<Throwable> errorHandler;
    private boolean hasNotice;

    // Exception of a marker, else null.
    private Throwable error;

    // True if there was no room for a notice at the last check. For messages.
    private volatile boolean lacksRoom;

    /**
     * @param hostId       number of the host.
     * @param noticeBoard  of the cluster.
     * @param errorHandler told of the exceptions of markers; never throws.
     */
    public HostMarkers(final int hostId, final NoticeBoard noticeBoard, final Consumer<Throwable> errorHandler)
    {
        this.hostId = hostId;
        this.noticeBoard = noticeBoard;
        this.errorHandler = errorHandler;
    }

    /**
     * Returns whether there is room for the notice of one more marker. To be called before tokens are stopped.
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
     * Returns the host whose untaken notices the host waits for, -1 if it waits for none. For messages only: any thread
     * may call it.
     */
    int hostWithoutRoom()
    {
        return lacksRoom ? noticeBoard.hostWithoutRoom(hostId, 1) : -1;
    }

    /**
     * Passes a marker while tokens are stopped; there must be room for its notice.
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
            // The first one is enough.
            error = null == error ? ex : error;
        }
    }

    /**
     * Tokens have been let go: announces the markers that were passed.
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
