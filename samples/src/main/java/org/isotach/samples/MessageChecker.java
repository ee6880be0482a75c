/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessageView;

/**
 * Makes the messages of a test. Checks at each receiver that they have the right contents, in the order of their
 * sender, and that none is missing; and that all receivers have received their common messages in one order.
 * <p>
 * A message is its sender, its number, and a pattern that follows from the two. The methods of a receiver are for its
 * thread.
 */
final class MessageChecker
{
    static final int HEADER_LENGTH = 2 * Long.BYTES;

    private static final int NUMBER_BITS = 40;

    private final Violations violations = new Violations();
    private final AtomicLong received = new AtomicLong();
    private final AtomicLongArray sentTo;
    private final Log[] logs;

    MessageChecker(final int hosts)
    {
        sentTo = new AtomicLongArray(hosts);
        logs = new Log[hosts];
        for (int host = 0; host < hosts; host++)
        {
            logs[host] = new Log(hosts);
        }
    }

    Violations violations()
    {
        return violations;
    }

    long received()
    {
        return received.get();
    }

    static void write(final MessageBuffer message, final int sender, final long number)
    {
        message.putLong(0, sender);
        message.putLong(Long.BYTES, number);
        for (int i = HEADER_LENGTH; i < message.length(); i++)
        {
            message.putByte(i, pattern(sender, number, i));
        }
    }

    /**
     * A message is on its way to a receiver.
     */
    void sent(final int receiver)
    {
        sentTo.getAndIncrement(receiver);
    }

    void check(final int receiver, final int sender, final MessageView message)
    {
        if (message.length() < HEADER_LENGTH)
        {
            violations.add("host " + receiver + " received a message of " + message.length() + " bytes");
            return;
        }
        final long number = message.getLong(Long.BYTES);
        if (message.getLong(0) != sender)
        {
            violations.add("host " + receiver + " received message " + number + " of host " + message.getLong(0) +
                " as one of host " + sender);
        }
        for (int i = HEADER_LENGTH; i < message.length(); i++)
        {
            if (message.getByte(i) != pattern(sender, number, i))
            {
                violations.add("host " + receiver + " received message " + number + " of host " + sender +
                    " with a wrong byte " + i);
                break;
            }
        }
        record(receiver, sender, number);
    }

    void record(final int receiver, final int sender, final long number)
    {
        final Log log = logs[receiver];
        if (number <= log.last[sender])
        {
            violations.add("host " + receiver + " received message " + number + " of host " + sender + " behind " +
                log.last[sender]);
        }
        log.last[sender] = number;
        log.add((long)sender << NUMBER_BITS | number);
        received.getAndIncrement();
    }

    /**
     * After the last message: checks that all receivers have received everything.
     */
    void checkComplete()
    {
        for (int host = 0; host < logs.length; host++)
        {
            if (logs[host].size != sentTo.get(host))
            {
                violations.add("host " + host + " received " + logs[host].size + " of " + sentTo.get(host) +
                    " messages");
            }
        }
    }

    /**
     * After the last message: checks that there is one order of all messages, in which every receiver has received its
     * own.
     */
    void checkOneOrder()
    {
        final int[] taken = takeInOneOrder();
        final List<Integer> stopped =
            IntStream.range(0, logs.length).filter(host -> taken[host] < logs[host].size).boxed().toList();
        final int before = violations.count();
        checkPairs(stopped, taken);
        if (!stopped.isEmpty() && violations.count() == before)
        {
            violations.add("hosts " + stopped + " received messages in orders that make a cycle");
        }
    }

    /**
     * Names hosts that disagree: a shorter explanation of a cycle, for the price of comparing each host with each.
     *
     * @param stopped hosts that are part of a cycle, or behind one.
     * @param from    first messages that were not taken; the cycle is among the rest.
     */
    private void checkPairs(final List<Integer> stopped, final int[] from)
    {
        for (int i = 0; i < stopped.size(); i++)
        {
            final int host = stopped.get(i);
            final Map<Long, Integer> places = new HashMap<>();
            for (int place = from[host]; place < logs[host].size; place++)
            {
                places.put(logs[host].messages[place], place);
            }
            for (final int other : stopped.subList(i + 1, stopped.size()))
            {
                checkOrder(host, places, other, from[other]);
            }
        }
    }

    private void checkOrder(final int host, final Map<Long, Integer> places, final int other, final int from)
    {
        int last = -1;
        for (int i = from; i < logs[other].size; i++)
        {
            final Integer place = places.get(logs[other].messages[i]);
            if (null != place)
            {
                if (place < last)
                {
                    violations.add("hosts " + host + " and " + other + " received message " +
                        (logs[other].messages[i] & (1L << NUMBER_BITS) - 1) + " of host " +
                        (logs[other].messages[i] >> NUMBER_BITS) + " in different orders");
                    return;
                }
                last = place;
            }
        }
    }

    /**
     * Any two receivers may agree, and yet all of them not: A before B at the first, B before C at the second, C before
     * A at the third. So messages that are first at all their receivers are taken, until none is left.
     *
     * @return how many messages of each host were taken: all, unless their orders make a cycle.
     */
    private int[] takeInOneOrder()
    {
        final Map<Long, Integer> receivers = new HashMap<>();
        for (final Log log : logs)
        {
            for (int i = 0; i < log.size; i++)
            {
                receivers.merge(log.messages[i], 1, Integer::sum);
            }
        }
        final int[] taken = new int[logs.length];
        final Deque<Integer> advanced = new ArrayDeque<>();
        final Map<Long, List<Integer>> waiting = new HashMap<>();
        for (int host = 0; host < logs.length; host++)
        {
            advanced.add(host);
        }
        while (!advanced.isEmpty())
        {
            final int host = advanced.remove();
            if (taken[host] < logs[host].size)
            {
                final long first = logs[host].messages[taken[host]];
                final List<Integer> ready = waiting.computeIfAbsent(first, message -> new ArrayList<>());
                ready.add(host);
                if (ready.size() == receivers.get(first))
                {
                    waiting.remove(first);
                    ready.forEach(receiver -> taken[receiver]++);
                    advanced.addAll(ready);
                }
            }
        }
        return taken;
    }

    private static byte pattern(final int sender, final long number, final int index)
    {
        return (byte)(31 * sender + 7 * number + index);
    }

    /**
     * The messages that one receiver has received.
     */
    private static final class Log
    {
        private final long[] last;
        private long[] messages = new long[1024];
        private int size;

        Log(final int hosts)
        {
            last = new long[hosts];
            Arrays.fill(last, -1);
        }

        void add(final long message)
        {
            if (size == messages.length)
            {
                messages = Arrays.copyOf(messages, 2 * size);
            }
            messages[size++] = message;
        }
    }
}
