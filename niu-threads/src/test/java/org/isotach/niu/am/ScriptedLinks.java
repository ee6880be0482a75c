/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.PacketLink;
import org.isotach.niu.link.PacketReader;
import org.isotach.niu.link.PacketWriter;

/**
 * Links on which a test decides what becomes of each packet. All hosts are on the thread of the test.
 */
final class ScriptedLinks implements LinkSource
{
    /**
     * Decides the fate of a packet.
     */
    @FunctionalInterface
    interface Script
    {
        /**
         * @return how many copies arrive: 0 if it is lost; {@link #HOLD} to keep it until {@link #release}.
         */
        int copies(int sender, int receiver, byte[] packet);
    }

    static final int HOLD = -1;
    private static final int MAX_LENGTH = 1 << 17;

    // By default nothing is lost.
    Script script = (sender, receiver, packet) -> 1;
    int room = Integer.MAX_VALUE;
    int ticks;
    long corrupt;

    // How often the stack ends behind a claim.
    int stackEnds;

    // Links "0>1", or their receiving ends "0> >1", for which there is no memory yet, once each. An unexpected
    // OutOfMemoryError ends the JVM of the tests, so it is another one.
    final List<String> failing = new ArrayList<>();

    // What is held, in the order in which it was sent.
    final List<Runnable> held = new ArrayList<>();
    private final Map<String, Link> links = new HashMap<>();

    @Override
    public PacketLink newLink(final int sender, final int receiver, final int capacity)
    {
        final String name = sender + ">" + receiver;
        checkMemory(name);
        final Link link = new Link(sender, receiver);
        links.put(name, link);
        return link;
    }

    private void checkMemory(final String name)
    {
        if (failing.remove(name))
        {
            throw new InternalError("no memory for link " + name);
        }
    }

    /**
     * Puts bytes on a link, whatever they are.
     */
    void inject(final int sender, final int receiver, final byte[] packet)
    {
        links.get(sender + ">" + receiver).arrived.add(packet);
    }

    /**
     * Lets what is held arrive, the last one first.
     */
    void releaseBackwards()
    {
        for (int i = held.size() - 1; i >= 0; i--)
        {
            held.get(i).run();
        }
        held.clear();
    }

    /**
     * One direction between two hosts.
     */
    private final class Link implements PacketLink
    {
        final Deque<byte[]> arrived = new ArrayDeque<>();
        private final int sender;
        private final int receiver;
        private final PacketWriter writer = new Writer();
        private final PacketReader reader = new Reader();

        Link(final int sender, final int receiver)
        {
            this.sender = sender;
            this.receiver = receiver;
        }

        @Override
        public PacketWriter writer()
        {
            return writer;
        }

        @Override
        public PacketReader reader()
        {
            checkMemory(sender + "> >" + receiver);
            return reader;
        }

        @Override
        public int maxPacketLength()
        {
            return MAX_LENGTH;
        }

        /**
         * The sending end.
         */
        private final class Writer implements PacketWriter
        {
            private final OffHeapBuffer buffer = OffHeapBuffer.allocate(MAX_LENGTH);
            private int claimed;
            private boolean isOpen;

            @Override
            public int tryClaim(final int bytes)
            {
                if (isOpen)
                {
                    throw new IllegalStateException("a packet is open");
                }
                claimed = bytes;
                isOpen = arrived.size() < room;
                return isOpen ? 0 : NO_ROOM;
            }

            @Override
            public OffHeapBuffer buffer()
            {
                if (isOpen && stackEnds > 0)
                {
                    stackEnds--;
                    throw new StackOverflowError("of a test");
                }
                return buffer;
            }

            @Override
            public void commit()
            {
                isOpen = false;
                final byte[] packet = new byte[claimed];
                buffer.getBytes(0, packet, 0, claimed);
                final int copies = script.copies(sender, receiver, packet);
                if (HOLD == copies)
                {
                    held.add(() -> arrived.add(packet));
                }
                for (int i = 0; i < copies; i++)
                {
                    arrived.add(packet);
                }
            }

            @Override
            public void abort()
            {
                isOpen = false;
            }

            @Override
            public void drop()
            {
                isOpen = false;
            }

            @Override
            public void tick()
            {
                ticks++;
            }
        }

        /**
         * The receiving end.
         */
        private final class Reader implements PacketReader
        {
            private final OffHeapBuffer buffer = OffHeapBuffer.allocate(MAX_LENGTH);
            private int length;

            @Override
            public boolean next()
            {
                final byte[] packet = arrived.poll();
                if (null == packet)
                {
                    return false;
                }
                length = packet.length;
                buffer.putBytes(0, packet, 0, length);
                return true;
            }

            @Override
            public OffHeapBuffer buffer()
            {
                return buffer;
            }

            @Override
            public int offset()
            {
                return 0;
            }

            @Override
            public int length()
            {
                return length;
            }

            @Override
            public long corruptPackets()
            {
                return corrupt;
            }
        }
    }
}
