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
 * The settings of a cluster: set what differs from the defaults, then call {@link Cluster#launch(ClusterContext)}.
 * <p>
 * A context serves one cluster, and cannot be changed after the launch. If the launch fails, the context is unchanged
 * and can be used again. Each method throws {@link IllegalArgumentException} when its value is out of the range that it
 * names. <b>Note:</b> this class is not threadsafe while it is being filled.
 */
public final class ClusterContext extends ClusterSettings
{
    // The values that were set before the defaults were filled in; null unless the context belongs to a cluster.
    private DependentSettings given;

    /**
     * Creates settings with their defaults: two hosts on one switch.
     */
    public ClusterContext()
    {
    }

    /**
     * Sets the number of hosts, all on one switch.
     *
     * @param count 1..256.
     * @return this.
     */
    public ClusterContext hosts(final int count)
    {
        return topology(Topology.singleSwitch(count));
    }

    /**
     * Sets the hosts, switches and links.
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
     * Sets which threads work for the units; by default {@link ThreadingMode#forCores} chooses.
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
     * Sets what idle threads do: those of the cluster, and application threads that wait.
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
     * Sets how many frames a host can have on their way if the cluster has threads: issued, and not yet known to be
     * executed by all their receivers. Each holds an isochron or a marker. These are the entries of the send ring, so a
     * frame that waits for a timestamp or a credit counts, too. It is also the largest number of frames that one {@code
     * Isochron} can have on their way. In {@link ThreadingMode#INVOKER} there is no send ring, and this setting has no
     * effect: only {@link #linkRingSize} and {@link #linkLength} limit the frames on their way.
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
     * Sets how many frames can be on their way from one host to another one: the credits of the sender, as long as
     * there is room for them, see {@link #linkLength}.
     *
     * @param value a power of two, 1..2^20, default {@value #LINK_RING_SIZE_DEFAULT}; with many hosts the default is
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
     * Sets how many bytes can be on their way from one host to another one. There is one link for each pair of a host
     * and a host that it has sent something to. A link begins with 128 bytes for each of its {@link #linkRingSize}
     * frames, and grows on demand up to this length. A frame takes its operations, 24 bytes, and the rest of a line of
     * 64 bytes. It can take not quite half of the link; operations that make an isochron longer are refused.
     *
     * @param bytes a power of two, 2^9..2^30, with other members at most 2^29; default the larger of 1 KiB for each
     *              frame of linkRingSize and four times {@link #maxIsochronLength()}, at most 1 GiB.
     * @return this.
     */
    public ClusterContext linkLength(final int bytes)
    {
        checkNotConcluded();
        linkLength = SettingRanges.linkLength("linkLength", bytes);
        return this;
    }

    /**
     * Sets how many hosts one token manager serves. Adjacent switches share a token manager, and go from pulse to pulse
     * together, as long as they have no more hosts in total than this: sending from end to end then takes less work.
     * Distances stay those of the network. In {@link ThreadingMode#DEDICATED}, and with {@link #linkFaults}, each
     * switch has a token manager of its own.
     *
     * @param value 1..2^20, default {@value #HOSTS_PER_TOKEN_MANAGER_DEFAULT}; 1 means mostly one for each switch that
     *              has hosts.
     * @return this.
     */
    public ClusterContext hostsPerTokenManager(final int value)
    {
        checkNotConcluded();
        hostsPerTokenManager = SettingRanges.count("hostsPerTokenManager", value);
        return this;
    }

    /**
     * Sets how many reads of a host can be issued and not yet answered ("read_cap", Ironman appendix A.6).
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
     * Sets the largest length of the operations of one isochron. A write takes 16 bytes, a read or sched 16, an assign
     * 24.
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
     * Sets how much memory each {@link Host#isochron()} has for the isochron that is being assembled and for those on
     * their way. A stream of messages gets faster with more of it, up to some 512 KiB. In {@link
     * ThreadingMode#INVOKER}, which copies what it sends, an isochron has a quarter of that, but enough for three
     * isochrons.
     *
     * @param bytes from three times {@link #maxIsochronLength()} to 1 GiB; default sixteen times, or 1 GiB.
     * @return this.
     */
    public ClusterContext slabLength(final int bytes)
    {
        checkNotConcluded();
        slabLength = bytes;
        return this;
    }

    /**
     * Sets how long a call may wait, unless it has a time limit of its own.
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
     * Sets how long {@link Cluster#close()} waits for isochrons that are on their way. After that it closes without
     * them, and reports that to the {@link #errorHandler(Consumer)}.
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
     * Sets how long {@link Cluster#expel} waits for a handler of the host to return before it goes on without it. What
     * the thread of the handler does after that affects nobody. Messages that such a handler reads may be overwritten
     * in the meantime.
     *
     * @param value 0 for no wait; the default is {@link #HANDLER_TIMEOUT_DEFAULT}, or 0 with a {@link
     *              #scheduler(Scheduler)}, whose clock may stand still.
     * @return this.
     */
    public ClusterContext handlerTimeout(final Duration value)
    {
        checkNotConcluded();
        handlerTimeout = SettingRanges.notNegative("handlerTimeout", value);
        return this;
    }

    /**
     * Sets the factory of the threads of the cluster; by default they are daemon threads. Their names contain host and
     * unit.
     *
     * @param value the factory, which returns a new thread for each call, not null; virtual threads work with {@link
     *              Waiting#PARK}.
     * @return this.
     */
    public ClusterContext threadFactory(final ThreadFactory value)
    {
        checkNotConcluded();
        threadFactory = value;
        return this;
    }

    /**
     * Sets a scheduler that replaces the threads of the cluster; they are not started, whatever the threading mode is.
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
     * Sets the handler of errors in the middle of work: exceptions of handlers, executors, listeners and markers of
     * models, and errors of the library itself, for instance when memory runs out. It is also told if {@link
     * Cluster#close()} could not wait for isochrons, and if a thread does not end then. None of these errors is thrown
     * at a caller, in any threading mode, and the cluster goes on. The handler is called on the thread where the error
     * occurs: it must be quick, and can neither issue nor wait. If it throws, even the same error, that is logged. By
     * default errors are logged by {@link System.Logger} {@code org.isotach}.
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
     * Looks for mistakes that would go unnoticed (V1 section 4.1): views of messages used after their time, at the cost
     * of an object per message; threads that use an isochron, port, mailbox or channel beside another one; processes
     * that overfill a send queue of a FUNi device; and mistakes of the library: each host executes by pulse and issuer,
     * and what it issues in issue order, in the pulse of its stamp; no frame is missing or comes twice.
     *
     * @param value the default is the system property {@value #PARANOID_PROPERTY}, else false.
     * @return this.
     */
    public ClusterContext paranoid(final boolean value)
    {
        checkNotConcluded();
        isParanoid = value;
        return this;
    }

    /**
     * Issues an isochron only when all earlier ones of its host have been executed everywhere. This makes it easier to
     * find mistakes in a program (V1 section 4.1); everything takes longer.
     *
     * @param value the default is the system property {@value #ONE_IN_FLIGHT_PROPERTY}, else false.
     * @return this.
     */
    public ClusterContext oneInFlight(final boolean value)
    {
        checkNotConcluded();
        isOneInFlight = value;
        return this;
    }

    /**
     * Sets the faults of the links between hosts and switches.
     *
     * @param value the default is the system property {@value LinkFaults#PROPERTY}, else {@link LinkFaults#NONE}.
     * @return this.
     */
    public ClusterContext linkFaults(final LinkFaults value)
    {
        checkNotConcluded();
        linkFaults = Objects.requireNonNull(value, "linkFaults");
        return this;
    }

    /**
     * Sets what carries the frames of isochrons from host to host inside a member; between members, trunks do.
     *
     * @param value default {@link FrameTransport#DIRECT}, which is the fastest.
     * @return this.
     */
    public ClusterContext frames(final FrameTransport value)
    {
        checkNotConcluded();
        frames = Objects.requireNonNull(value, "frames");
        return this;
    }

    /**
     * Records the issue, execution and receipt of isochrons, for {@link Cluster#trace()}. Issuing and executing then
     * take a lock and some hundred nanoseconds more, and a host takes 300 bytes for each event.
     *
     * @param events number of events to keep for each host, the last ones: 1..2^20; 0 for none, which costs nothing and
     *               is the default.
     * @return this.
     */
    public ClusterContext trace(final int events)
    {
        checkNotConcluded();
        trace = 0 == events ? 0 : SettingRanges.count("trace", events);
        return this;
    }

    /**
     * Draws a {@link org.isotach.niu.trace.SpaceTimeDiagram} of the recorded events when the cluster is closed. If that
     * fails, the error handler is told. The launch refuses a file that cannot be written.
     *
     * @param file written, or overwritten, by each cluster that is closed: a picture if the name ends with {@code
     *             .svg}, else a page for a browser. Null for no file. The default is the system property {@value
     *             #TRACE_PROPERTY}, else null. If no number of events was set, it is {@value #TRACE_DEFAULT}.
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
     * Fills in the defaults, see {@link DependentSettings#conclude}, and forbids further changes.
     */
    void conclude()
    {
        checkNotConcluded();
        given = DependentSettings.conclude(this);
    }

    void reopen()
    {
        // The launch failed: the settings are as before conclude().
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
