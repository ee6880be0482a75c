/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.ModelHost;
import org.isotach.niu.link.SoleUser;

/**
 * Runs the handlers of one port, and owns the rule that a request handler uses the network for one reply only, and a
 * reply handler not at all (Martin, HPAM, sections 4 and 5.2.1).
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class HandlerRunner extends Padded implements Arrivals, Answers
{
    private static final int NONE = 0;
    private static final int REQUEST = 1;
    private static final int REPLY = 2;
    private static final int FAILURE = 3;
    private static final String[] KINDS = { "none", "request", "reply", "failure" };
    private static final int OWN_STRIDE = OffHeapBuffer.CACHE_LINE_LENGTH;

    private final Host host;
    private final ModelHost models;
    private final Program program;
    private final PortTurn turn;
    private final AmCounters counters;
    private final Request request;
    private final Reply reply;
    private final Failure failure;
    private final int packetLength;

    // Null unless in paranoid mode.
    private final SoleUser user;
    private Responder responder;

    // The kind of the handler that is running. A number, because storing a reference takes longer.
    private int running = NONE;

    // A request of the host to itself, and its reply: no packets, but in the same form. Made when they are needed.
    private final AmPacket ownRequest = new AmPacket();
    private final AmPacket ownReply = new AmPacket();
    private OffHeapBuffer own;
    private boolean isOwn;

    HandlerRunner(final Host host, final Program program, final AmCounters counters)
    {
        this.host = host;
        models = host.models();
        this.program = program;
        this.counters = counters;
        turn = program.turns()[host.id()];
        packetLength = program.context().maxPacketLength();
        user = host.context().paranoid() ? new SoleUser(" of the port of host " + host.id(), "one: a port of active" +
            " messages belongs to one thread at a time; let that one send and poll for the others") : null;
        request = new Request(host.id(), this);
        reply = new Reply(host.id());
        failure = new Failure(host.id());
    }

    /**
     * Answers go there.
     */
    void answerWith(final Responder value)
    {
        responder = value;
    }

    /**
     * Returns what knows the thread that is inside a call of the port, null unless in paranoid mode.
     */
    SoleUser user()
    {
        return user;
    }

    /**
     * Refuses a call from inside a handler of the port, or one that the cluster runs: its thread may be another one.
     */
    void checkOutside(final String call)
    {
        if (NONE != running && isOfThisThread())
        {
            throw new IllegalStateException(call + " from inside a " + KINDS[running] + " handler of host " +
                host.id() + ": a request handler may only reply, once, and a reply handler may not use the port at" +
                " all; remember what is to be done, and do it after poll() has returned");
        }
        models.checkNotInHandler(call);
    }

    /**
     * Returns whether the handler is one of the calling thread, as far as is known.
     */
    private boolean isOfThisThread()
    {
        return turn.isShared() ? turn.isMine() : null == user || !user.isOther();
    }

    @Override
    public boolean request(final int source, final AmPacket packet)
    {
        final RequestHandler handler = program.requests().get(packet.handler());
        if (null == handler)
        {
            counters.drop(DropReason.MALFORMED);
            return false;
        }
        request.openRequest(source, packet);
        running = REQUEST;
        try
        {
            handler.handle(request);
        }
        catch (final Throwable ex)
        {
            report(ex);
        }
        finally
        {
            running = NONE;
            request.close();
        }
        return request.isAnswered();
    }

    @Override
    public void reply(final int source, final AmPacket packet)
    {
        final ReplyHandler handler = program.replies().get(packet.handler());
        if (null == handler)
        {
            counters.drop(DropReason.MALFORMED);
            return;
        }
        final int before = running;
        reply.open(source, packet);
        running = REPLY;
        try
        {
            handler.handle(reply);
        }
        catch (final Throwable ex)
        {
            report(ex);
        }
        finally
        {
            running = before;
            reply.close();
        }
    }

    @Override
    public void failed(final int target, final AmPacket packet, final Failure.Reason reason)
    {
        counters.failure();
        final FailureHandler handler = program.failures().get(packet.handler());
        if (null == handler)
        {
            return;
        }
        final int before = running;
        failure.open(target, packet, reason);
        running = FAILURE;
        try
        {
            handler.handle(failure);
        }
        catch (final Throwable ex)
        {
            report(ex);
        }
        finally
        {
            running = before;
            failure.close();
        }
    }

    @Override
    public boolean hasReplyHandler(final int handler)
    {
        return null != program.replies().get(handler);
    }

    @Override
    public void report(final Throwable error)
    {
        models.report(error);
    }

    /**
     * Runs the handler of a request of this host to itself: there is no packet (Martin, HPAM, appendix A).
     */
    void requestOfOwn(final int handler, final long a0, final long a1, final long a2, final long a3)
    {
        if (null == own)
        {
            own = OffHeapBuffer.allocate(2 * OWN_STRIDE);
            ownRequest.wrap(own, 0);
            ownReply.wrap(own, OWN_STRIDE);
        }
        AmPacket.write(own, 0, program.key(), AmPacket.what(AmPacket.REQUEST, 0, handler), 0, a0, a1, a2, a3);
        isOwn = true;
        try
        {
            request(host.id(), ownRequest);
        }
        finally
        {
            isOwn = false;
        }
    }

    @Override
    public boolean hasAnswered()
    {
        // A request of this host to itself waits for no answer.
        return isOwn || responder.hasAnswered();
    }

    @Override
    public void checkReplyHandler(final int handler)
    {
        program.replies().check(handler);
    }

    @Override
    public void checkTransfer(final OffHeapBuffer source, final int offset, final int length)
    {
        if (!program.context().reliable())
        {
            throw new IllegalStateException("replyTransfer() without windows: see AmContext.reliable");
        }
        if (length < 0 || length > packetLength - AmPacket.HEADER_LENGTH)
        {
            throw new IllegalArgumentException("length: " + length + " (expected: 0.." +
                (packetLength - AmPacket.HEADER_LENGTH) + " bytes: a reply is one packet; see" +
                " AmContext.maxPacketLength)");
        }
        checkSource(source, offset, length);
    }

    static void checkSource(final OffHeapBuffer source, final int offset, final int length)
    {
        if (offset < 0 || length > source.capacity() - offset)
        {
            throw new IndexOutOfBoundsException("offset: " + offset + ", length: " + length +
                " (expected: inside a source of " + source.capacity() + " bytes)");
        }
    }

    @Override
    public void reply(final int handler, final long a0, final long a1, final long a2, final long a3)
    {
        counters.reply();
        if (!isOwn)
        {
            responder.answer(AmPacket.REPLY, handler, a0, a1, a2, a3, 0);
            return;
        }
        final int offset = OWN_STRIDE;
        AmPacket.write(own, offset, program.key(), AmPacket.what(AmPacket.REPLY, 0, handler), 0, a0, a1, a2, a3);
        reply(host.id(), ownReply);
    }

    @Override
    public void replyTransfer(
        final int handler,
        final OffHeapBuffer source,
        final int offset,
        final int length,
        final long pointer,
        final long argument)
    {
        if (!isOwn)
        {
            counters.reply();
            responder.answerTransfer(handler, source, offset, length, pointer, argument);
            return;
        }
        if (program.regions()[host.id()].tryCopyIn(source, offset, length, pointer))
        {
            reply(handler, argument, pointer, length, 0);
        }
        else
        {
            // As for a reply to another host, which finds that out when the packet arrives.
            failed(host.id(), ownRequest, Failure.Reason.DENIED);
        }
    }
}
