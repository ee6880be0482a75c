/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import org.isotach.niu.spi.View;

/**
 * The register that every node has: the view in force of each cluster, changed by the requests of the replicated log
 * only, in their order. Reads are in the log, too, so nobody reads what is not in force any more. It owns no rule of
 * logical time. Used by one thread, that of the service.
 */
final class ViewService implements ClusteredService
{
    private static final int ATTEMPTS = 3;

    // In order, so that the snapshots of all nodes are the same.
    private final Map<String, View> views = new TreeMap<>();
    private final UnsafeBuffer out = new UnsafeBuffer(new byte[ViewMessages.MAX_LENGTH]);
    private final Consumer<Cluster.Role> roles;
    private Cluster cluster;

    ViewService(final Consumer<Cluster.Role> roles)
    {
        this.roles = roles;
    }

    @Override
    public void onStart(final Cluster cluster, final Image snapshotImage)
    {
        this.cluster = cluster;
        if (null != snapshotImage)
        {
            load(snapshotImage);
        }
        roles.accept(cluster.role());
    }

    private void load(final Image image)
    {
        final boolean[] isAtEnd = new boolean[1];
        while (!isAtEnd[0])
        {
            final int fragments = image.poll(
                (buffer, offset, length, header) -> isAtEnd[0] = onSnapshot(buffer, offset, length), 1);
            if (0 == fragments && image.isClosed())
            {
                throw new IllegalStateException("the snapshot of the views ends after " + views.size() +
                    " entries, before its end (expected: all of it; go back to an earlier one)");
            }
            cluster.idleStrategy().idle(fragments);
        }
    }

    /**
     * Takes a part of a snapshot.
     *
     * @return true if it is the last one.
     */
    boolean onSnapshot(final DirectBuffer buffer, final int offset, final int length)
    {
        if (!ViewMessages.isOfThisVersion(buffer, offset, length))
        {
            throw new IllegalStateException("a snapshot of views of another version (expected: " +
                ViewMessages.VERSION + "; use the program that has written it)");
        }
        if (ViewMessages.END == ViewMessages.type(buffer, offset))
        {
            final long count = ViewMessages.correlation(buffer, offset);
            if (count != views.size())
            {
                throw new IllegalStateException(
                    "a snapshot with " + views.size() + " views (expected: " + count + ", as its end says)");
            }
            return true;
        }
        views.put(ViewMessages.name(buffer, offset, length), ViewMessages.view(buffer, offset + ViewMessages.NEXT));
        return false;
    }

    @Override
    public void onTakeSnapshot(final ExclusivePublication publication)
    {
        views.forEach((name, view) -> write(publication, ViewMessages.putRequest(
            out, ViewMessages.ENTRY, 0, null, view, ViewMessages.name(name))));
        ViewMessages.putHeader(out, ViewMessages.END, views.size());
        write(publication, ViewMessages.HEADER_LENGTH);
    }

    private void write(final ExclusivePublication publication, final int length)
    {
        long position = publication.offer(out, 0, length);
        while (position < 0)
        {
            if (Publication.BACK_PRESSURED != position && Publication.ADMIN_ACTION != position)
            {
                throw new IllegalStateException("the snapshot of the views cannot be written any more: " +
                    Publication.errorString(position));
            }
            cluster.idleStrategy().idle();
            position = publication.offer(out, 0, length);
        }
    }

    @Override
    public void onSessionMessage(
        final ClientSession session,
        final long timestamp,
        final DirectBuffer buffer,
        final int offset,
        final int length,
        final Header header)
    {
        if (length >= ViewMessages.HEADER_LENGTH)
        {
            answer(session, execute(buffer, offset, length));
        }
    }

    /**
     * Executes a request. What comes out depends on the request and on those before it only.
     *
     * @return length of the answer, which is in the buffer for it.
     */
    private int execute(final DirectBuffer buffer, final int offset, final int length)
    {
        final long correlation = ViewMessages.correlation(buffer, offset);
        try
        {
            if (ViewMessages.isOfThisVersion(buffer, offset, length))
            {
                final String name = ViewMessages.name(buffer, offset, length);
                final View inForce = views.get(name);
                final int type = ViewMessages.type(buffer, offset);
                if (ViewMessages.READ == type)
                {
                    return ViewMessages.putAnswer(out, ViewMessages.DONE, correlation, inForce);
                }
                final View next = ViewMessages.view(buffer, offset + ViewMessages.NEXT);
                if (ViewMessages.COMPARE_AND_SET == type && null != next)
                {
                    if (!Objects.equals(inForce, ViewMessages.view(buffer, offset + ViewMessages.EXPECTED)))
                    {
                        return ViewMessages.putAnswer(out, ViewMessages.OTHER_IN_FORCE, correlation, inForce);
                    }
                    views.put(name, next);
                    return ViewMessages.putAnswer(out, ViewMessages.DONE, correlation, next);
                }
            }
        }
        catch (final IllegalArgumentException ex)
        {
            // Answered below: it is the store that has to say so.
            return ViewMessages.putAnswer(out, ViewMessages.NOT_UNDERSTOOD, correlation, null);
        }
        return ViewMessages.putAnswer(out, ViewMessages.NOT_UNDERSTOOD, correlation, null);
    }

    /**
     * Answers, unless the store takes nothing: it asks again, and nobody else waits for it.
     */
    private void answer(final ClientSession session, final int length)
    {
        for (int i = 0; i < ATTEMPTS && null != session && session.offer(out, 0, length) < 0; i++)
        {
            cluster.idleStrategy().idle();
        }
    }

    @Override
    public void onRoleChange(final Cluster.Role newRole)
    {
        roles.accept(newRole);
    }

    @Override
    public void onSessionOpen(final ClientSession session, final long timestamp)
    {
    }

    @Override
    public void onSessionClose(final ClientSession session, final long timestamp, final CloseReason closeReason)
    {
    }

    @Override
    public void onTimerEvent(final long correlationId, final long timestamp)
    {
    }

    @Override
    public void onTerminate(final Cluster cluster)
    {
    }
}
