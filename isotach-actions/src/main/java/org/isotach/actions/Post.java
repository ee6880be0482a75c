/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.isotach.HostSet;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * Carries the messages of actions. The object stays in a table and its number travels with the isochron; when the
 * isochron executes, the object is handed to the subscribers. All methods are threadsafe.
 */
class Post
{
    private static final int HANDLER = 0;

    private final ConcurrentMap<Long, Letter> letters = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /**
     * @param receivers number of hosts that have not delivered it yet.
     */
    private record Letter(Topic<?> topic, Object message, AtomicInteger receivers)
    {
    }

    Post(final Cluster cluster, final Messaging messaging)
    {
        for (final Host host : cluster.localHosts())
        {
            messaging.handler(host, HANDLER, (sender, message) -> deliver(host.id(), message));
        }
    }

    /**
     * Checks the name of a topic.
     *
     * @throws IllegalArgumentException if no messages can be sent there.
     */
    void checkTopic(final String name)
    {
    }

    /**
     * Checks a message when a body sends it.
     *
     * @return what {@link #append} takes.
     * @throws IllegalArgumentException if it cannot be sent.
     */
    Object accept(final Topic<?> topic, final Object message)
    {
        return message;
    }

    /**
     * Appends a message to the open isochron of a port.
     *
     * @return number of the message, for {@link #remove} if the isochron is not issued; 0 if there is no subscriber.
     */
    long append(final MessagePort port, final Topic<?> topic, final Object message)
    {
        final HostSet receivers = topic.receivers();
        final int count = receivers.size();
        if (0 == count)
        {
            return 0;
        }
        final MessageBuffer buffer = port.claimForHandler(receivers, HANDLER, Long.BYTES);
        final long number = numbers.incrementAndGet();
        letters.put(number, new Letter(topic, message, new AtomicInteger(count)));
        buffer.putLong(0, number);
        return number;
    }

    void remove(final long number)
    {
        letters.remove(number);
    }

    private void deliver(final int host, final MessageView message)
    {
        final long number = message.getLong(0);
        final Letter letter = letters.get(number);
        if (0 == letter.receivers.decrementAndGet())
        {
            letters.remove(number);
        }
        letter.topic.deliver(host, letter.message);
    }

    @Override
    public String toString()
    {
        return "Post{underWay=" + letters.size() + '}';
    }
}
