/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.Arrays;

import org.isotach.HostSet;
import org.isotach.IsochronFrame;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Marker;

/**
 * A frame of one or more issued isochrons, or a marker. The thread that issues writes it before publishing it in the
 * send ring of a host; the switch interface unit writes the timestamp before it passes the frame on to the LANai. In
 * {@code ThreadingMode.INVOKER} the owner of the host uses one entry for all frames.
 */
public final class FrameEntry
{
    private static final int INITIAL_TARGETS = 4;

    /**
     * The hosts that get the frame, ascending; only the first {@link #targetCount} are valid.
     */
    public int[] targets = new int[INITIAL_TARGETS];
    public int targetCount;

    /**
     * The reserved place of the frame on the link to each target.
     */
    long[] places = new long[INITIAL_TARGETS];

    /**
     * True if the issuing host is one of them.
     */
    public boolean isToIssuer;
    public OffHeapBuffer buffer;
    public int offset;
    public int length;

    /**
     * True if the frame is for applications only, see {@link IsochronFrame#isForApplications()}.
     */
    boolean isForApplications;
    public int distance;
    public long timestamp;

    // In paranoid mode: number of the frame on its link.
    long number;

    // The hosts of the present targets, null if they were set otherwise; the same as lastSet if not null.
    private HostSet known;
    private HostSet lastSet;

    /**
     * The marker on the token that is sent after the frame; mostly null. The code that passes it clears it.
     */
    public Marker marker;

    /**
     * True if it may carry a token: the host has worked since its last frame, and this one is the only frame of its pin
     * that goes to others. Nobody asks without members.
     */
    public boolean mayCarryToken;

    /**
     * True if it is the last isochron of its host, which is expelled alone. Nobody asks without members.
     */
    boolean isLast;

    /**
     * Sets a frame without operations, for the host itself: nothing is sent.
     */
    public void setEmpty(final int hostId)
    {
        known = null;
        targets[0] = hostId;
        targetCount = 1;
        isToIssuer = true;
        length = 0;
        isForApplications = false;
        distance = 0;
    }

    /**
     * Sets a marker, with an empty frame that keeps its place in the issue order of the host.
     *
     * @param logicalDistance to the farthest host: all hosts can be given notice in the pulse of the timestamp.
     */
    public void setMarker(final int hostId, final Marker rider, final int logicalDistance)
    {
        setEmpty(hostId);
        marker = rider;
        distance = logicalDistance;
    }

    /**
     * Sets the last isochron of a host: a frame for all others.
     */
    public void setExpulsion(final int hostId, final int hostCount, final int logicalDistance)
    {
        known = null;
        targetCount = 0;
        for (int host = 0; host < hostCount; host++)
        {
            if (host != hostId)
            {
                addTarget(host);
            }
        }
        isToIssuer = false;
        isLast = true;
        setLast(hostId);
        distance = logicalDistance;
    }

    /**
     * Sets the operation of the last isochron of a host.
     */
    void setLast(final int hostId)
    {
        setOperation(ExpulsionFrame.frame(hostId), OperationHeader.LENGTH);
    }

    /**
     * Sets the operation that cuts a host off, see {@link ExpulsionFrame#isCut}.
     */
    void setCut(final int hostId, final long cut)
    {
        setOperation(ExpulsionFrame.cutFrame(hostId, cut), ExpulsionFrame.CUT_LENGTH);
        timestamp = cut;
    }

    private void setOperation(final OffHeapBuffer frame, final int frameLength)
    {
        buffer = frame;
        offset = 0;
        length = frameLength;
        isForApplications = false;
    }

    public void set(
        final int hostId,
        final HostSet destinations,
        final OffHeapBuffer frame,
        final int frameOffset,
        final int frameLength,
        final boolean forApplications,
        final int logicalDistance)
    {
        setTargets(destinations, hostId);
        // Mostly it is the same; a store of a reference costs a barrier.
        if (buffer != frame)
        {
            buffer = frame;
        }
        offset = frameOffset;
        length = frameLength;
        isForApplications = forApplications;
        distance = logicalDistance;
    }

    public void set(final IsochronFrame isochron, final int logicalDistance)
    {
        set(
            isochron.hostId(),
            isochron.destinations(),
            isochron.buffer(),
            isochron.offset(),
            isochron.length(),
            isochron.isForApplications(),
            logicalDistance);
    }

    public void setTargets(final HostSet hosts, final int hostId)
    {
        // Mostly the hosts are those of the previous frame.
        if (null == known || !known.isSameAs(hosts))
        {
            known = null;
            isToIssuer = hosts.contains(hostId);
            addTargets(hosts);
            lastSet = null == lastSet ? HostSet.copyOf(hosts) : lastSet;
            lastSet.copyFrom(hosts);
            known = lastSet;
        }
    }

    private void addTargets(final HostSet hosts)
    {
        targetCount = 0;
        for (int host = hosts.next(0); host >= 0; host = hosts.next(host + 1))
        {
            addTarget(host);
        }
    }

    private void addTarget(final int host)
    {
        if (targetCount == targets.length)
        {
            // Memory may run out: the array whose length is checked comes last.
            places = new long[2 * targetCount];
            targets = Arrays.copyOf(targets, 2 * targetCount);
        }
        targets[targetCount++] = host;
    }
}
