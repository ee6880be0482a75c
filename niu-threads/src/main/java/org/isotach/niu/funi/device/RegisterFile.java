/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.Arrays;

/**
 * Sixteen registers, each on cache lines of its own. {@link Register#CNTL} has two words: modes, which processes, the
 * system and (for MERR) the device write, and status, which the device writes. Modes have a version: a status counts
 * only if the device has seen these very modes, so nobody takes an old status for an answer.
 * <pre>
 *   word of CNTL:   modes, 16 bits | version, 48 bits
 *   status:         status, 16 bits | version of the modes that the device has seen, 48 bits
 *   hidden lines:   free lines of the packet cache that are not in TICKET
 *   word of GID:    group id, 16 bits | number of writes, 48 bits
 * </pre>
 * Threadsafe as far as each register has one writer.
 */
final class RegisterFile
{
    private static final int BITS = 0xffff;
    private static final int VERSION_SHIFT = 16;

    private final RegisterWord[] words = new RegisterWord[Register.values().length];
    private final RegisterWord modes;
    private final RegisterWord group;
    private final RegisterWord status = new RegisterWord();
    private final RegisterWord hiddenLines = new RegisterWord();

    RegisterFile()
    {
        Arrays.setAll(words, number -> new RegisterWord());
        modes = word(Register.CNTL);
        group = word(Register.GID);
        setHiddenLines(PacketCache.HIDDEN);
    }

    /**
     * Returns the word of a register, for those who look at it often. Its value is that of the register, but for CNTL
     * and GID.
     */
    RegisterWord word(final Register register)
    {
        return words[register.ordinal()];
    }

    /**
     * Returns the content of a register, other than CNTL.
     */
    int get(final Register register)
    {
        // Acquire: the slots up to a head, or what was read of those before a tail. Partner: set().
        return (int)(word(register).get() & register.mask());
    }

    /**
     * Writes a register, other than CNTL and GID, without side effects.
     */
    void set(final Register register, final int value)
    {
        // Release: the slots up to a head, or what was read of those before a tail. Partner: get().
        word(register).set(value & register.mask());
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
        return group.get();
    }

    void setGroup(final int value)
    {
        final long before = group.get();
        // Release: memory and routes of the group. Partner: group().
        group.set(value & Register.GID.mask() | (before >>> VERSION_SHIFT) + 1 << VERSION_SHIFT);
    }

    /**
     * Returns modes and their version.
     */
    long modes()
    {
        // Acquire: what the system has set up for these modes. Partner: changeModes().
        return modes.get();
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
            before = modes.get();
            final long bits = before & BITS & ~cleared | added;
            if (bits == (before & BITS))
            {
                return;
            }
            after = bits | (before >>> VERSION_SHIFT) + 1 << VERSION_SHIFT;
        }
        // Release: what was set up for these modes. Partner: modes().
        while (!modes.compareAndSet(before, after));
    }

    /**
     * Returns the lines for accesses and answers that are free: a bit each, as TICKET has them for the others.
     */
    int hiddenLines()
    {
        // Acquire: the other lines are in use. Partner: setHiddenLines().
        return (int)hiddenLines.get();
    }

    void setHiddenLines(final int lines)
    {
        // Release: what is in the lines. Partner: hiddenLines().
        hiddenLines.set(lines);
    }

    void setStatus(final long seenModes, final int value)
    {
        final long word = seenModes & ~(long)BITS | value;
        if (word != status.get())
        {
            // Release: everything that the device did before it stopped. Partner: control().
            status.set(word);
        }
    }

    /**
     * Returns modes and those status bits that the device has set because of them.
     */
    int control()
    {
        // Acquire: everything that the device did before it stopped. Partner: setStatus().
        final long shown = status.get();
        final long set = modes();
        final boolean isCurrent = shown >>> VERSION_SHIFT == set >>> VERSION_SHIFT;
        return (int)(set & BITS) | (isCurrent ? (int)(shown & BITS) : 0);
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
