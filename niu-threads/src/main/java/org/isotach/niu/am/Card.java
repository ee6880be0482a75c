/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.Waiter;
import org.isotach.niu.link.PacketLink;
import org.isotach.niu.link.PacketWriter;

/**
 * The links of one host to and from all others. A link is made when its sender uses it for the first time.
 * <p>
 * Several programs may share a card (Martin, HPAM, section 5.3). One of them is switched in: only its port sends and
 * receives. It keeps what arrives for the others in their queues. A switch never waits for the program that was
 * switched in: that one drops the packet between whose arrival and whose handler it was switched out.
 * <p>
 * Programs are added before the first link is made, to the cards of all hosts together. Both happen under the lock of
 * the array of these cards, so links are long enough for all programs.
 */
final class Card extends Padded
{
    private final int host;
    private final LinkSource links;
    private final int packetLength;
    private final Card[] cards;
    private final PacketWriter[] writers;

    // Of a link, for all programs. The last of these is there before the first link is.
    private volatile long lengthUnderWay;
    private volatile Inbound[] inbound = {};

    // By program: the waiter of its port, its key, and what has arrived for it.
    private volatile Waiter[] waiters = {};
    private volatile long[] keys = {};
    private ForeignQueue[] queues = {};
    private volatile boolean isShared;
    private volatile int switchedIn;

    // There are links, so no other program comes, and there is none. Until then the only program takes the links, too.
    private volatile boolean isAlone;
    private final AtomicBoolean isEntered = new AtomicBoolean();

    /**
     * @param cards          of all hosts, by number.
     * @param lengthUnderWay of the packets that may be on a link, in bytes.
     * @param packetLength   length of the longest packet in bytes.
     */
    Card(
        final int host, final Card[] cards, final LinkSource links, final long lengthUnderWay, final int packetLength)
    {
        this.host = host;
        this.cards = cards;
        this.links = links;
        this.lengthUnderWay = lengthUnderWay;
        this.packetLength = packetLength;
        writers = new PacketWriter[cards.length];
    }

    int packetLength()
    {
        return packetLength;
    }

    /**
     * Makes room on the links for packets of one more program, before there are any.
     */
    synchronized void lengthen(final long length)
    {
        lengthUnderWay += length;
    }

    private int capacity()
    {
        return (int)Math.min(1 << 30, Long.highestOneBit(lengthUnderWay - 1) << 1);
    }

    /**
     * Adds a program; the first one is switched in.
     *
     * @return its number.
     */
    synchronized int join(final Waiter waiter, final long key)
    {
        final int program = waiters.length;
        final ForeignQueue[] allQueues = Arrays.copyOf(queues, program + 1);
        allQueues[program] = new ForeignQueue(packetLength);
        queues = allQueues;
        final Waiter[] allWaiters = Arrays.copyOf(waiters, program + 1);
        allWaiters[program] = waiter;
        waiters = allWaiters;
        final long[] allKeys = Arrays.copyOf(keys, program + 1);
        allKeys[program] = key;
        // Release: the keys, and the queues. Partner: keep(), queue(), hasKey().
        keys = allKeys;
        isShared = program > 0;
        return program;
    }

    /**
     * Forgets the key of a program that could not be started, and has sent nothing. It keeps its number, so that those
     * of others stay as they are.
     */
    synchronized void leave(final long key)
    {
        final long[] allKeys = keys.clone();
        final Waiter[] allWaiters = waiters.clone();
        for (int program = 0; program < allKeys.length; program++)
        {
            if (key == allKeys[program])
            {
                // keep() finds the first program before this one.
                allKeys[program] = allKeys[0];
                allWaiters[program] = allWaiters[0];
            }
        }
        // Release: as in join().
        keys = allKeys;
        waiters = allWaiters;
    }

    boolean hasKey(final long key)
    {
        // Acquire: the keys. Partner: join().
        for (final long other : keys)
        {
            if (key == other)
            {
                return true;
            }
        }
        return false;
    }

    /**
     * Makes the calling thread the one that uses the links, if its program is switched in.
     */
    boolean tryEnter(final int program)
    {
        if (isAlone)
        {
            return true;
        }
        // Volatile: what the previous program has done with the links. Partner: leave().
        if (switchedIn != program || !isEntered.compareAndSet(false, true))
        {
            return false;
        }
        if (switchedIn != program)
        {
            leave(program);
            return false;
        }
        return true;
    }

    void exit(final int program)
    {
        // A program that is alone has not entered. One that has become so inside has.
        if (isEntered.get())
        {
            leave(program);
        }
    }

    private void leave(final int program)
    {
        // Volatile: everything that was done with the links, and before it looks for another program. Partners:
        // tryEnter(), switchIn().
        isEntered.set(false);
        final int next = switchedIn;
        if (next != program)
        {
            // It may have tried in vain.
            waiters[next].wake();
        }
    }

    /**
     * Returns whether a program has been switched out since it entered.
     */
    boolean isSwitchedOut(final int program)
    {
        return isShared && switchedIn != program;
    }

    void switchIn(final int program)
    {
        // Volatile, before it wakes the program, which may find another one inside. Partner: leave().
        switchedIn = program;
        for (final Waiter waiter : waiters)
        {
            waiter.wake();
        }
    }

    boolean isShared()
    {
        return isShared;
    }

    /**
     * Returns whether there is one program only, for good.
     */
    boolean isAlone()
    {
        return isAlone;
    }

    ForeignQueue queue(final int program)
    {
        return queues[program];
    }

    /**
     * Keeps a packet for its owner.
     *
     * @return null if it is kept, else why not.
     */
    DropReason keep(final long key, final int source, final OffHeapBuffer buffer, final int offset, final int length)
    {
        // Acquire: the queues. Partner: join().
        final long[] all = keys;
        for (int program = 0; program < all.length; program++)
        {
            if (key == all[program])
            {
                return queues[program].tryAdd(source, buffer, offset, length) ? null : DropReason.QUEUE_FULL;
            }
        }
        return DropReason.FOREIGN;
    }

    Inbound[] inbound()
    {
        // Acquire: the links. Partner: accept().
        return inbound;
    }

    PacketWriter writer(final int receiver)
    {
        final PacketWriter writer = writers[receiver];
        return null == writer ? connect(receiver) : writer;
    }

    /**
     * There is something to read at another host, for any program.
     */
    void wake(final int receiver)
    {
        final Waiter[] all = cards[receiver].waiters;
        // The first one apart: most cards have one program, and a loop takes longer than all the rest.
        all[0].wake();
        for (int program = 1; program < all.length; program++)
        {
            all[program].wake();
        }
    }

    /**
     * Lets the time of links with faults pass.
     */
    void tick()
    {
        for (final PacketWriter writer : writers)
        {
            if (null != writer)
            {
                writer.tick();
            }
        }
    }

    private PacketWriter connect(final int receiver)
    {
        // Partner: ActiveMessages.beside().
        synchronized (cards)
        {
            final PacketLink link = links.newLink(host, receiver, capacity());
            cards[receiver].accept(new Inbound(host, link.reader()));
            // Not before the receiver knows the link: nothing would be read if that failed.
            writers[receiver] = link.writer();
            for (final Card card : cards)
            {
                card.isAlone = !card.isShared;
            }
            return writers[receiver];
        }
    }

    private synchronized void accept(final Inbound link)
    {
        final Inbound[] all = Arrays.copyOf(inbound, inbound.length + 1);
        all[inbound.length] = link;
        // Release: the link. Partner: inbound().
        inbound = all;
    }

    @Override
    public String toString()
    {
        return "Card{host=" + host + ", programs=" + waiters.length + ", switchedIn=" + switchedIn + '}';
    }
}
