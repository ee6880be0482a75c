/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.PacketHandler;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.Rights;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Shared memory above CMAM, through rings and through devices: row C12.
 */
abstract class CmamMemoryContract
{
    static final int LANDING = 1024;

    private static final int HOSTS = 3;
    private static final int GETS = 40;

    // Numbers of functions.
    private static final int READ_DONE = 0;
    private static final int GET_DONE = 1;

    final Cmam[] cmams = new Cmam[HOSTS];
    final OffHeapBuffer[] memories = new OffHeapBuffer[HOSTS];
    final CmamMemory[] members = new CmamMemory[HOSTS];
    Gang gang;
    int slots = 4;
    private Cluster cluster;

    /**
     * Makes what opens gangs.
     */
    abstract FuniSupervisor supervisor(Cluster on);

    /**
     * Returns how many polls find nothing before nothing is there.
     */
    abstract int looks();

    /**
     * Returns how often all members write, meet and read.
     */
    abstract int rounds();

    private void launch(final ClusterContext context)
    {
        cluster = Cluster.launch(context.hosts(HOSTS));
        gang = supervisor(cluster).open(new GangContext().slots(slots));
        for (int node = 0; node < HOSTS; node++)
        {
            memories[node] = OffHeapBuffer.allocate(4096);
            begin(node);
        }
    }

    private void begin(final int node)
    {
        cmams[node] = Cmam.on(gang.queuePair(node), gang.queuePair(node).segment(memories[node], Rights.PUT));
        members[node] = CmamMemory.on(cmams[node]);
        // So that devices have set the queues up.
        for (int i = 1; i < looks(); i++)
        {
            cmams[node].poll();
        }
    }

    /**
     * All members on the thread of the test: waiting takes no longer than 20 ms.
     */
    final void launchStepped()
    {
        launch(new ClusterContext().threadingMode(ThreadingMode.INVOKER).awaitTimeout(Duration.ofMillis(20)));
    }

    @AfterEach
    void close()
    {
        cluster.close();
    }

    /**
     * Each member writes to the next one, and reads what the others have written.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void c12ShouldReadWriteGetPutAndMeet(final ThreadingMode mode) throws InterruptedException
    {
        launch(new ClusterContext().threadingMode(mode));
        final AtomicIntegerArray rounds = new AtomicIntegerArray(HOSTS);
        final TestThreads threads = new TestThreads();
        for (int node = 0; node < HOSTS; node++)
        {
            final int self = node;
            threads.start("node-" + self, () -> run(self, members[self], memories[self], rounds));
        }
        threads.join();
    }

    private void run(
        final int self, final CmamMemory member, final OffHeapBuffer memory, final AtomicIntegerArray rounds)
    {
        final int next = (self + 1) % HOSTS;
        for (int round = 1; round <= rounds(); round++)
        {
            final int value = 100 * round + self;
            member.writeInt(next, 0, value);
            member.writeDouble(next, 8, value + 0.5);
            for (int i = 0; i < 4; i++)
            {
                member.putInt(next, 16 + 4 * i, -value - i);
            }
            rounds.set(self, round);
            member.barrier();
            for (int node = 0; node < HOSTS; node++)
            {
                assertEquals(round, rounds.get(node), "all have come, and none has gone on");
                final int expected = 100 * round + (node + HOSTS - 1) % HOSTS;
                assertEquals(expected, member.readInt(node, 0));
                assertEquals(expected + 0.5, member.readDouble(node, 8));
                member.getInt(node, 16, 64 + 4 * node);
                // More than there are segments.
                for (int i = 0; i < GETS; i++)
                {
                    member.get16(node, 16, LANDING + 16 * (node * GETS + i));
                }
            }
            member.sync();
            for (int node = 0; node < HOSTS; node++)
            {
                final int expected = -100 * round - (node + HOSTS - 1) % HOSTS;
                assertEquals(expected, memory.getInt(64 + 4 * node));
                for (int i = 0; i < 4 * GETS; i++)
                {
                    assertEquals(expected - i % 4, memory.getInt(LANDING + 16 * node * GETS + 4 * i));
                }
            }
            member.barrier();
        }
    }

    @Test
    void shouldTakeTheLateAnswerToAReadForNoOther()
    {
        launchStepped();
        memories[0].putInt(8, 2);
        memories[1].putInt(0, 1);
        assertThrows(IsotachTimeoutException.class, () -> members[0].readInt(1, 0));
        cmams[1].poll();
        assertEquals(2, members[0].readInt(0, 8));
        assertThrows(IsotachTimeoutException.class, () -> members[0].readInt(1, 0));
        cmams[1].poll();
        cmams[0].poll();
        assertThrows(IsotachTimeoutException.class, () -> members[0].readDouble(1, 8), "it was answered before");
    }

    @Test
    void shouldNotDisturbAReadByOneThatIsRefused()
    {
        launchStepped();
        memories[1].putInt(0, 1);
        final int ask = cmams[0].onCall((i1, i2, i3, i4) ->
        {
            assertThrows(IllegalStateException.class, () -> members[0].readInt(1, 8));
            cmams[1].poll();
        });
        cmams[1].request4(0, ask, 0, 0, 0, 0);
        assertEquals(1, members[0].readInt(1, 0));
    }

    @Test
    void shouldGoOnWithABarrierThatTookTooLong()
    {
        launchStepped();
        assertThrows(IsotachTimeoutException.class, members[0]::barrier);
        assertThrows(IsotachTimeoutException.class, members[0]::barrier);
        assertThrows(IsotachTimeoutException.class, members[1]::barrier);
        // Member 0 has come three times, but once to this barrier.
        assertThrows(IsotachTimeoutException.class, members[0]::barrier);
        assertThrows(IsotachTimeoutException.class, members[2]::barrier);
        for (final CmamMemory member : members)
        {
            member.barrier();
        }
        assertThrows(IsotachTimeoutException.class, members[0]::barrier);
    }

    /**
     * Member 0 sees it, and tells those that have come, and those that come later.
     */
    @Test
    void shouldNotMeetAMemberThatIsGone()
    {
        launchWithRoom();
        final String text = "node 2 of gang gang-1 is closed: it receives nothing any more; see Gang.remap";
        gang.queuePair(2).close();
        assertThrows(IsotachTimeoutException.class, members[1]::barrier);
        assertRefused(IsotachException.class, text, members[0]::barrier);
        assertRefused(IsotachException.class, text, members[1]::barrier);
        assertRefused(IsotachException.class, text, members[0]::barrier);
        startAnew(2);
        assertThrows(IsotachTimeoutException.class, members[2]::barrier);
        for (final CmamMemory member : members)
        {
            member.barrier();
        }
        cluster.expel(2);
        assertThrows(HostExpelledException.class, members[0]::barrier);
        assertThrows(IsotachTimeoutException.class, members[1]::barrier, "member 0 has not looked");
        cmams[0].poll();
        assertThrows(HostExpelledException.class, members[1]::barrier);
    }

    @Test
    void shouldMeetAMemberThatHasComeBeforeItWentAway()
    {
        launchWithRoom();
        assertThrows(IsotachTimeoutException.class, members[1]::barrier);
        cmams[0].poll();
        gang.queuePair(1).close();
        assertThrows(IsotachTimeoutException.class, members[2]::barrier);
        members[0].barrier();
        members[2].barrier();
        assertRefused(IsotachException.class,
            "node 1 of gang gang-1 is closed: it receives nothing any more; see Gang.remap", members[0]::barrier);
    }

    /**
     * Its arrival is there, behind that of another member, and member 0 has not taken either.
     */
    @Test
    void shouldMeetAMemberWhoseArrivalIsBehindThatOfAnother()
    {
        launchWithRoom();
        members[1].putInt(0, 0, 1);
        cmams[0].poll();
        assertThrows(IsotachTimeoutException.class, members[2]::barrier);
        gang.queuePair(2).close();
        assertThrows(IsotachTimeoutException.class, members[1]::barrier);
        cmams[0].poll();
        members[0].barrier();
        members[1].barrier();
    }

    @Test
    void shouldNotLetAMemberGoThatWasStartedAnewForTheFormerOne()
    {
        launchWithRoom();
        assertThrows(IsotachTimeoutException.class, members[1]::barrier);
        cmams[0].poll();
        startAnew(1);
        assertThrows(IsotachTimeoutException.class, members[2]::barrier);
        members[0].barrier();
        members[2].barrier();
        assertThrows(IsotachTimeoutException.class, members[1]::barrier);
        assertThrows(IsotachTimeoutException.class, members[2]::barrier);
        members[0].barrier();
        members[1].barrier();
        members[2].barrier();
    }

    @Test
    void shouldSayThatTheMemberThatCountsIsGone()
    {
        launchWithRoom();
        assertThrows(IsotachTimeoutException.class, members[1]::barrier);
        startAnew(0);
        assertRefused(IsotachException.class, "node 0, which counts who comes to a barrier, was started anew" +
            " (Gang.remap): repeat the call", this::meetLate);
        assertThrows(IsotachTimeoutException.class, members[1]::barrier);
        gang.queuePair(0).close();
        assertRefused(IsotachException.class,
            "node 0 of gang gang-1 is closed: it receives nothing any more; see Gang.remap", members[1]::barrier);
    }

    /**
     * It is started anew while member 2 waits.
     */
    private void meetLate()
    {
        final int restart = cmams[2].onCall((i1, i2, i3, i4) -> startAnew(0));
        cmams[1].request4(2, restart, 0, 0, 0, 0);
        members[2].barrier();
    }

    @Test
    void shouldNotWaitForWhatWasNotSent()
    {
        launchStepped();
        memories[0].putInt(16, 7);
        gang.queuePair(2).close();
        assertThrows(IsotachException.class, () -> members[0].putInt(2, 0, 1));
        assertThrows(IsotachException.class, () -> members[0].writeDouble(2, 0, 1));
        assertThrows(IsotachException.class, () -> members[0].getInt(2, 0, 0));
        for (int i = 0; i < GETS; i++)
        {
            assertThrows(IsotachException.class, () -> members[0].get16(2, 0, 0));
        }
        members[0].sync();
        members[0].get16(0, 16, LANDING);
        members[0].sync();
        assertEquals(7, memories[0].getInt(LANDING));
    }

    private void launchWithRoom()
    {
        slots = 64;
        launchStepped();
    }

    /**
     * Node 0 has asked all others for something before they are gone.
     */
    private void ask()
    {
        for (int node = 1; node < HOSTS; node++)
        {
            members[0].putInt(node, 0, 5);
            members[0].getInt(node, 16, 8 * node);
            members[0].get16(node, 16, LANDING);
        }
    }

    private void assertSynced()
    {
        members[0].putInt(0, 4, 6);
        members[0].sync();
        assertEquals(6, memories[0].getInt(4));
    }

    @Test
    void shouldSayOnceThatAMemberIsClosedThatHasNotAnswered()
    {
        launchWithRoom();
        ask();
        cmams[1].poll();
        gang.queuePair(2).close();
        assertRefused(IsotachException.class,
            "node 2 of gang gang-1 is closed: it receives nothing any more; see Gang.remap", members[0]::sync);
        assertSynced();
    }

    @Test
    void shouldSayOnceThatAMemberIsExpelledThatHasNotAnswered()
    {
        launchWithRoom();
        ask();
        cmams[1].poll();
        cluster.expel(2);
        members[0].putInt(1, 0, 7);
        assertThrows(IsotachTimeoutException.class, members[0]::sync, "the others first");
        cmams[1].poll();
        assertThrows(HostExpelledException.class, members[0]::sync);
        assertSynced();
    }

    /**
     * The answers are there, and have not been taken.
     */
    @Test
    void shouldTakeWhatAMemberHasAnsweredBeforeItWasClosed()
    {
        launchWithRoom();
        memories[2].putInt(16, 9);
        ask();
        cmams[1].poll();
        cmams[2].poll();
        gang.queuePair(2).close();
        members[0].sync();
        assertEquals(9, memories[0].getInt(16));
        assertEquals(9, memories[0].getInt(LANDING));
        assertEquals(5, memories[2].getInt(0));
    }

    @Test
    void shouldForgetWhatAMemberWasAskedThatIsStartedAnew()
    {
        launchWithRoom();
        ask();
        for (int i = 1; i < CmamSegments.COUNT - 2; i++)
        {
            members[0].get16(2, 16, LANDING);
        }
        cmams[1].poll();
        startAnew(2);
        memories[2].putInt(16, 9);
        // Also if something is asked of the new one before that is found out.
        members[0].putInt(2, 4, 3);
        cmams[2].poll();
        final IsotachException told = assertThrows(IsotachException.class, members[0]::sync);
        assertEquals("node 2 was started anew (Gang.remap): the former one has not answered all reads and writes," +
            " which it may have done or not", told.getMessage());
        assertEquals(3, memories[2].getInt(4));
        // All segments are there again.
        for (int i = 0; i < CmamSegments.COUNT; i++)
        {
            members[0].get16(2, 16, LANDING + 16 * i);
        }
        cmams[2].poll();
        members[0].sync();
        assertEquals(9, memories[0].getInt(LANDING + 16 * (CmamSegments.COUNT - 1)));
    }

    @Test
    void shouldSendAnAnswerToNobodyButWhoHasAsked()
    {
        launchStepped();
        final int former = (int)gang.queuePair(2).incarnation(2);
        startAnew(2);
        final int current = (int)gang.queuePair(2).incarnation(2);
        final QueuePair server = gang.queuePair(1);
        final List<Integer> answered = new ArrayList<>();
        final PacketHandler note = (priority, type, node, view) -> answered.add(view.getInt(0));
        final CmamAnswer answer = new CmamAnswer(server, note);
        answer.send(CmamService.XFER, 2, former, 1, 0, 0, 0, 0);
        answer.send(CmamService.XFER, 2, current, 2, 0, 0, 0, 0);
        answer.send(CmamService.XFER, 2, CmamAnswer.ANY, 3, 0, 0, 0, 0);
        server.flush();
        gang.queuePair(2).poll(9, note);
        assertEquals(List.of(2, 3), answered);
    }

    final void startAnew(final int node)
    {
        gang.remap(node, node);
        begin(node);
    }

    @Test
    void shouldGetFromOthersWhenAllSegmentsWaitForAMemberThatIsGone()
    {
        launchWithRoom();
        memories[1].putInt(16, 7);
        for (int i = 0; i < CmamSegments.COUNT; i++)
        {
            members[0].get16(2, 16, LANDING);
        }
        gang.queuePair(2).close();
        assertThrows(IsotachException.class, members[0]::sync);
        for (int i = 0; i < CmamSegments.COUNT; i++)
        {
            members[0].get16(1, 16, LANDING + 16 * i);
        }
        cmams[1].poll();
        members[0].sync();
        for (int i = 0; i < CmamSegments.COUNT; i++)
        {
            assertEquals(7, memories[0].getInt(LANDING + 16 * i));
        }
    }

    /**
     * It was in the middle of its answer when its queue pair was closed.
     */
    @Test
    void shouldDropAnAnswerThatComesAfterAll()
    {
        launchWithRoom();
        final CmamSegments segments = cmams[0].segments();
        final int[] landed = new int[1];
        final CmamLandings landings = new CmamLandings(segments, word -> landed[0]++);
        int late = 0;
        for (int i = 0; i < CmamSegments.COUNT; i++)
        {
            late = landings.tryOpen(2, LANDING);
        }
        assertEquals(CmamSegments.NONE, landings.tryOpen(1, LANDING));
        landings.lose(2);
        int next = landings.tryOpen(1, 2 * LANDING);
        while (next >>> CmamSegments.SHIFT != late >>> CmamSegments.SHIFT)
        {
            next = landings.tryOpen(1, 2 * LANDING);
        }
        cmams[2].requestXfer4(0, late, 5, 5, 5, 5);
        cmams[0].poll();
        assertEquals(0, landed[0]);
        assertEquals(0, memories[0].getInt(LANDING));
        assertEquals(0, memories[0].getInt(2 * LANDING));
        cmams[1].requestXfer4(0, next, 6, 6, 6, 6);
        cmams[0].poll();
        assertEquals(1, landed[0]);
        assertEquals(6, memories[0].getInt(2 * LANDING));
    }

    @Test
    void shouldEndAReadWhoseMemberIsClosedMeanwhile()
    {
        launchStepped();
        final int close = cmams[0].onCall((i1, i2, i3, i4) -> gang.queuePair(2).close());
        cmams[1].request4(0, close, 0, 0, 0, 0);
        assertRefused(IsotachException.class,
            "node 2 of gang gang-1 is closed: it receives nothing any more; see Gang.remap",
            () -> members[0].readInt(2, 0));
        memories[1].putInt(0, 4);
        final int serve = cmams[0].onCall((i1, i2, i3, i4) -> cmams[1].poll());
        cmams[1].request4(0, serve, 0, 0, 0, 0);
        assertEquals(4, members[0].readInt(1, 0));
    }

    /**
     * The answers of node 0, which it gives by hand, are to the former one.
     */
    @Test
    void shouldTakeNoAnswerForTheFormerOne()
    {
        launchStepped();
        gang.remap(0, 0);
        cmams[0] = Cmam.on(gang.queuePair(0), gang.queuePair(0).segment(memories[0], Rights.PUT));
        final List<int[]> asked = new ArrayList<>();
        for (int function = 0; function < 8; function++)
        {
            cmams[0].onCall((i1, i2, i3, i4) -> asked.add(new int[] { i1, i2, i3, i4 }));
        }
        members[1].getInt(0, 16, 24);
        assertThrows(IsotachTimeoutException.class, () -> members[1].readInt(0, 16));
        cmams[0].poll();
        startAnew(1);
        members[1].getInt(0, 16, 32);
        cmams[0].poll();
        final int get = asked.get(0)[0];
        final int getOfNewOne = asked.get(2)[0];
        cmams[0].reply4(1, GET_DONE, 5, 24, CmamWord.with(get, 0), 0);
        assertThrows(IsotachTimeoutException.class, members[1]::sync);
        assertEquals(0, memories[1].getInt(24));
        cmams[0].reply4(1, GET_DONE, 6, 32, CmamWord.with(getOfNewOne, 0), 0);
        cmams[0].reply4(1, GET_DONE, 7, 32, CmamWord.with(getOfNewOne, 0), 0);
        members[1].sync();
        assertEquals(6, memories[1].getInt(32), "nothing was outstanding any more");
        cmams[0].reply4(1, READ_DONE, 5, 0, asked.get(1)[2], 0);
        assertThrows(IsotachTimeoutException.class, () -> members[1].readInt(0, 16));
    }

    @Test
    void shouldGoOnWhenWhoHasAskedIsGone()
    {
        launchWithRoom();
        members[1].putInt(0, 8, 42);
        assertThrows(IsotachTimeoutException.class, () -> members[1].readInt(0, 8));
        members[1].get16(0, 16, LANDING);
        gang.queuePair(1).close();
        members[0].putInt(2, 0, 5);
        cmams[2].poll();
        members[0].sync();
        assertEquals(42, memories[0].getInt(8));
        assertThrows(IsotachTimeoutException.class, () -> members[2].readInt(0, 8));
        cluster.expel(2);
        cmams[0].poll();
    }

    @Test
    void shouldGoOnWhenWhoHasComeToABarrierIsGone()
    {
        launchWithRoom();
        gang.queuePair(2).close();
        assertThrows(IsotachTimeoutException.class, members[1]::barrier);
        gang.queuePair(1).close();
        assertEquals(1, cmams[0].poll());
    }

    /**
     * The other member takes it in a call of its own, which fails, too.
     */
    @ParameterizedTest
    @ValueSource(ints = { -4, 4096 - 3 })
    void shouldRefuseAnIndexThatTheOtherMemberDoesNotHave(final int index)
    {
        launchWithRoom();
        for (final Runnable access : List.<Runnable>of(
            () -> members[0].putInt(1, index, 1),
            () -> members[0].getInt(1, index, LANDING),
            () -> members[0].get16(1, index, LANDING),
            () -> members[0].writeDouble(1, index, 1),
            () -> members[0].readInt(1, index),
            () -> members[0].readDouble(1, index)))
        {
            final int take = cmams[0].onCall((i1, i2, i3, i4) ->
                assertThrows(IndexOutOfBoundsException.class, cmams[1]::poll));
            cmams[2].request4(0, take, 0, 0, 0, 0);
            final Runnable call = () ->
            {
                access.run();
                members[0].sync();
            };
            assertRefused(IndexOutOfBoundsException.class,
                "index: " + index + " (expected: in 0..4096 of node 1, with all bytes of the access)", call::run);
            members[0].putInt(1, 0, 7);
            cmams[1].poll();
            members[0].sync();
        }
        for (int i = 0; i < CmamSegments.COUNT; i++)
        {
            // Their segments are free again.
            members[0].get16(1, 0, LANDING);
        }
        cmams[1].poll();
        members[0].sync();
        assertEquals(7, memories[0].getInt(LANDING));
    }

    @Test
    void shouldRefuseAPlaceThatThereIsNot()
    {
        launchStepped();
        for (final int place : new int[] { -4, 4093 })
        {
            assertThrows(IndexOutOfBoundsException.class, () -> members[0].getInt(1, 0, place));
            assertThrows(IndexOutOfBoundsException.class, () -> members[0].get16(1, 0, place));
        }
        assertEquals(0, cmams[1].poll());
        members[0].sync();
    }
}
