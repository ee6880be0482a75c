/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Objects;

import org.isotach.niu.ClusterContext;
import org.isotach.niu.IsochronLimit;
import org.isotach.niu.link.RecordRing;

/**
 * The settings of the message based model on a cluster. Set the values that differ from the defaults, then call
 * {@link Messaging#on(org.isotach.niu.Cluster, MessagingContext)}.
 * <p>
 * A context serves one cluster, and cannot be changed after that. If the call fails the context stays as it was.
 * <b>Note:</b> this class is not threadsafe while it is being filled.
 */
public final class MessagingContext
{
    /**
     * Default of {@link #maxMessageLength()} in bytes.
     */
    public static final int MAX_MESSAGE_LENGTH_DEFAULT = 1024;

    /**
     * Default of {@link #handlerCount()}.
     */
    public static final int HANDLER_COUNT_DEFAULT = 64;

    /**
     * Default of {@link #signalChannels()}.
     */
    public static final int SIGNAL_CHANNELS_DEFAULT = 5;

    /**
     * Default of {@link #barrierChannels()}.
     */
    public static final int BARRIER_CHANNELS_DEFAULT = 2;

    /**
     * Default of {@link #nonIsotachRingLength()} in bytes.
     */
    public static final int NON_ISOTACH_RING_LENGTH_DEFAULT = 64 * 1024;

    private static final int LARGEST_MESSAGE = 1 << 26;

    private static final int NOT_SET = -1;

    private int maxMessageLength = NOT_SET;
    private int handlerCount = HANDLER_COUNT_DEFAULT;
    private int signalChannels = SIGNAL_CHANNELS_DEFAULT;
    private int barrierChannels = BARRIER_CHANNELS_DEFAULT;
    private int nonIsotachRingLength = NON_ISOTACH_RING_LENGTH_DEFAULT;
    private MessageOrder order = MessageOrder.ISOTACH;
    private boolean isConcluded;
    private int maxMessageLengthBefore;

    /**
     * Creates settings with their default values.
     */
    public MessagingContext()
    {
    }

    /**
     * Largest length of a message, isotach or not. A message to one host needs an isochron that is 16 bytes longer; a
     * message to several hosts needs 8 bytes more for every 64 hosts of the cluster.
     *
     * @param bytes 0..2^26, default {@value #MAX_MESSAGE_LENGTH_DEFAULT}, or less if the isochrons of the cluster have
     *              room for less, see {@link ClusterContext#maxIsochronLength(int)} and
     *              {@link ClusterContext#linkLength(int)}.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     * @throws IllegalStateException    if this context belongs to a cluster already.
     */
    public MessagingContext maxMessageLength(final int bytes)
    {
        checkNotConcluded();
        if (bytes < 0 || bytes > LARGEST_MESSAGE)
        {
            throw new IllegalArgumentException("maxMessageLength: " + bytes + " (expected: 0..2^26 bytes)");
        }
        maxMessageLength = bytes;
        return this;
    }

    /**
     * Largest length of a message.
     *
     * @return the length in bytes; {@value #MAX_MESSAGE_LENGTH_DEFAULT} if it has not been set.
     */
    public int maxMessageLength()
    {
        return NOT_SET == maxMessageLength ? MAX_MESSAGE_LENGTH_DEFAULT : maxMessageLength;
    }

    /**
     * Number of numbered handlers of each host: 0..value - 1.
     *
     * @param value 0..65536, default {@value #HANDLER_COUNT_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     * @throws IllegalStateException    if this context belongs to a cluster already.
     */
    public MessagingContext handlerCount(final int value)
    {
        checkNotConcluded();
        handlerCount = inRange("handlerCount", value, 0, 1 << 16);
        return this;
    }

    /**
     * Number of numbered handlers of each host.
     *
     * @return the setting.
     */
    public int handlerCount()
    {
        return handlerCount;
    }

    /**
     * Number of the last signal channel: the channels are 1..value.
     *
     * @param value 0..31, default {@value #SIGNAL_CHANNELS_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     * @throws IllegalStateException    if this context belongs to a cluster already.
     */
    public MessagingContext signalChannels(final int value)
    {
        checkNotConcluded();
        signalChannels = inRange("signalChannels", value, 0, 31);
        return this;
    }

    /**
     * Number of the last signal channel.
     *
     * @return the setting.
     */
    public int signalChannels()
    {
        return signalChannels;
    }

    /**
     * Number of barrier channels: the channels are 0..value - 1. Channel 0 is reserved for the shutdown of the cluster.
     *
     * @param value 1..32, default {@value #BARRIER_CHANNELS_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     * @throws IllegalStateException    if this context belongs to a cluster already.
     */
    public MessagingContext barrierChannels(final int value)
    {
        checkNotConcluded();
        barrierChannels = inRange("barrierChannels", value, 1, 32);
        return this;
    }

    /**
     * Number of barrier channels.
     *
     * @return the setting.
     */
    public int barrierChannels()
    {
        return barrierChannels;
    }

    /**
     * Memory for the non-isotach messages that one host has under way to one other host: the credit of the sender. A
     * message takes 8 bytes more than its length, rounded up to a multiple of 8. It is contiguous, which can cost as
     * much again where the ring wraps around. The memory is allocated with the first message.
     *
     * @param bytes a power of two, 64..2^30, large enough for a message of {@link #maxMessageLength()}; default
     *              {@value #NON_ISOTACH_RING_LENGTH_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     * @throws IllegalStateException    if this context belongs to a cluster already.
     */
    public MessagingContext nonIsotachRingLength(final int bytes)
    {
        checkNotConcluded();
        if (bytes < RecordRing.MIN_CAPACITY || bytes > RecordRing.MAX_CAPACITY || 1 != Integer.bitCount(bytes))
        {
            throw new IllegalArgumentException(
                "nonIsotachRingLength: " + bytes + " (expected: a power of two in 64..2^30 bytes)");
        }
        nonIsotachRingLength = bytes;
        return this;
    }

    /**
     * Memory for the non-isotach messages that one host has under way to one other host.
     *
     * @return the length of the ring in bytes.
     */
    public int nonIsotachRingLength()
    {
        return nonIsotachRingLength;
    }

    /**
     * The order in which isotach messages are delivered. Order costs next to nothing; do without it to measure that
     * cost, or if the program has no use for order.
     *
     * @param value default {@link MessageOrder#ISOTACH}.
     * @return this.
     * @throws IllegalStateException if this context belongs to a cluster already.
     */
    public MessagingContext order(final MessageOrder value)
    {
        checkNotConcluded();
        order = Objects.requireNonNull(value, "order");
        return this;
    }

    /**
     * The order in which isotach messages are delivered.
     *
     * @return the setting.
     */
    public MessageOrder order()
    {
        return order;
    }

    /**
     * Fills in the values that were not set, checks that all settings agree, and ends the changes.
     *
     * @param cluster the settings of the cluster.
     */
    void conclude(final ClusterContext cluster)
    {
        checkNotConcluded();
        final IsochronLimit limit = cluster.isochronLimit();
        final int longest = NOT_SET == maxMessageLength ?
            Math.min(MAX_MESSAGE_LENGTH_DEFAULT, MessageOperation.longestMessage(limit.length())) :
            maxMessageLength;
        final int operationLength = MessageOperation.length(longest, 0);
        if (operationLength > limit.length())
        {
            throw new IllegalArgumentException("maxMessageLength: " + longest + " needs isochrons of " +
                operationLength + " bytes, those of the cluster have " + limit.length() +
                ": raise " + limit.setting() + " or lower maxMessageLength");
        }
        final int recordLength = RecordRing.recordLength(longest);
        if (nonIsotachRingLength < recordLength)
        {
            throw new IllegalArgumentException("nonIsotachRingLength: " + nonIsotachRingLength +
                " (expected: at least " + recordLength + " bytes for one message of maxMessageLength " +
                longest + "; raise nonIsotachRingLength or lower maxMessageLength)");
        }
        maxMessageLengthBefore = maxMessageLength;
        maxMessageLength = longest;
        isConcluded = true;
    }

    /**
     * Says what all members of a cluster must have in common.
     */
    String forMembers()
    {
        return "maxMessageLength " + maxMessageLength + ", handlerCount " + handlerCount + ", signalChannels " +
            signalChannels + ", barrierChannels " + barrierChannels + ", nonIsotachRingLength " + nonIsotachRingLength;
    }

    /**
     * Restores the settings as they were before {@link #conclude}, because the cluster did not get messaging with them.
     */
    void reopen()
    {
        maxMessageLength = maxMessageLengthBefore;
        isConcluded = false;
    }

    @Override
    public String toString()
    {
        return "MessagingContext{maxMessageLength=" + maxMessageLength() + ", handlerCount=" + handlerCount +
            ", signalChannels=" + signalChannels + ", barrierChannels=" + barrierChannels +
            ", nonIsotachRingLength=" + nonIsotachRingLength + ", order=" + order + '}';
    }

    private void checkNotConcluded()
    {
        if (isConcluded)
        {
            throw new IllegalStateException(
                "this context belongs to a cluster already: make a new one for another cluster");
        }
    }

    private static int inRange(final String name, final int value, final int smallest, final int largest)
    {
        if (value < smallest || value > largest)
        {
            throw new IllegalArgumentException(
                name + ": " + value + " (expected: " + smallest + ".." + largest + ')');
        }
        return value;
    }
}
