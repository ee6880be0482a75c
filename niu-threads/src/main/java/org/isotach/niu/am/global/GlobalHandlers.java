/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.Failure;
import org.isotach.niu.am.Reply;
import org.isotach.niu.am.Request;

/**
 * The handlers of a global memory, and their numbers. The first word of all messages is their kind, with the number of
 * the call that waits for them ({@link Account}).
 * <pre>
 *   fetch       kind, offset, place                  fetched       kind, value, place
 *   fetchInt    kind, offset, place                  fetchedInt    kind, value, place
 *   fetchTwo    kind, offset, place                  fetchedTwo    kind, value, value, place
 *   deposit     kind, offset, value                  acknowledged  kind
 *   depositInt  kind, offset, value                  acknowledged  kind
 *   depositTwo  kind, offset, value, value           acknowledged  kind
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
    private final int fetchedInt;
    private final int fetchedTwo;
    private final int acknowledged;
    private final int arrived;
    private final int fetch;
    private final int fetchInt;
    private final int fetchTwo;
    private final int deposit;
    private final int depositInt;
    private final int depositTwo;
    private final int landed;
    private final int fetchBytes;
    private final int arrive;
    private final int wake;

    GlobalHandlers(final ActiveMessages am, final Part[] parts)
    {
        this.parts = parts;
        fetched = am.onReply(this::onFetched);
        fetchedInt = am.onReply(this::onFetchedInt);
        fetchedTwo = am.onReply(this::onFetchedTwo);
        acknowledged = am.onReply(this::onAcknowledged);
        arrived = am.onReply(this::onAcknowledged);
        wake = am.onReply(reply ->
        {
            // It is the message that wakes.
        });
        fetch = am.onRequest(this::onFetch, this::onFailed);
        fetchInt = am.onRequest(this::onFetchInt, this::onFailed);
        fetchTwo = am.onRequest(this::onFetchTwo, this::onFailed);
        deposit = am.onRequest(this::onDeposit, this::onFailed);
        depositInt = am.onRequest(this::onDepositInt, this::onFailed);
        depositTwo = am.onRequest(this::onDepositTwo, this::onFailed);
        landed = am.onRequest(this::onLanded, this::onFailed);
        fetchBytes = am.onRequest(this::onFetchBytes, this::onFailed);
        arrive = am.onRequest(this::onArrive, this::onFailed);
    }

    int fetch()
    {
        return fetch;
    }

    int fetchInt()
    {
        return fetchInt;
    }

    int fetchTwo()
    {
        return fetchTwo;
    }

    int deposit()
    {
        return deposit;
    }

    int depositInt()
    {
        return depositInt;
    }

    int depositTwo()
    {
        return depositTwo;
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
        parts[reply.self()].take(reply.arg(0), reply.arg(1), reply.arg(2));
    }

    private void onFetchInt(final Request request)
    {
        request.reply(fetchedInt, request.arg(0), parts[request.self()].memory().getInt((int)request.arg(1)),
            request.arg(2), 0);
    }

    private void onFetchedInt(final Reply reply)
    {
        parts[reply.self()].takeInt(reply.arg(0), (int)reply.arg(1), reply.arg(2));
    }

    private void onFetchTwo(final Request request)
    {
        final OffHeapBuffer memory = parts[request.self()].memory();
        final int offset = (int)request.arg(1);
        request.reply(fetchedTwo, request.arg(0), memory.getLong(offset), memory.getLong(offset + Long.BYTES),
            request.arg(2));
    }

    private void onFetchedTwo(final Reply reply)
    {
        parts[reply.self()].takeTwo(reply.arg(0), reply.arg(1), reply.arg(2), reply.arg(3));
    }

    private void onDeposit(final Request request)
    {
        parts[request.self()].land(Kind.of(request.arg(0)), request.arg(1), request.arg(2));
        acknowledge(request);
    }

    private void onDepositInt(final Request request)
    {
        parts[request.self()].landInt(Kind.of(request.arg(0)), request.arg(1), (int)request.arg(2));
        acknowledge(request);
    }

    private void onDepositTwo(final Request request)
    {
        parts[request.self()].landTwo(Kind.of(request.arg(0)), request.arg(1), request.arg(2), request.arg(3));
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
        parts[reply.self()].end(reply.arg(0));
    }

    private void onFailed(final Failure failure)
    {
        final long message = failure.arg(0);
        parts[failure.self()].account(Kind.of(message)).fail(message, failure.target(), failure.reason());
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
