/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Objects;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.funi.Priority;

/**
 * Shared memory above {@link Cmam}, as the paper measures it (Hoe, FUNet, table 6.1): reads and writes that wait, gets
 * and puts that do not, and a barrier. A member reads and writes the memory of the others, in which the segments of
 * {@link Cmam} are, too.
 * <p>
 * A member serves the others inside calls of its own only, so one that computes for long should call {@link
 * Cmam#poll()} now and then. All members make this at the same place among their functions. Indices are not checked
 * before they reach the other member; one that is out of its memory fails the call in which it takes the message.
 * <p>
 * A call that has failed may be repeated. The late answer to a read is taken for no other, and a barrier goes on where
 * it was. {@link #sync()}, and all calls that do the same, wait for what a write has sent whose time was over.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to the thread of its {@link Cmam}.
 */
public final class CmamMemory
{
    private static final int SIXTEEN = 16;

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
    private final int arrive;
    private final int go;
    private final CmamEndFunction sixteenDone;

    // Counted up by functions.
    private final int[] results = new int[1];
    private final int[] done = new int[1];
    private final int[] gone = new int[1];
    private long result;

    // Number of the read that is waited for. The answer to an earlier one, whose call has failed, may come now.
    private int reads;
    private int begun;
    private int arrived;

    // The barrier that is under way knows of this member.
    private boolean hasArrived;

    private CmamMemory(final Cmam cmam)
    {
        this.cmam = cmam;
        memory = cmam.memory().memory();
        readDone = cmam.onCall((low, high, number, i4) ->
        {
            if (number == reads)
            {
                result = word(low, high);
                results[0]++;
            }
        });
        getDone = cmam.onCall((low, place, i3, i4) ->
        {
            memory.putInt(place, low);
            done[0]++;
        });
        writeDone = cmam.onCall((i1, i2, i3, i4) -> done[0]++);
        go = cmam.onCall((i1, i2, i3, i4) -> gone[0]++);
        read = cmam.onCall((who, index, number, isWide) ->
        {
            final long word = 0 == isWide ? memory.getInt(index) : memory.getLong(index);
            cmam.reply4(who, readDone, (int)word, (int)(word >>> Integer.SIZE), number, 0);
        });
        get = cmam.onCall((who, index, place, i4) ->
            cmam.reply4(who, getDone, memory.getInt(index), place, 0, 0));
        getSixteen = cmam.onCall((who, index, segaddr, i4) -> cmam.replyXfer(who, segaddr, memory, index, SIXTEEN));
        writeInt = cmam.onCall((who, index, low, i4) ->
        {
            memory.putInt(index, low);
            cmam.reply4(who, writeDone, 0, 0, 0, 0);
        });
        writeDouble = cmam.onCall((who, index, low, high) ->
        {
            memory.putLong(index, word(low, high));
            cmam.reply4(who, writeDone, 0, 0, 0, 0);
        });
        arrive = cmam.onCall(this::onArrival);
        sixteenDone = (info, base) -> done[0]++;
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

    /**
     * The last one to come lets all others go.
     */
    private void onArrival(final int i1, final int i2, final int i3, final int i4)
    {
        if (++arrived == cmam.partitionSize())
        {
            arrived = 0;
            for (int node = 0; node < cmam.partitionSize(); node++)
            {
                cmam.reply4(node, go, 0, 0, 0, 0);
            }
        }
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
        cmam.commit4(
            Priority.REQUEST, CmamService.CALL, node, read, cmam.selfAddress(), index, reads + 1, isWide);
        reads++;
        results[0] = 0;
        cmam.sent(Priority.REQUEST);
        cmam.await(results, 1);
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
        int segaddr = cmam.openSegment(place, SIXTEEN, sixteenDone, null);
        while (segaddr < 0)
        {
            // All segments are in use, by gets of this member.
            cmam.await(done, 1);
            begun--;
            segaddr = cmam.openSegment(place, SIXTEEN, sixteenDone, null);
        }
        boolean isAsked = false;
        try
        {
            commit(node, getSixteen, index, segaddr, 0);
            isAsked = true;
        }
        finally
        {
            if (!isAsked)
            {
                cmam.closeSegment(segaddr);
            }
        }
        cmam.sent(Priority.REQUEST);
    }

    private void begin(final int node, final int fun, final int index, final int i3, final int i4)
    {
        commit(node, fun, index, i3, i4);
        cmam.sent(Priority.REQUEST);
    }

    /**
     * Counts what will be answered, and nothing else: what was not sent must not be waited for.
     */
    private void commit(final int node, final int fun, final int index, final int i3, final int i4)
    {
        cmam.commit4(Priority.REQUEST, CmamService.CALL, node, fun, cmam.selfAddress(), index, i3, i4);
        begun++;
    }

    /**
     * Waits until all puts and gets of this member are done.
     */
    public void sync()
    {
        cmam.await(done, begun);
        begun = 0;
    }

    /**
     * Waits until all members have called this, and serves them meanwhile. Puts and gets of this member are done
     * before. A call that has failed may be repeated; it goes on where it was.
     */
    public void barrier()
    {
        sync();
        if (!hasArrived)
        {
            cmam.commit4(Priority.REQUEST, CmamService.CALL, 0, arrive, 0, 0, 0, 0);
            hasArrived = true;
            cmam.sent(Priority.REQUEST);
        }
        cmam.await(gone, 1);
        hasArrived = false;
    }

    @Override
    public String toString()
    {
        return "CmamMemory{node=" + cmam.selfAddress() + ", begun=" + begun + '}';
    }
}
