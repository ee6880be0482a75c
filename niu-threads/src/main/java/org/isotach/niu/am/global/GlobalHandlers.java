/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.Failure;
import org.isotach.niu.am.Reply;
import org.isotach.niu.am.Request;

/**
 * The handlers of a global memory, and their numbers. The first word of all messages is their kind.
 * <pre>
 *   fetch       kind, offset, place                  fetched       kind, value, place
 *   deposit     kind, offset, value                  acknowledged  kind
 *   landed      kind, pointer, length    (transfer)  acknowledged  kind
 *   fetchBytes  kind, offset, pointer, length        arrived       kind, pointer, length    (transfer)
 *   arrive      kind, round                          acknowledged  kind
 *                                                    wake                                   (broadcast)
 * </pre>
 */
final class GlobalHandlers
{
    private final Part[] parts;
    private final int fetched;
    private final int acknowledged;
    private final int arrived;
    private final int fetch;
    private final int deposit;
    private final int landed;
    private final int fetchBytes;
    private final int arrive;
    private final int wake;

    GlobalHandlers(final ActiveMessages am, final Part[] parts)
    {
        this.parts = parts;
        fetched = am.onReply(this::onFetched);
        acknowledged = am.onReply(this::onAcknowledged);
        arrived = am.onReply(this::onAcknowledged);
        wake = am.onReply(reply ->
        {
            // It is the message that wakes.
        });
        fetch = am.onRequest(this::onFetch, this::onFailed);
        deposit = am.onRequest(this::onDeposit, this::onFailed);
        landed = am.onRequest(this::onLanded, this::onFailed);
        fetchBytes = am.onRequest(this::onFetchBytes, this::onFailed);
        arrive = am.onRequest(this::onArrive, this::onFailed);
    }

    int fetch()
    {
        return fetch;
    }

    int deposit()
    {
        return deposit;
    }

    int landed()
    {
        return landed;
    }

    int fetchBytes()
    {
        return fetchBytes;
    }

    int arrive()
    {
        return arrive;
    }

    int wake()
    {
        return wake;
    }

    private void onFetch(final Request request)
    {
        request.reply(fetched, request.arg(0), parts[request.self()].memory().getLong((int)request.arg(1)),
            request.arg(2), 0);
    }

    private void onFetched(final Reply reply)
    {
        parts[reply.self()].take(Kind.of(reply.arg(0)), reply.arg(1), reply.arg(2));
    }

    private void onDeposit(final Request request)
    {
        final Part part = parts[request.self()];
        part.memory().putLong((int)request.arg(1), request.arg(2));
        part.landed(Kind.of(request.arg(0)), Long.BYTES);
        acknowledge(request);
    }

    private void onLanded(final Request request)
    {
        parts[request.self()].landed(Kind.of(request.arg(0)), request.arg(2));
        acknowledge(request);
    }

    private void onFetchBytes(final Request request)
    {
        request.replyTransfer(arrived, parts[request.self()].memory(), (int)request.arg(1), (int)request.arg(3),
            request.arg(2), request.arg(0));
    }

    private void onArrive(final Request request)
    {
        parts[request.self()].barrier().arrive((int)request.arg(1));
        acknowledge(request);
    }

    private void acknowledge(final Request request)
    {
        request.reply(acknowledged, request.arg(0), 0, 0, 0);
    }

    private void onAcknowledged(final Reply reply)
    {
        parts[reply.self()].account(Kind.of(reply.arg(0))).end();
    }

    private void onFailed(final Failure failure)
    {
        parts[failure.self()].account(Kind.of(failure.arg(0))).fail(failure.target(), failure.reason());
    }

    /**
     * Returns a pointer to a place in the memory of a host, as transfers take it.
     */
    long landing(final int host, final int offset)
    {
        return parts[host].region().pointer(offset);
    }

    @Override
    public String toString()
    {
        return "GlobalHandlers{first=" + fetch + ", last=" + arrive + '}';
    }
}
