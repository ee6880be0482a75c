/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.Arrays;

import org.isotach.niu.link.SlotRing;

/**
 * The settings of a gang. Set the values that differ from the defaults, then call {@link
 * FuniSupervisor#open(GangContext)}, which takes a copy.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
public final class GangContext
{
    /**
     * Default of {@link #slots()}.
     */
    public static final int SLOTS_DEFAULT = 256;

    /**
     * Default of {@link #pieceLength()} in bytes.
     */
    public static final int PIECE_LENGTH_DEFAULT = 1 << 16;

    private static final int MIN_PIECE_LENGTH = 64;

    private String name;
    private int[] hosts;
    private int slots = SLOTS_DEFAULT;
    private int pieceLength = PIECE_LENGTH_DEFAULT;

    /**
     * Creates settings with their default values.
     */
    public GangContext()
    {
    }

    /**
     * Name of the gang, for messages.
     *
     * @param value not empty; by default it is made of the group id.
     * @return this.
     * @throws IllegalArgumentException if it is empty.
     */
    public GangContext name(final String value)
    {
        if (value.isEmpty())
        {
            throw new IllegalArgumentException("name: empty (expected: at least one character)");
        }
        name = value;
        return this;
    }

    /**
     * Name of the gang.
     *
     * @return the setting; null if it is to be made of the group id.
     */
    public String name()
    {
        return name;
    }

    /**
     * The hosts of the members: the first one is that of node 0.
     *
     * @param values numbers of hosts, each at most once; all hosts of the cluster by default.
     * @return this.
     * @throws IllegalArgumentException if there is none, or one is there twice.
     */
    public GangContext hosts(final int... values)
    {
        if (0 == values.length || Arrays.stream(values).distinct().count() < values.length)
        {
            throw new IllegalArgumentException("hosts: " + Arrays.toString(values) +
                " (expected: at least one, and each once: a gang has one member on each; a cluster may have more" +
                " hosts, see ClusterContext.hosts)");
        }
        hosts = values.clone();
        return this;
    }

    /**
     * The hosts of the members.
     *
     * @return the setting; null for all hosts of the cluster.
     */
    public int[] hosts()
    {
        return null == hosts ? null : hosts.clone();
    }

    /**
     * Number of slots of each queue. One of them always stays empty. A slot takes 128 bytes; there are two queues for
     * each ordered pair of members that use them.
     *
     * @param value a power of two, 2..65536, default {@value #SLOTS_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     */
    public GangContext slots(final int value)
    {
        checkSlots(value);
        slots = value;
        return this;
    }

    static void checkSlots(final int value)
    {
        if (value < SlotRing.MIN_SLOTS || value > SlotRing.MAX_SLOTS || 1 != Integer.bitCount(value))
        {
            throw new IllegalArgumentException("slots: " + value + " (expected: a power of two in " +
                SlotRing.MIN_SLOTS + ".." + SlotRing.MAX_SLOTS + ')');
        }
    }

    /**
     * Number of slots of each queue.
     *
     * @return the setting.
     */
    public int slots()
    {
        return slots;
    }

    /**
     * How many bytes of a put or a get one call copies. Between two pieces the sender takes packets.
     *
     * @param bytes at least 64, default {@value #PIECE_LENGTH_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     */
    public GangContext pieceLength(final int bytes)
    {
        if (bytes < MIN_PIECE_LENGTH)
        {
            throw new IllegalArgumentException(
                "pieceLength: " + bytes + " (expected: at least " + MIN_PIECE_LENGTH + " bytes)");
        }
        pieceLength = bytes;
        return this;
    }

    /**
     * How many bytes of a put or a get one call copies.
     *
     * @return the setting.
     */
    public int pieceLength()
    {
        return pieceLength;
    }

    @Override
    public String toString()
    {
        return "GangContext{name=" + name + ", hosts=" + (null == hosts ? "all" : Arrays.toString(hosts)) +
            ", slots=" + slots + ", pieceLength=" + pieceLength + '}';
    }
}
