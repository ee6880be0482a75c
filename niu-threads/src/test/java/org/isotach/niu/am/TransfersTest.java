/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.time.Duration;
import java.util.List;
import java.util.Random;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Copies to memory of other hosts (Martin, HPAM, section 4).
 */
class TransfersTest extends AmTestBase
{
    private static final int TARGET_LENGTH = 1 << 16;

    private final OffHeapBuffer target = OffHeapBuffer.allocate(TARGET_LENGTH);

    private AmContext ownClock(final AmContext context)
    {
        context.variants().clock = () -> nowNs;
        return context;
    }

    private int landed()
    {
        return am.onRequest(request -> log.add(request.arg(0) + "/" + Region.offset(request.arg(1)) + "/" +
            request.arg(2) + "/" + isCopied(Region.offset(request.arg(1)), (int)request.arg(2))));
    }

    private boolean isCopied(final int offset, final int length)
    {
        for (int i = 0; i < length; i++)
        {
            if (target.getByte(offset + i) != (byte)(7 * (i + 3) + 1))
            {
                return false;
            }
        }
        return 0 == target.getByte(offset - 1) && 0 == target.getByte(offset + length);
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 3, 4, 1983, 1992, 1993, 4095, 3 * 1992, 60_000 })
    void h6ShouldCopyAndThenRunTheHandlerOnce(final int length)
    {
        launchScripted(2, new AmContext());
        final Random random = new Random(length);
        links.script = (sender, receiver, packet) -> random.nextInt(10) < 2 ? random.nextInt(2) * 2 : 1;
        final Region region = ports[1].register(target);
        final int handler = landed();
        final OffHeapBuffer source = numbered(length + 3);
        while (!ports[0].tryTransfer(1, handler, source, 3, length, region.pointer(5), 77))
        {
            nowNs += MS / 2;
            ports[1].poll();
        }
        settle();
        assertEquals(List.of("77/5/" + length + "/true"), log);
        assertEquals(List.of(), errors);
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 1992, 5000 })
    void h6ShouldCopyToItself(final int length)
    {
        launch(2);
        final Region region = ports[1].register(target);
        ports[1].transfer(1, landed(), numbered(length + 3), 3, length, region.pointer(9), 1);
        assertEquals(List.of("1/9/" + length + "/true"), log);
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 3, 1992 })
    void h6ShouldCopyWithAReply(final int length)
    {
        launchScripted(2, new AmContext());
        final Region region = ports[0].register(target);
        final int handler = am.onReply(reply -> log.add(reply.source() + "/" + reply.arg(0) + "/" +
            isCopied(Region.offset(reply.arg(1)), (int)reply.arg(2))));
        final int read = am.onRequest(request ->
            request.replyTransfer(handler, numbered(length + 3), 3, length, request.arg(0), 6));
        final int[] lost = { 1 };
        links.script = (sender, receiver, packet) -> 1 == sender && lost[0]-- > 0 ? 0 : 1;
        ports[0].request(1, read, region.pointer(1), 0, 0, 0);
        settle();
        ports[0].request(0, read, region.pointer(1), 0, 0, 0);
        assertEquals(List.of("1/6/true", "0/6/true"), log);
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1 })
    void h6ShouldTellWhoAsksForBytesWhereNoMemoryIsRegistered(final int replier)
    {
        launch(2);
        am.onFailed(failure -> log.add(failure.self() + " " + failure.reason() + " " + failure.target() + " " +
            failure.arg(0)));
        final int handler = loggingReplies();
        final OffHeapBuffer source = numbered(8);
        ports[0].request(replier, am.onRequest(request ->
        {
            log.add("handled");
            request.replyTransfer(handler, source, 0, 8, 0, 0);
            assertThrows(IllegalStateException.class, () -> request.reply(handler, 0, 0, 0, 0));
        }), 5, 0, 0, 0);
        pollAll();
        assertEquals(List.of("handled", "0 DENIED " + replier + " 5"), log);
        assertEquals(List.of(), errors);
    }

    @Test
    void h6ShouldRefuseAReplyThatIsLongerThanAPacket()
    {
        launch(2);
        final Region region = ports[0].register(target);
        final int handler = loggingReplies();
        final OffHeapBuffer source = numbered(1993);
        ports[0].request(1, am.onRequest(request ->
            request.replyTransfer(handler, source, 0, 1993, region.pointer(0), 0)), 0, 0, 0, 0);
        pollAll();
        assertEquals("length: 1993 (expected: 0..1992 bytes: a reply is one packet; see AmContext.maxPacketLength)",
            errors.get(0).getMessage());
        assertEquals(0, ports[0].outstanding());
    }

    @Test
    void h6ShouldRefuseMemoryThatIsNotRegistered()
    {
        launch(2);
        final int handler = landed();
        final OffHeapBuffer source = numbered(16);
        assertRefused("pointer: region 0, offset 0, length 8 (expected: inside memory that host 1 has registered; see" +
            " AmPort.register)", () -> ports[0].transfer(1, handler, source, 0, 8, 0, 0));
        final Region region = ports[1].register(target);
        final long end = region.pointer(TARGET_LENGTH);
        ports[0].transfer(1, handler, source, 0, 0, end, 0);
        assertThrows(IllegalArgumentException.class, () -> ports[0].transfer(1, handler, source, 0, 1, end, 0));
        assertThrows(IllegalArgumentException.class, () -> ports[0].transfer(1, handler, source, 0, 1, -1, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> region.pointer(TARGET_LENGTH + 1));
        assertThrows(IndexOutOfBoundsException.class, () -> region.pointer(-1));
        assertRefused(IndexOutOfBoundsException.class, "offset: 60, length: 8 (expected: inside a source of 64 bytes)",
            () -> ports[0].transfer(1, handler, source, 60, 8, region.pointer(0), 0));
        assertRefused("length: -1 (expected: at least 0)",
            () -> ports[0].transfer(1, handler, source, 0, -1, region.pointer(0), 0));
        region.close();
        assertThrows(IllegalArgumentException.class, () -> ports[0].transfer(1, handler, source, 0, 0, end, 0));
        assertEquals(1, ports[1].register(target).pointer(0) >>> 32);
    }

    @Test
    void h6ShouldTellTheSenderThatItsMemoryIsGone()
    {
        launch(2);
        am.onFailed(failure -> log.add(failure.reason() + " " + failure.target() + " " + failure.handler()));
        final int handler = landed();
        final Region region = ports[1].register(target);
        ports[0].transfer(1, handler, numbered(11), 3, 8, region.pointer(1), 0);
        region.close();
        pollAll();
        assertEquals(List.of("DENIED 1 0"), log);
        assertEquals(0, target.getByte(1));
        assertEquals(1, ports[1].counters().dropped(DropReason.DENIED));
        assertEquals(0, ports[0].outstanding());
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 256, 257, 1992, 1993, 4095, 60_000 })
    void h6ShouldCopyOnLinksWithoutFaults(final int length)
    {
        final AmContext context = new AmContext();
        context.variants().copyLength = 1000;
        launch(2, context);
        final Region region = ports[1].register(target);
        final int handler = landed();
        final OffHeapBuffer source = numbered(length + 3);
        ports[0].transfer(1, handler, source, 3, length, region.pointer(5), 77);
        source.putByte(2 + length / 2, (byte)99);
        pollAll();
        assertEquals(List.of("77/5/" + length + "/true"), log);
        assertEquals(1, ports[0].counters().requests());
        assertEquals(List.of(), errors);
    }

    @Test
    void h6ShouldCopyDirectlyOnlyWhereAllowed()
    {
        launch(2, new AmContext().directTransfers(false));
        final Region region = ports[1].register(target);
        final int handler = landed();
        ports[0].tryTransfer(1, handler, numbered(1003), 3, 1000, region.pointer(5), 7);
        assertEquals(0, target.getByte(5));
        pollAll();
        assertEquals(List.of("7/5/1000/true"), log);
    }

    @Test
    void h6ShouldSendAgainButNotCopyAgain()
    {
        launch(2, ownClock(new AmContext()));
        final Region region = ports[1].register(target);
        final int handler = landed();
        final OffHeapBuffer source = numbered(1003);
        ports[0].transfer(1, handler, source, 3, 1000, region.pointer(5), 7);
        source.putByte(3, (byte)99);
        for (int i = 0; i < 20; i++)
        {
            nowNs += MS;
            ports[0].poll();
        }
        pollAll();
        assertEquals(List.of("7/5/1000/true"), log);
        assertTrue(ports[0].counters().repeats() > 0);
        assertEquals(0, ports[0].outstanding());
    }

    @Test
    void h28ShouldNotCopyBeforeEarlierRequestsAreHandled()
    {
        launch(2, new AmContext().inOrder(true));
        final Region region = ports[1].register(target);
        final int handler = landed();
        final int look = am.onRequest(request -> log.add("sees " + target.getByte(5)));
        final OffHeapBuffer source = numbered(1003);
        ports[0].request(1, look, 0, 0, 0, 0);
        assertFalse(ports[0].tryTransfer(1, handler, source, 3, 1000, region.pointer(5), 7));
        assertFalse(ports[0].tryTransfer(1, handler, source, 3, 1000, region.pointer(5), 7));
        ports[1].poll();
        ports[0].poll();
        assertTrue(ports[0].tryTransfer(1, handler, source, 3, 1000, region.pointer(5), 7));
        pollAll();
        assertEquals(List.of("sees 0", "7/5/1000/true"), log);
    }

    @Test
    void h6ShouldCopyNothingWhileTheWindowIsFull()
    {
        launch(2, new AmContext().depth(1));
        final Region region = ports[1].register(target);
        final int handler = landed();
        final OffHeapBuffer source = numbered(1003);
        ports[0].request(1, logging(-1), 3, 0, 0, 0);
        assertFalse(ports[0].tryTransfer(1, handler, source, 3, 1000, region.pointer(5), 7));
        assertEquals(0, target.getByte(5));
        pollAll();
        // Nothing was sent: there may be another one instead.
        assertTrue(ports[0].tryTransfer(1, handler, source, 3, 999, region.pointer(5), 7));
        pollAll();
        assertEquals(List.of("0>1:3", "7/5/999/true"), log);
    }

    @Test
    void h6ShouldEndACopyWhoseMemoryIsGone()
    {
        final AmContext context = new AmContext();
        context.variants().copyLength = 1000;
        launch(2, context);
        final int handler = landed();
        final Region region = ports[1].register(target);
        final OffHeapBuffer source = numbered(3003);
        assertFalse(ports[0].tryTransfer(1, handler, source, 3, 3000, region.pointer(1), 0));
        assertRefused(IllegalStateException.class, "a transfer of 3000 bytes to host 1 has begun, and 1000 are sent:" +
            " call tryTransfer() with the same arguments until it returns true",
            () -> ports[0].tryTransfer(1, handler, source, 3, 2999, region.pointer(1), 0));
        region.close();
        assertRefused(IsotachException.class, "a transfer of 3000 bytes to host 1 has failed after 1000 bytes: its" +
            " memory there is not registered any more",
            () -> ports[0].tryTransfer(1, handler, source, 3, 3000, region.pointer(1), 0));
        assertEquals(0, target.getByte(1001));
        final Region other = ports[1].register(target);
        ports[0].transfer(1, handler, source, 3, 3000, other.pointer(10), 5);
        pollAll();
        assertEquals("5/10/3000", log.get(0).substring(0, log.get(0).lastIndexOf('/')));
        assertEquals(1, log.size());
    }

    @Test
    void h6ShouldDenyANoticeWhoseMemoryIsGone()
    {
        launch(2);
        am.onFailed(failure -> log.add(failure.reason() + " " + failure.target() + " " + failure.handler()));
        final Region region = ports[1].register(target);
        ports[0].transfer(1, landed(), numbered(1003), 3, 1000, region.pointer(1), 0);
        region.close();
        pollAll();
        assertEquals(List.of("DENIED 1 0"), log);
        assertEquals(0, ports[0].outstanding());
    }

    @Test
    void h6ShouldDoOneLongTransferAfterTheOther()
    {
        launch(2, new AmContext().depth(1).directTransfers(false));
        final int handler = landed();
        final Region region = ports[1].register(target);
        final OffHeapBuffer source = numbered(10_000);
        assertFalse(ports[0].tryTransfer(1, handler, source, 0, 10_000, region.pointer(0), 0));
        assertRefused(IllegalStateException.class, "a transfer of 10000 bytes to host 1 has begun, and 1992 are sent:" +
            " call tryTransfer() with the same arguments until it returns true",
            () -> ports[0].tryTransfer(1, handler, source, 0, 9_999, region.pointer(0), 0));
        assertEquals(List.of(), log);
    }

    @Test
    void h6ShouldEndATransferWhoseMemoryIsGone()
    {
        launch(2, new AmContext().depth(1).directTransfers(false));
        final int handler = landed();
        final Region region = ports[1].register(target);
        final OffHeapBuffer source = numbered(3003);
        assertFalse(ports[0].tryTransfer(1, handler, source, 3, 3000, region.pointer(1), 0));
        region.close();
        pollAll();
        assertEquals(1, ports[0].counters().failures());
        assertRefused(IsotachException.class, "a transfer of 3000 bytes to host 1 has failed after 1992 bytes: its" +
            " memory there is not registered any more",
            () -> ports[0].tryTransfer(1, handler, source, 3, 3000, region.pointer(1), 0));
        final Region other = ports[1].register(target);
        boolean isSent = false;
        while (!isSent)
        {
            isSent = ports[0].tryTransfer(1, handler, source, 3, 3000, other.pointer(10), 5);
            ports[1].poll();
        }
        pollAll();
        assertEquals(List.of("5/10/3000/true"), log);
    }

    @Test
    void h6ShouldEndACopyWhoseMemoryIsGoneBeforeItsNoticeIsSent()
    {
        final AmContext context = new AmContext().depth(1);
        context.variants().copyLength = 500;
        launch(2, context);
        final int handler = landed();
        final Region region = ports[1].register(target);
        final OffHeapBuffer source = numbered(1003);
        assertFalse(ports[0].tryTransfer(1, handler, source, 3, 1000, region.pointer(1), 0));
        ports[0].request(1, logging(-1), 3, 0, 0, 0);
        assertFalse(ports[0].tryTransfer(1, handler, source, 3, 1000, region.pointer(1), 0));
        region.close();
        assertRefused(IsotachException.class, "a transfer of 1000 bytes to host 1 has failed after 1000 bytes: its" +
            " memory there is not registered any more",
            () -> ports[0].tryTransfer(1, handler, source, 3, 1000, region.pointer(1), 0));
        pollAll();
        assertEquals(List.of("0>1:3"), log);
    }

    @Test
    void h6ShouldNotEndATransferForAPieceOfTheOneBefore()
    {
        launchScripted(2, new AmContext().depth(4));
        final int handler = landed();
        final Region region = ports[1].register(target);
        final OffHeapBuffer source = numbered(10_003);
        final int[] denials = { 1 };
        links.script = (sender, receiver, packet) -> 1 == sender && denials[0]-- <= 0 ? ScriptedLinks.HOLD : 1;
        assertFalse(ports[0].tryTransfer(1, handler, source, 3, 10_000, region.pointer(1), 0));
        region.close();
        ports[1].poll();
        assertThrows(IsotachException.class,
            () -> ports[0].tryTransfer(1, handler, source, 3, 10_000, region.pointer(1), 0));
        // One piece has failed, and three others of that transfer fail after the next one has begun.
        ports[0].poll();
        final Region other = ports[1].register(target);
        assertFalse(ports[0].tryTransfer(1, handler, source, 3, 10_000, other.pointer(1), 5));
        links.script = (sender, receiver, packet) -> 1;
        links.releaseBackwards();
        ports[0].poll();
        assertEquals(4, ports[0].counters().failures());
        while (!ports[0].tryTransfer(1, handler, source, 3, 10_000, other.pointer(1), 5))
        {
            ports[1].poll();
        }
        settle();
        assertEquals(List.of("5/1/10000/true"), log);
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void h6ShouldNotGoOnWithATransferToAHostThatIsGone(final boolean isDirect)
    {
        final AmContext context = new AmContext().depth(1).directTransfers(isDirect);
        context.variants().copyLength = 1000;
        launch(3, context);
        final int handler = landed();
        final Region region = ports[1].register(target);
        final OffHeapBuffer source = numbered(3003);
        assertFalse(ports[0].tryTransfer(1, handler, source, 3, 3000, region.pointer(1), 0));
        cluster.expel(1);
        assertThrows(HostExpelledException.class,
            () -> ports[0].tryTransfer(1, handler, source, 3, 3000, region.pointer(1), 0));
        final Region other = ports[2].register(target);
        while (!ports[0].tryTransfer(2, handler, source, 3, 3000, other.pointer(10), 5))
        {
            ports[2].poll();
        }
        ports[2].poll();
        assertEquals("5/10/3000", log.get(0).substring(0, log.get(0).lastIndexOf('/')));
        assertEquals(1, log.size());
    }

    /**
     * Packets carry the bytes, and a host that is silent has not answered those of a transfer that was given up.
     */
    @Test
    void h6ShouldNotWaitForPiecesToAnotherHost()
    {
        cluster = Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER)
            .awaitTimeout(Duration.ofMillis(20)).errorHandler(errors::add));
        am = ActiveMessages.on(cluster, new AmContext().directTransfers(false));
        ports = portsOf(am);
        final int handler = landed();
        final OffHeapBuffer source = numbered(5003);
        final Region silent = ports[1].register(OffHeapBuffer.allocate(TARGET_LENGTH));
        assertThrows(IsotachTimeoutException.class,
            () -> ports[0].transfer(1, handler, source, 3, 5000, silent.pointer(0), 0));
        assertEquals(2, ports[0].outstanding(1));
        final Region region = ports[2].register(target);
        ports[0].transfer(2, handler, source, 3, 1, region.pointer(5), 1);
        ports[2].poll();
        assertEquals(List.of("1/5/1/true"), log);
        log.clear();
        target.putByte(5, (byte)0);
        // Nor is one of several pieces ended when those of the other host fail.
        assertFalse(ports[0].tryTransfer(2, handler, source, 3, 5000, region.pointer(5), 2));
        cluster.expel(1);
        while (ports[0].outstanding(1) > 0)
        {
            ports[0].poll();
        }
        while (!ports[0].tryTransfer(2, handler, source, 3, 5000, region.pointer(5), 2))
        {
            ports[2].poll();
        }
        ports[2].poll();
        assertEquals(List.of("2/5/5000/true"), log);
        assertEquals(List.of(), errors);
    }

    /**
     * The stack ends behind the claim of a piece, which is sent again later: until then the next transfer to the same
     * place waits.
     */
    @Test
    @Timeout(60)
    void shouldCopyNothingOverTheNextTransferAfterOneThatFailed()
    {
        launchScripted(2, new AmContext().directTransfers(false));
        final OffHeapBuffer target = OffHeapBuffer.allocate(6000);
        final Region region = ports[1].register(target);
        final int handler = am.onRequest(request -> log.add("landed " + target.getByte(0)));
        links.stackEnds = 1;
        assertThrows(StackOverflowError.class,
            () -> ports[0].tryTransfer(1, handler, filledWith(1), 0, 6000, region.pointer(0), 1));
        final OffHeapBuffer second = filledWith(2);
        boolean isSent = false;
        while (!isSent)
        {
            isSent = ports[0].tryTransfer(1, handler, second, 0, 6000, region.pointer(0), 2);
            nowNs += MS;
            ports[1].poll();
            ports[0].poll();
        }
        settle();
        assertEquals(List.of("landed 2"), log);
        assertEquals(2, target.getByte(0));
        assertEquals(2, target.getByte(5999));
    }

    private static OffHeapBuffer filledWith(final int value)
    {
        final OffHeapBuffer memory = OffHeapBuffer.allocate(6000);
        for (int i = 0; i < 6000; i++)
        {
            memory.putByte(i, (byte)value);
        }
        return memory;
    }
}
