/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;

import io.aeron.CncFileDescriptor;

import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;

/**
 * What a directory says of the media driver that works in it, or has worked there.
 *
 * @param process   its process.
 * @param start     when it was launched, in milliseconds since 1970: the process alone may have a number that another
 *                  one had before, or has in another container.
 * @param heartbeat when it has last said that it works, in milliseconds since 1970; negative if it has ended in good
 *                  order.
 */
record DriverMark(long process, long start, long heartbeat)
{
    /**
     * Returns the mark in a directory.
     *
     * @return null if there is none that can be read.
     */
    static DriverMark of(final String directory)
    {
        final MappedByteBuffer file;
        try
        {
            file = IoUtil.mapExistingFile(
                new File(directory, CncFileDescriptor.CNC_FILE), FileChannel.MapMode.READ_ONLY, "mark of the driver");
        }
        catch (final Exception ex)
        {
            // There is none, or it is being made, or deleted; Agrona throws checked exceptions without declaring them.
            return null;
        }
        try
        {
            return of(file);
        }
        catch (final RuntimeException ex)
        {
            // That of another version, or not complete.
            return null;
        }
        finally
        {
            IoUtil.unmap(file);
        }
    }

    private static DriverMark of(final ByteBuffer file)
    {
        final UnsafeBuffer head = CncFileDescriptor.createMetaDataBuffer(file);
        CncFileDescriptor.checkVersion(head.getIntVolatile(CncFileDescriptor.cncVersionOffset(0)));
        return new DriverMark(
            CncFileDescriptor.pid(head), CncFileDescriptor.startTimestampMs(head), heartbeat(file, head));
    }

    private static long heartbeat(final ByteBuffer file, final DirectBuffer head)
    {
        return new ManyToOneRingBuffer(CncFileDescriptor.createToDriverBuffer(file, head)).consumerHeartbeatTime();
    }

    /**
     * Returns whether it has ended, or its process is not among those of this machine. It may be in another container
     * all the same.
     */
    boolean isGone()
    {
        if (isEnded())
        {
            return true;
        }
        if (ProcessHandle.current().pid() == process)
        {
            // The first process of each container has the same number.
            return start < ManagementFactory.getRuntimeMXBean().getStartTime();
        }
        return ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty();
    }

    private boolean isEnded()
    {
        return heartbeat < 0;
    }

    /**
     * Returns whether another mark is one of the same driver, perhaps at another time.
     *
     * @param other the other mark, null for none.
     */
    boolean isOfSame(final DriverMark other)
    {
        return null != other && process == other.process && start == other.start;
    }

    /**
     * Returns how old the heartbeat is, in milliseconds; negative if the clock was set back.
     */
    long ageMs()
    {
        return System.currentTimeMillis() - heartbeat;
    }

    /**
     * Describes it for messages.
     *
     * @param directory in which the mark is.
     */
    String describe(final String directory)
    {
        final String begin =
            "the media driver that " + (isGone() ? "had" : "has") + ' ' + directory + ", process " + process;
        if (isEnded())
        {
            return begin + ", has ended in good order";
        }
        final long age = TimeUnit.MILLISECONDS.toSeconds(ageMs());
        return begin + (isGone() ? ", has ended, and was last active " : ", was last active ") +
            (age < 0 ? -age + " s ahead of the clock of this machine, which was set back" : age + " s ago");
    }
}
