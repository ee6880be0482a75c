/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import org.isotach.Topology;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.am.AmPort;
import org.isotach.niu.am.Region;
import org.isotach.niu.am.Reply;
import org.isotach.niu.am.Request;

/**
 * Packets as transfers of active messages, with keys and windows. What comes back is a reply; a stream has an answer
 * for each transfer, which says that its place in the memory of the receiver is free again.
 */
final class TransferPath implements PacketPath, AutoCloseable
{
    private static final double NS_PER_US = 1e3;
    private static final int TARGET = 1;

    // Packets take whole lines of the cache: one for the header, the others for the bytes.
    private static final int LINE = OffHeapBuffer.CACHE_LINE_LENGTH;

    // Each transfer under way has a place of its own.
    private static final int PLACES = AmContext.DEPTH_DEFAULT;

    private final Cluster cluster;
    private final AmPort[] ports = new AmPort[2];
    private final int longest;
    private final Violations violations;
    private final int echo;
    private final int take;
    private final Sender sender;
    private final Receiver receiver;

    /**
     * @param longest    length of the longest packet in bytes.
     * @param violations told of packets that are wrong.
     */
    TransferPath(final ModeOption mode, final int longest, final Violations violations)
    {
        this.longest = longest;
        this.violations = violations;
        cluster = Cluster.launch(mode.context(Topology.singleSwitch(2)));
        final ActiveMessages am = ActiveMessages.on(cluster, new AmContext().maxPacketLength(
            LINE + (longest + LINE - 1 & -LINE)));
        ports[0] = am.port(cluster.host(0));
        ports[TARGET] = am.port(cluster.host(TARGET));
        sender = new Sender(am, ports[0]);
        receiver = new Receiver(ports[TARGET]);
        echo = am.onRequest(receiver::echo);
        take = am.onRequest(receiver::take);
    }

    @Override
    public double roundTripUs(final int length, final int trips)
    {
        final long[] ns = new long[1];
        run(() ->
        {
            sender.trip(length, trips);
            final long startNs = System.nanoTime();
            for (int i = 0; i < trips; i++)
            {
                sender.trip(length, i);
            }
            ns[0] = System.nanoTime() - startNs;
        });
        return ns[0] / NS_PER_US / trips;
    }

    @Override
    public double streamMegabytes(final int length, final int count)
    {
        receiver.expect(count);
        run(() ->
        {
            for (int i = 0; i < count; i++)
            {
                sender.send(length, i);
            }
            ports[0].awaitAnswers();
        });
        receiver.checkAll(length, count);
        return length * (count - 1.0) * NS_PER_US / Math.max(1, receiver.ns);
    }

    /**
     * Runs the sender, and serves the port of the receiver meanwhile.
     */
    private void run(final Runnable sending)
    {
        final AtomicBoolean isOver = new AtomicBoolean();
        HostThreads.run(cluster, host ->
        {
            if (TARGET == host.id())
            {
                new LongWait(host).until(isOver::get, ports[TARGET]::poll);
                return;
            }
            try
            {
                sending.run();
            }
            finally
            {
                isOver.set(true);
            }
        });
    }

    @Override
    public void close()
    {
        cluster.close();
    }

    /**
     * What belongs to the thread of host 0.
     */
    private final class Sender
    {
        private final AmPort port;
        private final OffHeapBuffer source = OffHeapBuffer.allocate(longest);
        private final Region landing;
        private final boolean[] isTaken = new boolean[PLACES];
        private final int back;
        private final int free;
        private int place;
        private int echoes;
        private final BooleanSupplier isFree = () -> !isTaken[place];
        private final BooleanSupplier isBack = () -> echoes > 0;

        Sender(final ActiveMessages am, final AmPort port)
        {
            this.port = port;
            landing = port.register(OffHeapBuffer.allocate(longest));
            back = am.onReply(this::check);
            free = am.onReply(reply -> isTaken[(int)reply.arg(0)] = false);
        }

        void trip(final int length, final long value)
        {
            echoes = 0;
            transfer(echo, 0, length, value);
            port.await(isBack, "a packet that comes back");
        }

        private void check(final Reply reply)
        {
            echoes++;
            if (!PacketWords.isRight(landing.memory(), 0, (int)reply.arg(2), reply.arg(0)))
            {
                PacketWords.addWrong(violations, "active messages", (int)reply.arg(2), reply.arg(0));
            }
        }

        void send(final int length, final long value)
        {
            place = (int)(value % PLACES);
            if (isTaken[place])
            {
                port.await(isFree, "a place at the receiver");
            }
            isTaken[place] = true;
            transfer(take, place, length, value);
        }

        private void transfer(final int handler, final int to, final int length, final long value)
        {
            PacketWords.fill(source, 0, length, value);
            port.transfer(TARGET, handler, source, 0, length, receiver.landing.pointer(to * longest), value);
        }
    }

    /**
     * What belongs to the thread of host 1.
     */
    private final class Receiver
    {
        private final Region landing;
        private int received;
        private int expected;
        private long sum;
        private long startNs;
        private long ns;

        Receiver(final AmPort port)
        {
            landing = port.register(OffHeapBuffer.allocate((long)PLACES * longest));
        }

        void echo(final Request request)
        {
            request.replyTransfer(sender.back, landing.memory(), Region.offset(request.arg(1)), (int)request.arg(2),
                sender.landing.pointer(0), request.arg(0));
        }

        void expect(final int count)
        {
            received = 0;
            sum = 0;
            expected = count;
        }

        void take(final Request request)
        {
            final int offset = Region.offset(request.arg(1));
            if (!PacketWords.isRight(landing.memory(), offset, (int)request.arg(2), request.arg(0)))
            {
                PacketWords.addWrong(violations, "active messages", (int)request.arg(2), request.arg(0));
            }
            sum += request.arg(0);
            received++;
            if (1 == received)
            {
                startNs = System.nanoTime();
            }
            if (expected == received)
            {
                ns = System.nanoTime() - startNs;
            }
            request.reply(sender.free, offset / longest, 0, 0, 0);
        }

        /**
         * Each packet came once: they are checked one by one, and may come in any order.
         */
        void checkAll(final int length, final int count)
        {
            if (received != count || sum != count * (count - 1L) / 2)
            {
                violations.add("active messages: " + received + " packets of " + length + " bytes arrived of " + count +
                    ", or some more than once");
            }
        }
    }
}
