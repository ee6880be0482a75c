/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.memory.OffHeapBuffer;

/**
 * A request that has arrived. Its handler may reply to it, once.
 * <p>
 * <b>Note:</b> it is valid until the {@link RequestHandler} returns, and belongs to the thread that runs it.
 */
public final class Request extends Arrival
{
    private final Answers answers;
    private boolean isAnswered;

    Request(final int self, final Answers answers)
    {
        super(self);
        this.answers = answers;
    }

    void openRequest(final int source, final AmPacket packet)
    {
        open(source, packet);
        isAnswered = false;
    }

    boolean isAnswered()
    {
        return isAnswered;
    }

    /**
     * The host that has sent it.
     *
     * @return its number.
     */
    public int source()
    {
        return other();
    }

    /**
     * Replies with four words.
     *
     * @param handler number that {@link ActiveMessages#onReply} has returned.
     * @param a0      first word.
     * @param a1      second word.
     * @param a2      third word.
     * @param a3      fourth word.
     * @throws IllegalArgumentException if there is no such handler.
     * @throws IllegalStateException    if the request has been replied to, or its handler has returned.
     */
    public void reply(final int handler, final long a0, final long a1, final long a2, final long a3)
    {
        checkMayAnswer();
        answers.checkReplyHandler(handler);
        isAnswered = true;
        try
        {
            answers.reply(handler, a0, a1, a2, a3);
        }
        catch (final Throwable ex)
        {
            takeBack();
            throw ex;
        }
    }

    /**
     * Copies memory to the sender of the request, and runs a handler there after that. The handler gets the argument,
     * the pointer and the length as its first three words.
     *
     * @param handler  number that {@link ActiveMessages#onReply} has returned.
     * @param source   memory to copy from; it may change as soon as this method returns.
     * @param offset   index in bytes of the first byte.
     * @param length   in bytes, 0..{@link AmContext#maxTransferLength()}: the reply is one packet.
     * @param pointer  where to copy to, see {@link Region#pointer}. If that memory is not registered, no handler of
     *                 replies runs, and that of {@link ActiveMessages#onFailed} does.
     * @param argument any word.
     * @throws IllegalArgumentException  if there is no such handler, or the length is out of range.
     * @throws IndexOutOfBoundsException if the source has no such bytes.
     * @throws IllegalStateException     if the request has been replied to, or its handler has returned.
     */
    public void replyTransfer(
        final int handler,
        final OffHeapBuffer source,
        final int offset,
        final int length,
        final long pointer,
        final long argument)
    {
        checkMayAnswer();
        answers.checkReplyHandler(handler);
        answers.checkTransfer(source, offset, length);
        isAnswered = true;
        try
        {
            answers.replyTransfer(handler, source, offset, length, pointer, argument);
        }
        catch (final Throwable ex)
        {
            takeBack();
            throw ex;
        }
    }

    /**
     * A reply has failed, for instance because the stack of its handler has ended. Unless it is stored, the request is
     * not answered, and gets an empty reply: else its sender would wait until it gives up.
     */
    private void takeBack()
    {
        // In this order: there may be no stack for the call, and then there was none to store a reply.
        isAnswered = false;
        isAnswered = answers.hasAnswered();
    }

    private void checkMayAnswer()
    {
        checkValid();
        if (isAnswered)
        {
            throw new IllegalStateException("host " + self() + " has replied to this request of host " + other() +
                " already: a request handler replies at most once");
        }
    }
}
