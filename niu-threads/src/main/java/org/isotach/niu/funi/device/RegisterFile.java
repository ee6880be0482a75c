/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * Sixteen registers in off-heap memory, each on a cache line of its own. {@link Register#CNTL} has two lines: modes,
 * which processes, the system and (for MERR) the device write, and status, which the device writes. Modes have a
 * version: a status counts only if the device has seen these very modes, so nobody takes an old status for an answer.
 * <pre>
 *   line of CNTL:   modes, 16 bits | version, 48 bits
 *   behind them:    status, 16 bits | version of the modes that the device has seen, 48 bits
 *   last line:      free lines of the packet cache that are not in TICKET
 *   line of GID:    group id, 16 bits | number of writes, 48 bits
 * </pre>
 * Threadsafe as far as each register has one writer.
 */
final class RegisterFile
{
    private static final int LINE = OffHeapBuffer.CACHE_LINE_LENGTH;
    private static final int STATUS_INDEX = Register.values().length * LINE;
    private static final int HIDDEN_INDEX = STATUS_INDEX + LINE;
    private static final int BITS = 0xffff;
    private static final int VERSION_SHIFT = 16;
    private static final int MODES_INDEX = index(Register.CNTL);

    private final OffHeapBuffer memory = OffHeapBuffer.allocate(HIDDEN_INDEX + 2 * LINE);

    RegisterFile()
    {
        setHiddenLines(PacketCache.HIDDEN);
    }

    private static int index(final Register register)
    {
        return register.ordinal() * LINE;
    }

    /**
     * Returns the content of a register, other than CNTL.
     */
    int get(final Register register)
    {
        // Acquire: the slots up to a head, or what was read of those before a tail. Partner: set().
        return (int)(memory.getLongVolatile(index(register)) & register.mask());
    }

    /**
     * Writes a register, other than CNTL and GID, without side effects.
     */
    void set(final Register register, final int value)
    {
        // Release: the slots up to a head, or what was read of those before a tail. Partner: get().
        memory.putLongRelease(index(register), value & register.mask());
    }

    /**
     * Writes the base of a queue, which empties it: head and tail are 0 after that.
     */
    void setBase(final Queue queue, final int address)
    {
        set(queue.base(), address & -Slot.LENGTH);
        set(queue.head(), 0);
        set(queue.tail(), 0);
    }

    /**
     * Returns the group id, and how often it was written.
     */
    long group()
    {
        // Acquire: memory and routes of the group. Partner: setGroup().
        return memory.getLongVolatile(index(Register.GID));
    }

    void setGroup(final int group)
    {
        final long before = memory.getLongVolatile(index(Register.GID));
        // Release: memory and routes of the group. Partner: group().
        memory.putLongRelease(
            index(Register.GID), group & Register.GID.mask() | (before >>> VERSION_SHIFT) + 1 << VERSION_SHIFT);
    }

    /**
     * Returns modes and their version.
     */
    long modes()
    {
        // Acquire: what the system has set up for these modes. Partner: changeModes().
        return memory.getLongVolatile(MODES_INDEX);
    }

    /**
     * Modes that stay as they are keep their version, so that whoever sets them again and again sees their status.
     */
    void changeModes(final int cleared, final int added)
    {
        long before;
        long after;
        do
        {
            before = memory.getLongVolatile(MODES_INDEX);
            final long bits = before & BITS & ~cleared | added;
            if (bits == (before & BITS))
            {
                return;
            }
            after = bits | (before >>> VERSION_SHIFT) + 1 << VERSION_SHIFT;
        }
        // Release: what was set up for these modes. Partner: modes().
        while (!memory.compareAndSetLong(MODES_INDEX, before, after));
    }

    /**
     * Returns the lines for accesses and answers that are free: a bit each, as TICKET has them for the others.
     */
    int hiddenLines()
    {
        // Acquire: the other lines are in use. Partner: setHiddenLines().
        return (int)memory.getLongVolatile(HIDDEN_INDEX);
    }

    void setHiddenLines(final int lines)
    {
        // Release: what is in the lines. Partner: hiddenLines().
        memory.putLongRelease(HIDDEN_INDEX, lines);
    }

    void setStatus(final long seenModes, final int status)
    {
        final long word = seenModes & ~(long)BITS | status;
        if (word != memory.getLong(STATUS_INDEX))
        {
            // Release: everything that the device did before it stopped. Partner: control().
            memory.putLongRelease(STATUS_INDEX, word);
        }
    }

    /**
     * Returns modes and those status bits that the device has set because of them.
     */
    int control()
    {
        // Acquire: everything that the device did before it stopped. Partner: setStatus().
        final long status = memory.getLongVolatile(STATUS_INDEX);
        final long modes = modes();
        final boolean isCurrent = status >>> VERSION_SHIFT == modes >>> VERSION_SHIFT;
        return (int)(modes & BITS) | (isCurrent ? (int)(status & BITS) : 0);
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder("RegisterFile{CNTL=").append(Integer.toHexString(control()));
        for (final Register register : Register.values())
        {
            if (Register.CNTL != register)
            {
                text.append(", ").append(register).append('=').append(Integer.toHexString(get(register)));
            }
        }
        return text.append('}').toString();
    }
}
