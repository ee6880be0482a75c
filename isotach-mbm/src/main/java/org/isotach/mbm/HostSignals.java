/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Collection;
import java.util.function.Predicate;

import org.isotach.niu.Host;
import org.isotach.niu.ModelHost;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.NoticeListener;

/**
 * The signals and barriers of one host: the channels that its application has registered, and the notices that it gets.
 */
final class HostSignals implements NoticeListener
{
    /**
     * The barrier in which all hosts take part at the end (Ironman section 5.7).
     */
    static final int SHUTDOWN_BARRIER = 0;

    private final Host host;
    private final ModelHost models;
    private final HostReset reset;
    private final Participants participants;
    private final BarrierChannel[] barriers;
    private final Completions completions;
    private final ResetSender sender;

    // Null if the sender of resets sees by itself that this host is ready.
    private final ReadyNotice ready;

    // True if a barrier waits for room or memory. Set after the state that the executor has to look at, cleared by the
    // executor before it looks.
    private volatile boolean hasWork;

    // True, for good, if no application will receive what is delivered here: more may arrive.
    private volatile boolean isTooLate;
    private final SignalChannels signals;
    private final MessageOrder order;
    private volatile boolean isShutDown;
    private boolean isListening;
    private boolean isMember;

    /**
     * Creates the channels of barriers.
     */
    @FunctionalInterface
    interface Channels
    {
        /**
         * @param channel     number of the channel.
         * @param application issues a marker on a thread of the application; false if there is no room.
         * @param executor    issues a marker on the thread of the executor; false if there is no room.
         * @param unsent      run when something waits for room.
         */
        BarrierChannel create(
            int channel, Predicate<Marker> application, Predicate<Marker> executor, Runnable unsent);
    }

    /**
     * @param host           the host.
     * @param participants   the hosts that take part in barriers.
     * @param channels       creates the barrier channels of the host.
     * @param signalChannels number of the last signal channel.
     * @param order          the order of messages.
     * @param reset          the reset of the cluster.
     */
    HostSignals(
        final Host host,
        final Participants participants,
        final Channels channels,
        final int signalChannels,
        final MessageOrder order,
        final ResetSender reset)
    {
        this.host = host;
        models = host.models();
        this.reset = new HostReset(host, reset);
        sender = reset;
        ready = reset.needsNotices() ? new ReadyNotice(host.id(), models, this.reset) : null;
        this.participants = participants;
        this.order = order;
        barriers = new BarrierChannel[participants.channels()];
        for (int channel = 0; channel < barriers.length; channel++)
        {
            barriers[channel] =
                channels.create(channel, models::tryIssue, models::tryIssueFromListener, this::work);
        }
        completions = new Completions(models, barriers.length, this::work);
        participants.add(host.id(), barriers);
        signals = new SignalChannels(host.id(), signalChannels);
    }

    /**
     * Accepts notices from now on, and takes part in the shutdown barrier.
     *
     * @return false if the shutdown barrier is complete.
     */
    synchronized boolean start()
    {
        // This comes first: a thread that expels a member finds it here.
        listen();
        if (isMember)
        {
            return true;
        }
        final boolean isInTime = barriers[SHUTDOWN_BARRIER].registerFirst();
        isMember = isInTime && !barriers[SHUTDOWN_BARRIER].isJoining();
        return isInTime;
    }

    /**
     * Returns whether {@link #start()} has to be called again, because hosts of other members do not know of this one.
     */
    synchronized boolean isStarting()
    {
        return start() && !isMember;
    }

    /**
     * Accepts notices from now on.
     *
     * @throws org.isotach.HostExpelledException if the host was expelled.
     */
    synchronized void listen()
    {
        if (!isListening)
        {
            models.listen(this);
            isListening = true;
        }
    }

    /**
     * Notes that the application sends nothing any more.
     */
    void close()
    {
        reset.close();
    }

    /**
     * Returns the notice that this host is ready to be opened, in a cluster with members.
     */
    ReadyNotice ready()
    {
        return ready;
    }

    void checkOpen()
    {
        reset.checkOpen();
    }

    HostReset reset()
    {
        return reset;
    }

    /**
     * Refuses signals and barriers of applications if messages have no order, since they have a place among messages.
     */
    void checkOrdered()
    {
        if (!order.isIsotach())
        {
            throw new IllegalStateException("host " + host.id() + " has messages without order (" + order +
                "), and neither signals nor barriers: set MessagingContext.order(MessageOrder.ISOTACH), or use" +
                " NonIsotachPort.initiateBarrier()");
        }
    }

    void registerSignal(final int channel)
    {
        // A host that is being opened registers what it wants to receive right behind the reset.
        reset.checkNotClosed();
        checkOrdered();
        // It would get no signal, and could send none.
        models.checkOpen();
        signals.register(channel);
    }

    void clearSignal(final int channel)
    {
        signals.clear(channel);
    }

    boolean trySignal(final int channel)
    {
        checkOrdered();
        signals.check(channel);
        if (!signals.isRegistered(channel))
        {
            // Registering it would not help.
            models.checkOpen();
            throw new IllegalStateException("signal channel " + channel + " is not registered at host " + host.id() +
                ": Mailbox.registerSignal() it first");
        }
        return models.tryIssue(signals.marker(channel));
    }

    /**
     * Describes what a receiving application waits for, for messages: the barriers, and the missing hosts.
     */
    String describeWait()
    {
        final StringBuilder wait = new StringBuilder("a message, signal or barrier");
        for (int channel = 0; channel < barriers.length; channel++)
        {
            if (barriers[channel].isWaiting())
            {
                wait.append(SHUTDOWN_BARRIER == channel ? "; the end" : "; the barrier on channel " + channel);
                final int[] missing = participants.missingAt(channel);
                if (0 < missing.length)
                {
                    wait.append(" waits for ").append(participants.names(missing));
                }
            }
        }
        return wait.toString();
    }

    Host host()
    {
        return host;
    }

    /**
     * Returns a barrier channel of the application.
     */
    BarrierChannel barrier(final int channel)
    {
        if (channel <= SHUTDOWN_BARRIER || channel >= barriers.length)
        {
            throw new IllegalArgumentException("barrier channel: " + channel +
                (barriers.length > 1 ? " (expected: 1.." + (barriers.length - 1) + "; 0 is the shutdown barrier" :
                " (expected: none") + "; see MessagingContext.barrierChannels)");
        }
        reset.checkPrimed(channel);
        return barriers[channel];
    }

    boolean tryParticipate(final int channel, final BarrierMode mode)
    {
        checkOrdered();
        final BarrierChannel barrier = barrier(channel);
        if (!barrier.isWaitedFor())
        {
            // It issues nothing, or is refused: nothing else finds out that the host has ended.
            models.checkOpen();
        }
        return barrier.tryParticipate(mode);
    }

    /**
     * Announces that the application sends nothing more; call it until it returns true.
     */
    boolean tryShutDown()
    {
        return barriers[SHUTDOWN_BARRIER].tryParticipate(BarrierMode.STRONG);
    }

    /**
     * Returns whether all applications have announced that, and everything that they had sent before has been delivered
     * here.
     */
    boolean isShutDown()
    {
        return isShutDown;
    }

    /**
     * No application will receive what is delivered here: the executor gives it back, so that nobody waits for the room
     * that it takes up on links.
     */
    void beTooLate()
    {
        isTooLate = true;
    }

    /**
     * Notes that the application has received a notice.
     */
    void noticeReceived(final long notice)
    {
        if (Notice.isBarrier(notice))
        {
            barriers[Notice.channel(notice)].noticeReceived();
        }
    }

    @Override
    public void onNotice(final long pulse, final long notice)
    {
        if (host.isShutDown())
        {
            return;
        }
        final int channel = Notice.channel(notice);
        if (Notice.isReset(notice))
        {
            reset.onReset(pulse, notice);
        }
        else if (Notice.isReady(notice))
        {
            sender.onReady(Notice.host(notice));
        }
        else if (Notice.isBarrier(notice))
        {
            complete(pulse, channel, barriers[channel].onNotice(notice));
        }
        else if (signals.isRegistered(channel))
        {
            models.deliverNotice(pulse, notice);
        }
    }

    /**
     * @param execution of whose completion the application is told, {@link BarrierLedger#NONE} for none.
     */
    private void complete(final long pulse, final int channel, final long execution)
    {
        if (BarrierLedger.NONE != execution && SHUTDOWN_BARRIER == channel)
        {
            isShutDown = true;
        }
        else if (BarrierLedger.NONE != execution)
        {
            completions.deliver(pulse, channel, execution);
        }
    }

    /**
     * Notes that another host has been expelled; for the executor, at the same point in logical time at all hosts.
     */
    void hostExpelled(final int expelled, final long pulse)
    {
        reset.hostExpelled(expelled);
        sender.onReady(expelled);
        for (int channel = 0; channel < barriers.length; channel++)
        {
            try
            {
                complete(pulse, channel, barriers[channel].onExpelled(expelled));
            }
            catch (final Throwable ex)
            {
                // The other channels go on, and doWork() delivers the completion.
                models.report(ex);
            }
        }
    }

    @Override
    public int doWork()
    {
        final int told = null == ready ? 0 : ready.giveFromExecutor();
        if (!hasWork && !isTooLate)
        {
            return told;
        }
        hasWork = false;
        int work = told;
        for (final BarrierChannel barrier : barriers)
        {
            work += barrier.doWork();
        }
        while (isTooLate && models.deliveries().next())
        {
            work++;
        }
        // Last: without memory for it, this throws.
        return work + completions.deliverKept();
    }

    private void work()
    {
        hasWork = true;
    }

    @Override
    public void giveUp(final Collection<Marker> markers)
    {
        for (final BarrierChannel barrier : barriers)
        {
            barrier.giveUp(markers);
        }
    }

    @Override
    public String toString()
    {
        return "HostSignals{host=" + host.id() + ", signals=" + signals + '}';
    }
}
