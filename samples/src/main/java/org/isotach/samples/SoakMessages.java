/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.SplittableRandom;

import org.isotach.HostExpelledException;
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

/**
 * The messages that one host sends and receives in a round of a soak.
 */
final class SoakMessages
{
    static final int BARRIER = 1;

    /**
     * Only hosts that do not fail signal on this channel, one in each phase.
     */
    static final int SIGNAL = 1;

    /**
     * The channel of the host that fails.
     */
    static final int SIGNAL_OF_FAILING = 2;

    private final SoakSettings settings;
    private final int hostId;
    private final MessagePort port;
    private final Mailbox mailbox;
    private final NonIsotachPort nonIsotachPort;
    private final SoakChecks checks;
    private final SplittableRandom random;
    private final boolean isChecked;
    private WorkingWait wait;
    private int phase;
    private int completed;
    private int signals;
    private long isochrons;
    private long nonIsotachMessages;

    SoakMessages(
        final SoakSettings settings,
        final Messaging messaging,
        final Isochron isochron,
        final Mailbox mailbox,
        final SoakChecks checks,
        final SplittableRandom random)
    {
        this.settings = settings;
        this.mailbox = mailbox;
        this.checks = checks;
        this.random = random;
        hostId = mailbox.host().id();
        port = messaging.port(isochron);
        nonIsotachPort = messaging.nonIsotachPort(mailbox.host());
        // Once a host is expelled, the messages that it is reading may be overwritten.
        isChecked = !settings.fails(hostId) || SoakFailure.EXPELLED_ALIVE != settings.failure();
    }

    /**
     * Called for all hosts, before one of them begins.
     */
    static void register(final Mailbox mailbox)
    {
        mailbox.registerBarrier(BARRIER, BarrierMode.STRONG);
        mailbox.registerSignal(SIGNAL);
        mailbox.registerSignal(SIGNAL_OF_FAILING);
    }

    void begin(final int newPhase, final WorkingWait newWait)
    {
        phase = newPhase;
        wait = newWait;
    }

    /**
     * Appends messages to the open isochron.
     */
    void append()
    {
        isochrons++;
        final int count = 1 + random.nextInt(MessageLedger.MAX_MESSAGES_PER_ISOCHRON);
        for (int place = 0; place < count; place++)
        {
            append(MessageLedger.number(phase, isochrons, place));
        }
    }

    /**
     * Sends a non-isotach message to another host, if there is room and the host is there.
     */
    void sendNonIsotach()
    {
        final int target = (hostId + 1 + random.nextInt(settings.hosts() - 1)) % settings.hosts();
        if (claimNonIsotach(target))
        {
            nonIsotachPort.commit();
        }
    }

    /**
     * Begins to send a non-isotach message.
     *
     * @return false if there is no room at present, or the other host has been expelled.
     */
    boolean claimNonIsotach(final int target)
    {
        try
        {
            final MessageBuffer message = nonIsotachPort.tryClaim(target, length());
            if (null == message)
            {
                return false;
            }
            final long number = MessageLedger.number(phase, ++nonIsotachMessages, 0);
            MessageChecker.write(message, hostId, number);
            checks.nonIsotachLedger().sent(hostId, target, number);
            return true;
        }
        catch (final HostExpelledException ex)
        {
            if (!settings.fails(target))
            {
                throw ex;
            }
            return false;
        }
    }

    void signal(final int channel)
    {
        wait.until(() -> port.trySignal(channel), "room for a signal");
    }

    /**
     * Comes to the barrier at the end of the phase.
     */
    void comeToBarrier()
    {
        checks.barriers().arrives(hostId, phase);
        wait.until(() -> port.tryBarrier(BARRIER, BarrierMode.STRONG), "room to participate in a barrier");
    }

    /**
     * Waits until the barrier at the end of the phase is complete.
     */
    void passBarrier()
    {
        wait.until(() -> completed == phase, "a barrier");
    }

    /**
     * Receives the available messages, up to the end of the phase.
     *
     * @return number of messages.
     */
    int receive()
    {
        int count = 0;
        Delivery delivery = mailbox.receive();
        while (null != delivery)
        {
            count++;
            receive(delivery);
            delivery = mailbox.receive();
        }
        while (nonIsotachPort.receive())
        {
            count++;
            check(
                checks.nonIsotachMessages(),
                checks.nonIsotachLedger(),
                nonIsotachPort.sender(),
                nonIsotachPort.message());
        }
        return count;
    }

    private void receive(final Delivery delivery)
    {
        if (Delivery.Kind.MESSAGE == delivery.kind())
        {
            check(checks.messages(), checks.ledger(), delivery.sender(), delivery.message());
            return;
        }
        if (isChecked)
        {
            checks.notices().received(hostId, delivery.kind(), delivery.channel(), delivery.pulse());
        }
        if (Delivery.Kind.BARRIER == delivery.kind())
        {
            completed++;
            checkPhase();
        }
        else if (SIGNAL == delivery.channel())
        {
            signals++;
        }
    }

    private void checkPhase()
    {
        checks.barriers().passes(hostId, completed);
        if (!settings.fails(settings.signaller(completed)))
        {
            checks.barriers().checkSignals(hostId, completed, signals);
        }
        for (int sender = 0; sender < settings.hosts(); sender++)
        {
            if (isChecked && !settings.fails(sender))
            {
                checks.ledger().checkBarrier(sender, hostId, completed);
            }
        }
        signals = 0;
    }

    private void check(
        final MessageChecker checker, final MessageLedger ledger, final int sender, final MessageView message)
    {
        if (isChecked)
        {
            checker.check(hostId, sender, message);
            ledger.received(sender, hostId, message.getLong(Long.BYTES));
        }
    }

    private void append(final long number)
    {
        final int hosts = settings.hosts();
        final HostSet targets = new HostSet(hosts);
        final boolean isToAll = 0 == random.nextInt(3);
        targets.add(random.nextInt(hosts));
        for (int target = 0; target < hosts; target++)
        {
            if (isToAll || 0 == random.nextInt(3))
            {
                targets.add(target);
            }
        }
        MessageChecker.write(port.claim(targets, length()), hostId, number);
        for (int target = targets.next(0); target >= 0; target = targets.next(target + 1))
        {
            checks.ledger().sent(hostId, target, number);
        }
    }

    private int length()
    {
        return MessageChecker.HEADER_LENGTH +
            random.nextInt(SoakSettings.MAX_MESSAGE_LENGTH - MessageChecker.HEADER_LENGTH + 1);
    }
}
