/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import org.isotach.IsotachException;
import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.ReplyLinks;
import org.isotach.niu.spi.ReplyHandler;
import org.isotach.niu.thread.HostHandlers;

/**
 * The models of a host, by family of operations. It owns two rules: an operation that no model here knows is passed
 * over and counted, and an exception of a model is reported and stops nothing after its frame (docs/protocol.md,
 * section 8). For the owner of the executor, unless a method says that any thread may call it.
 */
public final class ModelTable extends Padded
{
    private final int hostId;
    private final HostHandlers handlers;
    private final OperationExecutor[] executors = new OperationExecutor[OperationHeader.FAMILY_COUNT];
    private final ReplyHandler[] replyHandlers = new ReplyHandler[OperationHeader.FAMILY_COUNT];

    // Written by the owner, read by any thread.
    private volatile long unknownOperations;

    // The cluster is closed: the next owner tells the models.
    private volatile boolean isCloseRequested;

    // They are being told, and have been told.
    private volatile boolean isClosing;
    private volatile boolean isClosed;

    // The host was expelled: there is no next owner.
    private volatile boolean isLeft;

    // For the owner: telling them once is enough, also when a model calls this again from inside.
    private boolean hasBegunToClose;

    /**
     * @param hostId   number of the host.
     * @param handlers of the host.
     */
    ModelTable(final int hostId, final HostHandlers handlers)
    {
        this.hostId = hostId;
        this.handlers = handlers;
    }

    /**
     * Refuses a number that is not one of a family. Any thread may call it.
     */
    public static void checkFamily(final int family)
    {
        if (family < 0 || family >= OperationHeader.FAMILY_COUNT)
        {
            throw new IllegalArgumentException(
                "family: " + family + " (expected: 0.." + (OperationHeader.FAMILY_COUNT - 1) + ')');
        }
    }

    /**
     * Adds the model for a family, before the first isochron with one of its operations is issued anywhere. Any thread
     * may call it.
     */
    public void register(final int family, final OperationExecutor executor, final ReplyHandler replyHandler)
    {
        executors[family] = executor;
        replyHandlers[family] = replyHandler;
    }

    /**
     * Returns whether a family has a model here. For any thread that prevents concurrent registrations.
     */
    public boolean isRegistered(final int family)
    {
        checkFamily(family);
        return null != executors[family];
    }

    /**
     * Returns the number of operations that no model here knew. Any thread may call it.
     */
    public long unknownOperations()
    {
        return unknownOperations;
    }

    /**
     * Executes the operations of a frame.
     *
     * @param sender    host that has issued them.
     * @param timestamp pulse in which they execute.
     * @param frame     memory that holds them.
     * @param offset    index in bytes of the first one.
     * @param length    length in bytes of all.
     */
    void execute(final int sender, final long timestamp, final OffHeapBuffer frame, final int offset, final int length)
    {
        int next = offset;
        final int limit = offset + length;
        try
        {
            while (next < limit)
            {
                final OperationExecutor model = executors[OperationHeader.family(frame.getLong(next))];
                final int end = null == model ? next : model.execute(sender, timestamp, frame, next, limit);
                if (end < next)
                {
                    throw wentBack(frame, next, end);
                }
                next = end > next ? end : passUnknown(sender, timestamp, frame, next, limit);
            }
        }
        catch (final Throwable ex)
        {
            // The frame counts as executed: the other hosts execute it too, and the cluster goes on.
            handlers.accept(ex);
        }
    }

    /**
     * Returns whether a frame that is for applications only goes to that of this host without being executed.
     *
     * @param frame  memory that holds the operations.
     * @param offset index in bytes of the first one.
     * @param length length in bytes of all.
     */
    boolean isLeftToApplication(final OffHeapBuffer frame, final int offset, final int length)
    {
        final long header = frame.getLong(offset);
        final OperationExecutor model = executors[OperationHeader.family(header)];
        return null != model && model.isLeftToApplication(header, length);
    }

    /**
     * The execution of a frame has failed.
     */
    void report(final Throwable error)
    {
        handlers.accept(error);
    }

    /**
     * Passes over an operation that no model here knows, or whose length does not fit, and counts it (Ironman section
     * B.1.2). It concerns this host as little as one for another host does; the others of its frame take effect here as
     * they do elsewhere.
     *
     * @return index in bytes of the next operation.
     */
    private int passUnknown(
        final int sender, final long timestamp, final OffHeapBuffer frame, final int offset, final int limit)
    {
        final long header = frame.getLong(offset);
        final int family = OperationHeader.family(header);
        final int length = OperationHeader.lengthWithin(frame, offset, limit);
        // One owner at a time writes it.
        unknownOperations = unknownOperations + 1;
        handlers.accept(new IsotachException("unknown operation " + unknownOperations + " at host " + hostId +
            ": type 0x" + Integer.toHexString(OperationHeader.opcode(header)) + " from host " + sender + ", pulse " +
            timestamp + (null == executors[family] ? ", family " + family + " without a model; " : "; ") +
            (0 == length ? describeLength(frame, offset, limit) :
            "it was passed over (give all hosts the same models, before the first isochron)")));
        return 0 == length ? limit : offset + length;
    }

    private static String describeLength(final OffHeapBuffer frame, final int offset, final int limit)
    {
        final int rest = limit - offset;
        final boolean hasNone = rest < 2 * Long.BYTES && OperationHeader.isLong(frame.getLong(offset));
        return "its length of " + (hasNone ? 0 : OperationHeader.length(frame, offset)) +
            " bytes does not fit, so the last " + rest + " of the frame were passed over (put the length of each" +
            " operation where OperationHeader says, a multiple of " + Long.BYTES + ')';
    }

    /**
     * Separate from the good path, as the messages of {@code Isochron} are.
     */
    private IllegalStateException wentBack(final OffHeapBuffer frame, final int offset, final int end)
    {
        return new IllegalStateException("the executor of operation family " +
            OperationHeader.family(frame.getLong(offset)) + " at host " + hostId + " has returned " + end +
            " for the operations from " + offset +
            " on (expected: the index of the first one that it has not looked at)");
    }

    /**
     * Hands the results that have arrived to the models.
     *
     * @return number of results.
     */
    int takeReplies(final ReplyLinks links)
    {
        return links.poll(replyHandlers, handlers);
    }

    /**
     * Another host has been expelled; from inside the isochron that announces it.
     */
    void hostExpelled(final int expelled, final long pulse)
    {
        for (final OperationExecutor model : executors)
        {
            if (null != model)
            {
                tellExpelled(model, expelled, pulse);
            }
        }
    }

    private void tellExpelled(final OperationExecutor model, final int expelled, final long pulse)
    {
        try
        {
            model.hostExpelled(expelled, pulse);
        }
        catch (final Throwable ex)
        {
            handlers.accept(ex);
        }
    }

    /**
     * The cluster is closed: the next owner of the executor tells the models. Any thread may call it.
     */
    void requestClose()
    {
        // Volatile: that issuing is over. Partner: closeIfRequested().
        isCloseRequested = true;
    }

    /**
     * Tells the models that the cluster is closed, if it is, unless they have been told.
     */
    void closeIfRequested()
    {
        // Volatile. Partner: requestClose().
        if (isCloseRequested)
        {
            close();
        }
    }

    /**
     * Tells the models that the cluster is closed, unless they have been told.
     */
    public void close()
    {
        if (!hasBegunToClose)
        {
            hasBegunToClose = true;
            // Volatile, before the models change anything. Partner: hasEnded().
            isClosing = true;
            try
            {
                for (final OperationExecutor model : executors)
                {
                    if (null != model)
                    {
                        close(model);
                    }
                }
            }
            finally
            {
                // Volatile: the models have been told, and not before. Partner: isClosed().
                isClosed = true;
            }
        }
    }

    private void close(final OperationExecutor model)
    {
        try
        {
            model.clusterClosed();
        }
        catch (final Throwable ex)
        {
            handlers.accept(ex);
        }
    }

    /**
     * Returns whether the models have been told that the cluster is closed. Any thread may call it.
     */
    boolean isClosed()
    {
        // Volatile. Partner: close().
        return isClosed;
    }

    /**
     * The host is expelled; for the thread that has taken the executor, and never gives it back.
     */
    public void leave()
    {
        // Volatile: everything that the owners before it have done. Partner: hasEnded().
        isLeft = true;
    }

    /**
     * Returns whether no thread works for the models any more, or they have been told that the cluster is closed; false
     * while a thread tells them. Any thread may call it.
     */
    public boolean hasEnded()
    {
        // Volatile. Partners: leave(), close().
        return isClosed || isLeft && !isClosing;
    }

    @Override
    public String toString()
    {
        return "ModelTable{host=" + hostId + ", unknownOperations=" + unknownOperations + ", isClosed=" + isClosed +
            '}';
    }
}
