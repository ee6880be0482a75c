/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.concurrent.atomic.AtomicReferenceArray;

import org.isotach.IsotachException;
import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Host;
import org.isotach.niu.ModelHost;

/**
 * Delivers isotach messages at one host. Messages to the mailbox stay in their frame, which the application gets;
 * messages to numbered handlers are handled at once. Belongs to the executor of the host, except for {@link #handler}.
 */
final class MessageExecutor implements OperationExecutor
{
    /**
     * Is told of expelled hosts.
     */
    @FunctionalInterface
    interface ExpelledListener
    {
        /**
         * A host was expelled: called at its point in logical time.
         */
        void hostExpelled(int expelled, long pulse);
    }

    private final ModelHost models;
    private final int hostId;
    private final int receiverWords;
    private final boolean isParanoid;
    private final ExpelledListener expelledListener;
    private final AtomicReferenceArray<MessageHandler> handlers;
    private final Runnable handling = this::handle;

    // The message that is being handled.
    private MessageView message = new MessageView();
    private int sender;
    private int handlerIndex;

    /**
     * @param host             the host.
     * @param handlerCount     number of numbered handlers.
     * @param expelledListener called with each expelled host, at its point in logical time.
     */
    MessageExecutor(final Host host, final int handlerCount, final ExpelledListener expelledListener)
    {
        models = host.models();
        this.expelledListener = expelledListener;
        hostId = host.id();
        receiverWords = MessageOperation.receiverWords(host.hostCount());
        isParanoid = host.context().paranoid();
        handlers = new AtomicReferenceArray<>(handlerCount);
    }

    /**
     * Sets a handler. Threadsafe.
     *
     * @return the old handler, null if there was none.
     */
    MessageHandler handler(final int index, final MessageHandler handler)
    {
        return handlers.getAndSet(index, handler);
    }

    @Override
    public int execute(
        final int issuer, final long timestamp, final OffHeapBuffer frame, final int offset, final int limit)
    {
        int next = offset;
        while (next < limit)
        {
            final long header = frame.getLong(next);
            final int length = OperationHeader.lengthWithin(header, frame, next, limit);
            if (0 == length || !MessageOperation.isMessage(header))
            {
                // The executor of the host decides what it is.
                break;
            }
            if (MessageOperation.isToMailbox(frame, next, header, hostId))
            {
                if (models.deliverFrame(timestamp, frame, next, limit))
                {
                    return limit;
                }
            }
            else if (MessageOperation.isTo(frame, next, header, hostId))
            {
                handle(issuer, frame, next, header);
            }
            next += length;
        }
        return next;
    }

    @Override
    public boolean isLeftToApplication(final long header, final int length)
    {
        return MessageOperation.isShortToMailbox(header, hostId, length);
    }

    @Override
    public void hostExpelled(final int expelled, final long pulse)
    {
        expelledListener.hostExpelled(expelled, pulse);
    }

    private void handle(final int issuer, final OffHeapBuffer frame, final int offset, final long header)
    {
        sender = issuer;
        handlerIndex = OperationHeader.address(header);
        message.wrap(
            frame,
            MessageOperation.messageOffset(offset, header, receiverWords),
            MessageOperation.messageLength(frame, offset));
        models.runHandler(handling);
        message.release();
        if (isParanoid)
        {
            message = new MessageView();
        }
    }

    private void handle()
    {
        final MessageHandler handler = handlers.get(handlerIndex);
        if (null == handler)
        {
            throw new IsotachException("host " + hostId + " has no handler " + handlerIndex + " for a message of " +
                message.length() + " bytes from host " + sender + ": set it with Messaging.handler()");
        }
        handler.onMessage(sender, message);
    }

    @Override
    public String toString()
    {
        return "MessageExecutor{host=" + hostId + ", handlers=" + handlers.length() + '}';
    }
}
