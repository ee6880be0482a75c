/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.Map;
import java.util.function.Consumer;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.FrameCredits;
import org.isotach.niu.link.InboundFrames;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.link.TrunkTransport;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.niu.spi.View;

/**
 * Another member, as this one sees it. It owns rule R3: what comes on its stream is handled in order, so that the
 * frames in front of a token are on their links when the token is heard. Belongs to the owner of the trunks.
 */
final class Peer implements TrunkHandler
{
    private final int member;
    private final String name;
    private final GuardedTrunk trunk;
    private final InboundStream stream;
    private final TrunkQueue queue;
    private final InboundFrames frames;
    private final PeerTokens tokens;
    private final RemoteReplies replies;
    private final OutboundLinks[] links;
    private final TrunkTransport transport;
    private final RemoteNotices notices;
    private final RemoteData data;
    private final TakenNotices taken;
    private final Greeting greeting;
    private final ExpulsionRequests expulsions;
    private ViewListener views;
    private boolean hasSentResults;
    private boolean hasSaidJoined;

    // Read by the thread that closes, for messages.
    private volatile boolean isClosed;

    // Read by threads that wait for all members.
    private volatile boolean isOpen;

    // Read by threads that ask who holds others up.
    private volatile boolean isOut;

    /**
     * @param member     number of the other member.
     * @param name       of the other member.
     * @param trunk      to it.
     * @param queue      of the trunks, on that trunk.
     * @param frames     from the other member.
     * @param tokens     from and to it.
     * @param replies    from and to it.
     * @param links      of all hosts.
     * @param transport  of this member.
     * @param notices    from here.
     * @param data       from here and there.
     * @param taken      notices of the other member.
     * @param expulsions of single hosts.
     * @param common     what all members must have in common.
     */
    Peer(
        final int member,
        final String name,
        final GuardedTrunk trunk,
        final TrunkQueue queue,
        final InboundFrames frames,
        final PeerTokens tokens,
        final RemoteReplies replies,
        final OutboundLinks[] links,
        final TrunkTransport transport,
        final RemoteNotices notices,
        final RemoteData data,
        final TakenNotices taken,
        final ExpulsionRequests expulsions,
        final Common common)
    {
        this.member = member;
        this.name = name;
        this.trunk = trunk;
        stream = new InboundStream(name, trunk, this);
        this.queue = queue;
        this.frames = frames;
        this.tokens = tokens;
        this.replies = replies;
        this.links = links;
        this.transport = transport;
        this.notices = notices;
        this.data = data;
        this.taken = taken;
        this.expulsions = expulsions;
        greeting = new Greeting(member, common);
    }

    /**
     * Connects it with the views, which are created later.
     */
    void connect(final ViewListener listener)
    {
        views = listener;
    }

    int member()
    {
        return member;
    }

    String name()
    {
        return name;
    }

    Greeting greeting()
    {
        return greeting;
    }

    /**
     * Returns whether all have joined, or the other one is out, and frames may go there. Any thread may call it.
     */
    boolean isOpen()
    {
        return isOpen;
    }

    /**
     * Returns what has happened to the trunk; null as long as it is whole. Any thread may call it.
     */
    IsotachException error()
    {
        return stream.error();
    }

    /**
     * Returns what to tell people of the trunk, see {@link InboundStream#loss}. Any thread may call it.
     */
    IsotachException loss()
    {
        return stream.loss();
    }

    /**
     * Returns whether the other member has come, and is not lost.
     */
    boolean isThere()
    {
        return isOpen && null == error();
    }

    /**
     * Returns whether the other member needs nothing from this one any more, because it is out, too.
     */
    boolean isClosed()
    {
        return isClosed || isOut;
    }

    /**
     * Returns whether its hosts have left. Any thread may call it.
     */
    boolean isOut()
    {
        return isOut;
    }

    /**
     * Returns whether there is no room on the trunk to it. Any thread may call it, for messages.
     */
    boolean isRefusing()
    {
        return trunk.isRefusing();
    }

    PeerTokens tokens()
    {
        return tokens;
    }

    InboundFrames frames()
    {
        return frames;
    }

    /**
     * Returns whether the other member gets everything that this one has said.
     */
    boolean isFlushed()
    {
        return queue.flush();
    }

    /**
     * Sends what has a type of its own, behind everything else.
     */
    void send(final OffHeapBuffer message, final int length)
    {
        queue.send(message, length, null, 0, 0);
    }

    /**
     * Says once that this member is there with all its models. Call it again after a failure: the other one may hear a
     * part of it twice.
     *
     * @param models how they are set up.
     */
    void join(final int own, final Map<String, String> models)
    {
        if (!hasSaidJoined)
        {
            greeting.sayHello(own, queue);
            data.sayStart();
            greeting.sayModels(own, models, queue);
            hasSaidJoined = true;
        }
    }

    void sayClosed(final int own)
    {
        greeting.sayClosed(own, queue);
    }

    /**
     * Handles what has come.
     *
     * @param hasSaidClosed this member needs nothing from the others any more.
     * @param errorHandler  told once if the other one is lost.
     */
    int poll(final boolean hasSaidClosed, final Consumer<Throwable> errorHandler)
    {
        final int work = stream.poll();
        greeting.settle(stream, queue);
        stream.tell(hasSaidClosed && isClosed, isOpen, views, errorHandler);
        return work;
    }

    InboundStream stream()
    {
        return stream;
    }

    /**
     * The other member is out: nobody waits for it. It is told when there is room on the trunk.
     *
     * @param word its last record.
     */
    void leave(final OffHeapBuffer word)
    {
        isOut = true;
        trunk.abandon(word);
        // It may go before it has come: neither this member nor its hosts wait for that.
        open();
    }

    /**
     * It is this member that takes part no more.
     *
     * @param next the view that has put it out, of which the other one may not know; null if there is none.
     */
    void sayLeft(final View next)
    {
        final OffHeapBuffer word;
        if (null == next)
        {
            word = OffHeapBuffer.allocate(TrunkRecord.THIRD);
            word.putInt(TrunkRecord.TYPE, TrunkRecord.LEFT);
        }
        else
        {
            word = ViewRecord.of(next, 0, 0).write();
        }
        trunk.abandon(word);
    }

    /**
     * Says the last word, when there is room for it.
     */
    int sayLast()
    {
        return trunk.sayLast();
    }

    @Override
    public void onRecord(final OffHeapBuffer buffer, final int offset, final int length, final long position)
    {
        final int type = buffer.getInt(offset + TrunkRecord.TYPE);
        if (greeting.take(type, buffer, offset))
        {
            return;
        }
        switch (type)
        {
            case TrunkRecord.FRAME:
                tokens.onFrame(buffer, offset, position);
                break;
            case TrunkRecord.TOKEN:
                tokens.onToken(buffer, offset, links);
                break;
            case TrunkRecord.CREDITS:
                FrameCredits.onCredits(buffer, offset, offset + TrunkRecord.SECOND, links);
                break;
            case TrunkRecord.REPLY:
                replies.onReply(buffer, offset);
                break;
            case TrunkRecord.NOTICE:
                frames.onNotice(buffer, offset, position);
                taken.onNotice(buffer, offset);
                break;
            case TrunkRecord.TAKEN:
                notices.onTaken(member, buffer, offset);
                break;
            case TrunkRecord.CLOSED:
                isClosed = true;
                break;
            case TrunkRecord.VIEW:
                views.onView(member, buffer, offset);
                break;
            case TrunkRecord.EXPEL:
                expulsions.onRequest(member, buffer, offset);
                break;
            case TrunkRecord.NOT_EXPELLED:
                expulsions.onRefusal(member, buffer, offset);
                break;
            case TrunkRecord.LEFT:
                throw new IsotachException("it takes part no more, and has an exception of its own that says why");
            default:
                data.onRecord(type, buffer, offset);
                break;
        }
    }

    /**
     * Sends results and credits, when the trunks are open, and what was said before is on this one.
     */
    int sendRest(final Consumer<Throwable> errorHandler)
    {
        hasSentResults = isOut;
        if (isOut)
        {
            // The trunk drops what hosts still send there; they wait until it is taken.
            return sayLast() + data.send();
        }
        if (!queue.flush() || !isOpen)
        {
            return 0;
        }
        // In this order: when a host learns that something was executed, its results have come.
        frames.credits().look();
        final int sent = replies.send(errorHandler);
        if (!queue.flush())
        {
            return sent;
        }
        // If the trunk had no room for a while, results are still on their rings.
        hasSentResults = replies.hasReachedAll();
        final int told = hasSentResults ? frames.credits().send(queue) : 1;
        return sent + told + taken.send(queue) + data.send() + expulsions.tell(member, queue);
    }

    /**
     * Frames may go to the other member, and everything else.
     */
    void open()
    {
        isOpen = true;
        transport.open(member);
    }

    /**
     * Returns whether all results that were there when the last turn began are on the trunk, if somebody takes them.
     */
    boolean hasSentResults()
    {
        return hasSentResults;
    }

    void close()
    {
        trunk.close();
    }

    @Override
    public String toString()
    {
        return "Peer{" + name + ", open=" + isOpen + ", out=" + isOut + ", " + tokens + ", " + frames + '}';
    }
}
