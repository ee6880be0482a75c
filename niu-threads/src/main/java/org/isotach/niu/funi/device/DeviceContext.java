/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;

import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.wait.ElapsedTime;

/**
 * The settings of the devices of a cluster. Set the values that differ from the defaults, then call {@link
 * DeviceNetwork#on}, which takes a copy.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
public final class DeviceContext
{
    /**
     * Default of {@link #fifoLength()}: about what the paper has room for.
     */
    public static final int FIFO_LENGTH_DEFAULT = 10;

    /**
     * Default of {@link #buffers()}.
     */
    public static final int BUFFERS_DEFAULT = 3;

    /**
     * Default of {@link #priorities()}.
     */
    public static final int PRIORITIES_DEFAULT = 2;

    /**
     * Default of {@link #patience()}.
     */
    public static final int PATIENCE_DEFAULT = 100_000_000;

    /**
     * Default of {@link #slice()}.
     */
    public static final Duration SLICE_DEFAULT = Duration.ofMillis(100);

    private static final Duration LONGEST_SLICE = Duration.ofNanos(Long.MAX_VALUE);
    private static final int MAX_FIFO_LENGTH = MemberContext.DRAIN_SLOTS / 2 - 1;
    private static final int MIN_BUFFERS = 2;
    private static final int MAX_BUFFERS = 64;

    private int fifoLength = FIFO_LENGTH_DEFAULT;
    private int buffers = BUFFERS_DEFAULT;
    private int priorities = PRIORITIES_DEFAULT;
    private int patience = PATIENCE_DEFAULT;
    private Duration slice = SLICE_DEFAULT;

    // Null for that of the cluster.
    private LongSupplier clock;

    /**
     * Creates settings with their default values.
     */
    public DeviceContext()
    {
    }

    DeviceContext copy()
    {
        final DeviceContext copy = new DeviceContext().fifoLength(fifoLength).buffers(buffers).priorities(priorities)
            .patience(patience).slice(slice);
        copy.clock = clock;
        return copy;
    }

    private static int checked(final String name, final int value, final int min, final int max)
    {
        if (value < min || value > max)
        {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + min + ".." + max + ')');
        }
        return value;
    }

    /**
     * How many packets of each priority a device accepts before it has delivered them.
     *
     * @param value 1..15, default {@value #FIFO_LENGTH_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     */
    public DeviceContext fifoLength(final int value)
    {
        fifoLength = checked("fifoLength", value, 1, MAX_FIFO_LENGTH);
        return this;
    }

    /**
     * How many packets of each priority a device accepts before it has delivered them.
     *
     * @return the setting.
     */
    public int fifoLength()
    {
        return fifoLength;
    }

    /**
     * How many packets the input port of a device has room for. The last buffer is for acknowledgements.
     *
     * @param value 2..64, default {@value #BUFFERS_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     */
    public DeviceContext buffers(final int value)
    {
        buffers = checked("buffers", value, MIN_BUFFERS, MAX_BUFFERS);
        return this;
    }

    /**
     * How many packets the input port of a device has room for.
     *
     * @return the setting.
     */
    public int buffers()
    {
        return buffers;
    }

    /**
     * Number of priorities of the network. With two, acknowledgements overtake data. With one they do not, and devices
     * that send to each other come to a deadlock sooner or later (Hoe, FUNet, section 2.10): use that to see it only.
     *
     * @param value 1 or 2, default {@value #PRIORITIES_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     */
    public DeviceContext priorities(final int value)
    {
        priorities = checked("priorities", value, 1, PRIORITIES_DEFAULT);
        return this;
    }

    /**
     * Number of priorities of the network.
     *
     * @return the setting.
     */
    public int priorities()
    {
        return priorities;
    }

    /**
     * How often a switch looks for acknowledgements that are missing before it goes on without them: the gang has then
     * failed.
     *
     * @param value at least 1, default {@value #PATIENCE_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     */
    public DeviceContext patience(final int value)
    {
        patience = checked("patience", value, 1, Integer.MAX_VALUE);
        return this;
    }

    /**
     * How often a switch looks for acknowledgements that are missing.
     *
     * @return the setting.
     */
    public int patience()
    {
        return patience;
    }

    /**
     * How long a gang has the devices, if others wait for them.
     *
     * @param value at least 1 ns, default 100 ms; the paper says seconds. More than 2^63 - 1 ns count as that.
     * @return this.
     * @throws IllegalArgumentException if the value is out of range.
     */
    public DeviceContext slice(final Duration value)
    {
        if (value.isZero() || value.isNegative())
        {
            throw new IllegalArgumentException("slice: " + value + " (expected: at least 1 ns)");
        }
        slice = value;
        return this;
    }

    /**
     * How long a gang has the devices.
     *
     * @return the setting.
     */
    public Duration slice()
    {
        return slice;
    }

    long sliceNs()
    {
        return slice.compareTo(LONGEST_SLICE) < 0 ? slice.toNanos() : Long.MAX_VALUE;
    }

    /**
     * The clock by which slices end.
     *
     * @param value counts nanoseconds, or whatever {@link #slice()} counts; default {@link System#nanoTime}, or that of
     *              the scheduler of the cluster. What it throws goes to the error handler of the cluster, and a slice
     *              ends each time.
     * @return this.
     */
    public DeviceContext clock(final LongSupplier value)
    {
        clock = Objects.requireNonNull(value, "clock");
        return this;
    }

    /**
     * Returns the clock that was set, or that of a cluster.
     *
     * @param scheduler of the cluster, null for none.
     */
    LongSupplier clockOr(final Scheduler scheduler)
    {
        return null == clock ? () -> ElapsedTime.now(scheduler) : clock;
    }

    @Override
    public String toString()
    {
        return "DeviceContext{fifoLength=" + fifoLength + ", buffers=" + buffers + ", priorities=" + priorities +
            ", patience=" + patience + ", slice=" + slice + '}';
    }
}
