/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import org.isotach.Topology;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.spi.Waiting;

/**
 * The settings of a cluster: set what differs from the defaults, then {@link Cluster#launch(ClusterContext)}.
 * <p>
 * A context serves one cluster, and cannot be changed after that. When a launch fails, it is as it was before, and can
 * be used again. <b>Note:</b> this class is not threadsafe while it is being filled.
 */
public final class ClusterContext extends ClusterSettings
{
    // What was set before the rest was filled in; null unless the context belongs to a cluster.
    private DependentSettings given;

    /**
     * Settings with their defaults: two hosts on one switch.
     */
    public ClusterContext()
    {
    }

    /**
     * Hosts on one switch.
     *
     * @param count 1..256.
     * @return this.
     * @throws IllegalArgumentException when the number is out of range.
     */
    public ClusterContext hosts(final int count)
    {
        return topology(Topology.singleSwitch(count));
    }

    /**
     * Hosts, switches and links.
     *
     * @param value the topology.
     * @return this.
     */
    public ClusterContext topology(final Topology value)
    {
        checkNotConcluded();
        topology = value;
        return this;
    }

    /**
     * Who works for the units; by default chosen by {@link ThreadingMode#forCores}.
     *
     * @param value the mode.
     * @return this.
     */
    public ClusterContext threadingMode(final ThreadingMode value)
    {
        checkNotConcluded();
        threadingMode = value;
        return this;
    }

    /**
     * What threads do while they have nothing to do: those of the cluster, and application threads that wait.
     *
     * @param value default {@link Waiting#PARK}.
     * @return this.
     */
    public ClusterContext waiting(final Waiting value)
    {
        checkNotConcluded();
        waiting = Objects.requireNonNull(value, "waiting");
        return this;
    }

    /**
     * Frames that a host can have on their way where the cluster has threads: issued, and not yet known to be executed
     * by all that get them. Each holds an isochron or a marker. These are the entries of the send ring, so what waits
     * for a timestamp or a credit counts, too. It is also the largest number of frames that one {@code Isochron} can
     * have on their way. In {@link ThreadingMode#INVOKER} there is no send ring, and the setting has no meaning: only
     * {@link #linkRingSize} and {@link #linkLength} limit what is on its way.
     *
     * @param value a power of two, 2..2^20, default {@value #SEND_RING_SIZE_DEFAULT}.
     * @return this.
     */
    public ClusterContext sendRingSize(final int value)
    {
        checkNotConcluded();
        sendRingSize = SettingRanges.powerOfTwo("sendRingSize", value, 2);
        return this;
    }

    /**
     * Frames that can be on their way from one host to another one: the credits of the sender, as long as there is room
     * for them, see {@link #linkLength}.
     *
     * @param value a power of two, 1..2^20, default {@value #LINK_RING_SIZE_DEFAULT}, with many hosts
     *              {@value #SMALL_LINK_RING_SIZE_DEFAULT}.
     * @return this.
     */
    public ClusterContext linkRingSize(final int value)
    {
        checkNotConcluded();
        linkRingSize = SettingRanges.powerOfTwo("linkRingSize", value, 1);
        return this;
    }

    /**
     * Bytes that can be on their way from one host to another one. A link begins with 128 bytes for each of its
     * {@link #linkRingSize} frames, and becomes as long as it has to be, up to this; there is one for each host and
     * each host that it has sent something to. A frame takes its operations, 24 bytes, and what is left to the end of a
     * line of 64 bytes. It can take not quite half of the link; operations that make an isochron longer are refused.
     *
     * @param bytes a power of two, 2^9..2^30; default 1 KiB for each frame of linkRingSize, or four times
     *              {@link #maxIsochronLength()}, whatever is more, at most 1 GiB.
     * @return this.
     */
    public ClusterContext linkLength(final int bytes)
    {
        checkNotConcluded();
        linkLength = SettingRanges.linkLength("linkLength", bytes);
        return this;
    }

    /**
     * Adjacent switches have one token manager between them, and go from pulse to pulse together, as long as they have
     * no more hosts than this together: what is sent from end to end then takes less work. Distances stay those of the
     * network. In {@link ThreadingMode#DEDICATED}, and with {@link #linkFaults}, each switch has a token manager of its
     * own.
     *
     * @param value 1..2^20, default {@value #HOSTS_PER_TOKEN_MANAGER_DEFAULT}; 1: mostly one for each switch that has
     *              hosts.
     * @return this.
     * @throws IllegalArgumentException when it is out of range.
     */
    public ClusterContext hostsPerTokenManager(final int value)
    {
        checkNotConcluded();
        hostsPerTokenManager = SettingRanges.count("hostsPerTokenManager", value);
        return this;
    }

    /**
     * Reads that a host can have outstanding, issued and not yet answered ("read_cap", Ironman appendix A.6).
     *
     * @param value a power of two, 1..2^20, default {@value #READ_CAP_DEFAULT}.
     * @return this.
     */
    public ClusterContext readCap(final int value)
    {
        checkNotConcluded();
        readCap = SettingRanges.powerOfTwo("readCap", value, 1);
        return this;
    }

    /**
     * Largest length of the operations of one isochron. A write takes 16 bytes, a read or sched 16, an assign 24.
     *
     * @param bytes a multiple of 8, 32..2^28, default {@value #MAX_ISOCHRON_LENGTH_DEFAULT}.
     * @return this.
     */
    public ClusterContext maxIsochronLength(final int bytes)
    {
        checkNotConcluded();
        maxIsochronLength = SettingRanges.isochronLength("maxIsochronLength", bytes);
        return this;
    }

    /**
     * Memory that each {@link Host#isochron()} has for the isochrons that it has on their way and the one that is
     * being assembled. A stream of messages is faster the more of it may be on its way, up to some 512 KiB. In
     * {@link ThreadingMode#INVOKER}, where what is sent is copied, it has a quarter of that, but enough for three
     * isochrons.
     *
     * @param bytes at least three times {@link #maxIsochronLength()}; default sixteen times, but at most 1 GiB.
     * @return this.
     */
    public ClusterContext slabLength(final int bytes)
    {
        checkNotConcluded();
        slabLength = bytes;
        return this;
    }

    /**
     * How long a call may wait, unless it has a time limit of its own.
     *
     * @param value positive; {@link Duration#ZERO} for no limit.
     * @return this.
     */
    public ClusterContext awaitTimeout(final Duration value)
    {
        checkNotConcluded();
        awaitTimeout = SettingRanges.notNegative("awaitTimeout", value);
        return this;
    }

    /**
     * How long {@link Cluster#close()} waits for isochrons that are on their way. After that it closes without them,
     * and tells the {@link #errorHandler(Consumer)} so.
     *
     * @param value not negative.
     * @return this.
     */
    public ClusterContext closeTimeout(final Duration value)
    {
        checkNotConcluded();
        closeTimeout = SettingRanges.notNegative("closeTimeout", value);
        return this;
    }

    /**
     * How long {@link Cluster#expel} waits for a handler of the host to return before it goes on without: what the
     * thread of the handler does after that reaches nobody. Messages that such a handler reads may be overwritten
     * meanwhile.
     *
     * @param value 0 for not at all; the default is {@link #HANDLER_TIMEOUT_DEFAULT}, or 0 with a
     *              {@link #scheduler(Scheduler)}, which knows no time.
     * @return this.
     * @throws IllegalArgumentException when it is negative.
     */
    public ClusterContext handlerTimeout(final Duration value)
    {
        checkNotConcluded();
        handlerTimeout = SettingRanges.notNegative("handlerTimeout", value);
        return this;
    }

    /**
     * Makes the threads of the cluster; by default daemon threads. Their names tell host and unit.
     *
     * @param value the factory, which returns a new thread for each call, not null; virtual threads are fine with
     *              {@link Waiting#PARK}.
     * @return this.
     */
    public ClusterContext threadFactory(final ThreadFactory value)
    {
        checkNotConcluded();
        threadFactory = value;
        return this;
    }

    /**
     * Takes the place of the threads of the cluster, which are not started, whatever the threading mode is.
     *
     * @param value the scheduler, null for none, which is the default.
     * @return this.
     */
    public ClusterContext scheduler(final Scheduler value)
    {
        checkNotConcluded();
        scheduler = value;
        return this;
    }

    /**
     * Told of whatever is thrown in the middle of work: by handlers, executors, listeners and markers of models, and by
     * the library itself when memory runs out, say; and of what {@link Cluster#close()} could not wait for, and of a
     * thread that does not end then. Nothing of that is thrown at a caller, in no threading mode; the cluster goes on.
     * Called on the thread where it happens: it must be quick, and can neither issue nor wait. What it throws itself,
     * be it what it was given, is logged. By default errors are logged by {@link System.Logger} {@code org.isotach}.
     *
     * @param value the error handler.
     * @return this.
     */
    public ClusterContext errorHandler(final Consumer<Throwable> value)
    {
        checkNotConcluded();
        errorHandler = value;
        return this;
    }

    /**
     * Looks for mistakes that would go unnoticed otherwise (V1 section 4.1). What is checked now is the use of views of
     * received messages after their memory was given back to the sender, at the price of one object per message, and,
     * in the library itself, that each host executes by pulse and issuer, and what each host issues in issue order and
     * in the pulse that it was stamped with, which every receiver acknowledges; and that no frame is missing or comes
     * twice.
     *
     * @param value the default is that of the system property {@value #PARANOID_PROPERTY}, else false.
     * @return this.
     */
    public ClusterContext paranoid(final boolean value)
    {
        checkNotConcluded();
        isParanoid = value;
        return this;
    }

    /**
     * Issues an isochron only when all that its host has issued before have been executed everywhere. Makes it easier
     * to find out what a program does wrong (V1 section 4.1); everything takes longer.
     *
     * @param value the default is that of the system property {@value #ONE_IN_FLIGHT_PROPERTY}, else false.
     * @return this.
     */
    public ClusterContext oneInFlight(final boolean value)
    {
        checkNotConcluded();
        isOneInFlight = value;
        return this;
    }

    /**
     * What goes wrong on the links between hosts and switches.
     *
     * @param value the default is that of the system property {@value LinkFaults#PROPERTY}, else
     *              {@link LinkFaults#NONE}.
     * @return this.
     */
    public ClusterContext linkFaults(final LinkFaults value)
    {
        checkNotConcluded();
        linkFaults = Objects.requireNonNull(value, "linkFaults");
        return this;
    }

    /**
     * Records what the cluster does, for {@link Cluster#trace()}: which isochrons are issued, executed and received.
     * Issuing and executing take a lock and some hundred nanoseconds more then, and a host takes 300 bytes for each
     * event.
     *
     * @param events that are kept of each host, the last ones: 1..2^20; 0 for none, which costs nothing and is the
     *               default.
     * @return this.
     * @throws IllegalArgumentException when the number is out of range.
     */
    public ClusterContext trace(final int events)
    {
        checkNotConcluded();
        trace = 0 == events ? 0 : SettingRanges.count("trace", events);
        return this;
    }

    /**
     * Draws a {@link org.isotach.niu.trace.SpaceTimeDiagram} of what was recorded when the cluster is closed. If that
     * fails the error handler is told.
     *
     * @param file is written, or overwritten, by each cluster that is closed: a picture if the name ends with
     *             {@code .svg}, else a page for a browser. Null for no file. The default is that of the system property
     *             {@value #TRACE_PROPERTY}, else null. If no number of events was set, it is {@value #TRACE_DEFAULT}.
     * @return this.
     */
    public ClusterContext traceFile(final Path file)
    {
        checkNotConcluded();
        traceFile = file;
        if (null != file && 0 == trace)
        {
            trace = TRACE_DEFAULT;
        }
        return this;
    }

    /**
     * Fills in what was not set, checks that everything goes together, and ends the changes. When it fails, everything
     * is as before.
     */
    void conclude()
    {
        checkNotConcluded();
        final DependentSettings before = DependentSettings.of(this);
        before.concluded(maxIsochronLength, scheduler).applyTo(this);
        given = before;
    }

    /**
     * There is no cluster with these settings after all: they are as before {@link #conclude()}.
     */
    void reopen()
    {
        given.applyTo(this);
        given = null;
    }

    private void checkNotConcluded()
    {
        if (null != given)
        {
            throw new IllegalStateException(
                "this context belongs to a cluster already: make a new one for another cluster");
        }
    }
}
