/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.ModelHost;
import org.isotach.niu.Waiter;
import org.isotach.niu.link.RecordRelay;
import org.isotach.niu.link.RecordRing;

/**
 * The non-isotach messages from one host to other hosts: one ring for each host that it has sent one to. Belongs to the
 * application thread of the host, except for {@link #close}.
 */
final class NonIsotachOutbox extends Padded
{
    private static final int NONE = -1;

    private final Host host;
    private final int id;
    private final ModelHost models;
    private final Host[] hosts;

    // For the first message to another host. After that, a look at its inbox would wait for the writes there.
    private final NonIsotachInbox[] inboxes;
    private final int maxMessageLength;
    private final int ringLength;
    private final boolean isParanoid;
    private final Waiter waiter;
    private final Sending sending = new Sending();
    private final NonIsotachSender[] senders;

    // Null without other members, and in it for a host of this JVM, or one that was never sent to.
    private final RecordRelay[] relays;
    private int claimed = NONE;
    private volatile boolean isClosed;

    /**
     * @param host    the sending host.
     * @param hosts   all hosts.
     * @param inboxes the inboxes of all hosts.
     * @param context the settings of the messages.
     */
    NonIsotachOutbox(
        final Host host, final Host[] hosts, final NonIsotachInbox[] inboxes, final MessagingContext context)
    {
        this.host = host;
        id = host.id();
        models = host.models();
        this.hosts = hosts;
        this.inboxes = inboxes;
        maxMessageLength = context.maxMessageLength();
        ringLength = context.nonIsotachRingLength();
        isParanoid = host.context().paranoid();
        waiter = inboxes[id].waiter();
        senders = new NonIsotachSender[hosts.length];
        relays = null == models.exchange() ? null : new RecordRelay[hosts.length];
    }

    /**
     * Does the same as {@link NonIsotachPort#tryClaim}.
     */
    MessageBuffer tryClaim(final int target, final int length)
    {
        checkMessage(target, length);
        checkReady();
        final NonIsotachSender sender = sender(target);
        if (!sender.tryClaim(length))
        {
            return null;
        }
        claimed = target;
        return sender.claim();
    }

    /**
     * Does the same as {@link NonIsotachPort#commit}.
     */
    void commit()
    {
        final int target = endClaim("NonIsotachPort.commit()");
        final NonIsotachSender sender = senders[target];
        if (isClosed)
        {
            sender.endClaim();
            checkOpen();
        }
        commit(sender, target);
    }

    private void commit(final NonIsotachSender sender, final int target)
    {
        sender.commit();
        if (null != relays && null != relays[target])
        {
            // It is on its way when this host has worked.
            host.poll();
        }
    }

    /**
     * Does the same as {@link NonIsotachPort#abort}.
     */
    void abort()
    {
        senders[endClaim("NonIsotachPort.abort()")].endClaim();
    }

    /**
     * Does the same as {@link NonIsotachPort#trySend}.
     */
    boolean trySend(final int target, final byte[] source, final int offset, final int length)
    {
        checkMessage(target, length);
        Objects.checkFromIndexSize(offset, length, source.length);
        checkReady();
        final NonIsotachSender sender = sender(target);
        if (!sender.tryClaim(length))
        {
            return false;
        }
        sender.claim().putBytes(0, source, offset, length);
        commit(sender, target);
        return true;
    }

    /**
     * Waits for the credit that {@link #trySend} has lacked.
     */
    void await(final int target, final byte[] source, final int offset, final int length)
    {
        sending.await(target, source, offset, length);
    }

    /**
     * Ends sending. Threadsafe.
     */
    void close()
    {
        isClosed = true;
    }

    /**
     * Does the same as {@link NonIsotachPort#isSent}.
     */
    boolean isSent()
    {
        return null == relays || Arrays.stream(relays).allMatch(relay -> null == relay || relay.isSent());
    }

    void checkOpen()
    {
        // A host that was expelled is closed.
        if (isClosed || host.isClosed())
        {
            throw closed();
        }
    }

    private ClusterClosedException closed()
    {
        return host.isExpelled() ?
            new HostExpelledException("host " + id + " was expelled: nothing can be sent from it") :
            new ClusterClosedException("host " + id +
                ", its messaging, or its cluster is closed: no non-isotach message can be sent from it");
    }

    private void checkMessage(final int target, final int length)
    {
        if (target < 0 || target >= senders.length || target == id)
        {
            throw new IllegalArgumentException("target: " + target + " (expected: 0.." + (senders.length - 1) +
                ", and not " + id + ": a host sends no non-isotach messages to itself)");
        }
        if (length < 0 || length > maxMessageLength)
        {
            throw new IllegalArgumentException("length: " + length + " (expected: 0.." + maxMessageLength +
                " bytes; see MessagingContext.maxMessageLength)");
        }
        if (hosts[target].isExpelled())
        {
            throw new HostExpelledException(models.describe(target) + " was expelled: it receives no more messages");
        }
    }

    private void checkReady()
    {
        models.checkNotInHandler("sending a non-isotach message");
        if (NONE != claimed)
        {
            throw new IllegalStateException("host " + id + " has claimed a non-isotach message to host " +
                claimed + ": commit() or abort() it before the next one");
        }
        checkOpen();
    }

    private int endClaim(final String what)
    {
        models.checkNotInHandler(what);
        if (NONE == claimed)
        {
            throw new IllegalStateException(
                "host " + id + " has not claimed a non-isotach message: call tryClaim() first");
        }
        final int target = claimed;
        claimed = NONE;
        return target;
    }

    private NonIsotachSender sender(final int target)
    {
        final NonIsotachSender sender = senders[target];
        return null == sender ? connect(target) : sender;
    }

    private NonIsotachSender connect(final int target)
    {
        final NonIsotachInbox inbox = inboxes[target];
        if (null == inbox)
        {
            // One stays if the rest fails, for the next message: the trunks look at it for ever.
            if (null == relays[target])
            {
                relays[target] = models.exchange().connect(id, target, ringLength, waiter);
            }
            senders[target] = new NonIsotachSender(host, target, relays[target].writer(), isParanoid);
            return senders[target];
        }
        final RecordRing ring = new RecordRing(ringLength, waiter, inbox.waiter());
        final NonIsotachSender sender = new NonIsotachSender(host, target, ring.writer(), isParanoid);
        // When nothing can fail any more: the receiver looks at it for ever.
        inbox.accept(new NonIsotachReceiver(id, ring.reader(), isParanoid));
        senders[target] = sender;
        return sender;
    }

    @Override
    public String toString()
    {
        return "NonIsotachOutbox{host=" + id + ", claimed=" + claimed + '}';
    }

    /**
     * A message that waits for credit.
     */
    private final class Sending implements BooleanSupplier
    {
        private int target;
        private byte[] source;
        private int offset;
        private int length;

        void await(final int toTarget, final byte[] fromSource, final int fromOffset, final int messageLength)
        {
            target = toTarget;
            source = fromSource;
            offset = fromOffset;
            length = messageLength;
            try
            {
                waiter.awaitCall(this, senders[toTarget]);
            }
            finally
            {
                source = null;
            }
        }

        @Override
        public boolean getAsBoolean()
        {
            return trySend(target, source, offset, length);
        }
    }
}
