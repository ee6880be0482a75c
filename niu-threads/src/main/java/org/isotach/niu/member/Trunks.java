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
import org.isotach.niu.link.StartWords;
import org.isotach.niu.link.TrunkRecord;
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
    private final Consumer<Throwable> errorHandler;

    // The models are written before.
    private volatile boolean isJoining;
    private Map<String, String> models;
    private boolean hasSaidSo;

    private volatile boolean isClosing;
    private volatile boolean mayLeave;
    private boolean hasSaidClosed;

    /**
     * @param own          number of this member.
     * @param peers        all other members.
     * @param promiser     of this member.
     * @param startWords   of the hosts of this member.
     * @param errorHandler told of members that are lost; never throws.
     */
    Trunks(
        final int own,
        final List<Peer> peers,
        final Promiser promiser,
        final StartWords startWords,
        final Consumer<Throwable> errorHandler)
    {
        super("trunks", new TryLock());
        this.own = own;
        this.peers = peers.toArray(new Peer[0]);
        this.promiser = promiser;
        this.startWords = startWords;
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
     * Returns whether all members are there. Any thread may call it.
     *
     * @throws IsotachException when one is lost, or differs from this one.
     */
    public boolean haveAllJoined()
    {
        boolean areOpen = true;
        for (final Peer peer : peers)
        {
            if (null != peer.error())
            {
                throw peer.error();
            }
            areOpen &= peer.isOpen();
        }
        return areOpen;
    }

    /**
     * Returns the names of the members that are not there. Any thread may call it.
     */
    public List<String> missing()
    {
        return Arrays.stream(peers).filter(peer -> !peer.isOpen()).map(Peer::name).toList();
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
        return mayLeave || !isJoining;
    }

    /**
     * Returns the names of the members that have not closed. Any thread may call it, for messages.
     */
    public List<String> notClosed()
    {
        return Arrays.stream(peers).filter(peer -> !peer.isClosed()).map(Peer::name).toList();
    }

    /**
     * Says that this member needs nothing any more, and goes on for the others until they have said the same. If some
     * member has never come, or is lost, nobody waits for the others, but those that are there get what they need.
     */
    private int leave()
    {
        int work = 0;
        if (!hasSaidClosed)
        {
            hasSaidClosed = true;
            for (final Peer peer : peers)
            {
                peer.say(TrunkRecord.CLOSED, own, 0);
            }
            work++;
        }
        if (!mayLeave && areFlushed() &&
            (Arrays.stream(peers).allMatch(Peer::isClosed) || !Arrays.stream(peers).allMatch(Peer::isThere)))
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
        int work = 0;
        if (!hasSaidSo)
        {
            hasSaidSo = true;
            for (final Peer peer : peers)
            {
                peer.join(own, models);
            }
            work++;
        }
        for (final Peer peer : peers)
        {
            work += peer.poll(errorHandler);
        }
        // Tokens first: others may wait for them.
        final long promised = promiser.promise();
        for (final Peer peer : peers)
        {
            work += peer.sendToken(promised);
        }
        for (final Peer peer : peers)
        {
            work += peer.sendRest(errorHandler);
        }
        return isClosing ? work + leave() : work;
    }

    /**
     * Ends the streams; when no thread works for this unit any more.
     */
    public void close()
    {
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
    }

    @Override
    public String toString()
    {
        return unitName() + Arrays.toString(peers);
    }
}
