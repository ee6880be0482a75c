/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Windows, ids and stored replies (Martin, HPAM, section 5.2).
 */
class WindowsTest extends AmTestBase
{
    /**
     * 30 % of all packets that a host sends, or all hosts, are lost or doubled or held back.
     */
    private ScriptedLinks.Script badLinks(final Random random, final double drop, final double twice, final double hold)
    {
        return (sender, receiver, packet) ->
        {
            if (links.held.size() > 3 || !links.held.isEmpty() && 0 == random.nextInt(4))
            {
                links.releaseBackwards();
            }
            final double number = random.nextDouble();
            return number < drop ? 0 : number < drop + twice ? 2 :
                number < drop + twice + hold ? ScriptedLinks.HOLD : 1;
        };
    }

    /**
     * Sends requests, and serves all hosts.
     */
    private void sendAll(final int from, final int to, final int request, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            while (!ports[from].tryRequest(to, request, i, 0, 0, 0))
            {
                nowNs += MS / 4;
                for (final AmPort port : ports)
                {
                    port.poll();
                }
            }
            assertTrue(ports[from].outstanding(to) <= 8);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 5, 20 })
    void h9ShouldRunEachHandlerOnceOnALinkThatLosesDoublesAndReorders(final int percent)
    {
        launchScripted(3, new AmContext());
        final double part = percent / 100.0;
        links.script = badLinks(new Random(percent), part, part, part);
        final int request = logging(loggingReplies());
        sendAll(0, 1, request, 300);
        sendAll(1, 2, request, 300);
        settle();
        assertEquals(1200, log.size());
        assertEquals(1200, new HashSet<>(log).size());
        assertEquals(0 == percent, 0 == ports[0].counters().repeats());
    }

    @Test
    void h9ShouldRunEachHandlerOnceWhenTimeOutsAreEarly()
    {
        launchScripted(2, new AmContext());
        final int request = logging(loggingReplies());
        for (int i = 0; i < 8; i++)
        {
            ports[0].request(1, request, i, 0, 0, 0);
        }
        for (int i = 0; i < 64; i++)
        {
            nowNs += MS;
            ports[0].poll();
        }
        assertTrue(ports[0].counters().repeats() >= 8);
        settle();
        pollAll();
        assertEquals(16, log.size());
        assertEquals(ports[1].counters().repeatedReplies(), ports[0].counters().dropped(DropReason.INVALID_REPLY));
    }

    @Test
    void h10ShouldRepeatNothingOnALinkThatLosesNothing()
    {
        launchScripted(2, new AmContext());
        final int request = logging(loggingReplies());
        sendAll(0, 1, request, 1000);
        pollAll();
        assertEquals(2000, log.size());
        assertEquals(0, ports[0].counters().repeats());
        for (final DropReason reason : DropReason.values())
        {
            assertEquals(0, ports[1].counters().dropped(reason));
        }
    }

    @Test
    void h11ShouldHaveRoomForEverythingThatCanBeUnderWay()
    {
        launch(8);
        final int request = logging(loggingReplies());
        for (int round = 0; round < 3; round++)
        {
            for (int host = 1; host < 8; host++)
            {
                int sent = 0;
                while (ports[host].tryRequest(0, request, sent, 0, 0, 0))
                {
                    sent++;
                }
                assertEquals(AmContext.DEPTH_DEFAULT, sent);
            }
            pollAll();
        }
        assertEquals(3 * 7 * 8 * 2, log.size());
        for (final AmPort port : ports)
        {
            assertEquals(0, port.counters().unsent());
            assertEquals(0, port.counters().repeats());
        }
    }

    /**
     * The second program may have more under way than the first one, whose links they share.
     */
    @Test
    void h11ShouldHaveRoomForAllProgramsOnTheLinks()
    {
        launch(2, new AmContext().depth(1));
        am = am.beside(new AmContext().depth(512));
        ports = portsOf(am);
        final int request = logging(loggingReplies());
        for (int host = 0; host < 2; host++)
        {
            ports[host].switchIn();
            int sent = 0;
            while (ports[host].tryRequest(1 - host, request, sent, 0, 0, 0))
            {
                sent++;
            }
            assertEquals(512, sent);
        }
        pollAll();
        for (final AmPort port : ports)
        {
            assertEquals(0, port.counters().unsent());
            assertEquals(0, port.outstanding());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 4, 64 })
    void h12ShouldHaveNoMoreThanDRequestsOutstandingForEachPair(final int depth)
    {
        launch(3, new AmContext().depth(depth));
        final int request = logging(-1);
        for (int target = 1; target < 3; target++)
        {
            for (int i = 0; i < depth; i++)
            {
                assertTrue(ports[0].tryRequest(target, request, i, 0, 0, 0));
            }
            assertFalse(ports[0].tryRequest(target, request, 0, 0, 0, 0));
            assertEquals(depth, ports[0].outstanding(target));
        }
        assertEquals(2 * depth, ports[0].outstanding());
        ports[1].poll();
        ports[0].poll();
        assertTrue(ports[0].tryRequest(1, request, depth, 0, 0, 0));
        assertFalse(ports[0].tryRequest(2, request, depth, 0, 0, 0));
    }

    @Test
    void h12ShouldKeepOrderWithOneRequestAndMayLoseItWithMore()
    {
        launchScripted(2, new AmContext().depth(1));
        links.script = badLinks(new Random(1), 0.2, 0.2, 0.2);
        sendAll(0, 1, logging(-1), 200);
        settle();
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < 200; i++)
        {
            expected.add("0>1:" + i);
        }
        assertEquals(expected, log);
        closeCluster();
        log.clear();
        launchScripted(2, new AmContext().depth(4));
        sendAll(0, 1, logging(-1), 200);
        settle();
        assertNotEquals(expected, log);
        assertEquals(new HashSet<>(expected), new HashSet<>(log));
    }

    @Test
    void h14ShouldSearchForAFreePlaceOnlyAfterALoss()
    {
        launchScripted(2, new AmContext().depth(4));
        final int request = logging(loggingReplies());
        sendAll(0, 1, request, 500);
        settle();
        assertEquals(0, ports[0].counters().searches());
        // The first and the third of four replies are lost.
        final int[] replies = { 0 };
        links.script = (sender, receiver, packet) -> 1 == sender && ++replies[0] <= 3 && 2 != replies[0] ? 0 : 1;
        sendAll(0, 1, request, 8);
        settle();
        assertTrue(ports[0].counters().searches() > 0);
        assertEquals(2 * 508, log.size());
    }

    /**
     * The repetition of a request comes behind the next request but one.
     */
    private void sendBehindTheNext(final boolean hasOneBitIds)
    {
        final AmContext context = new AmContext().depth(1);
        context.variants().hasOneBitIds = hasOneBitIds;
        launchScripted(2, context);
        final int request = logging(-1);
        links.script = (sender, receiver, packet) -> 0 == sender ? ScriptedLinks.HOLD : 1;
        ports[0].request(1, request, 1, 0, 0, 0);
        ports[0].poll();
        nowNs += 2 * MS;
        ports[0].poll();
        assertEquals(2, links.held.size());
        links.script = (sender, receiver, packet) -> 1;
        // One of the two arrives, and the next request after that.
        links.held.remove(1).run();
        pollAll();
        ports[0].request(1, request, 2, 0, 0, 0);
        pollAll();
        links.releaseBackwards();
        pollAll();
    }

    @Test
    void h15ShouldTellALateRequestFromTheNextOneByIdsOf64Bits()
    {
        sendBehindTheNext(false);
        assertEquals(List.of("0>1:1", "0>1:2"), log);
        assertEquals(1, ports[1].counters().dropped(DropReason.OLD_REQUEST));
    }

    @Test
    void h15ShouldNotDoSoByOneBit()
    {
        sendBehindTheNext(true);
        assertEquals(List.of("0>1:1", "0>1:2", "0>1:1"), log);
    }

    @Test
    void h15ShouldDoWithOneBitWhereOnlyLossesHappen()
    {
        final AmContext context = new AmContext();
        context.variants().hasOneBitIds = true;
        launchScripted(2, context);
        links.script = badLinks(new Random(3), 0.2, 0, 0);
        sendAll(0, 1, logging(loggingReplies()), 500);
        settle();
        assertEquals(1000, log.size());
        assertEquals(1000, new HashSet<>(log).size());
    }

    @Test
    void h16ShouldAddOnceAlthoughRepliesAreLost()
    {
        launchScripted(2, new AmContext());
        final Random random = new Random(16);
        links.script = (sender, receiver, packet) -> 1 == sender && random.nextInt(10) < 3 ? 0 : 1;
        final long[] sum = { 0 };
        final Set<Long> seen = new HashSet<>();
        final int done = am.onReply(reply -> assertTrue(seen.add(reply.arg(0))));
        final int fetchAndAdd = am.onRequest(request ->
        {
            request.reply(done, sum[0], 0, 0, 0);
            sum[0] += 3;
        });
        sendAll(0, 1, fetchAndAdd, 400);
        settle();
        assertEquals(1200, sum[0]);
        assertEquals(400, seen.size());
        assertEquals(List.of(), errors);
        assertTrue(ports[1].counters().repeatedReplies() > 50);
        assertTrue(ports[1].counters().dropped(DropReason.REPEATED_REQUEST) > 50);
    }

    @Test
    void h17ShouldDropAReplyThatHasArrivedBefore()
    {
        launchScripted(2, new AmContext());
        links.script = (sender, receiver, packet) -> 1 == sender ? 2 : 1;
        final int request = logging(loggingReplies());
        sendAll(0, 1, request, 20);
        pollAll();
        assertEquals(40, log.size());
        assertEquals(20, ports[0].counters().dropped(DropReason.INVALID_REPLY));
    }

    @Test
    void h17ShouldDropALateReplyAlthoughItsPlaceIsInUseAgain()
    {
        launchScripted(2, new AmContext().depth(1));
        final int request = logging(loggingReplies());
        final byte[][] reply = new byte[1][];
        links.script = (sender, receiver, packet) ->
        {
            if (1 == sender && null == reply[0])
            {
                reply[0] = packet;
            }
            return 1;
        };
        ports[0].request(1, request, 1, 0, 0, 0);
        pollAll();
        ports[0].request(1, request, 2, 0, 0, 0);
        links.inject(1, 0, reply[0]);
        ports[0].poll();
        assertEquals(1, ports[0].counters().dropped(DropReason.INVALID_REPLY));
        assertEquals(1, ports[0].outstanding());
        pollAll();
        assertEquals(List.of("0>1:1", "1>0:1!", "0>1:2", "1>0:2!"), log);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void h18ShouldDoubleTheTimeAndGiveUp(final boolean hasWheel)
    {
        launchScripted(2, new AmContext().depth(1).timerWheel(hasWheel));
        am.onFailed(failure -> log.add(failure.reason() + " " + failure.target() + " " + failure.handler() + " " +
            failure.arg(3)));
        final int request = logging(-1);
        final List<Long> sent = new ArrayList<>();
        links.script = (sender, receiver, packet) ->
        {
            sent.add(nowNs / MS);
            return 0;
        };
        ports[0].request(1, request, 0, 0, 0, 9);
        while (log.isEmpty())
        {
            ports[0].poll();
            nowNs += MS / 2;
            assertTrue(nowNs < 31_000 * MS);
        }
        assertTrue(nowNs >= 30_000 * MS);
        // 1, 3, 7, ... ms after the first time, and never later than the end.
        assertEquals(15, sent.size());
        for (int i = 2; i < sent.size(); i++)
        {
            assertEquals(1L << i - 1, sent.get(i) - sent.get(i - 1), hasWheel ? 1 : 0, sent.toString());
        }
        assertEquals(List.of("NO_ANSWER 1 0 9"), log);
        assertEquals(14, ports[0].counters().repeats());
        assertEquals(1, ports[0].counters().failures());
        assertEquals(0, ports[0].outstanding());
        assertRefused(
            org.isotach.IsotachTimeoutException.class,
            "host 1 has not answered for PT30S: it counts as gone; see AmContext.giveUp, and Cluster.expel",
            () -> ports[0].tryRequest(1, request, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void h18ShouldNotCountTheTimeInWhichThePortIsNotPolled(final boolean hasWheel)
    {
        launchScripted(2, new AmContext().depth(1).timerWheel(hasWheel).giveUp(Duration.ofSeconds(1)));
        am.onFailed(failure -> log.add("failed"));
        final int request = logging(-1);
        links.script = (sender, receiver, packet) -> 0;
        ports[0].request(1, request, 0, 0, 0, 0);
        for (int i = 0; i < 20; i++)
        {
            nowNs += 400 * MS;
            ports[0].poll();
        }
        links.script = (sender, receiver, packet) -> 1;
        settle();
        assertEquals(List.of("0>1:0"), log);
        links.script = (sender, receiver, packet) -> 0;
        ports[0].request(1, request, 1, 0, 0, 0);
        for (int i = 0; i < 60; i++)
        {
            nowNs += 400 * MS;
            ports[0].poll();
        }
        assertEquals(List.of("0>1:0", "failed"), log);
    }

    /**
     * A port that gets messages looks for its own requests now and then only.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void h18ShouldNotCountAPauseBehindManyPolls(final boolean hasWheel)
    {
        launchScripted(3, new AmContext().timerWheel(hasWheel).giveUp(Duration.ofMillis(100)));
        am.onFailed(failure -> log.add("failed"));
        final int request = logging(-1);
        links.script = (sender, receiver, packet) -> 0 == sender ? 0 : 1;
        ports[0].request(1, request, 0, 0, 0, 0);
        // It begins to measure the time of the request.
        look();
        for (int i = 0; i < 8; i++)
        {
            ports[2].request(0, request, i, 0, 0, 0);
            ports[0].poll();
            ports[0].poll();
        }
        nowNs += 110 * MS;
        look();
        assertEquals(8, log.size());
        assertFalse(log.contains("failed"));
    }

    /**
     * A port that has messages in each poll looks at every 16th, a thread that spins at every fourth.
     */
    @Test
    void h19ShouldLookAtEvery16thPollOfABusyPort()
    {
        final int[] reads = new int[1];
        final AmContext context = scripted(new AmContext());
        context.variants().clock = () ->
        {
            reads[0]++;
            return nowNs;
        };
        context.variants().hasSlowClock = true;
        launch(3, context);
        final int request = logging(-1);
        links.script = (sender, receiver, packet) -> 1 == receiver ? 0 : 1;
        ports[0].request(1, request, 0, 0, 0, 0);
        reads[0] = 0;
        for (int i = 0; i < 160; i++)
        {
            ports[2].request(0, request, i, 0, 0, 0);
            ports[0].poll();
            // Its request has its answer, so it has nothing to look at.
            ports[2].poll();
        }
        assertEquals(160, log.size());
        assertEquals(10, reads[0]);
    }

    /**
     * Each poll looks at one request at most.
     */
    private void look()
    {
        for (int i = 0; i < 100; i++)
        {
            ports[0].poll();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void h18ShouldWaitForAnyTime(final boolean hasWheel)
    {
        for (final Duration time : List.of(Duration.ofNanos(Long.MAX_VALUE), Duration.ofSeconds(Long.MAX_VALUE)))
        {
            launchScripted(2, new AmContext().depth(1).timerWheel(hasWheel).giveUp(time));
            links.script = (sender, receiver, packet) -> 0;
            ports[0].request(1, logging(-1), 0, 0, 0, 0);
            for (int i = 0; i < 100; i++)
            {
                nowNs += MS;
                ports[0].poll();
            }
            // After 1, 3, 7, 15, 31 and 63 ms.
            assertEquals(6, ports[0].counters().repeats());
            closeCluster();
            launchScripted(2, new AmContext().depth(1).timerWheel(hasWheel).giveUp(time).firstTimeout(time));
            ports[0].request(1, logging(-1), 0, 0, 0, 0);
            nowNs += MS;
            ports[0].poll();
            nowNs += MS;
            ports[0].poll();
            assertEquals(1, ports[0].outstanding());
            assertEquals(0, ports[0].counters().repeats());
            closeCluster();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void h18ShouldGiveUpInTimeIfTheFirstRepetitionIsLater(final boolean hasWheel)
    {
        launchScripted(2, new AmContext().depth(1).timerWheel(hasWheel).giveUp(Duration.ofMillis(10))
            .firstTimeout(Duration.ofHours(1)));
        am.onFailed(failure -> log.add(failure.reason().toString()));
        links.script = (sender, receiver, packet) -> 0;
        ports[0].request(1, logging(-1), 0, 0, 0, 0);
        // The timer begins with the first look.
        for (int i = 0; i < 11; i++)
        {
            nowNs += MS;
            ports[0].poll();
        }
        assertEquals(List.of("NO_ANSWER"), log);
        assertEquals(0, ports[0].counters().repeats());
    }

    /**
     * A handler that calls itself too often, say: the packet that it was about to send is still open on the link.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void h18ShouldGoOnWhereTheStackEndedBehindAClaim(final boolean hasWheel)
    {
        launchScripted(2, new AmContext().timerWheel(hasWheel));
        final int request = logging(loggingReplies());
        links.stackEnds = 1;
        assertThrows(StackOverflowError.class, () -> ports[0].tryRequest(1, request, 1, 0, 0, 0));
        ports[0].request(1, request, 2, 0, 0, 0);
        // Now in the handler of the second one, when it replies.
        links.stackEnds = 1;
        for (int i = 0; i < 200 && ports[0].outstanding() > 0; i++)
        {
            ports[1].poll();
            nowNs += MS;
            ports[0].poll();
        }
        assertEquals(0, ports[0].outstanding());
        assertEquals(0, links.stackEnds);
        final List<String> once = log.stream().sorted().toList();
        assertEquals(once.stream().distinct().toList(), once);
        assertEquals(4, once.size(), log::toString);
    }

    @Test
    void h18ShouldNotRepeatReplies()
    {
        launchScripted(2, new AmContext());
        ports[0].request(1, logging(loggingReplies()), 0, 0, 0, 0);
        final int[] replies = { 0 };
        links.script = (sender, receiver, packet) -> replies[0]++ < 0 ? 1 : 0;
        ports[1].poll();
        for (int i = 0; i < 1000; i++)
        {
            nowNs += MS;
            ports[1].poll();
        }
        assertEquals(1, replies[0]);
    }

    @Test
    void h19ShouldLookAtEveryDescriptorWithinAsManyPolls()
    {
        final int hosts = 4;
        final int depth = 4;
        launchScripted(hosts, new AmContext().depth(depth));
        links.script = (sender, receiver, packet) -> 0;
        final int request = logging(-1);
        for (int target = 0; target < hosts; target++)
        {
            for (int i = 0; i < depth && 2 != target; i++)
            {
                ports[2].request(target, request, i, 0, 0, 0);
            }
        }
        final int descriptors = (hosts - 1) * depth;
        for (int i = 0; i < 1 + descriptors; i++)
        {
            // Their timers begin, from the second one on.
            ports[2].poll();
        }
        for (int round = 0; round < 5; round++)
        {
            final long before = ports[2].counters().repeats();
            nowNs += MS << round;
            for (int i = 0; i < descriptors; i++)
            {
                ports[2].poll();
                assertTrue(ports[2].counters().repeats() - before <= i + 1);
            }
            assertEquals(descriptors, ports[2].counters().repeats() - before);
        }
    }

    /**
     * A thread that is parked polls some hundred times a second at most.
     */
    @Test
    void h19ShouldPassOverWhatIsFree()
    {
        launchScripted(64, new AmContext().depth(4096));
        final int request = logging(loggingReplies());
        for (int target = 1; target < 64; target++)
        {
            ports[0].request(target, request, 0, 0, 0, 0);
        }
        for (int i = 0; i < 100; i++)
        {
            ports[0].request(1, request, i, 0, 0, 0);
        }
        settle();
        final List<String> failures = new ArrayList<>();
        am.onFailed(failure -> failures.add(failure.reason().toString()));
        links.script = (sender, receiver, packet) -> 0;
        ports[0].request(1, request, 0, 0, 0, 0);
        for (int i = 0; i < 200; i++)
        {
            nowNs += 10 * MS;
            ports[0].poll();
        }
        assertTrue(ports[0].counters().repeats() > 0);
        cluster.expel(1);
        for (int i = 0; i < 100; i++)
        {
            ports[0].poll();
        }
        assertEquals(List.of("EXPELLED"), failures);
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3 })
    void h31ShouldDoTheSameWithAWheelOfTimers(final long seed)
    {
        final List<String> results = new ArrayList<>();
        for (final boolean hasWheel : new boolean[] { false, true })
        {
            launchScripted(3, new AmContext().timerWheel(hasWheel));
            links.script = badLinks(new Random(seed), 0.1, 0.1, 0.1);
            final int request = logging(loggingReplies());
            sendAll(0, 1, request, 200);
            sendAll(2, 1, request, 200);
            settle();
            log.sort(null);
            results.add(log.toString());
            assertTrue(ports[0].counters().repeats() > 0);
            closeCluster();
            log.clear();
            links.held.clear();
        }
        assertEquals(results.get(0), results.get(1));
    }

    @Test
    void h32ShouldRecoverWhatStatusPacketsHaveLeftNoRoomFor()
    {
        final AmContext context = new AmContext();
        context.variants().hasStatusPackets = true;
        launchScripted(2, context);
        final int request = logging(loggingReplies());
        for (int i = 0; i < 8; i++)
        {
            ports[0].request(1, request, -i, 0, 0, 0);
        }
        links.room = 3;
        ports[1].poll();
        assertEquals(6, ports[1].counters().unsent());
        links.room = 6;
        sendAll(0, 1, request, 100);
        settle();
        assertEquals(216, log.size());
        assertEquals(214, new HashSet<>(log).size());
        assertTrue(ports[1].counters().dropped(DropReason.STATUS) > 100);
    }
}
