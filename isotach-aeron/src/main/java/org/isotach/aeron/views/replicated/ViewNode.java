/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import java.io.File;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.aeron.CommonContext;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusteredMediaDriver;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;

import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NoOpLock;
import org.agrona.concurrent.ShutdownSignalBarrier;

import org.isotach.IsotachException;

/**
 * One of the nodes that keep views for a {@link ReplicatedViewStore}: a media driver, an archive with the log on disk,
 * the consensus of Aeron Cluster, and the register. Three nodes on three machines lose nothing, and go on, when one of
 * them fails. Nodes know nothing of the members of clusters, and can run beside them.
 * <p>
 * {@link #main} runs one in a process of its own. Threadsafe.
 */
public final class ViewNode implements AutoCloseable
{
    private static final int LOG_TERM_LENGTH = 256 * 1024;
    private static final int SEGMENT_LENGTH = 4 * 1024 * 1024;
    private static final int MAX_SESSIONS = 256;
    // The data and the length of each file are on disk before others may count on them.
    private static final int SYNC_ALL = 2;
    private static final int CANVASS_FACTOR = 4;

    private final ViewNodeContext context;
    private final PrintStream log;
    private final CountDownLatch end = new CountDownLatch(1);
    private final ClusteredMediaDriver consensus;
    private final ClusteredServiceContainer service;
    private volatile Cluster.Role role = Cluster.Role.FOLLOWER;
    private volatile boolean hasFailed;

    /**
     * @param context a copy.
     * @param log     told what happens to the node.
     */
    ViewNode(final ViewNodeContext context, final PrintStream log)
    {
        this.context = context;
        this.log = log;
        ClusteredMediaDriver launched = null;
        try
        {
            final Addresses addresses = new Addresses(context.nodes());
            final File clusterDirectory = context.directory().resolve("cluster").toFile();
            final String aeron = CommonContext.getAeronDirectoryName() + "-views-" + addresses.port(context.number());
            final AeronArchive.Context local = new AeronArchive.Context()
                .lock(NoOpLock.INSTANCE)
                .controlRequestChannel("aeron:ipc?term-length=64k")
                .controlResponseChannel("aeron:ipc?term-length=64k")
                .aeronDirectoryName(aeron);
            launched = ClusteredMediaDriver.launch(
                driver(aeron), archive(addresses, aeron), consensus(addresses, aeron, clusterDirectory, local));
            service = ClusteredServiceContainer.launch(new ClusteredServiceContainer.Context()
                .aeronDirectoryName(aeron)
                .archiveContext(local.clone())
                .clusterDir(clusterDirectory)
                .clusteredService(new ViewService(this::onRole))
                .idleStrategySupplier(NodeClient::idleStrategy)
                .errorHandler(onError("register"))
                .terminationHook(this::fail));
            consensus = launched;
        }
        catch (final Throwable ex)
        {
            // Aeron also throws exceptions that it does not declare.
            CloseHelper.quietClose(launched);
            if (ex instanceof Error error)
            {
                throw error;
            }
            throw (IsotachException)new IsotachException("node " + context.number() + " of " + context.nodes() +
                " cannot be launched in " + context.directory() + ": " + ex.getMessage() + " (expected: five free " +
                "ports, and a directory of this node alone; one that was killed may be launched again after ten " +
                "seconds)").initCause(ex);
        }
    }

    /**
     * Launches a node. It finds the others by itself. Aeron takes over the signals {@code SIGINT} and {@code SIGTERM}
     * of the process, which do not end it any more: wait for them with a {@link ShutdownSignalBarrier}, and close the
     * node.
     *
     * @param context the settings; what is changed there later has no effect.
     * @return the node.
     * @throws IllegalArgumentException when the nodes, its number or its directory are not set.
     * @throws IsotachException         when a port is taken, or another process has the directory.
     */
    public static ViewNode launch(final ViewNodeContext context)
    {
        return new ViewNode(context.copy(), System.err);
    }

    /**
     * Runs a node until the process gets a {@code SIGTERM} or {@code SIGINT}. If something of the node has failed for
     * good, or a tool of Aeron has ended it, the process ends by itself, with status 1.
     *
     * @param arguments {@code NUMBER NODES DIRECTORY}, and after them perhaps the {@linkplain
     *                  ViewNodeContext#leaderTimeout() time} after which a silent leader is replaced, in ms.
     * @throws InterruptedException when the thread is interrupted.
     */
    public static void main(final String[] arguments) throws InterruptedException
    {
        final ViewNodeContext context;
        try
        {
            context = parse(arguments);
        }
        catch (final IllegalArgumentException ex)
        {
            System.err.println(ex.getMessage());
            System.exit(2);
            return;
        }
        // Aeron takes the signals over, so no shutdown hook would run.
        final ShutdownSignalBarrier signals = new ShutdownSignalBarrier();
        final ViewNode node = new ViewNode(context, System.out);
        final Thread closer = new Thread(() ->
        {
            signals.await();
            node.close();
        }, "closer");
        closer.setDaemon(true);
        closer.start();
        node.awaitEnd();
        if (node.hasFailed())
        {
            System.exit(1);
        }
    }

    private static ViewNodeContext parse(final String[] arguments)
    {
        if (arguments.length < 3 || arguments.length > 4)
        {
            throw new IllegalArgumentException("usage: ViewNode NUMBER NODES DIRECTORY [LEADER_TIMEOUT_MS], for " +
                "example ViewNode 0 10.0.0.1:9000,10.0.0.2:9000,10.0.0.3:9000 /var/lib/isotach-views");
        }
        final ViewNodeContext context = new ViewNodeContext()
            .number(number("NUMBER", arguments[0], Integer::parseInt))
            .nodes(arguments[1])
            .directory(Path.of(arguments[2]));
        if (4 == arguments.length)
        {
            context.leaderTimeout(Duration.ofMillis(number("LEADER_TIMEOUT_MS", arguments[3], Long::parseLong)));
        }
        return context.copy();
    }

    private static <N> N number(final String name, final String argument, final Function<String, N> parser)
    {
        try
        {
            return parser.apply(argument);
        }
        catch (final NumberFormatException ex)
        {
            throw new IllegalArgumentException(name + ": " + argument + " (expected: a number)", ex);
        }
    }

    private MediaDriver.Context driver(final String aeron)
    {
        return new MediaDriver.Context()
            .aeronDirectoryName(aeron)
            .dirDeleteOnShutdown(true)
            .termBufferSparseFile(true)
            .threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(NodeClient.idleStrategy())
            .errorHandler(onError("media driver"));
    }

    private Archive.Context archive(final Addresses addresses, final String aeron)
    {
        return new Archive.Context()
            .aeronDirectoryName(aeron)
            .archiveDir(context.directory().resolve("archive").toFile())
            .controlChannel(addresses.archiveChannel(context.number()))
            .localControlChannel("aeron:ipc?term-length=64k")
            .replicationChannel(addresses.anyPort(context.number()))
            .archiveClientContext(
                new AeronArchive.Context().controlResponseChannel(addresses.anyPort(context.number())))
            .recordingEventsEnabled(false)
            .segmentFileLength(SEGMENT_LENGTH)
            .catalogFileSyncLevel(SYNC_ALL)
            .fileSyncLevel(SYNC_ALL)
            .threadingMode(ArchiveThreadingMode.SHARED)
            .idleStrategySupplier(NodeClient::idleStrategy)
            .errorHandler(onError("archive"));
    }

    private ConsensusModule.Context consensus(
        final Addresses addresses, final String aeron, final File clusterDirectory, final AeronArchive.Context local)
    {
        final long leaderTimeoutNs = context.leaderTimeout().toNanos();
        return new ConsensusModule.Context()
            .aeronDirectoryName(aeron)
            .clusterMemberId(context.number())
            .clusterMembers(addresses.members())
            .clusterDir(clusterDirectory)
            .archiveContext(local.clone())
            .ingressChannel("aeron:udp?term-length=" + NodeClient.TERM_LENGTH)
            .logChannel("aeron:udp?alias=log|term-length=" + LOG_TERM_LENGTH)
            .replicationChannel(addresses.anyPort(context.number()))
            .leaderHeartbeatTimeoutNs(leaderTimeoutNs)
            .leaderHeartbeatIntervalNs(leaderTimeoutNs / 10)
            .electionTimeoutNs(Math.min(leaderTimeoutNs, TimeUnit.SECONDS.toNanos(1)))
            .startupCanvassTimeoutNs(CANVASS_FACTOR * leaderTimeoutNs)
            .maxConcurrentSessions(MAX_SESSIONS)
            .fileSyncLevel(SYNC_ALL)
            .idleStrategySupplier(NodeClient::idleStrategy)
            .errorHandler(onError("consensus"))
            .terminationHook(this::fail);
    }

    private ErrorHandler onError(final String part)
    {
        return ex ->
        {
            if (ex instanceof Error)
            {
                // It has ended the thread of that part, which Aeron tells nobody else.
                fail();
            }
            log.println("node " + context.number() + ", " + part + ": " + ex);
        };
    }

    private void fail()
    {
        // What a part says when it is closed is no failure.
        if (0 != end.getCount())
        {
            hasFailed = true;
        }
        end.countDown();
    }

    /**
     * Returns whether the end of the node has begun without a call of {@link #close}.
     */
    boolean hasFailed()
    {
        return hasFailed;
    }

    private void onRole(final Cluster.Role newRole)
    {
        role = newRole;
        log.println("node " + context.number() + " of " + context.nodes() + " is " + newRole);
    }

    /**
     * Returns whether this node leads the others at present.
     *
     * @return true if it does.
     */
    public boolean isLeader()
    {
        return Cluster.Role.LEADER == role;
    }

    /**
     * Returns when the node has ended: it was closed, or something of it has failed for good, and the rest is closed
     * here. A node may be launched in its place then.
     *
     * @throws InterruptedException when the thread is interrupted.
     */
    public void awaitEnd() throws InterruptedException
    {
        end.await();
        // Its end has begun. Waits for a thread that is closing it.
        close();
    }

    /**
     * Ends the node. The others go on if they are a majority.
     */
    @Override
    public synchronized void close()
    {
        end.countDown();
        CloseHelper.closeAll(service, consensus);
    }

    @Override
    public String toString()
    {
        return "ViewNode{" + context + ", " + role + '}';
    }
}
