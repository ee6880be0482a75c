/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import java.util.HashMap;
import java.util.Map;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * The application of one host with messages and memory. Belongs to one actor at a time.
 */
final class MessagingApplication
{
    static final int CHANNEL = 1;

    private final Host host;
    private final Isochron isochron;
    private final MessagePort port;
    private final MemoryPort memoryPort;
    private final Mailbox mailbox;
    private final NonIsotachPort nonIsotachPort;
    private final HostSet everybody;
    private final IsoValue value = new IsoValue();
    private final Map<Integer, String> letters = new HashMap<>();

    MessagingApplication(final Host host, final Messaging messaging, final SharedMemory memory)
    {
        this.host = host;
        isochron = host.isochron();
        // Allocates the memory of the isochron here, and not between two operations of an actor.
        isochron.begin().abandon();
        port = messaging.port(isochron);
        memoryPort = memory.port(host);
        mailbox = messaging.mailbox(host);
        mailbox.registerSignal(CHANNEL);
        mailbox.registerBarrier(CHANNEL, BarrierMode.STRONG);
        nonIsotachPort = messaging.nonIsotachPort(host);
        everybody = new HostSet(host.hostCount());
        for (int other = 0; other < host.hostCount(); other++)
        {
            everybody.add(other);
        }
    }

    MessagingApplication begin()
    {
        isochron.begin();
        return this;
    }

    MessagingApplication write(final int address, final long word)
    {
        memoryPort.write(isochron, address, word);
        return this;
    }

    /**
     * A message that consists of the same word again and again.
     */
    MessagingApplication send(final int target, final int words, final long word)
    {
        fill(port.claim(target, words * Long.BYTES), word);
        return this;
    }

    MessagingApplication sendToAll(final long word)
    {
        fill(port.claim(everybody, Long.BYTES), word);
        return this;
    }

    MessagingApplication sendToHandler(final int target, final long word)
    {
        fill(port.claimForHandler(target, 0, Long.BYTES), word);
        return this;
    }

    void issue()
    {
        isochron.issue();
    }

    /**
     * Issues if that is possible at once, and otherwise abandons the isochron.
     */
    void issueOrAbandon()
    {
        if (!isochron.tryIssue())
        {
            isochron.abandon();
        }
    }

    /**
     * Sends a message that is a letter, to one host or several, and receives while there is no room for it.
     */
    void sendLetter(final int round, final char letter, final int... targets)
    {
        isochron.begin();
        port.claim(HostSet.of(host.hostCount(), targets), Long.BYTES).putLong(0, word(round, letter));
        while (!isochron.tryIssue())
        {
            if (!receiveLetter())
            {
                Thread.yield();
            }
        }
    }

    /**
     * Receives a letter, to be returned later, if there is one.
     */
    boolean receiveLetter()
    {
        final Delivery delivery = mailbox.receive();
        if (null != delivery)
        {
            keep(delivery);
        }
        return null != delivery;
    }

    /**
     * Waits for letters of one round: a host that only sends may be some rounds ahead.
     *
     * @return the letters, in the order in which they were received.
     */
    String awaitLetters(final int round, final int count)
    {
        while (letters.getOrDefault(round, "").length() < count)
        {
            keep(mailbox.await());
        }
        return letters.remove(round);
    }

    /**
     * The message that is a letter.
     */
    static long word(final int round, final char letter)
    {
        return (long)round << Character.SIZE | letter;
    }

    /**
     * Waits until the last isochron has executed at this host.
     */
    void awaitExecuted()
    {
        isochron.awaitExecuted();
    }

    void signal()
    {
        port.signal(CHANNEL);
    }

    void barrier()
    {
        port.barrier(CHANNEL, BarrierMode.STRONG);
    }

    /**
     * Waits for a delivery.
     */
    Delivery await()
    {
        return mailbox.await();
    }

    long read(final int address)
    {
        isochron.begin();
        memoryPort.read(isochron, address, value);
        isochron.issue();
        return value.await();
    }

    void sendNonIsotach(final int target, final int words, final long word)
    {
        MessageBuffer message = nonIsotachPort.tryClaim(target, words * Long.BYTES);
        while (null == message)
        {
            Thread.onSpinWait();
            message = nonIsotachPort.tryClaim(target, words * Long.BYTES);
        }
        fill(message, word);
        nonIsotachPort.commit();
    }

    MessageView awaitNonIsotach()
    {
        nonIsotachPort.await();
        return nonIsotachPort.message();
    }

    boolean receiveNonIsotach()
    {
        return nonIsotachPort.receive();
    }

    void passNonIsotachBarrier()
    {
        nonIsotachPort.initiateBarrier();
        while (!nonIsotachPort.barrierCompleted())
        {
            host.poll();
        }
    }

    /**
     * Does a message consist of nothing but this word?
     */
    static boolean consistsOf(final MessageView message, final long word)
    {
        for (int i = 0; i < message.length(); i += Long.BYTES)
        {
            if (message.getLong(i) != word)
            {
                return false;
            }
        }
        return true;
    }

    private void keep(final Delivery delivery)
    {
        final long word = delivery.message().getLong(0);
        letters.merge((int)(word >> Character.SIZE), String.valueOf((char)word), String::concat);
    }

    private static void fill(final MessageBuffer message, final long word)
    {
        for (int i = 0; i < message.length(); i += Long.BYTES)
        {
            message.putLong(i, word);
        }
    }
}
