/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.Objects;

import org.isotach.memory.OffHeapBuffer;

/**
 * An access of a process to a segment of another member: up to 64 bytes are written or read there. The device of the
 * other member checks the rights ({@link DeviceSegments}), copies, and sends an answer, which needs no process that
 * takes it: it comes to a place in the memory of this process. The paper has transfers to addresses only, without
 * rights and without an answer; here segments are memory outside of that in which the queues are.
 * <pre>
 *   place:  number of the access, 32 bits | state, 8 bits | - | from byte 16 on: what was read
 *   slot:   header | place | number | segment, 16 bits, and length, 16 bits | offset | to write: up to 16 words
 *   answer: header | place | number | result, 16 bits, and length, 16 bits | what was read: up to 16 words
 * </pre>
 * An answer is taken only if the place still has its number, so one that comes late does no harm.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to the thread of its port.
 */
public final class RemoteAccess
{
    /**
     * How many bytes of memory the place of an access takes.
     */
    public static final int PLACE_LENGTH = 128;

    /**
     * Most bytes of one access.
     */
    public static final int MAX_LENGTH = Slot.MAX_TRANSFER_WORDS * Integer.BYTES;

    // Types of accesses, and of their answers. Processes can send the first two.
    static final int READ = 0;
    static final int WRITE = 1;
    static final int ANSWER = 2;
    static final int REQUEST_TYPES = 1;

    // Words behind the header.
    static final int PLACE = 0;
    static final int NUMBER = 4;
    static final int EXTENT = 8;
    static final int OFFSET = 12;
    static final int WRITTEN = 16;
    static final int RESULT = EXTENT;
    static final int FOUND = 12;
    static final int UPPER_SHIFT = 16;
    static final int LENGTH_MASK = 0x7f;

    // States of a place.
    static final int FREE = 0;
    static final int PENDING = 1;
    static final int COPYING = 2;
    static final int DONE = 3;
    static final int DENIED = 4;
    static final int DATA = 16;

    private static final int ALIGNMENT = 16;
    private static final int MAX_SEGMENT = 0xffff;
    private static final int STATE_BITS = 8;
    private static final int STATE_MASK = (1 << STATE_BITS) - 1;
    private static final long NUMBER_MASK = 0xffffffffL;

    private final DevicePort port;
    private final int place;
    private int number;
    private int length;

    /**
     * Creates an access, one at a time.
     *
     * @param port  of the process.
     * @param place where answers are to be put: a multiple of 128, outside of the queues; {@value #PLACE_LENGTH} bytes
     *              that nobody else uses.
     * @throws IllegalArgumentException if the place is not inside the memory of the process.
     */
    public RemoteAccess(final DevicePort port, final int place)
    {
        if (place < PLACE_LENGTH || place > port.member().length() - PLACE_LENGTH || 0 != place % PLACE_LENGTH)
        {
            throw new IllegalArgumentException("place: " + place + " (expected: a multiple of 128 in 128.." +
                (port.member().length() - PLACE_LENGTH) + ", in the memory of the member)");
        }
        this.port = port;
        this.place = place;
    }

    static long word(final int number, final int state)
    {
        return (number & NUMBER_MASK) << STATE_BITS | state;
    }

    static boolean isPlace(final int address)
    {
        return 0 == address % ALIGNMENT;
    }

    private int state()
    {
        // Acquire: what was read. Partner: AccessService.bring().
        return (int)port.memory().getLongVolatile(place) & STATE_MASK;
    }

    /**
     * Adds a packet that writes bytes to those that {@link DevicePort#publish} sends. The source may change at once.
     *
     * @param isReply     true to go with replies, which requests do not hold up.
     * @param node        number of the other member.
     * @param incarnation of the other member, see {@link DeviceMember#incarnation}; 0 for whoever is that node.
     * @param segment     number of its segment, 0..65535.
     * @param offset      index in bytes in the segment.
     * @param source      the bytes.
     * @param from        index in bytes in the source.
     * @param count       0..{@value #MAX_LENGTH} bytes.
     * @return false if the queue is full, or the last access has not been answered.
     * @throws IllegalArgumentException  if the count or the segment is out of range; nothing has happened.
     * @throws IndexOutOfBoundsException if the source has no such bytes; nothing has happened.
     */
    public boolean tryWrite(
        final boolean isReply,
        final int node,
        final int incarnation,
        final int segment,
        final int offset,
        final OffHeapBuffer source,
        final int from,
        final int count)
    {
        checkCount(count);
        Objects.checkFromIndexSize(from, count, source.capacity());
        final int words = (WRITTEN + count + Integer.BYTES - 1) / Integer.BYTES;
        final int address = tryBegin(isReply, WRITE, words, node, incarnation, segment, offset, count);
        if (DevicePort.NO_SLOT == address)
        {
            return false;
        }
        source.copyTo(from, port.memory(), address + Slot.BODY + WRITTEN, count);
        port.stage(isReply);
        return true;
    }

    /**
     * Adds a packet that asks for bytes to those that {@link DevicePort#publish} sends.
     *
     * @param isReply     true to go with replies, which requests do not hold up.
     * @param node        number of the other member.
     * @param incarnation of the other member, see {@link DeviceMember#incarnation}; 0 for whoever is that node.
     * @param segment     number of its segment, 0..65535.
     * @param offset      index in bytes in the segment.
     * @param count       0..{@value #MAX_LENGTH} bytes.
     * @return false if the queue is full, or the last access has not been answered.
     * @throws IllegalArgumentException if the count or the segment is out of range; nothing has happened.
     */
    public boolean tryRead(
        final boolean isReply,
        final int node,
        final int incarnation,
        final int segment,
        final int offset,
        final int count)
    {
        final int address = tryBegin(
            isReply, READ, WRITTEN / Integer.BYTES, node, incarnation, segment, offset, count);
        if (DevicePort.NO_SLOT == address)
        {
            return false;
        }
        port.stage(isReply);
        return true;
    }

    private static void checkCount(final int count)
    {
        if (count < 0 || count > MAX_LENGTH)
        {
            throw new IllegalArgumentException("count: " + count + " (expected: 0.." + MAX_LENGTH + ')');
        }
    }

    private int tryBegin(
        final boolean isReply,
        final int operation,
        final int words,
        final int node,
        final int incarnation,
        final int segment,
        final int offset,
        final int count)
    {
        checkCount(count);
        if (segment < 0 || segment > MAX_SEGMENT)
        {
            throw new IllegalArgumentException("segment: " + segment + " (expected: 0.." + MAX_SEGMENT + ')');
        }
        final int state = state();
        final int address = PENDING == state || COPYING == state ? DevicePort.NO_SLOT : port.tryClaim(isReply);
        if (DevicePort.NO_SLOT == address)
        {
            return DevicePort.NO_SLOT;
        }
        number++;
        length = count;
        final OffHeapBuffer memory = port.memory();
        memory.putLongRelease(place, word(number, PENDING));
        memory.putInt(address, Slot.header(true, operation, words, node) | Slot.MARK);
        memory.putInt(address + Slot.BODY + PLACE, place);
        memory.putInt(address + Slot.BODY + NUMBER, number);
        memory.putInt(address + Slot.BODY + EXTENT, segment << UPPER_SHIFT | count);
        memory.putInt(address + Slot.BODY + OFFSET, offset);
        memory.putInt(address + Slot.INCARNATION, incarnation);
        return address;
    }

    /**
     * Returns whether the answer has not come yet.
     *
     * @return true as long as the access is under way.
     */
    public boolean isPending()
    {
        final int state = state();
        return PENDING == state || COPYING == state;
    }

    /**
     * Returns whether the last access was made.
     *
     * @return false if it was denied, given up, or is pending.
     */
    public boolean isDone()
    {
        return DONE == state();
    }

    /**
     * Copies what was read.
     *
     * @param target where to.
     * @param to     index in bytes in that; as many bytes are copied as were asked for.
     * @throws IllegalStateException if nothing was read.
     */
    public void copyTo(final OffHeapBuffer target, final int to)
    {
        if (!isDone())
        {
            throw new IllegalStateException("nothing was read: look at isDone() first");
        }
        port.memory().copyTo(place + DATA, target, to, length);
    }

    /**
     * Gives the access up, if it is pending: its answer will be dropped. It may have been made all the same.
     */
    public void giveUp()
    {
        // If the device is just copying the answer, that is over soon.
        port.memory().compareAndSetLong(place, word(number, PENDING), word(number, FREE));
    }

    @Override
    public String toString()
    {
        return "RemoteAccess{place=" + place + ", number=" + number + ", state=" + state() + '}';
    }
}
