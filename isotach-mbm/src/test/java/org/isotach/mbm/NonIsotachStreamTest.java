/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Random;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Streams of non-isotach messages between threads.
 */
class NonIsotachStreamTest
{
    private static final int MAX_LENGTH = 200;
    private static final int MESSAGES = 50_000;

    private static NonIsotachPort[] ports(final Cluster cluster)
    {
        // Small enough to be full most of the time.
        final MessagingContext context = new MessagingContext().maxMessageLength(MAX_LENGTH).nonIsotachRingLength(1024);
        return NonIsotachPort.forHosts(cluster, context);
    }

    private static Cluster launch(final int hosts, final ThreadingMode mode)
    {
        return Cluster.launch(new ClusterContext().hosts(hosts).threadingMode(mode));
    }

    /**
     * One way: credit comes back although the receiver sends nothing (Ironman section 7.1.3).
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldStreamOneWay(final ThreadingMode mode) throws Exception
    {
        try (Cluster cluster = launch(2, mode))
        {
            final NonIsotachPort[] ports = ports(cluster);
            final TestThreads threads = new TestThreads();
            threads.start("sender", () -> send(ports[0], 1));
            threads.start("receiver", () ->
            {
                final Random random = new Random(0);
                for (int i = 0; i < MESSAGES; i++)
                {
                    ports[1].await();
                    assertIsNext(ports[1].message(), i, random);
                }
            });
            threads.join();
        }
    }

    @Test
    void shouldKeepTheOrderOfEachOfManySenders() throws Exception
    {
        final int hosts = 4;
        try (Cluster cluster = launch(hosts, ThreadingMode.INVOKER))
        {
            final NonIsotachPort[] ports = ports(cluster);
            final TestThreads threads = new TestThreads();
            for (int sender = 1; sender < hosts; sender++)
            {
                final NonIsotachPort port = ports[sender];
                threads.start("sender-" + sender, () -> send(port, 0));
            }
            threads.start("receiver", () ->
            {
                final Random[] randoms = new Random[hosts];
                final int[] received = new int[hosts];
                for (int sender = 1; sender < hosts; sender++)
                {
                    randoms[sender] = new Random(sender - 1);
                }
                for (int i = 0; i < (hosts - 1) * MESSAGES; i++)
                {
                    ports[0].await();
                    final int sender = ports[0].sender();
                    assertIsNext(ports[0].message(), received[sender]++, randoms[sender]);
                }
            });
            threads.join();
        }
    }

    @Test
    void shouldAllocateNothingPerMessage()
    {
        try (Cluster cluster = Cluster.launch(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).paranoid(false)
                .linkFaults(LinkFaults.NONE)))
        {
            final NonIsotachPort[] ports = ports(cluster);
            final byte[] message = new byte[64];
            new Allocations().assertNone(MESSAGES, () -> exchange(ports, message));
        }
    }

    private static void exchange(final NonIsotachPort[] ports, final byte[] message)
    {
        ports[0].send(1, message, 0, message.length);
        ports[1].await();
        final int length = ports[1].message().length();
        ports[1].tryClaim(0, length).putLong(0, length);
        ports[1].commit();
        ports[0].await();
        ports[0].receive();
        ports[1].receive();
    }

    /**
     * Half of the messages copied, half written in place.
     */
    private static void send(final NonIsotachPort port, final int target)
    {
        final Random random = new Random(Math.max(0, port.host().id() - 1));
        final byte[] source = new byte[MAX_LENGTH];
        for (int i = 0; i < MESSAGES; i++)
        {
            final int length = Integer.BYTES + random.nextInt(MAX_LENGTH - Integer.BYTES + 1);
            if (0 == i % 2)
            {
                fill(source, length, i);
                port.send(target, source, 0, length);
            }
            else
            {
                MessageBuffer claim = port.tryClaim(target, length);
                while (null == claim)
                {
                    Thread.yield();
                    claim = port.tryClaim(target, length);
                }
                fill(source, length, i);
                claim.putBytes(0, source, 0, length);
                port.commit();
            }
        }
    }

    private static void fill(final byte[] source, final int length, final int number)
    {
        for (int k = 0; k < length; k++)
        {
            source[k] = (byte)(number + k);
        }
    }

    private static void assertIsNext(final MessageView message, final int number, final Random random)
    {
        assertEquals(Integer.BYTES + random.nextInt(MAX_LENGTH - Integer.BYTES + 1), message.length());
        for (int k = 0; k < message.length(); k++)
        {
            if (message.getByte(k) != (byte)(number + k))
            {
                assertEquals((byte)(number + k), message.getByte(k), "byte " + k + " of message " + number);
            }
        }
    }
}
