/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * Handles the requests and broadcasts that arrive at one port, and answers the requests. The answer is kept until the
 * next request of its instance: a request that arrives again gets it again, and runs no handler (Martin, HPAM, section
 * 5.2.1). A request whose handler does not reply gets an empty reply.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class Responder extends Padded
{
    private static final int NONE = RequestWindow.NONE;

    private final PacketSender sender;
    private final Arrivals arrivals;
    private final AmCounters counters;
    private final Regions regions;
    private final int depth;
    private final int packetLength;
    private final boolean isReliable;
    private final boolean isInOrder;
    private final boolean isOneBit;
    private final ReplyWindow[] replies;

    // For a request whose turn has come. Made before one is held, which nobody would release without it.
    private final AmPacket released = new AmPacket();
    private final OffHeapBuffer scratch;

    // The request whose handler is running.
    private int answerTarget;
    private int answerInstance;
    private ReplyWindow answerWindow;

    Responder(
        final int self,
        final Program program,
        final PacketSender sender,
        final Arrivals arrivals,
        final AmCounters counters)
    {
        this.sender = sender;
        this.arrivals = arrivals;
        this.counters = counters;
        regions = program.regions()[self];
        final AmContext context = program.context();
        depth = context.depth();
        packetLength = context.maxPacketLength();
        isReliable = context.reliable();
        isInOrder = context.inOrder();
        isOneBit = context.variants().hasOneBitIds;
        replies = new ReplyWindow[program.hosts().length];
        scratch = isInOrder ? OffHeapBuffer.allocate(packetLength) : null;
        if (isInOrder)
        {
            released.wrap(scratch, 0);
        }
    }

    /**
     * A request has arrived.
     */
    void onRequest(
        final int source, final int type, final int instance, final AmPacket packet, final int length)
    {
        if (!isReliable)
        {
            answerTarget = source;
            handle(source, type, packet);
            return;
        }
        final ReplyWindow window = replyWindow(source);
        final long id = packet.id();
        if (!window.isNext(instance, id))
        {
            repeat(window, instance, id);
            return;
        }
        window.begin(instance, id);
        if (!isInOrder)
        {
            execute(window, instance, type, packet);
            return;
        }
        if (!window.isTurn(id))
        {
            window.hold(instance, packet, length);
            return;
        }
        executeInTurn(window, instance, type, packet);
        executeReleased(window);
    }

    private void executeReleased(final ReplyWindow window)
    {
        int instance = window.release(scratch);
        while (NONE != instance)
        {
            executeInTurn(window, instance, released.type(), released);
            instance = window.release(scratch);
        }
    }

    /**
     * A request has arrived again: its reply may be lost.
     */
    private void repeat(final ReplyWindow window, final int instance, final long id)
    {
        if (!window.hasReply(instance, id))
        {
            counters.drop(DropReason.OLD_REQUEST);
            return;
        }
        counters.drop(DropReason.REPEATED_REQUEST);
        counters.repeatedReply();
        if (!sender.tryPut(window.peer(), window.packets(), window.offset(instance), window.replyLength(instance)))
        {
            counters.noRoom();
        }
    }

    private void execute(final ReplyWindow window, final int instance, final int type, final AmPacket request)
    {
        answerTarget = window.peer();
        if (answerWindow != window)
        {
            answerWindow = window;
        }
        answerInstance = instance;
        handle(window.peer(), type, request);
    }

    private void executeInTurn(
        final ReplyWindow window, final int instance, final int type, final AmPacket request)
    {
        try
        {
            execute(window, instance, type, request);
        }
        catch (final Throwable ex)
        {
            // The answer could not be sent. The request will be repeated, and those behind it have their turns. Without
            // turns WindowTransport reports it: here that would cost each request some nanoseconds.
            arrivals.report(ex);
        }
        window.turnTaken();
    }

    private void handle(final int source, final int type, final AmPacket request)
    {
        if (AmPacket.REQUEST != type && !tryLand(request))
        {
            counters.drop(DropReason.DENIED);
            answer(AmPacket.DENIAL, AmPacket.NO_HANDLER, 0, 0, 0, 0, 0);
            return;
        }
        final boolean isAnswered = AmPacket.PIECE != type && arrivals.request(source, request);
        if (!isAnswered && isReliable)
        {
            counters.emptyReply();
            answer(AmPacket.EMPTY_REPLY, AmPacket.NO_HANDLER, 0, 0, 0, 0, 0);
        }
    }

    /**
     * Copies the bytes of a transfer to where they belong.
     */
    boolean tryLand(final AmPacket transfer)
    {
        return regions.tryCopyIn(transfer.buffer(), transfer.offset() + AmPacket.HEADER_LENGTH,
            transfer.byteCount(), transfer.landing());
    }

    /**
     * Answers the request whose handler is running.
     *
     * @param bytes number of bytes that have been put behind the words.
     */
    void answer(
        final int type,
        final int handler,
        final long a0,
        final long a1,
        final long a2,
        final long a3,
        final int bytes)
    {
        if (!isReliable)
        {
            if (!sender.trySend(answerTarget, AmPacket.what(type, 0, handler), 0, a0, a1, a2, a3))
            {
                counters.noRoom();
            }
            return;
        }
        final OffHeapBuffer packets = answerWindow.packets();
        final int offset = answerWindow.offset(answerInstance);
        final long what = AmPacket.what(type, answerInstance, handler);
        final long id = answerWindow.id(answerInstance);
        AmPacket.write(packets, offset, sender.key(), what, id, a0, a1, a2, a3);
        final int length = AmPacket.length(bytes);
        answerWindow.replied(answerInstance, length);
        if (0 == bytes ? !sender.trySend(answerTarget, what, id, a0, a1, a2, a3) :
            !sender.tryPut(answerTarget, packets, offset, length))
        {
            // The request will be repeated.
            counters.noRoom();
        }
    }

    /**
     * Returns whether the request whose handler is running has an answer; true without windows, which keep none.
     */
    boolean hasAnswered()
    {
        return !isReliable || answerWindow.hasReply(answerInstance, answerWindow.id(answerInstance));
    }

    void answerTransfer(
        final int handler,
        final OffHeapBuffer source,
        final int sourceOffset,
        final int length,
        final long pointer,
        final long argument)
    {
        source.copyTo(sourceOffset, answerWindow.packets(),
            answerWindow.offset(answerInstance) + AmPacket.HEADER_LENGTH, length);
        answer(AmPacket.REPLY_TRANSFER, handler, argument, pointer, length, length, length);
    }

    /**
     * A broadcast has arrived.
     */
    void onBroadcast(final int source, final int type, final AmPacket packet)
    {
        if (!replyWindow(source).tryTakeBroadcast(packet.id()))
        {
            counters.drop(DropReason.OLD_BROADCAST);
        }
        else if (!arrivals.hasReplyHandler(packet.handler()))
        {
            counters.drop(DropReason.MALFORMED);
        }
        else if (AmPacket.BROADCAST_TRANSFER == type && !tryLand(packet))
        {
            counters.drop(DropReason.DENIED);
        }
        else
        {
            arrivals.reply(source, packet);
        }
    }

    private ReplyWindow replyWindow(final int source)
    {
        ReplyWindow window = replies[source];
        if (null == window)
        {
            window = new ReplyWindow(source, depth, packetLength, isOneBit);
            replies[source] = window;
        }
        return window;
    }
}
