/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.ArrayList;
import java.util.List;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.ExpelledHosts;
import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.link.InboundFrames;
import org.isotach.niu.link.InboundLinks;
import org.isotach.niu.link.LinkSize;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.link.SharedMemoryTransport;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.time.Floor;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * What member 0 hears from member 1, of three.
 */
final class PeerTokensTest
{
    private static final int[] MEMBER_OF = { 0, 1, 2 };
    private static final OutboundLinks[] NO_LINKS = {};
    private static final long[] NO_POSITIONS = new long[MEMBER_OF.length];

    // As TrunkRecord lays out a frame.
    private static final int FLAGS = 12;
    private static final int WITH_TOKEN = 2;
    private static final int NUMBER = 32;
    private static final int RECEIVERS = 40;

    private final Floor floor = new Floor(0, MEMBER_OF.length, false, new Doorbell());
    private final InboundLinks[] receivers = { inbound(), inbound(), inbound() };
    private final InboundFrames frames = new InboundFrames(
        "middle",
        new HostsOfMembers(0, MEMBER_OF.length, MEMBER_OF),
        receivers,
        LinkSize.growing(8, 1 << 13),
        new SharedMemoryTransport(),
        new Doorbell(),
        () -> false,
        new ExpelledHosts(MEMBER_OF.length),
        (host, pulse) ->
        {
            throw new AssertionError("host " + host + " leaves");
        });
    private final LoopTrunk sent = new LoopTrunk();
    private final TrunkQueue queue = new TrunkQueue(sent, null);
    private final PeerTokens tokens = new PeerTokens(0, 1, MEMBER_OF.length, floor, frames, queue);
    private final OffHeapBuffer record = OffHeapBuffer.allocate(256);
    private long number;

    private static InboundLinks inbound()
    {
        return new InboundLinks(new Doorbell());
    }

    private void hearToken(final long promised, final long... positions)
    {
        record.putInt(TrunkRecord.TYPE, TrunkRecord.TOKEN);
        record.putInt(TrunkRecord.FIRST, 0);
        record.putLong(TrunkRecord.SECOND, promised);
        record.putLong(TrunkRecord.THIRD, promised);
        putPositions(TrunkRecord.FOURTH, positions);
        tokens.onToken(record, 0, NO_LINKS);
    }

    /**
     * A notice, so that the trunk has something at this position.
     */
    private void hearNotice(final long position)
    {
        record.putInt(TrunkRecord.TYPE, TrunkRecord.NOTICE);
        record.putInt(TrunkRecord.FIRST, 1);
        record.putLong(TrunkRecord.FOURTH, number++);
        frames.onNotice(record, 0, position);
    }

    private void hearFrame(final long position, final long promised, final long... positions)
    {
        record.putInt(TrunkRecord.TYPE, TrunkRecord.FRAME);
        record.putInt(TrunkRecord.FIRST, 1);
        record.putInt(FLAGS, WITH_TOKEN);
        record.putLong(NUMBER, number++);
        record.putLong(RECEIVERS, 0);
        final int token = TrunkRecord.frameHeaderLength(1);
        record.putLong(token, promised);
        record.putLong(token + TrunkRecord.TOKEN_WANTED, promised);
        putPositions(token + TrunkRecord.TOKEN_POSITIONS, positions);
        tokens.onFrame(record, 0, position);
    }

    private void putPositions(final int index, final long... positions)
    {
        for (int member = 0; member < positions.length; member++)
        {
            record.putLong(index + member * Long.BYTES, positions[member]);
        }
    }

    @Test
    void shouldKnowWhatATokenHasSaid()
    {
        hearNotice(64);
        hearToken(5, 64, 0, 128);
        assertEquals(5, floor.heard(1));
        assertArrayEquals(new long[]{ 64, 0, 128 }, tokens.heardPositions());
        hearToken(7, 64, 0, 192);
        assertArrayEquals(new long[]{ 64, 0, 192 }, tokens.heardPositions());
    }

    @Test
    void shouldKnowThePositionOfAFrameThatCarriesAToken()
    {
        hearFrame(96, 9, 0, 0, 128);
        assertEquals(9, floor.heard(1));
        assertArrayEquals(new long[]{ 96, 0, 128 }, tokens.heardPositions());
    }

    /**
     * The trunk had refused the token, and then it took a frame that promises more.
     */
    @Test
    void shouldNotGoBackToAnEarlierToken()
    {
        hearFrame(96, 9, 0, 0, 128);
        hearToken(5, 0, 0, 64);
        assertEquals(9, floor.heard(1));
        assertArrayEquals(new long[]{ 96, 0, 128 }, tokens.heardPositions());
    }

    @Test
    void shouldSendATokenWhenMoreIsPromised()
    {
        floor.want(5);
        assertEquals(0, tokens.send(0, NO_POSITIONS), "asks when it has promised itself");
        assertEquals(1, tokens.send(5, NO_POSITIONS));
        assertEquals(0, tokens.send(5, NO_POSITIONS));
        assertEquals(List.of("promised 5 wanted 5"), sentRecords());
    }

    /**
     * A frame has carried the promise, and asked for nothing.
     */
    @Test
    void shouldAskForWhatItHasPromisedBefore()
    {
        tokens.tell(9, 0);
        assertEquals(0, tokens.send(9, NO_POSITIONS));
        floor.want(8);
        assertEquals(1, tokens.send(9, NO_POSITIONS));
        assertEquals(0, tokens.send(9, NO_POSITIONS), "once");
        assertEquals(List.of("promised 9 wanted 8"), sentRecords());
    }

    @Test
    void shouldNotAskForWhatTheOtherMemberHasPromised()
    {
        tokens.tell(9, 0);
        hearToken(8, 0, 0, 0);
        assertEquals(8, floor.wanted());
        assertEquals(0, tokens.send(9, NO_POSITIONS));
    }

    @Test
    void shouldNoticeThatSomethingIsMissingInFrontOfAToken()
    {
        hearNotice(64);
        final String message = assertThrows(
            IsotachException.class, () -> hearToken(5, 96, 0, 0)).getMessage();
        assertEquals("frames and notices from member middle are missing, behind position 64 of the trunk and up to " +
            "96: the trunk has lost them", message);
        assertEquals(0, floor.heard(1));
    }

    private List<String> sentRecords()
    {
        final List<String> records = new ArrayList<>();
        sent.poll(
            (buffer, offset, length, position) -> records.add(
                "promised " + buffer.getLong(offset + TrunkRecord.SECOND) +
                " wanted " + buffer.getLong(offset + TrunkRecord.THIRD)),
            Integer.MAX_VALUE);
        return records;
    }
}
