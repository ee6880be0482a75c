/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Objects;
import java.util.function.BooleanSupplier;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.funi.Priority;

/**
 * Shared memory above {@link Cmam}, as the paper measures it (Hoe, FUNet, table 6.1): reads and writes that wait, gets
 * and puts that do not, and a barrier. A member reads and writes the memory of the others, in which the segments of
 * {@link Cmam} are, too.
 * <p>
 * A member serves the others inside calls of its own only, so one that computes for long should call {@link
 * Cmam#poll()} now and then. All members make this at the same place among their functions. Indices are not checked
 * before they reach the other member; one that is out of its memory fails the call in which it takes the message, and
 * the call that waits for the answer: with {@link IndexOutOfBoundsException}, and as below where a member is gone.
 * <p>
 * A call that has failed may be repeated. An answer to another member that it could not send is sent by the next call
 * that finds room for it, also while that waits in {@code sync}, {@code barrier} or {@code await}. The late answer to a
 * read is taken for no other, and a barrier goes on where it was. {@link #sync()}, and all calls that do the same, wait
 * for what a write has sent whose time was over.
 * <p>
 * A member that is gone, or was started anew ({@link org.isotach.niu.funi.Gang#remap}), answers nothing any more. A
 * read of it, which waits, throws then what calls that send to it throw, or {@link org.isotach.IsotachException} if it
 * was started anew. Of writes, puts and gets {@link #sync()} says so, and each call that does the same: once, when all
 * others are done; those that failed may have been made or not. A barrier throws what calls that send to a member throw
 * that is gone and has not come, as soon as member 0 waits at the barrier, too; or else when its time is over.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to the thread of its {@link Cmam}.
 */
public final class CmamMemory
{
    private static final int READS_SHIFT = 16;

    private final Cmam cmam;
    private final OffHeapBuffer memory;
    private final int read;
    private final int readDone;
    private final int get;
    private final int getDone;
    private final int getSixteen;
    private final int writeInt;
    private final int writeDouble;
    private final int writeDone;
    private final int refused;
    private final CmamBarrier barrier;
    private final CmamAccount account;
    private final CmamLandings landings;
    private final int own;
    private final BooleanSupplier answered = this::hasRead;
    private final BooleanSupplier room = this::hasRoom;

    // The read that is waited for: its number, whom it asks, and its result. The answer to an earlier one, whose call
    // has failed, may come now.
    private int reads;
    private int readNode;
    private long readIncarnation;
    private boolean isRead;
    private boolean isRefused;
    private long result;

    private CmamMemory(final Cmam cmam)
    {
        this.cmam = cmam;
        memory = cmam.memory().memory();
        landings = new CmamLandings(cmam.segments(), this::onAnswer);
        // Apart from those of the former incarnation, whose answers may still come.
        own = (int)cmam.queuePair().incarnation(cmam.selfAddress());
        reads = own << READS_SHIFT;
        account = new CmamAccount(cmam, landings, own);
        readDone = cmam.onCall((low, high, number, isOutside) ->
        {
            if (number == reads)
            {
                result = word(low, high);
                isRefused = 0 != isOutside;
                isRead = true;
            }
        });
        getDone = cmam.onCall((low, place, answer, i4) ->
        {
            if (account.isAnswered(answer))
            {
                memory.putInt(place, low);
            }
        });
        writeDone = cmam.onCall((answer, i2, i3, i4) -> onAnswer(answer));
        read = cmam.onCall((who, index, number, isWide) ->
        {
            cmam.messages().checkIndex(index, 0 == isWide ? Integer.BYTES : Long.BYTES, who, readDone,
                memory.capacity(), 0, number, 1);
            final long word = 0 == isWide ? memory.getInt(index) : memory.getLong(index);
            answer(CmamService.CALL, who, CmamAnswer.ANY, readDone, (int)word, (int)(word >>> Integer.SIZE), number, 0);
        });
        get = cmam.onCall((asked, index, place, i4) ->
        {
            checkIndex(index, Integer.BYTES, asked, CmamSegments.NONE);
            answer(CmamService.CALL, CmamWord.node(asked), CmamAnswer.ANY, getDone, memory.getInt(index), place,
                account.answer(asked), 0);
        });
        // The answer has no room to say which incarnation has asked.
        getSixteen = cmam.onCall((asked, index, segaddr, asker) ->
        {
            checkIndex(index, CmamLandings.LENGTH, asked, segaddr);
            answer(CmamService.XFER, CmamWord.node(asked), asker, segaddr, memory.getInt(index),
                memory.getInt(index + Integer.BYTES), memory.getInt(index + 2 * Integer.BYTES),
                memory.getInt(index + 3 * Integer.BYTES));
        });
        writeInt = cmam.onCall((asked, index, low, i4) ->
        {
            checkIndex(index, Integer.BYTES, asked, CmamSegments.NONE);
            memory.putInt(index, low);
            written(asked);
        });
        writeDouble = cmam.onCall((asked, index, low, high) ->
        {
            checkIndex(index, Long.BYTES, asked, CmamSegments.NONE);
            memory.putLong(index, word(low, high));
            written(asked);
        });
        refused = cmam.onCall((answer, index, segaddr, capacity) ->
        {
            if (account.isRefused(answer, index, capacity) && CmamSegments.NONE != segaddr)
            {
                landings.abort(segaddr);
            }
        });
        barrier = new CmamBarrier(cmam);
    }

    /**
     * Makes the memory of one member.
     *
     * @param cmam of the member.
     * @return its memory.
     */
    public static CmamMemory on(final Cmam cmam)
    {
        return new CmamMemory(cmam);
    }

    private static long word(final int low, final int high)
    {
        return (long)high << Integer.SIZE | low & 0xffff_ffffL;
    }

    private void written(final int asked)
    {
        answer(CmamService.CALL, CmamWord.node(asked), CmamAnswer.ANY, writeDone, account.answer(asked), 0, 0, 0);
    }

    private void answer(
        final int tag,
        final int node,
        final int asker,
        final int first,
        final int i1,
        final int i2,
        final int i3,
        final int i4)
    {
        cmam.messages().answer4(tag, node, asker, first, i1, i2, i3, i4);
    }

    private void checkIndex(final int index, final int length, final int asked, final int segaddr)
    {
        cmam.messages().checkIndex(index, length, CmamWord.node(asked), refused, account.answer(asked), index, segaddr,
            memory.capacity());
    }

    private void onAnswer(final int word)
    {
        account.isAnswered(word);
    }

    /**
     * Reads a 32-bit word of another member, and waits for it.
     *
     * @param node  number of a member.
     * @param index in bytes.
     * @return the word.
     */
    public int readInt(final int node, final int index)
    {
        awaitRead(node, index, 0);
        return (int)result;
    }

    /**
     * Reads a 64-bit word of another member, and waits for it.
     *
     * @param node  number of a member.
     * @param index in bytes.
     * @return the word.
     */
    public double readDouble(final int node, final int index)
    {
        awaitRead(node, index, 1);
        return Double.longBitsToDouble(result);
    }

    private void awaitRead(final int node, final int index, final int isWide)
    {
        final long incarnation = cmam.queuePair().incarnation(node);
        cmam.commit4(
            Priority.REQUEST, CmamService.CALL, node, read, cmam.selfAddress(), index, reads + 1, isWide);
        reads++;
        isRead = false;
        readNode = node;
        readIncarnation = incarnation;
        cmam.sent(Priority.REQUEST);
        cmam.await(answered);
        if (isRefused)
        {
            throw CmamAccount.outside(node, index, (int)result);
        }
    }

    private boolean hasRead()
    {
        final RuntimeException why = isRead ? null : account.reason(readNode, readIncarnation);
        if (null != why)
        {
            // Before it went it may have answered.
            cmam.serviceReplyDrain();
            if (!isRead)
            {
                throw why;
            }
        }
        return isRead;
    }

    /**
     * Writes a 32-bit word of another member, and waits until it is there, and all puts and gets before it are done.
     *
     * @param node  number of a member.
     * @param index in bytes.
     * @param value the word.
     */
    public void writeInt(final int node, final int index, final int value)
    {
        putInt(node, index, value);
        sync();
    }

    /**
     * Writes a 64-bit word of another member, and waits until it is there, and all puts and gets before it are done.
     *
     * @param node  number of a member.
     * @param index in bytes.
     * @param value the word.
     */
    public void writeDouble(final int node, final int index, final double value)
    {
        final long word = Double.doubleToRawLongBits(value);
        begin(node, writeDouble, index, (int)word, (int)(word >>> Integer.SIZE));
        sync();
    }

    /**
     * Begins to write a 32-bit word of another member; {@link #sync()} waits for it.
     *
     * @param node  number of a member.
     * @param index in bytes.
     * @param value the word.
     */
    public void putInt(final int node, final int index, final int value)
    {
        begin(node, writeInt, index, value, 0);
    }

    /**
     * Begins to read a 32-bit word of another member into the memory of this one; {@link #sync()} waits for it.
     *
     * @param node  number of a member.
     * @param index in bytes.
     * @param place in bytes in the memory of this member.
     * @throws IndexOutOfBoundsException if this member has no such place.
     */
    public void getInt(final int node, final int index, final int place)
    {
        Objects.checkFromIndexSize(place, Integer.BYTES, memory.capacity());
        begin(node, get, index, place, 0);
    }

    /**
     * Begins to read 16 bytes of another member into the memory of this one; {@link #sync()} waits for them.
     *
     * @param node  number of a member.
     * @param index in bytes.
     * @param place in bytes in the memory of this member.
     * @throws IndexOutOfBoundsException if this member has no such place.
     */
    public void get16(final int node, final int index, final int place)
    {
        Objects.checkFromIndexSize(place, CmamLandings.LENGTH, memory.capacity());
        final int word = account.word(node);
        int segaddr = landings.tryOpen(account.expected(node), place);
        while (segaddr < 0)
        {
            // All segments are in use, by gets of this member or by its program.
            cmam.await(room);
            account.tell();
            segaddr = landings.tryOpen(account.expected(node), place);
        }
        boolean isAsked = false;
        try
        {
            commit(node, getSixteen, word, index, segaddr, own);
            isAsked = true;
        }
        finally
        {
            if (!isAsked)
            {
                landings.abort(segaddr);
            }
        }
        cmam.sent(Priority.REQUEST);
    }

    private boolean hasRoom()
    {
        account.isSettled();
        return account.hasFailed() || landings.hasRoom();
    }

    private void begin(final int node, final int fun, final int index, final int i3, final int i4)
    {
        commit(node, fun, account.word(node), index, i3, i4);
        cmam.sent(Priority.REQUEST);
    }

    /**
     * Counts what will be answered, and nothing else: what was not sent must not be waited for.
     */
    private void commit(
        final int node, final int fun, final int word, final int index, final int i3, final int i4)
    {
        cmam.commit4(Priority.REQUEST, CmamService.CALL, node, fun, word, index, i3, i4);
        account.asked(node);
    }

    /**
     * Waits until all puts and gets of this member are done.
     */
    public void sync()
    {
        account.await();
    }

    /**
     * Waits until all members have called this, and serves them meanwhile. Puts and gets of this member are done
     * before. A call that has failed may be repeated; it goes on where it was.
     */
    public void barrier()
    {
        sync();
        barrier.await();
    }

    @Override
    public String toString()
    {
        return "CmamMemory{node=" + cmam.selfAddress() + ", " + account + '}';
    }
}
