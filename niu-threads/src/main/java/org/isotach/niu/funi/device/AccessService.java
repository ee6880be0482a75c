/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * The part of delivery that knows accesses: checks and makes those of others to the segments of the process, leaves
 * their answers in lines of the packet cache, and brings the answers to accesses of the process to their places.
 */
final class AccessService
{
    private final DeviceState state;
    private final OffHeapBuffer cache;

    AccessService(final DeviceState state)
    {
        this.state = state;
        cache = state.cache.memory();
    }

    /**
     * Returns whether an answer has a line.
     */
    boolean hasRoom()
    {
        return 0 != lines();
    }

    private int lines()
    {
        return state.registers.hiddenLines() & PacketCache.ANSWERS;
    }

    /**
     * Makes an access of another member, or denies it.
     */
    void serve(final OffHeapBuffer packet, final int index)
    {
        final int line = PacketCache.free(lines());
        final int answer = PacketCache.index(state.group(), line);
        final int body = index + Packet.BODY;
        final int length = packet.getInt(body + RemoteAccess.EXTENT) & RemoteAccess.LENGTH_MASK;
        final int sender = packet.getInt(index + Packet.SENDER);
        final int incarnation = packet.getInt(index + Packet.INCARNATION);
        final boolean isWrite = RemoteAccess.WRITE == Slot.type(packet.getInt(index + Packet.HEADER));
        final Routes routes = state.routes();
        // A member that was replaced may have left accesses on their way.
        final boolean isDone =
            routes.incarnation(sender) == incarnation && isMade(packet, index, isWrite, length, answer);
        final int found = isDone && !isWrite ? length : 0;
        cache.putInt(answer + Packet.FLAGS, Packet.REPLY | Packet.ANSWER);
        cache.putInt(answer + Packet.GROUP, state.group());
        cache.putInt(answer + Packet.LINE, line);
        cache.putInt(answer + Packet.HOST, state.host);
        cache.putInt(answer + Packet.SENDER, routes.node());
        cache.putInt(answer + Packet.INCARNATION, routes.incarnation());
        cache.putInt(answer + Packet.TARGET, incarnation);
        cache.putInt(answer + Packet.LIBRARY, 0);
        final int words = (RemoteAccess.FOUND + found + Integer.BYTES - 1) / Integer.BYTES;
        cache.putInt(answer + Packet.HEADER,
            Slot.MARK | Slot.header(true, RemoteAccess.ANSWER, words, sender));
        final int answerBody = answer + Packet.BODY;
        cache.putInt(answerBody + RemoteAccess.PLACE, packet.getInt(body + RemoteAccess.PLACE));
        cache.putInt(answerBody + RemoteAccess.NUMBER, packet.getInt(body + RemoteAccess.NUMBER));
        cache.putInt(answerBody + RemoteAccess.RESULT,
            (isDone ? RemoteAccess.DONE : RemoteAccess.DENIED) << RemoteAccess.UPPER_SHIFT | found);
        state.counts.count(isDone ? DeviceEvent.ACCESS : DeviceEvent.DENIED);
        state.occupy(line);
    }

    private boolean isMade(
        final OffHeapBuffer packet, final int index, final boolean isWrite, final int length, final int answer)
    {
        final int body = index + Packet.BODY;
        // What a process has written into its slot may be anything.
        final int most = isWrite ? Slot.words(packet.getInt(index + Packet.HEADER)) * Integer.BYTES -
            RemoteAccess.WRITTEN : RemoteAccess.MAX_LENGTH;
        final int segment = packet.getInt(body + RemoteAccess.EXTENT) >>> RemoteAccess.UPPER_SHIFT;
        final int offset = packet.getInt(body + RemoteAccess.OFFSET);
        final DeviceSegments segments = state.segments();
        try
        {
            return length <= Math.min(most, RemoteAccess.MAX_LENGTH) && (isWrite ?
                segments.tryWrite(segment, offset, packet, body + RemoteAccess.WRITTEN, length) :
                segments.tryRead(segment, offset, cache, answer + Packet.BODY + RemoteAccess.FOUND, length));
        }
        catch (final Throwable ex)
        {
            state.report(ex);
            return false;
        }
    }

    /**
     * Brings an answer to its place, if that waits for it.
     */
    void bring(final OffHeapBuffer packet, final int index)
    {
        final int body = index + Packet.BODY;
        final int place = packet.getInt(body + RemoteAccess.PLACE);
        final int number = packet.getInt(body + RemoteAccess.NUMBER);
        final int result = packet.getInt(body + RemoteAccess.RESULT);
        final int length = result & RemoteAccess.LENGTH_MASK;
        final HostMemory memory = state.memory();
        final OffHeapBuffer user = memory.buffer();
        // The process may give it up at any moment, and use the place for the next one: then the number differs.
        if (!memory.isMapped(place, RemoteAccess.PLACE_LENGTH) || !RemoteAccess.isPlace(place) ||
            !user.compareAndSetLong(place, RemoteAccess.word(number, RemoteAccess.PENDING),
                RemoteAccess.word(number, RemoteAccess.COPYING)))
        {
            state.counts.count(DeviceEvent.STALE);
            return;
        }
        packet.copyTo(body + RemoteAccess.FOUND, user, place + RemoteAccess.DATA, length);
        // Release: what was read. Partner: RemoteAccess.state().
        user.putLongRelease(place, RemoteAccess.word(number, result >>> RemoteAccess.UPPER_SHIFT));
        state.counts.countWrites(2 + length / Integer.BYTES);
        state.counts.count(DeviceEvent.ANSWERED);
        state.wakeProcess();
    }

    @Override
    public String toString()
    {
        return "AccessService{" + Integer.toHexString(lines()) + '}';
    }
}
