/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Objects;
import java.util.function.BooleanSupplier;

import org.isotach.niu.funi.PacketHandler;
import org.isotach.niu.funi.PacketView;
import org.isotach.niu.funi.Priority;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.SharedSegment;

/**
 * Takes the messages of one member, and calls their functions (Hoe, FUNet, appendix A). The tag of a message, its type,
 * says what is in it. Belongs to the thread of the member.
 */
final class CmamService implements PacketHandler
{
    static final int CALL = 0;
    static final int INDIRECT = 1;
    static final int XFER = 2;
    static final int BLOCK = 3;
    static final int INDIRECT_BLOCK = 4;
    static final int MFER = 5;

    private final QueuePair queuePair;
    private final SharedSegment memory;
    private final CmamTables tables;
    private final CmamSegments segments;
    private final CmamBlock block = new CmamBlock();
    private final CmamBlock replyBlock = new CmamBlock();
    private final CmamAnswer answer;
    private final BooleanSupplier holds = this::hasPaidAndHolds;
    private final BooleanSupplier messageTaken = this::hasTakenMessage;
    private Priority inside;

    // What is waited for, outside of functions.
    private BooleanSupplier condition;

    // Number of messages, and what it was when the wait for the next one began.
    private long taken;
    private long takenBefore;

    CmamService(
        final QueuePair queuePair, final SharedSegment memory, final CmamTables tables, final CmamSegments segments)
    {
        this.queuePair = queuePair;
        this.memory = memory;
        this.tables = tables;
        this.segments = segments;
        answer = new CmamAnswer(queuePair, this);
    }

    int reply()
    {
        return queuePair.poll(Priority.REPLY, 1, this);
    }

    int replyDrain()
    {
        return queuePair.poll(Priority.REPLY, Integer.MAX_VALUE, this);
    }

    int request()
    {
        payOutside();
        return queuePair.poll(Priority.REQUEST, 1, this);
    }

    int requestDrain()
    {
        payOutside();
        return queuePair.poll(Priority.REQUEST, Integer.MAX_VALUE, this);
    }

    /**
     * One reply, or else one request.
     */
    int service()
    {
        payOutside();
        return queuePair.poll(1, this);
    }

    /**
     * All replies, then all requests.
     */
    int drain()
    {
        return replyDrain() + requestDrain();
    }

    /**
     * Sends an answer as a reply: with the words of {@link Cmam#reply4}, or with another tag.
     *
     * @param node  number of the member that has asked. If it is gone, nothing is sent.
     * @param asker its incarnation, or {@link CmamAnswer#ANY}.
     */
    void answer4(
        final int tag,
        final int node,
        final int asker,
        final int first,
        final int i1,
        final int i2,
        final int i3,
        final int i4)
    {
        begin(Priority.REPLY, "an answer");
        answer.send(tag, node, asker, first, i1, i2, i3, i4);
        queuePair.flush();
        replyDrain();
    }

    /**
     * Refuses a request whose bytes are not in the memory of this member. The answer says so to the member that has
     * asked, which would wait for ever otherwise.
     */
    void checkIndex(
        final int index,
        final int length,
        final int node,
        final int first,
        final int i1,
        final int i2,
        final int i3,
        final int i4)
    {
        try
        {
            Objects.checkFromIndexSize(index, length, memory.memory().capacity());
        }
        catch (final IndexOutOfBoundsException ex)
        {
            try
            {
                answer4(CALL, node, CmamAnswer.ANY, first, i1, i2, i3, i4);
            }
            catch (final RuntimeException | Error suppressed)
            {
                ex.addSuppressed(suppressed);
            }
            throw ex;
        }
    }

    private void payOutside()
    {
        // Inside the function that answers, the answer is just being sent.
        if (null == inside)
        {
            answer.pay();
        }
    }

    /**
     * Waits until a condition holds, and takes messages. It pays meanwhile: the member that this one waits for may wait
     * for its answer.
     */
    void await(final BooleanSupplier toHold)
    {
        condition = toHold;
        try
        {
            queuePair.await(holds, this);
        }
        finally
        {
            condition = null;
        }
    }

    private boolean hasPaidAndHolds()
    {
        payOutside();
        return condition.getAsBoolean();
    }

    /**
     * Waits until a message was taken.
     */
    void awaitMessage()
    {
        takenBefore = taken;
        await(messageTaken);
    }

    private boolean hasTakenMessage()
    {
        return taken != takenBefore;
    }

    /**
     * Begins a call that may take requests: refuses it inside functions.
     */
    void begin(final String call)
    {
        if (null != inside)
        {
            throw new IllegalStateException(call + " inside the function of a " +
                (Priority.REPLY == inside ? "reply, which may not send" : "request, which may reply only"));
        }
        answer.pay();
    }

    /**
     * Begins a call that sends: refuses it inside functions that may not do that.
     */
    void begin(final Priority priority, final String call)
    {
        if (Priority.REQUEST == priority)
        {
            begin(call);
        }
        else
        {
            checkMayReply(call);
        }
    }

    private void checkMayReply(final String call)
    {
        if (Priority.REPLY == inside)
        {
            throw new IllegalStateException(call + " inside the function of a reply, which may not send");
        }
    }

    @Override
    public void onPacket(final Priority priority, final int type, final int node, final PacketView view)
    {
        final Priority outer = inside;
        inside = priority;
        taken++;
        try
        {
            dispatch(priority, type, node, view);
        }
        finally
        {
            inside = outer;
        }
    }

    private void dispatch(final Priority priority, final int type, final int node, final PacketView view)
    {
        switch (type)
        {
            case CALL:
                tables.function(view.getInt(0))
                    .call(view.getInt(1), view.getInt(2), view.getInt(3), view.getInt(4));
                break;
            case INDIRECT:
                tables.indirect(view.getInt(0)).call(
                    view.getInt(0), view.getInt(1), view.getInt(2), view.getInt(3), view.getInt(4));
                break;
            case XFER:
                land(node, view);
                break;
            case BLOCK:
                tables.block(view.getInt(0)).call(block(priority, view), nbyte(view));
                break;
            case INDIRECT_BLOCK:
                tables.indirectBlock(view.getInt(0)).call(view.getInt(0), block(priority, view), nbyte(view));
                break;
            case MFER:
                segments.arrived((int)view.argument(), view.length());
                break;
            default:
                throw new IllegalStateException("a message of type " + type + " (expected: 0.." + MFER +
                    "): the gang has members that do not use Cmam");
        }
    }

    private CmamBlock block(final Priority priority, final PacketView view)
    {
        // The function of a request may wait, and take replies with blocks of their own.
        final CmamBlock shown = Priority.REPLY == priority ? replyBlock : block;
        shown.open(view);
        return shown;
    }

    private static int nbyte(final PacketView view)
    {
        return (view.words() - 1) * Integer.BYTES;
    }

    private void land(final int node, final PacketView view)
    {
        final int segaddr = view.getInt(0);
        if (!segments.takesFrom(segaddr, node))
        {
            // Of a member that was given up, see CmamLandings.
            return;
        }
        final int place = segments.place(segaddr);
        for (int word = 1; word < view.words(); word++)
        {
            memory.memory().putInt(place + (word - 1) * Integer.BYTES, view.getInt(word));
        }
        segments.arrived(segaddr, nbyte(view));
    }

    @Override
    public String toString()
    {
        return "CmamService{inside=" + inside + ", " + segments + '}';
    }
}
