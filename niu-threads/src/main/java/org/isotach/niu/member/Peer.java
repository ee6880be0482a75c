/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;

import com.lmax.disruptor.Sequence;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.InboundFrames;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.link.TrunkTransport;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.niu.time.Floor;

/**
 * Another member, as this one sees it. It owns rule R3: what comes on its stream is handled in order, so that the
 * frames in front of a token are on their links when the token is heard. Belongs to the owner of the trunks.
 */
final class Peer implements TrunkHandler
{
    private static final int POLL_LIMIT = 256;
    private static final int PARTS = 4;

    private final int member;
    private final String name;
    private final Trunk trunk;
    private final Sequence framesSent;
    private final Floor floor;
    private final TrunkQueue queue;
    private final InboundFrames frames;
    private final RemoteReplies replies;
    private final OutboundLinks[] links;
    private final TrunkTransport transport;
    private final RemoteNotices notices;
    private final RemoteData data;
    private final NoticeBoard board;
    private final int[] hosts;
    private final long[] toldTaken;
    private final Greeting greeting;
    private final OffHeapBuffer record = OffHeapBuffer.allocate(TrunkRecord.SHORT_LENGTH);
    private long told;

    // Read by the thread that closes, for messages.
    private volatile boolean isClosed;

    // Read by threads that wait for all members.
    private volatile boolean isOpen;

    // Null as long as the trunk is whole.
    private volatile IsotachException error;

    /**
     * @param member     number of the other member.
     * @param name       of the other member.
     * @param trunk      to it.
     * @param framesSent on that trunk.
     * @param floor      of this member.
     * @param queue      of the trunks, on that trunk.
     * @param frames     from the other member.
     * @param replies    from and to it.
     * @param links      of all hosts.
     * @param transport  of this member.
     * @param notices    from here.
     * @param data       from here and there.
     * @param board      with the logs of all hosts.
     * @param hosts      of the other member.
     * @param commonHash of what all members must have in common.
     */
    Peer(
        final int member,
        final String name,
        final Trunk trunk,
        final Sequence framesSent,
        final Floor floor,
        final TrunkQueue queue,
        final InboundFrames frames,
        final RemoteReplies replies,
        final OutboundLinks[] links,
        final TrunkTransport transport,
        final RemoteNotices notices,
        final RemoteData data,
        final NoticeBoard board,
        final int[] hosts,
        final long commonHash)
    {
        this.member = member;
        this.name = name;
        this.trunk = trunk;
        this.framesSent = framesSent;
        this.floor = floor;
        this.queue = queue;
        this.frames = frames;
        this.replies = replies;
        this.links = links;
        this.transport = transport;
        this.notices = notices;
        this.data = data;
        this.board = board;
        this.hosts = hosts;
        toldTaken = new long[hosts.length];
        Arrays.fill(toldTaken, -1);
        greeting = new Greeting(member, commonHash);
    }

    String name()
    {
        return name;
    }

    /**
     * Returns whether both have joined, and frames may go there. Any thread may call it.
     */
    boolean isOpen()
    {
        return isOpen;
    }

    IsotachException error()
    {
        return error;
    }

    /**
     * Returns whether the other member has come, and is not lost.
     */
    boolean isThere()
    {
        return isOpen && null == error;
    }

    /**
     * Returns whether the other member needs nothing from this one any more.
     */
    boolean isClosed()
    {
        return isClosed;
    }

    /**
     * Returns whether the other member gets everything that this one has said.
     */
    boolean isFlushed()
    {
        return queue.flush();
    }

    /**
     * Says that this member is there with all its models.
     *
     * @param models how they are set up.
     */
    void join(final int own, final Map<String, String> models)
    {
        say(TrunkRecord.HELLO, own, greeting.commonHash());
        data.sayStart();
        greeting.sayModels(models, queue);
        say(TrunkRecord.READY, own, models.size());
    }

    void say(final int type, final int what, final long value)
    {
        record.putInt(TrunkRecord.TYPE, type);
        record.putInt(TrunkRecord.FIRST, what);
        record.putLong(TrunkRecord.SECOND, value);
        queue.send(record, TrunkRecord.THIRD, null, 0, 0);
    }

    /**
     * Handles what has come. A trunk that is not whole any more is not read any more: time stands still then.
     *
     * @param errorHandler told once.
     */
    int poll(final Consumer<Throwable> errorHandler)
    {
        if (null != error)
        {
            return 0;
        }
        try
        {
            return trunk.poll(this, POLL_LIMIT);
        }
        catch (final Throwable ex)
        {
            error = new IsotachException("member " + name + " is lost: " + ex.getMessage() +
                "; close this cluster, and launch all members again");
            error.initCause(ex);
            errorHandler.accept(error);
            return 1;
        }
    }

    @Override
    public void onRecord(final OffHeapBuffer buffer, final int offset, final int length)
    {
        final int type = buffer.getInt(offset + TrunkRecord.TYPE);
        greeting.check(type);
        switch (type)
        {
            case TrunkRecord.FRAME:
                frames.onFrame(buffer, offset);
                break;
            case TrunkRecord.TOKEN:
                onToken(buffer, offset);
                break;
            case TrunkRecord.CREDITS:
                InboundFrames.onCredits(buffer, offset, links);
                break;
            case TrunkRecord.REPLY:
                replies.onReply(buffer, offset);
                break;
            case TrunkRecord.NOTICE:
                frames.onNotice();
                board.publish(
                    buffer.getInt(offset + TrunkRecord.FIRST),
                    buffer.getLong(offset + TrunkRecord.SECOND),
                    buffer.getLong(offset + TrunkRecord.THIRD));
                board.wakeListeners();
                break;
            case TrunkRecord.TAKEN:
                notices.onTaken(
                    member, buffer.getInt(offset + TrunkRecord.FIRST), buffer.getLong(offset + TrunkRecord.SECOND));
                break;
            case TrunkRecord.HELLO:
                greeting.onHello(buffer, offset);
                break;
            case TrunkRecord.SET_UP:
                greeting.onSetUp(buffer, offset);
                break;
            case TrunkRecord.READY:
                greeting.onReady();
                break;
            case TrunkRecord.CLOSED:
                isClosed = true;
                break;
            default:
                data.onRecord(type, buffer, offset);
                break;
        }
    }

    private void onToken(final OffHeapBuffer buffer, final int offset)
    {
        frames.check(buffer.getLong(offset + TrunkRecord.FOURTH));
        floor.hear(member, buffer.getLong(offset + TrunkRecord.SECOND));
        floor.want(buffer.getLong(offset + TrunkRecord.THIRD));
    }

    /**
     * Sends a token, if the last one has promised less, or what is wanted is not known there.
     *
     * @param promised all frames up to this pulse are on the trunk.
     */
    int sendToken(final long promised)
    {
        if (promised <= told || !queue.flush())
        {
            return 0;
        }
        // This first, for promised is older: these frames come in front of the token.
        record.putLong(TrunkRecord.FOURTH, framesSent.get() + 1);
        record.putInt(TrunkRecord.TYPE, TrunkRecord.TOKEN);
        record.putInt(TrunkRecord.FIRST, 0);
        record.putLong(TrunkRecord.SECOND, promised);
        record.putLong(TrunkRecord.THIRD, floor.wanted());
        queue.send(record, TrunkRecord.SHORT_LENGTH, null, 0, 0);
        told = promised;
        return 1;
    }

    /**
     * Sends results and credits, when what both have said at the start is through.
     */
    int sendRest(final Consumer<Throwable> errorHandler)
    {
        if (!queue.flush() || !greeting.isOver())
        {
            return 0;
        }
        if (!isOpen)
        {
            isOpen = true;
            transport.open(member);
            return 1;
        }
        // In this order: when a host learns that something was executed, its results have come.
        frames.look();
        return replies.send(errorHandler) + frames.sendCredits(queue) + sendTaken() + data.send();
    }

    /**
     * Says which notices of the other member are taken, when all are, or a quarter of a log.
     */
    private int sendTaken()
    {
        int work = 0;
        for (int i = 0; i < hosts.length; i++)
        {
            final long published = board.log(hosts[i]).published();
            if (published > toldTaken[i])
            {
                final long taken = board.taken(hosts[i]);
                if (taken == published || taken - toldTaken[i] >= NoticeBoard.LOG_SIZE / PARTS)
                {
                    toldTaken[i] = taken;
                    say(TrunkRecord.TAKEN, hosts[i], taken);
                    work++;
                }
            }
        }
        return work;
    }

    void close()
    {
        trunk.close();
    }

    @Override
    public String toString()
    {
        return "Peer{" + name + ", open=" + isOpen + ", told=" + told + ", heard=" + floor.heard(member) + ", " +
            frames + '}';
    }
}
