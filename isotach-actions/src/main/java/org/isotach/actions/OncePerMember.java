/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import org.isotach.mbm.MessageHandler;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;

/**
 * Handles once, for a whole member, messages that go to all its hosts. It owns the rule that they are handled one after
 * the other, in their order, and that whatever host executes a message, its member has handled it then.
 * <p>
 * All hosts of a member execute the same messages, in one order, until they are expelled. So the n-th one of a host is
 * the n-th one of all: the host that comes to it first handles it, and the others pass over it. When a host goes,
 * nothing has to be handed over.
 * <p>
 * A host that comes to a message while another one is inside it waits for that one, which waits for nothing. If that
 * one is expelled inside the handler, because it does not return, the message counts as handled. The thread that expels
 * it may be the one that waits here, so it waits no longer than an expulsion does.
 */
final class OncePerMember
{
    private static final int YIELDS = 100;
    private static final long PARK_NS = 50_000;

    // The number of a message, and behind it the host that is inside it, plus one; none if it is handled.
    private static final int HOST_BITS = 16;
    private static final long HOST_MASK = (1 << HOST_BITS) - 1;

    private final List<Host> hosts;
    private final MessageHandler handler;
    private final AtomicLong state = new AtomicLong();

    /**
     * What one host executes.
     */
    private final class Receiver extends Padded implements MessageHandler
    {
        private final long inside;

        // Number of messages; belongs to the owner of the executor.
        private long executed;

        Receiver(final int index)
        {
            inside = index + 1L;
        }

        @Override
        public void onMessage(final int sender, final MessageView message)
        {
            executed++;
            final long begun = executed << HOST_BITS | inside;
            // Volatile: what the host that has handled the one before has done. Partner: below.
            if (state.compareAndSet(executed - 1 << HOST_BITS, begun))
            {
                try
                {
                    handler.onMessage(sender, message);
                }
                finally
                {
                    // Volatile: it is handled. Fails if this host was expelled meanwhile. Partner: above, and
                    // awaitHandled().
                    state.compareAndSet(begun, executed << HOST_BITS);
                }
            }
            else
            {
                awaitHandled(executed);
            }
        }
    }

    private OncePerMember(final List<Host> hosts, final MessageHandler handler)
    {
        this.hosts = hosts;
        this.handler = handler;
    }

    /**
     * Registers a handler.
     *
     * @param hosts   all of this member.
     * @param number  of the handler, the same at all members.
     * @param handler called at one of the hosts for each message.
     */
    static void register(
        final List<Host> hosts, final Messaging messaging, final int number, final MessageHandler handler)
    {
        final OncePerMember once = new OncePerMember(hosts, handler);
        for (int i = 0; i < hosts.size(); i++)
        {
            messaging.handler(hosts.get(i), number, once.new Receiver(i));
        }
    }

    private void awaitHandled(final long number)
    {
        // Volatile. Partner: onMessage().
        long now = state.get();
        long beginNs = System.nanoTime();
        for (int i = 0; now >> HOST_BITS == number && 0 != (now & HOST_MASK); i++)
        {
            final Host other = hosts.get((int)(now & HOST_MASK) - 1);
            beginNs = other.isExpelled() ? beginNs : System.nanoTime();
            if (isStuck(other, System.nanoTime() - beginNs))
            {
                state.compareAndSet(now, number << HOST_BITS);
            }
            else if (i < YIELDS)
            {
                Thread.yield();
            }
            else
            {
                LockSupport.parkNanos(this, PARK_NS);
            }
            now = state.get();
        }
    }

    /**
     * Returns whether a host that is inside the handler has been expelled there, or will be when this thread goes on.
     *
     * @param expelledNs how long this thread has known that it is being expelled.
     */
    private static boolean isStuck(final Host host, final long expelledNs)
    {
        return host.models().hasEnded() ||
            host.isExpelled() && expelledNs >= Settings.nanos(host.context().handlerTimeout());
    }

    @Override
    public String toString()
    {
        return "OncePerMember{handled=" + (state.get() >> HOST_BITS) + ", hosts=" + hosts.size() + '}';
    }
}
