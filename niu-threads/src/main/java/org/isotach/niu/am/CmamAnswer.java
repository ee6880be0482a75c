/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.IsotachException;
import org.isotach.niu.funi.PacketBuffer;
import org.isotach.niu.funi.PacketHandler;
import org.isotach.niu.funi.Priority;
import org.isotach.niu.funi.QueuePair;

/**
 * The answer of one member to the last request of {@link CmamMemory} that it has taken. It owns the rule that an answer
 * is owed until it is sent, whatever the call throws that takes the request; while one is owed, no request is taken.
 * Only the incarnation that has asked gets it: it is dropped if that is gone.
 * <p>
 * Belongs to the thread of the member.
 */
final class CmamAnswer
{
    private static final long GONE = 0;

    private final QueuePair queuePair;
    private final PacketHandler handler;
    private final int[] words = new int[5];
    private int tag;
    private int node;
    private long incarnation;
    private boolean isOwed;

    /**
     * @param handler takes replies while there is no room.
     */
    CmamAnswer(final QueuePair queuePair, final PacketHandler handler)
    {
        this.queuePair = queuePair;
        this.handler = handler;
    }

    /**
     * Sends an answer, or keeps it if that fails.
     *
     * @param ofMessage what is in it, see {@link CmamService}.
     * @param asker     number of the member that has asked.
     */
    void send(
        final int ofMessage,
        final int asker,
        final int first,
        final int i1,
        final int i2,
        final int i3,
        final int i4)
    {
        tag = ofMessage;
        node = asker;
        words[0] = first;
        words[1] = i1;
        words[2] = i2;
        words[3] = i3;
        words[4] = i4;
        incarnation = present();
        isOwed = GONE != incarnation;
        if (isOwed)
        {
            sendOwed();
        }
    }

    /**
     * Sends the answer that is owed, if there is one.
     */
    void pay()
    {
        if (isOwed && isGone())
        {
            isOwed = false;
        }
        if (isOwed)
        {
            sendOwed();
        }
    }

    private void sendOwed()
    {
        try
        {
            write(queuePair.claim(Priority.REPLY, node, tag, words.length, handler));
            isOwed = false;
        }
        catch (final IsotachException ex)
        {
            // If it went while this one waited for room, that is no concern of the caller.
            isOwed = !isGone();
            if (isOwed)
            {
                throw ex;
            }
        }
    }

    private void write(final PacketBuffer packet)
    {
        for (int word = 0; word < words.length; word++)
        {
            packet.putInt(word, words[word]);
        }
        // After the claim, which may have made the queue lead to one that was started anew.
        if (isGone())
        {
            queuePair.abort();
        }
        else
        {
            queuePair.commit();
        }
    }

    private boolean isGone()
    {
        return incarnation != present();
    }

    private long present()
    {
        try
        {
            return queuePair.incarnation(node);
        }
        catch (final IsotachException ex)
        {
            return GONE;
        }
    }

    @Override
    public String toString()
    {
        return "CmamAnswer{node=" + node + ", owed=" + isOwed + '}';
    }
}
