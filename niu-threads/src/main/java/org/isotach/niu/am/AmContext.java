/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.time.Duration;
import java.util.Objects;

/**
 * The settings of active messages on a cluster. Set the values that differ from the defaults, then call {@link
 * ActiveMessages#on(org.isotach.niu.Cluster, AmContext)}.
 * <p>
 * A context serves one program, and cannot be changed after that. If the call fails the context stays as it was.
 * <b>Note:</b> this class is not threadsafe while it is being filled.
 */
public final class AmContext
{
    /**
     * Default of {@link #depth()}.
     */
    public static final int DEPTH_DEFAULT = 8;

    /**
     * Default of {@link #maxPacketLength()} in bytes.
     */
    public static final int MAX_PACKET_LENGTH_DEFAULT = 2048;

    /**
     * Default of {@link #giveUp}.
     */
    public static final Duration GIVE_UP_DEFAULT = Duration.ofSeconds(30);

    /**
     * Default of {@link #firstTimeout}.
     */
    public static final Duration FIRST_TIMEOUT_DEFAULT = Duration.ofMillis(1);

    private int depth = DEPTH_DEFAULT;
    private int maxPacketLength = MAX_PACKET_LENGTH_DEFAULT;
    private int blocks = AmAgreement.NO_LIMIT;
    private Duration giveUp = GIVE_UP_DEFAULT;
    private Duration firstTimeout = FIRST_TIMEOUT_DEFAULT;
    private Key key;
    private Progress progress = Progress.CALLER;
    private boolean inOrder;
    private boolean timerWheel;
    private boolean checkKeys = true;
    private boolean reliable = true;
    private boolean directTransfers = true;
    private final AmVariants variants = new AmVariants();
    private boolean isConcluded;

    /**
     * Creates settings with their default values.
     */
    public AmContext()
    {
    }

    /**
     * Largest number D of requests from one host to one other host that have no answer. More of them hide the time that
     * an answer takes; each costs the memory of two packets at both hosts.
     *
     * @param value a power of two, 1..4096, default {@value #DEPTH_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     * @throws IllegalStateException    if this context belongs to a cluster already.
     */
    public AmContext depth(final int value)
    {
        checkNotConcluded();
        AmAgreement.checkDepth(value);
        depth = value;
        return this;
    }

    /**
     * Largest number of requests without an answer.
     *
     * @return the setting.
     */
    public int depth()
    {
        return depth;
    }

    /**
     * Length of the longest packet. Its header takes 56 bytes; the others are for the bytes of transfers.
     *
     * @param bytes a multiple of 64, 64..65536, default {@value #MAX_PACKET_LENGTH_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     * @throws IllegalStateException    if this context belongs to a cluster already.
     */
    public AmContext maxPacketLength(final int bytes)
    {
        checkNotConcluded();
        AmAgreement.checkPacketLength(bytes);
        maxPacketLength = bytes;
        return this;
    }

    /**
     * Length of the longest packet.
     *
     * @return the length in bytes.
     */
    public int maxPacketLength()
    {
        return maxPacketLength;
    }

    /**
     * Length of the longest transfer that is one packet.
     *
     * @return the length in bytes.
     */
    public int maxTransferLength()
    {
        return maxPacketLength - AmPacket.HEADER_LENGTH;
    }

    /**
     * How many packets a host has memory for. A program of P hosts needs 4(P - 1)D blocks: D outgoing requests, D
     * outgoing replies and as many packets that arrive, for each other host (Martin, HPAM, section 5.2.2).
     *
     * @param count at least 1; without a limit by default.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     * @throws IllegalStateException    if this context belongs to a cluster already.
     */
    public AmContext blocks(final int count)
    {
        checkNotConcluded();
        AmAgreement.checkBlocks(count);
        blocks = count;
        return this;
    }

    /**
     * How long a host may be silent while requests to it are outstanding. After that it counts as gone, for good. Of
     * the time between two polls of a port no more than 20 ms count, and no more than a quarter of this.
     *
     * @param value positive, default 30 s.
     * @return this.
     * @throws IllegalArgumentException if the value is not positive.
     * @throws IllegalStateException    if this context belongs to a cluster already.
     */
    public AmContext giveUp(final Duration value)
    {
        checkNotConcluded();
        giveUp = AmAgreement.positive("giveUp", value);
        return this;
    }

    /**
     * How long a request waits for an answer before it is sent again. The time doubles with each repetition. A request
     * that is repeated too early costs a packet, and does no harm. A time that is longer than {@link #giveUp} lets
     * requests fail without a repetition.
     *
     * @param value positive, default 1 ms.
     * @return this.
     * @throws IllegalArgumentException if the value is not positive.
     * @throws IllegalStateException    if this context belongs to a cluster already.
     */
    public AmContext firstTimeout(final Duration value)
    {
        checkNotConcluded();
        firstTimeout = AmAgreement.positive("firstTimeout", value);
        return this;
    }

    /**
     * The key of the packets. Without one the program gets a new one.
     *
     * @param value made by {@link Key#random()}.
     * @return this.
     * @throws IllegalStateException if this context belongs to a cluster already.
     */
    public AmContext key(final Key value)
    {
        checkNotConcluded();
        key = Objects.requireNonNull(value, "key");
        return this;
    }

    /**
     * Whether the requests from one host to one other host are handled in the order in which they are sent. Without it
     * they are, too, until a packet is lost, doubled, or late.
     *
     * @param value default false.
     * @return this.
     * @throws IllegalStateException if this context belongs to a cluster already.
     */
    public AmContext inOrder(final boolean value)
    {
        checkNotConcluded();
        inOrder = value;
        return this;
    }

    /**
     * Whether requests are handled in order.
     *
     * @return the setting.
     */
    public boolean inOrder()
    {
        return inOrder;
    }

    /**
     * Which thread runs the handlers for what arrives at a host.
     *
     * @param value default {@link Progress#CALLER}.
     * @return this.
     * @throws IllegalStateException if this context belongs to a cluster already.
     */
    public AmContext progress(final Progress value)
    {
        checkNotConcluded();
        progress = Objects.requireNonNull(value, "progress");
        return this;
    }

    /**
     * Which thread runs the handlers.
     *
     * @return the setting.
     */
    public Progress progress()
    {
        return progress;
    }

    /**
     * Whether a wheel of timers finds the requests that are to be repeated. It looks only at those whose time is over,
     * and reads the clock in each poll. Without it each poll looks at one request, in a circle, or at 64 free places of
     * {@link #depth} at most.
     *
     * @param value default false.
     * @return this.
     * @throws IllegalStateException if this context belongs to a cluster already.
     */
    public AmContext timerWheel(final boolean value)
    {
        checkNotConcluded();
        timerWheel = value;
        return this;
    }

    /**
     * Whether keys are compared. Only for measurements.
     *
     * @param value default true.
     * @return this.
     * @throws IllegalStateException if this context belongs to a cluster already.
     */
    public AmContext checkKeys(final boolean value)
    {
        checkNotConcluded();
        checkKeys = value;
        return this;
    }

    /**
     * Whether there are windows. Without them a request is sent once, there are neither empty replies nor transfers,
     * nothing bounds what is outstanding except the room on the link, and a reply for which there is no room is lost.
     * Only for measurements.
     *
     * @param value default true.
     * @return this.
     * @throws IllegalStateException if this context belongs to a cluster already.
     */
    public AmContext reliable(final boolean value)
    {
        checkNotConcluded();
        reliable = value;
        return this;
    }

    /**
     * Whether there are windows.
     *
     * @return the setting.
     */
    public boolean reliable()
    {
        return reliable;
    }

    /**
     * Whether a host that transfers more than a few bytes over links without faults copies them to registered memory of
     * the other host itself, once. They arrive at any time between the call that sends and the handler then, with
     * {@link #inOrder} not before what was sent earlier has been answered. Otherwise, and on links with faults always,
     * packets carry them; they are copied three times, and arrive inside calls of the port of their receiver only.
     *
     * @param value default true.
     * @return this.
     * @throws IllegalStateException if this context belongs to a cluster already.
     */
    public AmContext directTransfers(final boolean value)
    {
        checkNotConcluded();
        directTransfers = value;
        return this;
    }

    /**
     * Whether hosts copy transfers to memory of other hosts, where links have no faults.
     *
     * @return the setting.
     */
    public boolean directTransfers()
    {
        return directTransfers;
    }

    /**
     * Checks that all settings agree, and ends the changes.
     *
     * @param hosts     number of hosts.
     * @param isStepped true if a scheduler runs the cluster: time is counted in polls then.
     */
    void conclude(final int hosts, final boolean isStepped)
    {
        checkNotConcluded();
        AmAgreement.checkBlocks(blocks, depth, hosts);
        AmAgreement.checkModes(progress, inOrder, reliable, isStepped);
        if (null == key)
        {
            key = Key.random();
        }
        variants.chooseClock(isStepped);
        isConcluded = true;
    }

    /**
     * Allows changes again, because the call to which the settings were given has failed.
     */
    void reopen()
    {
        variants.forgetChosenClock();
        isConcluded = false;
    }

    /**
     * Returns what is for tests only.
     */
    AmVariants variants()
    {
        return variants;
    }

    Key key()
    {
        return key;
    }

    boolean timerWheel()
    {
        return timerWheel;
    }

    boolean checkKeys()
    {
        return checkKeys;
    }

    long giveUpNs()
    {
        return AmAgreement.saturatedNanos(giveUp);
    }

    long firstTimeoutNs()
    {
        return AmAgreement.saturatedNanos(firstTimeout);
    }

    @Override
    public String toString()
    {
        return "AmContext{depth=" + depth + ", maxPacketLength=" + maxPacketLength + ", firstTimeout=" + firstTimeout +
            ", giveUp=" + giveUp + ", " + progress + ", inOrder=" + inOrder + ", timerWheel=" + timerWheel + '}';
    }

    private void checkNotConcluded()
    {
        if (isConcluded)
        {
            throw new IllegalStateException(
                "this context belongs to a cluster already: make a new one for another cluster");
        }
    }
}
