/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.ClusterClosedException;
import org.isotach.niu.FailurePoll;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * The message based model at one host. This class owns the rule that nothing is sent after a host has begun to close,
 * and that closing is over when every host has closed and everything has been received (Ironman sections 5.7 and A.1).
 */
final class HostMessaging
{
    private final Host host;
    private final HostSignals signals;
    private final MessageExecutor executor;
    private final NonIsotachPort nonIsotachPort;
    private final Object opening = new Object()
    {
        @Override
        public String toString()
        {
            return signals.reset().describeWait();
        }
    };
    private final FailurePoll failurePoll;
    private Mailbox mailbox;
    private boolean areMessagesOver;
    private boolean isAnnounced;

    HostMessaging(
        final HostSignals signals, final MessageExecutor executor, final NonIsotachPort nonIsotachPort)
    {
        this.signals = signals;
        this.executor = executor;
        this.nonIsotachPort = nonIsotachPort;
        host = nonIsotachPort.host();
        failurePoll = host.models().failurePoll(1);
    }

    Host host()
    {
        return host;
    }

    HostSignals signals()
    {
        return signals;
    }

    MessageExecutor executor()
    {
        return executor;
    }

    NonIsotachPort nonIsotachPort()
    {
        return nonIsotachPort;
    }

    synchronized Mailbox mailbox()
    {
        if (null == mailbox)
        {
            mailbox = new Mailbox(host, signals);
        }
        return mailbox;
    }

    /**
     * Notes that an application uses messages at this host: from now on the other hosts cannot finish without it.
     */
    HostMessaging use()
    {
        host.models().checkNotInHandler("using messages");
        if (signals.isStarting())
        {
            // A host of a member that has joined: the others must know before it can send.
            host.waiter().await(() -> !signals.isStarting(), "the other members to know that the host uses messages");
        }
        if (!signals.start())
        {
            throw new ClusterClosedException("all hosts that used messages have closed: host " + host.id() +
                " is too late: get its mailbox and ports before the others close");
        }
        return this;
    }

    void open()
    {
        if (tryOpen())
        {
            return;
        }
        final HostReset reset = signals.reset();
        final Waiter waiter = host.waiter();
        reset.join(waiter);
        try
        {
            // Not every end of the wait comes with a call: another host may be closed or expelled.
            waiter.await(this::tryOpen, opening);
        }
        finally
        {
            reset.leave(waiter);
        }
    }

    boolean tryOpen()
    {
        host.models().checkNotInHandler("Messaging.tryOpen()");
        if (signals.isStarting())
        {
            host.poll();
            return false;
        }
        final HostReset reset = use().signals.reset();
        if (reset.tryOpen())
        {
            return true;
        }
        host.poll();
        return reset.tryOpen();
    }

    boolean tryClose()
    {
        host.models().checkNotInHandler("Messaging.tryClose()");
        if (host.isExpelled())
        {
            return true;
        }
        if (host.isShutDown())
        {
            return mailbox().isEmpty() && nonIsotachPort.isEmpty();
        }
        signals.close();
        nonIsotachPort.close();
        // A host that did not use messages before the others were done need not be waited for, and has no mailbox to
        // receive what was sent to it.
        final boolean isTooLate = !signals.start();
        if (isTooLate)
        {
            signals.beTooLate();
        }
        if (!isTooLate && !signals.isStarting() && nonIsotachPort.isSent())
        {
            tryAnnounce();
        }
        failurePoll.poll();
        return isTooLate || signals.isShutDown() && mailbox().isEmpty() && nonIsotachPort.isEmpty();
    }

    /**
     * Takes part in the shutdown barrier after the last message. An open isochron with a message is refused when it is
     * issued; so is an isochron that another thread is issuing, unless it comes before.
     */
    private synchronized void tryAnnounce()
    {
        areMessagesOver = areMessagesOver || host.models().tryCloseFamily(MessageOperation.FAMILY);
        isAnnounced = isAnnounced || areMessagesOver && signals.tryShutDown();
    }

    @Override
    public String toString()
    {
        return "HostMessaging{host=" + host.id() + ", signals=" + signals + '}';
    }
}
