/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.Map;
import java.util.TreeMap;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;

/**
 * What another member says at the start. It owns the rule that both have the same format of records, version, topology,
 * members, sizes and models, and take part in one launch, before anything else goes over their trunk.
 * <p>
 * Members that agree compare one number. Those that do not tell each other in words what they have, and refuse each
 * other when they have said and heard all of it. From then on, other records mean nothing. Belongs to the owner of the
 * trunks.
 */
final class Greeting
{
    private static final int FORMAT_SHIFT = Long.SIZE - Byte.SIZE;
    private static final int NOT_SAID = -1;
    private static final String REMEDY = "; give all members the same";

    private final int member;
    private final Common common;
    private final Map<String, String> there = new TreeMap<>();
    private Map<String, String> here = Map.of();
    private boolean isGreeted;

    // Read by other threads, for messages.
    private volatile boolean isReady;
    private volatile boolean isAgreed;

    // What the other member has heard that each member has drawn; null until it says so.
    private long[] drawnThere;
    private boolean hasSaidLaunch;

    // Read by threads that wait for all members.
    private volatile boolean hasClosedEarly;

    // Why the other member cannot take part, null if nothing is known against it. Read by other threads, for messages.
    private volatile String refusal;

    // Nothing more is to be said of it, and to be heard.
    private boolean isSettled;
    private boolean hasAnswered;

    // The other member has what this one has, and says it once more, because a third one differs.
    private boolean hasDispute;

    // Number of texts that the other member sends, since it differs.
    private int expected = NOT_SAID;

    /**
     * @param member number of the other member.
     * @param common what all members must have in common.
     */
    Greeting(final int member, final Common common)
    {
        this.member = member;
        this.common = common;
    }

    void sayHello(final int own, final TrunkQueue queue)
    {
        queue.say(TrunkRecord.HELLO, own, hello());
    }

    private long hello()
    {
        return (long)TrunkRecord.FORMAT << FORMAT_SHIFT | common.hash() >>> Byte.SIZE;
    }

    /**
     * Sets how the models are set up here, before anything is read, and says so.
     */
    void sayModels(final int own, final Map<String, String> models, final TrunkQueue queue)
    {
        here = models;
        SetUpRecord.say(models, queue);
        queue.say(TrunkRecord.READY, own, common.launch().drawn(own));
    }

    /**
     * A record has come. If a trunk has no room, a member that takes part no more says only that, in place of HELLO.
     *
     * @return true if it belongs to the greeting, or means nothing, because the other member cannot take part.
     * @throws IsotachException when it comes in place of the greeting, or of what the other member is to say of itself.
     */
    boolean take(final int type, final OffHeapBuffer buffer, final int offset)
    {
        if (null != refusal)
        {
            onRecordOfRefused(type, buffer, offset);
            return true;
        }
        if (!isGreeted && TrunkRecord.HELLO != type && TrunkRecord.VIEW != type && TrunkRecord.LEFT != type)
        {
            throw new IsotachException("its first record is of type " + type + " (expected: HELLO)");
        }
        switch (type)
        {
            case TrunkRecord.HELLO:
                onHello(buffer, offset);
                return true;
            case TrunkRecord.SET_UP:
                if (!hasDispute)
                {
                    SetUpRecord.read(buffer, offset, there);
                }
                return true;
            case TrunkRecord.READY:
                onReady(buffer, offset);
                return true;
            case TrunkRecord.LAUNCH:
                drawnThere = common.launch().read(buffer, offset);
                // At once, as far as it is known here: what comes behind it may count on that.
                compareLaunch();
                return true;
            case TrunkRecord.DIFFERS:
                // From a third one.
                hasDispute = true;
                return true;
            case TrunkRecord.CLOSED:
                hasClosedEarly |= null == drawnThere;
                return false;
            case TrunkRecord.VIEW:
                // Who says one without its launch had no room for more.
                checkLaunch("takes part no more");
                return false;
            case TrunkRecord.FRAME:
            case TrunkRecord.TOKEN:
            case TrunkRecord.NOTICE:
                checkLaunch("issues and promises");
                return false;
            default:
                return false;
        }
    }

    /**
     * A view of another launch is none, and neither is time of another launch, see theorem 11.
     */
    private void checkLaunch(final String what)
    {
        if (!isAgreed)
        {
            throw new IsotachException("it " + what + ", and has not said in which launch");
        }
    }

    /**
     * It may come twice.
     */
    private void onHello(final OffHeapBuffer buffer, final int offset)
    {
        final int from = buffer.getInt(offset + TrunkRecord.FIRST);
        final long hello = buffer.getLong(offset + TrunkRecord.SECOND);
        final long format = hello >>> FORMAT_SHIFT;
        // This first: members of other formats are told apart by nothing else.
        if (TrunkRecord.FORMAT != format)
        {
            refuse("its records are of format " + format + ", and those here of format " + TrunkRecord.FORMAT +
                "; give all members the same version of isotach");
        }
        else if (hello() != hello)
        {
            differ();
        }
        else if (member != from)
        {
            refuse("member " + from + " is at the other end of its trunk");
        }
        isGreeted = true;
    }

    private void refuse(final String why)
    {
        refusal = why;
        isSettled = true;
    }

    private void differ()
    {
        refusal = "it differs in " + Common.ALL + ", and has not said in which" + REMEDY;
        common.dispute();
    }

    /**
     * It may come twice, with all that comes before.
     */
    private void onReady(final OffHeapBuffer buffer, final int offset)
    {
        final String difference = SetUp.difference(here, there);
        if (null != difference)
        {
            refuse("it has other models: " + difference + REMEDY);
        }
        else if (!isReady)
        {
            common.launch().add(member, buffer.getLong(offset + TrunkRecord.SECOND));
            isReady = true;
        }
    }

    /**
     * The launch is the same only if this member knows all of it, too.
     */
    private void compareLaunch()
    {
        final String difference = common.launch().difference(drawnThere);
        if (null != difference)
        {
            refuse(difference);
        }
        else if (common.launch().isComplete())
        {
            isAgreed = true;
        }
    }

    private void onRecordOfRefused(final int type, final OffHeapBuffer buffer, final int offset)
    {
        if (isSettled)
        {
            return;
        }
        switch (type)
        {
            case TrunkRecord.DIFFERS:
                onDiffers(buffer, offset);
                break;
            case TrunkRecord.SET_UP:
                if (NOT_SAID != expected)
                {
                    SetUpRecord.read(buffer, offset, there);
                    conclude();
                }
                break;
            case TrunkRecord.CLOSED:
                throw new IsotachException("it has closed its cluster");
            case TrunkRecord.VIEW:
            case TrunkRecord.LEFT:
                throw new IsotachException("it takes part no more");
            default:
                // It was sent before the other member knew.
                break;
        }
    }

    /**
     * It may come twice, with all that follows.
     */
    private void onDiffers(final OffHeapBuffer buffer, final int offset)
    {
        // Models, which do not matter any more.
        there.clear();
        expected = buffer.getInt(offset + TrunkRecord.FIRST);
        conclude();
    }

    private void conclude()
    {
        if (expected <= there.size())
        {
            refuse("it differs: " + common.difference(there) + REMEDY);
        }
    }

    /**
     * Says which launch this is, as soon as that is known, and goes on with a member that cannot take part. Call it
     * when no record is being handled.
     *
     * @param stream from the other member.
     * @param queue  to it.
     */
    void settle(final InboundStream stream, final TrunkQueue queue)
    {
        if (!hasSaidLaunch && common.launch().isComplete())
        {
            queue.send(common.launch().record(), common.launch().recordLength(), null, 0, 0);
            hasSaidLaunch = true;
        }
        if (null == refusal && !isAgreed && null != drawnThere)
        {
            compareLaunch();
        }
        if (null == refusal)
        {
            return;
        }
        answer(queue);
        // Who refuses may close at once: the other one must have on its trunk why.
        stream.refuse(refusal, isSettled && queue.flush());
    }

    /**
     * One that differs, and has not come yet, would not hear in what otherwise.
     */
    void sayClosed(final int own, final TrunkQueue queue)
    {
        answer(queue);
        queue.say(TrunkRecord.CLOSED, own, 0);
    }

    /**
     * Says what this member has, once, if it is disputed; behind HELLO.
     */
    private void answer(final TrunkQueue queue)
    {
        if (common.isDisputed() && !hasAnswered)
        {
            queue.say(TrunkRecord.DIFFERS, common.texts().size(), 0);
            SetUpRecord.say(common.texts(), queue);
            // Behind what can fail: the other one may hear a part of it twice.
            hasAnswered = true;
        }
    }

    /**
     * Returns a name, with why the other member cannot take part, as far as it is known. Any thread may call it, for
     * messages.
     */
    String described(final String name)
    {
        final String why = null == refusal && isReady ? "it has not heard all others" : refusal;
        return null == why ? name : name + " (" + why + ')';
    }

    /**
     * Returns whether it is the other member that has to say something, and not a third one. Any thread may call it,
     * for messages.
     */
    boolean isAwaited()
    {
        return null != refusal || !isAgreed && (!isReady || common.launch().isComplete());
    }

    /**
     * Returns whether the other member has closed its cluster before it has said in which launch it takes part, so that
     * nobody can join. Any thread may call it.
     */
    boolean hasClosedEarly()
    {
        return hasClosedEarly;
    }

    /**
     * Returns whether the other member has all its models, and takes part in the same launch.
     */
    boolean isOver()
    {
        return isAgreed && hasSaidLaunch;
    }

    @Override
    public String toString()
    {
        return "Greeting{member=" + member + ", greeted=" + isGreeted + ", ready=" + isReady +
            ", agreed=" + isAgreed + (null == refusal ? "" : ", " + refusal) + '}';
    }
}
