/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.time.Duration;

/**
 * The settings of {@link AeronTrunks}: set what differs from the defaults. <b>Note:</b> this class is not threadsafe.
 */
public final class AeronTrunksContext
{
    /**
     * Default of {@link #termLength}.
     */
    public static final int TERM_LENGTH_DEFAULT = 4 * 1024 * 1024;

    /**
     * Smallest {@link #termLength}.
     */
    public static final int MIN_TERM_LENGTH = 1024 * 1024;

    /**
     * Largest {@link #termLength}: longer ones allow no longer records.
     */
    public static final int MAX_TERM_LENGTH = 128 * 1024 * 1024;

    /**
     * Default of {@link #memberTimeout}: what Aeron has by default.
     */
    public static final Duration MEMBER_TIMEOUT_DEFAULT = Duration.ofSeconds(10);

    /**
     * Smallest value of {@link #memberTimeout}. Processes tell their driver twice in a second that they live.
     */
    public static final Duration MIN_MEMBER_TIMEOUT = Duration.ofSeconds(1);

    /**
     * Default of {@link #driverTimeout}.
     */
    public static final Duration DRIVER_TIMEOUT_DEFAULT = Duration.ofSeconds(10);

    /**
     * Default of {@link #firstStreamId}.
     */
    public static final int FIRST_STREAM_ID_DEFAULT = 1000;

    private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

    private String aeronDirectoryName;
    private boolean embeddedDriver = true;
    private int termLength = TERM_LENGTH_DEFAULT;
    private int firstStreamId = FIRST_STREAM_ID_DEFAULT;
    private Duration memberTimeout = MEMBER_TIMEOUT_DEFAULT;
    private Duration driverTimeout = DRIVER_TIMEOUT_DEFAULT;

    /**
     * Creates settings with their defaults.
     */
    public AeronTrunksContext()
    {
    }

    AeronTrunksContext copy()
    {
        final AeronTrunksContext copy = new AeronTrunksContext();
        copy.aeronDirectoryName = aeronDirectoryName;
        copy.embeddedDriver = embeddedDriver;
        copy.termLength = termLength;
        copy.firstStreamId = firstStreamId;
        copy.memberTimeout = memberTimeout;
        copy.driverTimeout = driverTimeout;
        return copy;
    }

    /**
     * Sets the directory of the media driver. Members on one machine that send each other their records over shared
     * memory need the same one. Whoever can read and write it can read and write every variable.
     *
     * @param value name of the directory; the default is that of Aeron, or, for an embedded driver over UDP, one of its
     *              own for each member.
     * @return this.
     * @throws IllegalArgumentException when the name is empty.
     */
    public AeronTrunksContext aeronDirectoryName(final String value)
    {
        if (value.isEmpty())
        {
            throw new IllegalArgumentException("aeronDirectoryName: \"\" (expected: the name of a directory)");
        }
        aeronDirectoryName = value;
        return this;
    }

    /**
     * Returns the directory of the media driver.
     *
     * @return what was set; null for the default.
     */
    public String aeronDirectoryName()
    {
        return aeronDirectoryName;
    }

    /**
     * Sets whether a member runs the media driver itself. Over UDP each member does so; over shared memory the first
     * member of the list does, and the others have to be closed before it, for which it waits. A driver that is a
     * process of its own outlives a member that ends: what the member had sent still arrives.
     *
     * @param value false if a media driver is running in {@link #aeronDirectoryName}; default true.
     * @return this.
     */
    public AeronTrunksContext embeddedDriver(final boolean value)
    {
        embeddedDriver = value;
        return this;
    }

    /**
     * Returns whether a member runs the media driver itself.
     *
     * @return as it was set.
     */
    public boolean embeddedDriver()
    {
        return embeddedDriver;
    }

    /**
     * Sets the length of a term: a stream has three of them in the directory of the media driver, and each trunk has
     * two streams. The longest record, which is an isochron, or several that go together, and a header, has an
     * eighth of a term, so {@code maxIsochronLength} must be smaller, and {@code slabLength} or {@code linkLength}
     * smaller than a term.
     *
     * @param bytes a power of two, {@value #MIN_TERM_LENGTH}..{@value #MAX_TERM_LENGTH}; default {@value
     *              #TERM_LENGTH_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException when it is no such number.
     */
    public AeronTrunksContext termLength(final int bytes)
    {
        if (bytes < MIN_TERM_LENGTH || bytes > MAX_TERM_LENGTH || 1 != Integer.bitCount(bytes))
        {
            throw new IllegalArgumentException("termLength: " + bytes + " (expected: a power of two, " +
                MIN_TERM_LENGTH + ".." + MAX_TERM_LENGTH + " bytes)");
        }
        termLength = bytes;
        return this;
    }

    /**
     * Returns the length of a term.
     *
     * @return in bytes.
     */
    public int termLength()
    {
        return termLength;
    }

    /**
     * Sets the first number of the streams. Clusters that share a media driver, or a port, need numbers of their own:
     * each takes 256.
     *
     * @param value 0..2^30, default {@value #FIRST_STREAM_ID_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException when it is out of range.
     */
    public AeronTrunksContext firstStreamId(final int value)
    {
        if (value < 0 || value > 1 << 30)
        {
            throw new IllegalArgumentException("firstStreamId: " + value + " (expected: 0..2^30)");
        }
        firstStreamId = value;
        return this;
    }

    /**
     * Returns the first number of the streams.
     *
     * @return the number.
     */
    public int firstStreamId()
    {
        return firstStreamId;
    }

    /**
     * Sets after how long a silent member is lost. An embedded driver is told; another one keeps its own times, which
     * are ten seconds unless they were set. A member that does not run for that long, because its machine is too busy,
     * is lost for good, and so is whoever uses a driver that it runs.
     *
     * @param value {@link #MIN_MEMBER_TIMEOUT} to an hour; default {@link #MEMBER_TIMEOUT_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException when it is out of range.
     */
    public AeronTrunksContext memberTimeout(final Duration value)
    {
        memberTimeout = checked("memberTimeout", value, MIN_MEMBER_TIMEOUT);
        return this;
    }

    /**
     * Returns after how long a silent member is lost.
     *
     * @return the time.
     */
    public Duration memberTimeout()
    {
        return memberTimeout;
    }

    /**
     * Sets how long to wait for the media driver: when the trunks are opened, and when it does not answer later. A
     * driver says once a second that it is there.
     *
     * @param value three seconds to an hour; default {@link #DRIVER_TIMEOUT_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException when it is out of range.
     */
    public AeronTrunksContext driverTimeout(final Duration value)
    {
        driverTimeout = checked("driverTimeout", value, Duration.ofSeconds(3));
        return this;
    }

    /**
     * Returns how long to wait for the media driver.
     *
     * @return the time.
     */
    public Duration driverTimeout()
    {
        return driverTimeout;
    }

    private static Duration checked(final String name, final Duration value, final Duration min)
    {
        if (value.compareTo(min) < 0 || value.compareTo(MAX_TIMEOUT) > 0)
        {
            throw new IllegalArgumentException(
                name + ": " + value + " (expected: " + min + ".." + MAX_TIMEOUT + ')');
        }
        return value;
    }

    @Override
    public String toString()
    {
        return "AeronTrunksContext{aeronDirectoryName=" + aeronDirectoryName +
            ", embeddedDriver=" + embeddedDriver +
            ", termLength=" + termLength +
            ", firstStreamId=" + firstStreamId +
            ", memberTimeout=" + memberTimeout +
            ", driverTimeout=" + driverTimeout + '}';
    }
}
