/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm.litmus;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Host;

/**
 * The application of one host: does the steps of its part of a shape, one at a time, and receives.
 */
final class Actor
{
    // A letter that is no part of the program.
    private static final char TRAFFIC = '-';

    private final Host host;
    private final int hostCount;
    private final Isochron isochron;
    private final MessagePort port;
    private final Mailbox mailbox;
    private final Deque<Step> steps = new ArrayDeque<>();
    private final StringBuilder letters = new StringBuilder();
    private int trafficReceived;

    Actor(final Messaging messaging, final Host host)
    {
        this.host = host;
        hostCount = host.hostCount();
        isochron = host.isochron();
        port = messaging.port(isochron);
        mailbox = messaging.mailbox(host);
    }

    /**
     * Begins a program.
     *
     * @param program the steps.
     * @param traffic letters to all that are sent before: they use up credits, so that those of the program wait.
     */
    void begin(final List<Step> program, final int traffic)
    {
        letters.setLength(0);
        final Integer[] all = new Integer[hostCount];
        for (int host = 0; host < hostCount; host++)
        {
            all[host] = host;
        }
        for (int i = 0; i < traffic; i++)
        {
            steps.add(Step.send(TRAFFIC, all));
        }
        steps.addAll(program);
    }

    boolean hasNext()
    {
        return !steps.isEmpty();
    }

    /**
     * Does the next step if that is possible.
     */
    void tryNext()
    {
        final Step step = steps.element();
        if (Step.Kind.SEND == step.kind() ? trySend(step) : 0 <= letters.indexOf(String.valueOf(step.letter())))
        {
            steps.remove();
        }
    }

    /**
     * Receives a letter if there is one.
     */
    boolean receive()
    {
        final Delivery delivery = mailbox.receive();
        if (null != delivery)
        {
            final char letter = (char)delivery.message().getLong(0);
            if (TRAFFIC == letter)
            {
                trafficReceived++;
            }
            else
            {
                letters.append(letter);
            }
        }
        return null != delivery;
    }

    void poll()
    {
        host.poll();
    }

    /**
     * The letters of the program that were received.
     */
    String letters()
    {
        return letters.toString();
    }

    int trafficReceived()
    {
        return trafficReceived;
    }

    private boolean trySend(final Step step)
    {
        if (!isochron.isOpen())
        {
            final HostSet targets = new HostSet(hostCount);
            step.targets().forEach(targets::add);
            isochron.begin();
            port.claim(targets, Long.BYTES).putLong(0, step.letter());
        }
        return isochron.tryIssue();
    }
}
