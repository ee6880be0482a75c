/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.Objects;

/**
 * The settings of a {@link Network}: how much memory each host sends from, and how its channels wait. All memory is
 * reserved when the network is made.
 * <p>
 * <b>Note:</b> this class is not threadsafe. A network copies the settings: one context may serve several networks.
 */
public final class MyrinetContext
{
    /**
     * Default of {@link #bufferLength()} in bytes.
     */
    public static final int BUFFER_LENGTH_DEFAULT = 8 * 1024;

    /**
     * Default of {@link #buffers()}.
     */
    public static final int BUFFERS_DEFAULT = 64;

    /**
     * Default of {@link #channels()}.
     */
    public static final int CHANNELS_DEFAULT = 16;

    /**
     * Default of {@link #channelLength()}.
     */
    public static final int CHANNEL_LENGTH_DEFAULT = 64;

    /**
     * Default of {@link #inlineLength()} in bytes.
     */
    public static final int INLINE_LENGTH_DEFAULT = 64;

    static final int MAX_REGION_LENGTH = 1 << 30;

    private static final int MAX_BUFFERS = 1 << 16;
    private static final int MAX_BUFFER_LENGTH = 1 << 26;
    private static final int MAX_CHANNELS = 1 << 12;
    private static final int MAX_CHANNEL_LENGTH = 1 << 16;
    private static final int MAX_INLINE_LENGTH = 1 << 12;

    private int bufferLength = BUFFER_LENGTH_DEFAULT;
    private int buffers = BUFFERS_DEFAULT;
    private int channels = CHANNELS_DEFAULT;
    private int channelLength = CHANNEL_LENGTH_DEFAULT;
    private int inlineLength = INLINE_LENGTH_DEFAULT;
    private Reception reception = Reception.PARK;

    /**
     * Creates settings with their default values.
     */
    public MyrinetContext()
    {
    }

    /**
     * Sets the length of each buffer: the largest payload.
     *
     * @param bytes 1..2^26, default {@value #BUFFER_LENGTH_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException when the value is out of range.
     */
    public MyrinetContext bufferLength(final int bytes)
    {
        bufferLength = inRange("bufferLength", bytes, 1, MAX_BUFFER_LENGTH);
        return this;
    }

    /**
     * Returns the length of each buffer.
     *
     * @return the length in bytes.
     */
    public int bufferLength()
    {
        return bufferLength;
    }

    /**
     * Sets the number of buffers from which a host sends.
     *
     * @param count 1..65536, default {@value #BUFFERS_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException when the value is out of range.
     */
    public MyrinetContext buffers(final int count)
    {
        buffers = inRange("buffers", count, 1, MAX_BUFFERS);
        return this;
    }

    /**
     * Returns the number of buffers of a host.
     *
     * @return the number.
     */
    public int buffers()
    {
        return buffers;
    }

    /**
     * Sets the number of channels on which a host may receive: 0..count - 1.
     *
     * @param count 1..4096, default {@value #CHANNELS_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException when the value is out of range.
     */
    public MyrinetContext channels(final int count)
    {
        channels = inRange("channels", count, 1, MAX_CHANNELS);
        return this;
    }

    /**
     * Returns the number of channels of a host.
     *
     * @return the number.
     */
    public int channels()
    {
        return channels;
    }

    /**
     * Sets how many packets of each host may be on their way to a channel, at least: then the channel is full for that
     * host. A message that is gathered from several buffers takes the room of up to four packets. A channel keeps as
     * many small payloads that were received and not freed.
     *
     * @param packets 1..65536, default {@value #CHANNEL_LENGTH_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException when the value is out of range.
     */
    public MyrinetContext channelLength(final int packets)
    {
        channelLength = inRange("channelLength", packets, 1, MAX_CHANNEL_LENGTH);
        return this;
    }

    /**
     * Returns how many packets of each host may be on their way to a channel.
     *
     * @return the number.
     */
    public int channelLength()
    {
        return channelLength;
    }

    /**
     * Sets the longest payload that is copied into the packet; longer ones change their owner where they are.
     *
     * @param bytes 0..4096, default {@value #INLINE_LENGTH_DEFAULT}; 0 copies only empty ones.
     * @return this.
     * @throws IllegalArgumentException when the value is out of range.
     */
    public MyrinetContext inlineLength(final int bytes)
    {
        inlineLength = inRange("inlineLength", bytes, 0, MAX_INLINE_LENGTH);
        return this;
    }

    /**
     * Returns the longest payload that is copied.
     *
     * @return the length in bytes.
     */
    public int inlineLength()
    {
        return inlineLength;
    }

    /**
     * Sets how {@link Channel#receive()} waits.
     *
     * @param value default {@link Reception#PARK}.
     * @return this.
     */
    public MyrinetContext reception(final Reception value)
    {
        reception = Objects.requireNonNull(value, "reception");
        return this;
    }

    /**
     * Returns how channels wait.
     *
     * @return the setting.
     */
    public Reception reception()
    {
        return reception;
    }

    /**
     * Refuses settings that contradict each other.
     *
     * @return a copy.
     */
    MyrinetContext checkedCopy()
    {
        final long length = regionLength(buffers, bufferLength);
        if (length > MAX_REGION_LENGTH)
        {
            throw new IllegalArgumentException("buffers: " + buffers + ", bufferLength: " + bufferLength + ": " +
                length + " bytes for each host (expected: at most " + MAX_REGION_LENGTH +
                "; use fewer or shorter buffers)");
        }
        final MyrinetContext copy = new MyrinetContext();
        copy.bufferLength = bufferLength;
        copy.buffers = buffers;
        copy.channels = channels;
        copy.channelLength = channelLength;
        copy.inlineLength = inlineLength;
        copy.reception = reception;
        return copy;
    }

    /**
     * Returns the number of bytes of some buffers, at most {@link #MAX_REGION_LENGTH}.
     */
    static long regionLength(final int count, final int length)
    {
        return (long)count * (length + 63 & -64);
    }

    private static int inRange(final String name, final int value, final int min, final int max)
    {
        if (value < min || value > max)
        {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + min + ".." + max + ')');
        }
        return value;
    }

    @Override
    public String toString()
    {
        return "MyrinetContext{bufferLength=" + bufferLength + ", buffers=" + buffers + ", channels=" + channels +
            ", channelLength=" + channelLength + ", inlineLength=" + inlineLength + ", reception=" + reception + '}';
    }
}
