/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.isotach.IsotachException;
import org.isotach.MemberLostException;
import org.isotach.OtherMemberLostException;
import org.isotach.niu.link.StartWords;
import org.isotach.niu.spi.View;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.Promiser;

/**
 * The trunks of one member to all others: reads what they send, promises what they want, and sends them what this
 * member owes them. It never waits, neither for a host nor for room on a trunk.
 */
public final class Trunks extends ExclusiveUnit
{
    private final int own;
    private final Peer[] peers;
    private final Promiser promiser;
    private final StartWords startWords;
    private final ViewChange views;
    private final FramePositions positions;
    private final FrameTokens frameTokens;
    private final TrunksStart start;
    private final ExpulsionRequests expulsions;
    private final Consumer<Throwable> errorHandler;

    // The models are written before.
    private volatile boolean isJoining;
    private Map<String, String> models;
    private boolean hasSaidSo;

    private volatile boolean isClosing;
    private volatile boolean mayLeave;
    private boolean hasSaidClosed;
    private boolean hasSaidLeft;

    private final SentResults results = new SentResults();

    /**
     * @param own          number of this member.
     * @param peers        all other members.
     * @param promiser     of this member.
     * @param startWords   of the hosts of this member.
     * @param views        of this member.
     * @param positions    of the frames on each trunk.
     * @param frameTokens  that frames carry.
     * @param expulsions   of single hosts.
     * @param lock         right to work for the trunks.
     * @param errorHandler told of members that are lost; never throws.
     */
    Trunks(
        final int own,
        final List<Peer> peers,
        final Promiser promiser,
        final StartWords startWords,
        final ViewChange views,
        final FramePositions positions,
        final FrameTokens frameTokens,
        final ExpulsionRequests expulsions,
        final TryLock lock,
        final Consumer<Throwable> errorHandler)
    {
        super("trunks", lock);
        this.own = own;
        this.peers = peers.toArray(new Peer[0]);
        this.promiser = promiser;
        this.startWords = startWords;
        this.views = views;
        this.positions = positions;
        this.frameTokens = frameTokens;
        start = new TrunksStart(this.peers, frameTokens);
        this.expulsions = expulsions;
        this.errorHandler = errorHandler;
    }

    /**
     * This member has all its models: from now on it hears what the others send. Any thread may call it.
     *
     * @param setUp how they are set up.
     */
    public void join(final Map<String, String> setUp)
    {
        models = setUp;
        startWords.say();
        // Volatile: the models. Partner: work().
        isJoining = true;
    }

    /**
     * Returns whether all members are there. Nobody waits for one that a view puts out. Any thread may call it.
     *
     * @throws IsotachException when one is lost, has closed, or differs from this one, or this one is out.
     */
    public boolean haveAllJoined()
    {
        if (null != views.lost())
        {
            throw views.lost();
        }
        PeerState.checkJoining(peers, views.view());
        return Arrays.stream(peers).allMatch(Peer::isOpen);
    }

    /**
     * Returns whether this member has joined, and all others had come by then. Any thread may call it.
     */
    public boolean hasJoined()
    {
        return isJoining && Arrays.stream(peers).allMatch(Peer::isOpen);
    }

    /**
     * Returns the names of the members that are not there, and what is known against them. Any thread may call it.
     */
    public List<String> missing()
    {
        return PeerState.missing(peers);
    }

    /**
     * This member issues nothing any more, and everything that it has issued is executed, with its results. Any thread
     * may call it, again until it returns true.
     *
     * @return true if no other member needs anything from this one.
     */
    public boolean tryLeave()
    {
        isClosing = true;
        return mayLeave || !isJoining || null != views.lost();
    }

    /**
     * Returns the names of the members that have not closed. Any thread may call it, for messages.
     */
    public List<String> notClosed()
    {
        return PeerState.names(peers, peer -> !peer.isClosed(), Peer::name);
    }

    /**
     * Says that this member needs nothing any more, and goes on for the others until they have said the same. If some
     * member has never come, or is lost before it has said so, nobody waits for the others, but those that are there
     * get what they need.
     */
    private int leave()
    {
        int work = 0;
        if (!hasSaidClosed)
        {
            for (final Peer peer : peers)
            {
                peer.sayClosed(own);
            }
            // Behind what can fail: others may hear it twice.
            hasSaidClosed = true;
            work++;
        }
        if (!mayLeave && areFlushed() && (Arrays.stream(peers).allMatch(Peer::isClosed) ||
            !Arrays.stream(peers).allMatch(peer -> peer.isThere() || peer.isClosed())))
        {
            mayLeave = true;
            work++;
        }
        return work;
    }

    private boolean areFlushed()
    {
        boolean areFlushed = true;
        for (final Peer peer : peers)
        {
            // Each of them has its turn.
            areFlushed &= peer.isFlushed() || !peer.isThere();
        }
        return areFlushed;
    }

    @Override
    public int work()
    {
        // Volatile. Partner: join().
        if (!isJoining)
        {
            return 0;
        }
        final long asked = results.asked();
        int work = 0;
        if (!hasSaidSo)
        {
            for (final Peer peer : peers)
            {
                peer.join(own, models);
            }
            hasSaidSo = true;
            work++;
        }
        if (null == views.lost())
        {
            for (final Peer peer : peers)
            {
                work += peer.poll(hasSaidClosed, errorHandler);
            }
            work += views.work();
        }
        // Once more: whoever is out answers nothing and promises nothing from here on.
        if (null != views.lost())
        {
            return work + endAlone();
        }
        work += expulsions.work() + start.work();
        if (start.isOver())
        {
            work += sendTokens();
        }
        for (final Peer peer : peers)
        {
            work += peer.sendRest(errorHandler);
        }
        if (results.isAwaited(asked))
        {
            work++;
            if (Arrays.stream(peers).allMatch(Peer::hasSentResults))
            {
                results.sent(asked);
            }
        }
        return isClosing ? work + leave() : work;
    }

    /**
     * In front of the rest: others may wait for them.
     */
    private int sendTokens()
    {
        final long promised = promiser.promise();
        final long[] onTrunks = positions.of(promised);
        int work = 0;
        for (final Peer peer : peers)
        {
            work += peer.isOut() ? 0 : peer.tokens().send(promised, onTrunks);
        }
        return work;
    }

    /**
     * Returns when results are on their trunks.
     */
    public SentResults results()
    {
        return results;
    }

    /**
     * This member takes part no more: tells the others, if they can be reached, and lets its hosts wait for nobody.
     */
    private int endAlone()
    {
        int work = 0;
        frameTokens.set(false);
        for (final Peer peer : peers)
        {
            if (!hasSaidLeft && !peer.isOut())
            {
                peer.sayLeft(views.outOf());
                work++;
            }
            work += peer.sayLast();
        }
        hasSaidLeft = true;
        return work;
    }

    /**
     * Returns the largest view that is known or asked for. Any thread may call it.
     */
    public View view()
    {
        return views.view();
    }

    /**
     * A view is in force, as the authority says. Any thread may call it.
     */
    public void request(final View next)
    {
        views.request(next);
    }

    /**
     * Returns whether a view has come in the place of another one. Any thread may call it.
     */
    public boolean isOutOfTurn(final View other)
    {
        return views.isOutOfTurn(other);
    }

    /**
     * Returns the pulse in which the hosts of a member leave, -1 if that is not decided. Any thread may call it.
     */
    public long leftIn(final int member)
    {
        return views.leftIn(member);
    }

    /**
     * Returns why this member takes part no more, null if it does. Any thread may call it.
     */
    public MemberLostException lost()
    {
        return views.lost();
    }

    /**
     * Returns what members ask of each other about single hosts.
     */
    public ExpulsionRequests expulsions()
    {
        return expulsions;
    }

    /**
     * See {@link MissingAnswers#silenced}. Any thread may call it.
     */
    public OtherMemberLostException silenced()
    {
        return MissingAnswers.silenced(peers, views);
    }

    /**
     * See {@link MissingAnswers#check}. Any thread may call it.
     */
    public void checkAnswers(final int member)
    {
        MissingAnswers.check(peers, views, member);
    }

    /**
     * Returns what is known of each other member. Any thread may call it.
     */
    public List<PeerState> states()
    {
        return Arrays.stream(peers).map(peer -> PeerState.of(peer, views, isJoining)).toList();
    }

    /**
     * Ends the streams, and lets no thread work for this unit any more. Call it once the threads of the cluster have
     * ended: in INVOKER, a thread of the application may still be inside a stream, whose memory goes with it.
     *
     * @return false if there is such a thread: call it again.
     */
    public boolean tryClose()
    {
        // Never given back.
        if (!lock().tryEnterSoon())
        {
            return false;
        }
        for (final Peer peer : peers)
        {
            try
            {
                peer.close();
            }
            catch (final Throwable ex)
            {
                errorHandler.accept(ex);
            }
        }
        return true;
    }

    @Override
    public String toString()
    {
        return unitName() + Arrays.toString(peers);
    }
}
