/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What arrives is checked; programs with different keys share links (Martin, HPAM, sections 5.3 and 7.2).
 */
class ProgramsTest extends AmTestBase
{
    private static final int WHAT_OFFSET = 8;

    private ActiveMessages other;
    private AmPort[] others;

    private void launchTwo()
    {
        launchScripted(2, new AmContext());
        other = am.beside(scripted(new AmContext()));
        others = portsOf(other);
    }

    private int loggingOther(final String name)
    {
        return other.onRequest(request -> log.add(name + request.arg(0)));
    }

    /**
     * A request that was sent, and lost.
     */
    private byte[] capture(final int handler)
    {
        final byte[][] sent = new byte[1][];
        links.script = (sender, receiver, packet) ->
        {
            sent[0] = packet;
            return 0;
        };
        ports[0].request(1, handler, 0, 0, 0, 0);
        links.script = (sender, receiver, packet) -> 1;
        return sent[0];
    }

    private static byte[] with(final byte[] packet, final int offset, final long value)
    {
        final byte[] changed = packet.clone();
        ByteBuffer.wrap(changed).order(ByteOrder.nativeOrder()).putLong(offset, value);
        return changed;
    }

    private void assertDropped(final DropReason reason, final byte[] packet)
    {
        final long before = ports[1].counters().dropped(reason);
        links.inject(0, 1, packet);
        ports[1].poll();
        assertEquals(before + 1, ports[1].counters().dropped(reason), reason.toString());
    }

    @Test
    void h22ShouldCheckWhatArrivesAndCountWhatItDrops()
    {
        launchScripted(2, new AmContext());
        final int handler = logging(-1);
        final byte[] packet = capture(handler);
        final long what = ByteBuffer.wrap(packet).order(ByteOrder.nativeOrder()).getLong(WHAT_OFFSET);
        assertDropped(DropReason.STATUS, new byte[0]);
        assertDropped(DropReason.STATUS, new byte[18]);
        assertDropped(DropReason.MALFORMED, new byte[19]);
        assertDropped(DropReason.MALFORMED, Arrays.copyOf(packet, AmPacket.HEADER_LENGTH - 1));
        assertDropped(DropReason.MALFORMED, Arrays.copyOf(packet, 4096));
        assertDropped(DropReason.FOREIGN, with(packet, 0, 42));
        assertDropped(DropReason.FOREIGN, with(with(packet, 0, 42), WHAT_OFFSET, 0));
        assertDropped(DropReason.MALFORMED, with(packet, WHAT_OFFSET, 0));
        assertDropped(DropReason.MALFORMED, with(packet, WHAT_OFFSET, 10));
        assertDropped(DropReason.MALFORMED, with(packet, WHAT_OFFSET, what | 8 << 8));
        assertDropped(DropReason.MALFORMED, with(packet, WHAT_OFFSET, AmPacket.BROADCAST | 7L << 32));
        assertDropped(DropReason.INVALID_REPLY, with(packet, WHAT_OFFSET, AmPacket.REPLY));
        assertEquals(List.of(), log);
        links.inject(0, 1, packet);
        ports[1].poll();
        assertEquals(List.of("0>1:0"), log);
        assertDropped(DropReason.REPEATED_REQUEST, packet);
        assertDropped(DropReason.OLD_REQUEST, with(packet, 16, 0));
        // An unknown handler: answered, so that its sender does not ask again.
        assertDropped(DropReason.MALFORMED, with(with(packet, WHAT_OFFSET, what | 9L << 32), 16, 2));
        links.corrupt = 5;
        ports[1].poll();
        assertEquals(5, ports[1].counters().dropped(DropReason.CORRUPT));
        assertEquals(List.of(), errors);
    }

    @Test
    void h22ShouldDropATransferWhoseLengthIsNotThatOfItsPacket()
    {
        launchScripted(2, new AmContext());
        final Region region = ports[1].register(numbered(64));
        final byte[] packet = capture(logging(-1));
        final byte[] transfer = with(with(packet, WHAT_OFFSET, AmPacket.REQUEST_TRANSFER), 32, region.pointer(0));
        assertDropped(DropReason.MALFORMED, with(with(transfer, 40, 8), 48, 8));
        assertDropped(DropReason.MALFORMED, with(with(transfer, 40, 8), 48, -1));
        assertDropped(DropReason.DENIED, with(transfer, 32, region.pointer(64) + 1));
        assertDropped(DropReason.DENIED, with(with(with(transfer, 16, 2), 40, Long.MIN_VALUE), 32, -1));
    }

    @Test
    void h23ShouldBringABroadcastToEachOtherHostAtMostOnce()
    {
        launchScripted(4, new AmContext());
        final int handler = loggingReplies();
        links.script = (sender, receiver, packet) -> receiver;
        assertEquals(3, ports[3].broadcast(handler, 6, 0, 0, 0));
        pollAll();
        assertEquals(List.of("3>1:6!", "3>2:6!"), log);
        assertEquals(1, ports[2].counters().dropped(DropReason.OLD_BROADCAST));
        log.clear();
        links.script = (sender, receiver, packet) -> ScriptedLinks.HOLD;
        ports[3].broadcast(handler, 7, 0, 0, 0);
        ports[3].broadcast(handler, 8, 0, 0, 0);
        links.releaseBackwards();
        pollAll();
        assertEquals(List.of("3>0:8!", "3>1:8!", "3>2:8!"), log);
        assertEquals(0, ports[3].outstanding());
        assertEquals(9, ports[3].counters().broadcasts());
        links.room = 0;
        assertEquals(0, ports[3].broadcast(handler, 9, 0, 0, 0));
        assertEquals(3, ports[3].counters().unsent());
        assertRefused("handler: " + (handler + 2) + " (expected: a number that ActiveMessages.onReply() has returned)",
            () -> ports[3].broadcast(handler + 2, 0, 0, 0, 0));
    }

    @Test
    void h23ShouldCopyToTheSamePlaceOfAllHostsThatHaveIt()
    {
        launch(3);
        final int handler = am.onReply(reply -> log.add(reply.self() + ":" + reply.arg(0) + "/" + reply.arg(2)));
        final Region region = ports[0].register(numbered(100));
        ports[1].register(numbered(100));
        assertEquals(2, ports[0].broadcastTransfer(handler, numbered(10), 0, 10, region.pointer(50), 4));
        pollAll();
        assertEquals(List.of("1:4/10"), log);
        assertEquals(1, ports[2].counters().dropped(DropReason.DENIED));
    }

    @Test
    void h24ShouldKeepWhatBelongsToAnotherProgramUntilThatRuns()
    {
        launchTwo();
        final int handler = logging(-1);
        final int otherHandler = loggingOther("other ");
        others[0].switchIn();
        assertTrue(others[0].tryRequest(1, otherHandler, 1, 0, 0, 0));
        assertFalse(ports[0].tryRequest(1, handler, 1, 0, 0, 0));
        pollAll();
        assertEquals(List.of(), log);
        assertEquals(1, ports[1].counters().kept());
        ports[0].switchIn();
        assertTrue(ports[0].tryRequest(1, handler, 2, 0, 0, 0));
        others[1].switchIn();
        // What was kept comes before what is on the card.
        assertEquals(2, others[1].poll());
        assertEquals(List.of("other 1"), log);
        assertEquals(1, others[1].counters().kept());
        ports[1].switchIn();
        pollAll();
        assertEquals(List.of("other 1", "0>1:2"), log);
        others[0].switchIn();
        while (others[0].outstanding() > 0)
        {
            others[0].poll();
        }
        assertEquals(0, others[0].counters().repeats());
    }

    @Test
    void h24ShouldDropWhatThereIsNoRoomFor()
    {
        launchScripted(2, new AmContext());
        other = am.beside(scripted(new AmContext().depth(128)));
        others = portsOf(other);
        final int handler = loggingOther("");
        others[0].switchIn();
        for (int i = 0; i < 65; i++)
        {
            others[0].request(1, handler, i, 0, 0, 0);
        }
        pollAll();
        assertEquals(64, ports[1].counters().kept());
        assertEquals(1, ports[1].counters().dropped(DropReason.QUEUE_FULL));
        others[1].switchIn();
        for (int i = 0; i < 10_000 && others[0].outstanding() > 0; i++)
        {
            nowNs += MS;
            others[0].poll();
            others[1].poll();
        }
        assertEquals(65, log.size());
        assertEquals(0, others[0].outstanding());
    }

    @Test
    void h25ShouldRunEachHandlerOnceHoweverProgramsAreSwitched()
    {
        launchTwo();
        final Random random = new Random(25);
        final int handler = logging(loggingReplies());
        final int done = other.onReply(reply -> log.add("other done " + reply.arg(0)));
        final int otherHandler = other.onRequest(request ->
        {
            log.add("other " + request.arg(0));
            request.reply(done, request.arg(0), 0, 0, 0);
        });
        int sent = 0;
        int otherSent = 0;
        for (int i = 0; i < 200_000 && (log.size() < 800 || ports[0].outstanding() + others[0].outstanding() > 0); i++)
        {
            nowNs += MS / 10;
            if (0 == random.nextInt(20))
            {
                (random.nextBoolean() ? ports : others)[random.nextInt(2)].switchIn();
            }
            if (sent < 200 && ports[0].tryRequest(1, handler, sent, 0, 0, 0))
            {
                sent++;
            }
            if (otherSent < 200 && others[0].tryRequest(1, otherHandler, otherSent, 0, 0, 0))
            {
                otherSent++;
            }
            for (int host = 0; host < 2; host++)
            {
                ports[host].poll();
                others[host].poll();
            }
        }
        assertEquals(800, log.size(), () -> List.of(ports) + " " + List.of(others));
        assertEquals(800, new HashSet<>(log).size());
        assertEquals(0, ports[0].outstanding() + others[0].outstanding());
    }

    /**
     * Also before there is a link.
     */
    @Test
    void h25ShouldLetNoProgramInBeforeTheOneThatWasSwitchedOutHasLeft()
    {
        launchScripted(2, new AmContext());
        final Card[] all = new Card[2];
        for (int host = 0; host < all.length; host++)
        {
            all[host] = new Card(host, all, links, 1 << 10, 64);
            all[host].join(cluster.host(host).waiter(), 1);
        }
        final Card card = all[0];
        assertTrue(card.tryEnter(0));
        card.join(cluster.host(0).waiter(), 2);
        card.switchIn(1);
        assertFalse(card.tryEnter(1), "the first one is inside");
        card.exit(0);
        assertTrue(card.tryEnter(1));
        assertFalse(card.tryEnter(0));
        card.exit(1);
        assertFalse(card.isAlone());
        assertFalse(all[1].isAlone(), "one may be added");
        assertTrue(all[1].tryEnter(0));
        all[1].writer(0);
        assertFalse(card.isAlone());
        assertTrue(all[1].isAlone(), "none is added to a card with links");
        all[1].exit(0);
        assertTrue(all[1].tryEnter(0));
    }

    /**
     * Its length is that for the programs that are there.
     */
    @Test
    void h25ShouldAddNoProgramWhileTheFirstLinkIsMade() throws InterruptedException
    {
        final TestThreads threads = new TestThreads();
        final AmContext context = scripted(new AmContext());
        context.variants().links = (sender, receiver, capacity) ->
        {
            if (0 == sender)
            {
                final Thread adding = threads.start("adding", () -> assertRefused(IllegalStateException.class,
                    "messages have been sent already: add all programs before the first message",
                    () -> am.beside(scripted(new AmContext()))));
                while (adding.isAlive() && Thread.State.BLOCKED != adding.getState())
                {
                    TestThreads.checkNotInterrupted();
                    Thread.yield();
                }
            }
            return links.newLink(sender, receiver, capacity);
        };
        launch(2, context);
        final int handler = logging(-1);
        ports[0].request(1, handler, 1, 0, 0, 0);
        threads.join();
        settle();
        assertEquals(List.of("0>1:1"), log);
    }

    /**
     * One thread per program and host, and one that switches programs in at any moment.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void h25ShouldBeSwitchedInByAnyThreadAtAnyTime(final ThreadingMode mode) throws Exception
    {
        shareLinks(mode, LinkFaults.NONE, 500);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void h25ShouldBeSwitchedInAtAnyTimeOnLinksWithFaults(final ThreadingMode mode) throws Exception
    {
        shareLinks(mode, new LinkFaults(0.05, 0.05, 0.05, 0.05, 0.05, 25), 100);
    }

    private void shareLinks(final ThreadingMode mode, final LinkFaults faults, final int count) throws Exception
    {
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode).linkFaults(faults)
            .errorHandler(errors::add));
        am = ActiveMessages.on(cluster);
        other = am.beside(new AmContext());
        final TestThreads threads = new TestThreads();
        final AtomicInteger done = new AtomicInteger();
        // By program, sender and number: how often a request was handled, and answered.
        final AtomicIntegerArray handled = new AtomicIntegerArray(4 * count);
        final AtomicIntegerArray answered = new AtomicIntegerArray(4 * count);
        final AtomicInteger foreign = new AtomicInteger();
        final AmPort[][] all = { portsOf(am), portsOf(other) };
        for (int i = 0; i < 2; i++)
        {
            final int program = i;
            final ActiveMessages messages = 0 == i ? am : other;
            final int reply = messages.onReply(arrived ->
            {
                foreign.addAndGet(program == arrived.arg(1) ? 0 : 1);
                answered.incrementAndGet((2 * program + arrived.self()) * count + (int)arrived.arg(0));
            });
            final int request = messages.onRequest(arrived ->
            {
                foreign.addAndGet(program == arrived.arg(1) ? 0 : 1);
                handled.incrementAndGet((2 * program + arrived.source()) * count + (int)arrived.arg(0));
                arrived.reply(reply, arrived.arg(0), program, 0, 0);
            });
            for (final AmPort port : all[program])
            {
                threads.start("program-" + program + "-of-host-" + port.self(), () ->
                {
                    for (int number = 0; number < count; number++)
                    {
                        port.request(1 - port.self(), request, number, program, 0, 0);
                    }
                    port.awaitAnswers();
                    done.incrementAndGet();
                    port.await(() -> 4 == done.get(), "all programs");
                });
            }
        }
        threads.start("switch", () ->
        {
            final Random random = new Random(25);
            while (done.get() < 4)
            {
                TestThreads.checkNotInterrupted();
                all[random.nextInt(2)][random.nextInt(2)].switchIn();
                LockSupport.parkNanos(random.nextInt(100_000));
            }
        });
        threads.join();
        for (int i = 0; i < 4 * count; i++)
        {
            assertEquals(1, handled.get(i));
            assertEquals(1, answered.get(i));
        }
        assertEquals(0, foreign.get());
        assertEquals(List.of(), errors);
    }

    @Test
    void h26ShouldDropThePacketBetweenWhoseArrivalAndHandlerItIsSwitchedOut()
    {
        launchTwo();
        final int handler = am.onRequest(request ->
        {
            log.add("first " + request.arg(0));
            if (0 == request.arg(0))
            {
                others[1].switchIn();
            }
        });
        ports[0].request(1, handler, 0, 0, 0, 0);
        ports[0].request(1, handler, 1, 0, 0, 0);
        ports[1].poll();
        assertEquals(List.of("first 0"), log);
        assertEquals(1, ports[1].counters().dropped(DropReason.SWITCHED_OUT));
        assertEquals(0, ports[1].poll());
        ports[1].switchIn();
        settle();
        assertEquals(List.of("first 0", "first 1"), log);
    }

    @Test
    void h27ShouldRefuseTheKeyOfAnotherProgramOnTheSameLinks()
    {
        final Key key = Key.random();
        launchScripted(2, new AmContext().key(key));
        final AmContext context = scripted(new AmContext().key(key));
        assertRefused("key: that of another program on these links (expected: one of its own; see Key.random)",
            () -> am.beside(context));
        final Key second = Key.random();
        other = am.beside(context.key(second));
        assertRefused("key: that of another program on these links (expected: one of its own; see Key.random)",
            () -> other.beside(scripted(new AmContext().key(second))));
    }

    @Test
    void h27ShouldHaveNoWayToForgeAKey()
    {
        assertEquals(0, Arrays.stream(Key.class.getDeclaredConstructors())
            .filter(constructor -> !Modifier.isPrivate(constructor.getModifiers())).count());
        assertEquals(List.of("random"), Arrays.stream(Key.class.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()) && !"toString".equals(method.getName()))
            .map(java.lang.reflect.Method::getName).toList());
        assertEquals("Key{}", Key.random().toString());
        assertFalse(Key.random().value() == Key.random().value());
        launchScripted(2, new AmContext().key(Key.random()));
        other = am.beside(scripted(new AmContext()));
        others = portsOf(other);
        logging(-1);
        final int handler = loggingOther("other ");
        others[0].switchIn();
        others[0].request(1, handler, 0, 0, 0, 0);
        pollAll();
        assertEquals(List.of(), log);
    }
}
