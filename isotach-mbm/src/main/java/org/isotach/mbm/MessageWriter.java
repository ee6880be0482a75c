/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.IsochronParticipant;
import org.isotach.Topology;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;

/**
 * Appends messages to an isochron, as operations that the caller writes in place. Belongs to the application thread of
 * the isochron.
 */
final class MessageWriter extends Padded
{
    static final int NO_HANDLER = -1;

    private final Isochron isochron;
    private final Host host;
    private final HostSignals signals;
    private final int maxMessageLength;
    private final int handlerCount;
    private final int receiverWords;
    private final int[] distances;
    private final boolean isParanoid;

    // With another order a host sends no messages to itself.
    private final MessageOrder order;
    private MessageBuffer claim = new MessageBuffer();
    private boolean hasJoined;

    MessageWriter(final Isochron isochron, final HostMessaging messaging, final MessagingContext context)
    {
        this.isochron = isochron;
        host = messaging.host();
        signals = messaging.signals();
        order = context.order();
        maxMessageLength = context.maxMessageLength();
        handlerCount = context.handlerCount();
        distances = new int[host.hostCount()];
        receiverWords = MessageOperation.receiverWords(distances.length);
        final Topology topology = host.context().topology();
        for (int target = 0; target < distances.length; target++)
        {
            distances[target] = topology.distance(host.id(), target);
        }
        isParanoid = host.context().paranoid();
    }

    /**
     * Appends a message to one host.
     */
    MessageBuffer append(final int target, final int handler, final int length)
    {
        checkTarget(target);
        checkLength(length);
        signals.checkOpen();
        final int operationLength = MessageOperation.length(length, 0);
        final int offset = isochron.append(operationLength);
        final int opcode = MessageOperation.opcode(NO_HANDLER != handler, false);
        MessageOperation.write(isochron.buffer(), offset, opcode, target, handler, operationLength, length);
        isochron.touch(target, distances[target]);
        return claimed(handler, MessageOperation.messageOffset(offset, opcode, 0), length);
    }

    /**
     * Appends a message to several hosts.
     */
    MessageBuffer append(final HostSet targets, final int handler, final int length)
    {
        checkTargets(targets);
        checkLength(length);
        signals.checkOpen();
        final int operationLength = MessageOperation.length(length, receiverWords);
        final int offset = isochron.append(operationLength);
        final int opcode = MessageOperation.opcode(NO_HANDLER != handler, true);
        final OffHeapBuffer frame = isochron.buffer();
        MessageOperation.write(frame, offset, opcode, 0, handler, operationLength, length);
        for (int word = 0; word < receiverWords; word++)
        {
            MessageOperation.writeReceivers(frame, offset, word, receivers(targets, word));
        }
        return claimed(handler, MessageOperation.messageOffset(offset, opcode, receiverWords), length);
    }

    private long receivers(final HostSet targets, final int word)
    {
        long hosts = 0;
        final int limit = (word + 1) * Long.SIZE;
        for (int target = targets.next(word * Long.SIZE); target >= 0 && target < limit;
            target = targets.next(target + 1))
        {
            hosts |= 1L << target;
            isochron.touch(target, distances[target]);
        }
        return hosts;
    }

    private MessageBuffer claimed(final int handler, final int offset, final int length)
    {
        if (NO_HANDLER == handler)
        {
            isochron.leaveToApplications();
        }
        if (isParanoid)
        {
            watchClaim();
        }
        claim.wrap(isochron.buffer(), offset, length);
        return claim;
    }

    /**
     * Makes sure that no message is written after the next one is claimed, or its isochron is issued or abandoned.
     */
    private void watchClaim()
    {
        if (!hasJoined)
        {
            isochron.join(new ClaimWatch());
            hasJoined = true;
        }
        claim.release();
        claim = new MessageBuffer();
    }

    private void checkTarget(final int target)
    {
        if (target < 0 || target >= distances.length)
        {
            throw new IllegalArgumentException(
                "target: " + target + " (expected: 0.." + (distances.length - 1) + ')');
        }
        if (host.id() == target && !order.isIsotach())
        {
            throw toItself("target: " + target);
        }
    }

    private void checkTargets(final HostSet targets)
    {
        if (targets.next(0) < 0 || targets.next(distances.length) >= 0)
        {
            throw new IllegalArgumentException("targets: " + targets + " (expected: at least one of the hosts 0.." +
                (distances.length - 1) + ')');
        }
        if (targets.contains(host.id()) && !order.isIsotach())
        {
            throw toItself("targets: " + targets);
        }
    }

    private IllegalArgumentException toItself(final String targets)
    {
        return new IllegalArgumentException(targets + " (expected: not " + host.id() +
            ", because a host sends no messages without order, " + order +
            ", to itself: set MessagingContext.order(MessageOrder.ISOTACH), or send to other hosts only)");
    }

    private void checkLength(final int length)
    {
        if (length < 0 || length > maxMessageLength)
        {
            throw new IllegalArgumentException("length: " + length + " (expected: 0.." + maxMessageLength +
                " bytes; see MessagingContext.maxMessageLength)");
        }
    }

    void checkHandler(final int handler)
    {
        checkHandler(handler, handlerCount);
    }

    /**
     * Refuses numbers of handlers that do not exist.
     */
    static void checkHandler(final int handler, final int count)
    {
        if (handler < 0 || handler >= count)
        {
            throw new IllegalArgumentException("handler: " + handler + " (expected: " +
                (count > 0 ? "0.." + (count - 1) : "none") + "; see MessagingContext.handlerCount)");
        }
    }

    @Override
    public String toString()
    {
        return "MessageWriter{host=" + host.id() + ", isochron=" + isochron + '}';
    }

    /**
     * Ends the last claim when its isochron is issued or abandoned: the message can no longer be written.
     */
    private final class ClaimWatch implements IsochronParticipant
    {
        @Override
        public boolean prepare()
        {
            return true;
        }

        @Override
        public void issued()
        {
            claim.release();
            hasJoined = false;
        }

        @Override
        public void abandoned()
        {
            claim.release();
            hasJoined = false;
        }
    }
}
