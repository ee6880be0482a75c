/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.util.concurrent.atomic.AtomicBoolean;

import io.aeron.Image;
import io.aeron.ImageControlledFragmentAssembler;
import io.aeron.Publication;
import io.aeron.ReservedValueSupplier;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import io.aeron.protocol.DataHeaderFlyweight;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import org.isotach.IsotachException;
import org.isotach.MemberLostException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkHandler;

/**
 * The end of a trunk. It owns the rule that a stream which is not whole from its first byte on is not read any more.
 * <p>
 * A record is one message of Aeron. The stream is whole as long as there is one image, which begins at position 0, and
 * each fragment begins where the one before has ended, or at the start of the next term: a claim that its thread never
 * committed is skipped by the driver, and so leaves a gap. One that reaches the end of a term looks like the padding
 * there, and is not noticed here: if it was a frame or a notice, its receiver misses its number.
 * <p>
 * Each fragment says, in the reserved value of its header, which session its sender hears. If that is the one of this
 * end, the two hear each other, and no other sender can come between them, see {@link ImageSearch}.
 */
final class AeronTrunk implements Trunk
{
    private static final int INITIAL_LENGTH = 4096;

    private final Connection connection;
    private final String name;
    private final Publication publication;
    private final RefusalWatch watch;
    private final Subscription subscription;
    private final Runnable released;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    // Records that are longer than a fragment are put together here first. Who sets the flag owns the memory: the
    // release store of its end publishes to the next owner, whose compare-and-set acquires, what was written there.
    private final AtomicBoolean isLongInUse = new AtomicBoolean();
    private final UnsafeBuffer longView = new UnsafeBuffer(0, 0);
    private OffHeapBuffer longRecord;
    private final ReservedValueSupplier heard;

    // The rest belongs to the thread that polls.
    private final ControlledFragmentHandler fragmentHandler = this::onFragment;
    private final ImageControlledFragmentAssembler assembler =
        new ImageControlledFragmentAssembler(this::onMessage, INITIAL_LENGTH, true);
    private OffHeapBuffer arrived = OffHeapBuffer.allocate(INITIAL_LENGTH);
    private final ImageSearch images;
    private long position;
    private TrunkHandler handler;
    private int count;
    private Throwable thrown;
    private IsotachException lost;

    /**
     * @param connection with the media driver.
     * @param channels   of the two streams.
     * @param name       for exceptions.
     * @param released   called once, when it is closed.
     */
    AeronTrunk(final Connection connection, final Channels channels, final String name, final Runnable released)
    {
        this.connection = connection;
        this.name = name;
        this.released = released;
        subscription = connection.addSubscription(channels.in, channels.inStreamId);
        try
        {
            publication = connection.addPublication(channels.out, channels.outStreamId);
        }
        catch (final Throwable ex)
        {
            subscription.close();
            throw ex;
        }
        watch = new RefusalWatch(publication, name, connection.memberTimeout());
        images = new ImageSearch(subscription, publication.sessionId(), 2 * connection.forgettingNs());
        heard = (buffer, offset, length) -> images.heardSession();
    }

    @Override
    public long offer(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        final int length = headerLength + bodyLength;
        if (length > publication.maxPayloadLength())
        {
            return offerLong(header, headerLength, body, bodyOffset, bodyLength);
        }
        final BufferClaim claim = ThreadClaims.SHARED.get();
        if (null == claim)
        {
            return REFUSED;
        }
        long result = publication.tryClaim(length, claim);
        if (Publication.ADMIN_ACTION == result)
        {
            // The next term has begun.
            result = publication.tryClaim(length, claim);
        }
        if (result < 0)
        {
            watch.onRefusal(result);
            return REFUSED;
        }
        try
        {
            final MutableDirectBuffer target = claim.buffer();
            RecordBytes.put(header, 0, target, claim.offset(), headerLength);
            if (bodyLength > 0)
            {
                RecordBytes.put(body, bodyOffset, target, claim.offset() + headerLength, bodyLength);
            }
        }
        catch (final Throwable ex)
        {
            claim.abort();
            throw ex;
        }
        claim.reservedValue(images.heardSession());
        claim.commit();
        return result;
    }

    private long offerLong(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        final int length = headerLength + bodyLength;
        if (length > publication.maxMessageLength())
        {
            throw new IllegalArgumentException(name + ": a record of " + length + " bytes (expected: at most " +
                publication.maxMessageLength() + "; set AeronTrunksContext.termLength() to eight times the longest, " +
                "up to " + AeronTrunksContext.MAX_TERM_LENGTH + ')');
        }
        // Partner: the release below, by whoever had it before.
        if (!isLongInUse.compareAndSet(false, true))
        {
            return REFUSED;
        }
        try
        {
            if (!hasRoomFor(length))
            {
                return REFUSED;
            }
            header.copyTo(0, longRecord, 0, headerLength);
            if (bodyLength > 0)
            {
                body.copyTo(bodyOffset, longRecord, headerLength, bodyLength);
            }
            long result = publication.offer(longView, 0, length, heard);
            if (Publication.ADMIN_ACTION == result)
            {
                result = publication.offer(longView, 0, length, heard);
            }
            if (result < 0)
            {
                watch.onRefusal(result);
                return REFUSED;
            }
            return result;
        }
        finally
        {
            // Publishes the memory. Partner: the compare-and-set above.
            isLongInUse.setRelease(false);
        }
    }

    /**
     * Makes room for a record that is put together. If there is no memory now, there may be some later.
     */
    private boolean hasRoomFor(final int length)
    {
        if (null == longRecord || longRecord.capacity() < length)
        {
            try
            {
                final OffHeapBuffer longer = OffHeapBuffer.allocate(BitUtil.findNextPositivePowerOfTwo(length));
                longView.wrap(longer.newReadOnlyView());
                longRecord = longer;
            }
            catch (final OutOfMemoryError ex)
            {
                return false;
            }
        }
        return true;
    }

    @Override
    public int maxRecordLength()
    {
        return publication.maxMessageLength();
    }

    @Override
    public int poll(final TrunkHandler taker, final int limit)
    {
        if (isClosed.get())
        {
            return 0;
        }
        check();
        final Image image = images.image();
        if (null == image)
        {
            return 0;
        }
        handler = taker;
        count = 0;
        int fragments = 1;
        // Again only if there were fragments and no record has ended: it has come as a whole.
        while (0 == count && fragments > 0 && null == lost && null == thrown)
        {
            // A fragment ends one record at most.
            fragments = image.controlledPoll(fragmentHandler, limit);
        }
        rethrow();
        if (null != lost && 0 == count)
        {
            throw lost;
        }
        return count;
    }

    /**
     * @throws IsotachException when the stream is not whole.
     */
    private void check()
    {
        if (null == lost)
        {
            if (connection.isClosed())
            {
                loseDriver();
            }
            else if (null != images.image() && images.image().isClosed())
            {
                loseImage();
            }
            else
            {
                final String why = images.look();
                if (null != why)
                {
                    lose(why);
                }
            }
        }
        if (null != lost)
        {
            throw lost;
        }
    }

    private void loseImage()
    {
        // A client that ends by itself closes first the subscription, then its image. It says why, and closes itself.
        if (!subscription.isClosed())
        {
            lose("the other end has " + (images.image().isEndOfStream() ? "ended" : "not been heard any more") +
                " after " + position + " bytes");
        }
    }

    /**
     * It is this member that reaches nobody any more.
     */
    private void loseDriver()
    {
        final Throwable cause = connection.firstError();
        final boolean wasSilent = connection.wasSilent();
        final String what = wasSilent ? "the media driver in " + connection.directory() +
            " has not heard this member for longer than its client liveness timeout" :
            "the media driver in " + connection.directory() + " is gone";
        lost = new MemberLostException(name + " is lost: " + what + (null == cause ? "" : ": " + cause.getMessage()) +
            (wasSilent ? "" : "; a driver that is a process of its own outlives the members"));
    }

    private void lose(final String what)
    {
        lost = new IsotachException(name + " is lost: " + what);
    }

    private void rethrow()
    {
        final Throwable ex = thrown;
        if (null != ex)
        {
            thrown = null;
            if (ex instanceof Error)
            {
                throw (Error)ex;
            }
            throw (RuntimeException)ex;
        }
    }

    private ControlledFragmentHandler.Action onFragment(
        final DirectBuffer buffer, final int offset, final int length, final Header header)
    {
        final long end = header.position();
        final long begin =
            end - BitUtil.align(length + DataHeaderFlyweight.HEADER_LENGTH, FrameDescriptor.FRAME_ALIGNMENT);
        if (begin != position && !isNextTerm(begin))
        {
            lose((begin - position) + " bytes behind the first " + position + " never came");
            return ControlledFragmentHandler.Action.ABORT;
        }
        position = end;
        images.hear((int)header.reservedValue());
        return assembler.onFragment(buffer, offset, length, header);
    }

    private boolean isNextTerm(final long begin)
    {
        final int termLength = images.image().termBufferLength();
        return 0 == (begin & (termLength - 1)) && begin > position && begin - position < termLength;
    }

    private ControlledFragmentHandler.Action onMessage(
        final DirectBuffer buffer, final int offset, final int length, final Header header)
    {
        try
        {
            if (arrived.capacity() < length)
            {
                arrived = OffHeapBuffer.allocate(BitUtil.findNextPositivePowerOfTwo(length));
            }
            RecordBytes.get(buffer, offset, arrived, length);
            count++;
            handler.onRecord(arrived, 0, length, position);
            return ControlledFragmentHandler.Action.CONTINUE;
        }
        catch (final Throwable ex)
        {
            // Aeron would keep it for itself.
            thrown = ex;
            return ControlledFragmentHandler.Action.BREAK;
        }
    }

    @Override
    public void close()
    {
        if (isClosed.compareAndSet(false, true))
        {
            try
            {
                connection.close(publication);
                subscription.close();
            }
            finally
            {
                released.run();
            }
        }
    }

    @Override
    public String toString()
    {
        return "AeronTrunk{" + name + ", sent=" + publication.position() + ", received=" + position +
            (null == lost ? "" : ", lost") + '}';
    }
}
