/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * The sixteen registers of a device, in the order of their addresses (Hoe, FUNet, section 3.1.2).
 */
public enum Register
{
    /**
     * Group id of the process that the device works for. Privileged.
     */
    GID(11),

    /**
     * A bit for each line of the packet cache: 1 if the line is free. Privileged.
     */
    TICKET(8),

    /**
     * Number of slots of each queue, less one.
     */
    Q_MASK(16),

    /**
     * Modes and status, see {@link Control}.
     */
    CNTL(11),

    /**
     * Address of the queue that receives replies.
     */
    RPRQ_BASE(32),

    /**
     * Address of the queue that receives requests.
     */
    RQRQ_BASE(32),

    /**
     * Address of the queue that sends replies.
     */
    RPSQ_BASE(32),

    /**
     * Address of the queue that sends requests.
     */
    RQSQ_BASE(32),

    /**
     * Where the process is in the queue that receives replies.
     */
    RPRQ_TL(16),

    /**
     * Where the process is in the queue that receives requests.
     */
    RQRQ_TL(16),

    /**
     * Where the device is in the queue that sends replies.
     */
    RPSQ_TL(16),

    /**
     * Where the device is in the queue that sends requests.
     */
    RQSQ_TL(16),

    /**
     * Where the device is in the queue that receives replies.
     */
    RPRQ_HD(16),

    /**
     * Where the device is in the queue that receives requests.
     */
    RQRQ_HD(16),

    /**
     * Where the process is in the queue that sends replies.
     */
    RPSQ_HD(16),

    /**
     * Where the process is in the queue that sends requests.
     */
    RQSQ_HD(16);

    private static final Register[] ALL = values();
    private static final int OFFSET_SHIFT = 2;
    private static final int OFFSET_MASK = 0x1f;

    private final int width;
    private final long mask;

    Register(final int width)
    {
        this.width = width;
        mask = (1L << width) - 1;
    }

    static Register of(final int number)
    {
        return ALL[number];
    }

    /**
     * Returns the register at an address: the bits 2 to 6 of the address select it, the others do not count.
     *
     * @param address any.
     * @return the register; null if there is none.
     */
    public static Register at(final int address)
    {
        final int number = address >>> OFFSET_SHIFT & OFFSET_MASK;
        return number < ALL.length ? ALL[number] : null;
    }

    /**
     * Returns its address in its page.
     *
     * @return a multiple of 4.
     */
    public int offset()
    {
        return ordinal() << OFFSET_SHIFT;
    }

    /**
     * Returns how many bits it has.
     *
     * @return number of bits; those above them are lost when they are written, and 0 when they are read.
     */
    public int width()
    {
        return width;
    }

    long mask()
    {
        return mask;
    }

    boolean isBase()
    {
        return ordinal() >= RPRQ_BASE.ordinal() && ordinal() <= RQSQ_BASE.ordinal();
    }
}
