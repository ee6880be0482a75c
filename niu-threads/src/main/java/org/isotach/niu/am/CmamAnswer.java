/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

import org.isotach.IsotachException;
import org.isotach.niu.funi.PacketBuffer;
import org.isotach.niu.funi.PacketHandler;
import org.isotach.niu.funi.Priority;
import org.isotach.niu.funi.QueuePair;

/**
 * The answers of one member to requests of {@link CmamMemory}. It owns the rule that an answer is owed until it is
 * sent, whatever the call throws that takes the request: each later call that takes requests tries again, also while it
 * waits for a condition, but it waits for none of them, so that one member that takes nothing holds up no other one.
 * Only the incarnation that has asked gets its answer: it is dropped if that is gone, also before its request is
 * handled, if the request says who has asked.
 * <p>
 * Belongs to the thread of the member.
 */
final class CmamAnswer
{
    /**
     * Any incarnation of the member that has asked: the answer says by itself which one it is for.
     */
    static final int ANY = 0;

    private static final long GONE = 0;
    private static final int WORDS = 5;

    private final QueuePair queuePair;
    private final PacketHandler handler;

    // Mostly none. Their askers take nothing at present.
    private final Deque<Owed> owed = new ArrayDeque<>();

    private record Owed(int tag, int node, long incarnation, int[] words)
    {
    }

    /**
     * @param handler takes replies while there is no room.
     */
    CmamAnswer(final QueuePair queuePair, final PacketHandler handler)
    {
        this.queuePair = queuePair;
        this.handler = handler;
    }

    /**
     * Sends an answer, or keeps it if that fails. It does not wait for room if another one to the same member is owed.
     *
     * @param tag   what is in it, see {@link CmamService}.
     * @param node  number of the member that has asked.
     * @param asker its incarnation, or {@link #ANY}.
     */
    void send(
        final int tag,
        final int node,
        final int asker,
        final int first,
        final int i1,
        final int i2,
        final int i3,
        final int i4)
    {
        final long incarnation = present(node);
        if (GONE == incarnation || ANY != asker && (int)incarnation != asker)
        {
            return;
        }
        if (isOwedTo(node))
        {
            keep(tag, node, incarnation, first, i1, i2, i3, i4);
            return;
        }
        boolean isKept = true;
        try
        {
            write(queuePair.claim(Priority.REPLY, node, tag, WORDS, handler), first, i1, i2, i3, i4);
            end(node, incarnation);
            isKept = false;
        }
        catch (final IsotachException ex)
        {
            // If it went while this one waited for room, that is no concern of the caller.
            isKept = incarnation == present(node);
            if (isKept)
            {
                throw ex;
            }
        }
        finally
        {
            if (isKept)
            {
                keep(tag, node, incarnation, first, i1, i2, i3, i4);
            }
        }
    }

    private void keep(
        final int tag,
        final int node,
        final long incarnation,
        final int first,
        final int i1,
        final int i2,
        final int i3,
        final int i4)
    {
        owed.add(new Owed(tag, node, incarnation, new int[]{ first, i1, i2, i3, i4 }));
    }

    private boolean isOwedTo(final int node)
    {
        return !owed.isEmpty() && owed.stream().anyMatch(answer -> node == answer.node);
    }

    /**
     * Sends what is owed, and for which there is room now.
     */
    void pay()
    {
        if (owed.isEmpty())
        {
            return;
        }
        Error failure = null;
        // One by one: what is sent is not owed any more, also if memory runs out for the next one.
        for (final Iterator<Owed> answers = owed.iterator(); answers.hasNext();)
        {
            try
            {
                if (tryPay(answers.next()))
                {
                    answers.remove();
                }
            }
            catch (final Error ex)
            {
                failure = null == failure ? ex : failure;
            }
        }
        queuePair.flush();
        if (null != failure)
        {
            throw failure;
        }
    }

    private boolean tryPay(final Owed answer)
    {
        if (answer.incarnation != present(answer.node))
        {
            return true;
        }
        try
        {
            final PacketBuffer packet = queuePair.tryClaim(Priority.REPLY, answer.node, answer.tag, WORDS);
            if (null == packet)
            {
                return false;
            }
            final int[] words = answer.words;
            write(packet, words[0], words[1], words[2], words[3], words[4]);
            end(answer.node, answer.incarnation);
            return true;
        }
        catch (final IsotachException ex)
        {
            // It has just gone, or else the next call tries again.
            return answer.incarnation != present(answer.node);
        }
    }

    private static void write(
        final PacketBuffer packet, final int first, final int i1, final int i2, final int i3, final int i4)
    {
        packet.putInt(0, first).putInt(1, i1).putInt(2, i2).putInt(3, i3).putInt(4, i4);
    }

    private void end(final int node, final long incarnation)
    {
        // After the claim, which may have made the queue lead to one that was started anew.
        if (incarnation == present(node))
        {
            queuePair.commit();
        }
        else
        {
            queuePair.abort();
        }
    }

    private long present(final int node)
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
        return "CmamAnswer{owed=" + owed + '}';
    }
}
