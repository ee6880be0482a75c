/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.Priority;
import org.isotach.niu.funi.Rights;
import org.isotach.niu.funi.SharedSegment;
import org.isotach.test.Allocations;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * CMAM over queue pairs, through rings and through devices: rows C1 to C11.
 */
abstract class CmamContract
{
    private static final int MEMORY = 1 << 14;

    final List<String> calls = new ArrayList<>();
    Gang gang;
    Cmam[] members;
    private SharedSegment[] memories;
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
     * Returns how many questions there are in queues of any size.
     */
    abstract int questions();

    private void launch(final ClusterContext context, final int slots)
    {
        cluster = Cluster.launch(context);
        gang = supervisor(cluster).open(new GangContext().slots(slots).pieceLength(64));
        members = new Cmam[cluster.hostCount()];
        memories = new SharedSegment[members.length];
        Arrays.setAll(memories, node -> gang.queuePair(node).segment(MEMORY, Rights.PUT));
        Arrays.setAll(members, node -> Cmam.on(gang.queuePair(node), memories[node]));
        // So that devices have set the queues up.
        for (final Cmam member : members)
        {
            takeAll(member);
        }
    }

    private static ClusterContext context(final int hosts, final ThreadingMode mode)
    {
        return new ClusterContext().hosts(hosts).threadingMode(mode);
    }

    final void launch(final int slots)
    {
        launch(context(2, ThreadingMode.INVOKER), slots);
    }

    @AfterEach
    void close()
    {
        if (null != cluster)
        {
            cluster.close();
        }
    }

    /**
     * The same function at all members.
     */
    final int onCall(final String name)
    {
        int number = -1;
        for (final Cmam member : members)
        {
            number = member.onCall((i1, i2, i3, i4) ->
                calls.add(member.selfAddress() + name + ' ' + i1 + ' ' + i2 + ' ' + i3 + ' ' + i4));
        }
        return number;
    }

    private void takeAll(final Cmam member)
    {
        int fruitless = 0;
        while (fruitless < looks())
        {
            fruitless = member.poll() > 0 ? 0 : fruitless + 1;
        }
    }

    final List<String> takeCalls()
    {
        takeAll(members[1]);
        final List<String> taken = new ArrayList<>(calls);
        calls.clear();
        return taken;
    }

    @Test
    void c1ShouldCallAFunctionWithFourWords()
    {
        launch(8);
        onCall("other");
        final int fun = onCall("fun");
        members[0].request4(1, fun, 1, -2, Integer.MAX_VALUE, Integer.MIN_VALUE);
        assertEquals(List.of("1fun 1 -2 2147483647 -2147483648"), takeCalls());
        members[0].request4(0, fun, 1, 2, 3, 4);
        assertEquals(List.of("0fun 1 2 3 4"), takeCalls());
        members[0].request4(1, 7, 0, 0, 0, 0);
        assertRefused("function: 7 (expected: one of 2 that every member has added, in the same order)",
            this::takeCalls);
    }

    @Test
    void c2ShouldCallAnIndirectFunctionWithItself()
    {
        launch(8);
        members[1].onIndirect((function, i1, i2, i3, i4) -> calls.add("first"));
        final int fun = members[1].onIndirect((function, i1, i2, i3, i4) ->
            calls.add(function + " " + i1 + ' ' + i2 + ' ' + i3 + ' ' + i4));
        members[0].requestIndirect4(1, fun, 5, 6, 7, 8);
        assertEquals(List.of("1 5 6 7 8"), takeCalls());
    }

    @Test
    void c3ShouldFillASegmentInAnyOrder()
    {
        launch(16);
        final int segaddr = members[1].openSegment(68, 64, (info, base) -> calls.add(info + " " + base), "all");
        for (final int part : new int[] { 3, 1, 0 })
        {
            members[0].requestXfer4(1, segaddr + 16 * part, part, part + 10, part + 20, part + 30);
            assertEquals(List.of(), takeCalls());
        }
        members[0].requestXfer4(1, segaddr + 32, 2, 12, 22, 32);
        assertEquals(List.of("all 68"), takeCalls());
        for (int word = 0; word < 16; word++)
        {
            assertEquals(word / 4 + 10 * (word % 4), memories[1].memory().getInt(68 + 4 * word));
        }
        members[0].requestXfer4(1, segaddr, 0, 0, 0, 0);
        assertEquals("segment 0 is not open: more bytes have arrived than were asked for, or at an address that" +
            " Cmam.openSegment() has not returned", assertThrows(IllegalStateException.class, this::takeCalls)
            .getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 4, 40, 80 })
    void c4ShouldCallAFunctionWithUpToTwentyWords(final int nbyte)
    {
        launch(8);
        final OffHeapBuffer source = OffHeapBuffer.allocate(128);
        for (int word = 0; word < 32; word++)
        {
            source.putInt(4 * word, 100 + word);
        }
        final int fun = members[1].onBlock((block, length) ->
        {
            calls.add("" + length);
            for (int word = 0; word < length / 4; word++)
            {
                assertEquals(101 + word, block.getInt(word));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> block.getInt(length / 4));
            assertThrows(IndexOutOfBoundsException.class, () -> block.getInt(-1));
            if (length > 4)
            {
                assertEquals(102L << 32 | 101, block.getLong(0));
            }
        });
        members[0].requestN(1, fun, source, 4, nbyte);
        assertEquals(List.of("" + nbyte), takeCalls());
        assertRefused("nbyte: 84 (expected: a multiple of 4 in 0..80)",
            () -> members[0].requestN(1, fun, source, 0, 84));
        assertRefused("nbyte: 2 (expected: a multiple of 4 in 0..80)",
            () -> members[0].requestN(1, fun, source, 0, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> members[0].requestN(1, fun, source, 64, 80));
    }

    @Test
    void c5ShouldCallAnIndirectFunctionWithWords()
    {
        launch(8);
        final OffHeapBuffer source = OffHeapBuffer.allocate(64);
        source.putInt(8, 7);
        final int fun = members[1].onIndirectBlock((function, block, nbyte) ->
            calls.add(function + " " + nbyte + ' ' + block.getInt(0)));
        members[0].requestIndirectN(1, fun, source, 8, 4);
        assertEquals(List.of("0 4 7"), takeCalls());
    }

    @ParameterizedTest
    @CsvSource({ "0, true", "16, true", "64, true", "200, true", "16, false", "200, false" })
    void c6ShouldTransferBytesAndCountThem(final int nbyte, final boolean isRequest)
    {
        launch(4);
        final OffHeapBuffer source = OffHeapBuffer.allocate(256);
        source.putByte(40 + nbyte, (byte)1);
        for (int i = 0; i < nbyte; i++)
        {
            source.putByte(40 + i, (byte)(i + 1));
        }
        // The last word comes by itself, so that an empty transfer ends nothing.
        final int segaddr = members[1].openSegment(128, nbyte + 4, (info, base) -> calls.add("end"), null);
        if (isRequest)
        {
            members[0].requestMferN(1, segaddr, source, 40, 128, nbyte);
        }
        else
        {
            members[0].replyMferN(1, segaddr, source, 40, 128, nbyte);
        }
        assertEquals(List.of(), takeCalls());
        for (int i = 0; i < nbyte; i++)
        {
            assertEquals((byte)(i + 1), memories[1].memory().getByte(128 + i));
        }
        assertEquals(0, memories[1].memory().getByte(128 + nbyte));
        members[0].requestMferN(1, segaddr, source, 0, 1024, 4);
        assertEquals(List.of("end"), takeCalls());
        assertThrows(IndexOutOfBoundsException.class,
            () -> members[0].requestMferN(1, segaddr, source, 0, MEMORY + 1, 4));
        assertEquals("a transfer of 8 bytes to " + (MEMORY - 4) + " of node 1 is DENIED", assertThrows(
            IsotachException.class, () -> members[0].requestMferN(1, segaddr, source, 0, MEMORY - 4, 8)).getMessage());
    }

    @Test
    void c7ShouldDoTheSameWithReplies()
    {
        launch(16);
        final int fun = onCall("fun");
        final OffHeapBuffer source = OffHeapBuffer.allocate(64);
        source.putInt(0, 9);
        final int indirect = members[1].onIndirect((function, i1, i2, i3, i4) -> calls.add("indirect " + i4));
        final int block = members[1].onBlock((words, nbyte) -> calls.add("block " + words.getInt(0)));
        final int indirectBlock = members[1].onIndirectBlock((function, words, nbyte) -> calls.add("both " + nbyte));
        final int segaddr = members[1].openSegment(0, 32, (info, base) -> calls.add("end"), null);
        // Requests that were sent before are taken after all of them.
        members[0].request4(1, fun, 0, 0, 0, 0);
        members[0].reply4(1, fun, 1, 2, 3, 4);
        members[0].replyIndirect4(1, indirect, 1, 2, 3, 5);
        members[0].replyXfer4(1, segaddr + 16, 1, 2, 3, 4);
        members[0].replyN(1, block, source, 0, 4);
        members[0].replyIndirectN(1, indirectBlock, source, 0, 8);
        members[0].replyMferN(1, segaddr, source, 0, 0, 16);
        assertEquals(
            List.of("1fun 1 2 3 4", "indirect 5", "block 9", "both 8", "end", "1fun 0 0 0 0"), takeCalls());
        assertEquals(9, memories[1].memory().getInt(0));
        assertEquals(4, memories[1].memory().getInt(28));
    }

    /**
     * When it has sent, a request takes all replies and then all requests, and a reply takes all replies.
     */
    @Test
    void c8ShouldTakeEverythingAfterItHasSent()
    {
        launch(8);
        final int fun = onCall("");
        members[0].request4(1, fun, 1, 0, 0, 0);
        members[0].reply4(1, fun, 2, 0, 0, 0);
        members[0].request4(1, fun, 3, 0, 0, 0);
        members[0].reply4(1, fun, 4, 0, 0, 0);
        assertEquals(List.of(), calls);
        members[1].reply4(0, fun, 5, 0, 0, 0);
        assertEquals(List.of("1 2 0 0 0", "1 4 0 0 0"), calls);
        members[0].reply4(1, fun, 6, 0, 0, 0);
        assertEquals("0 5 0 0 0", calls.get(2));
        calls.clear();
        members[1].request4(0, fun, 7, 0, 0, 0);
        assertEquals(List.of("1 6 0 0 0", "1 1 0 0 0", "1 3 0 0 0"), calls);
    }

    /**
     * The words of a request are still there when its function waits to reply, in queues of one packet.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void c8ShouldComeToAnEndWithQueuesOfAnySize(final ThreadingMode mode) throws Exception
    {
        for (int slots = 2; slots <= 16; slots *= 2)
        {
            launch(context(3, mode), slots);
            askAll(questions());
            close();
        }
    }

    private void askAll(final int count) throws InterruptedException
    {
        final int[][] answers = new int[members.length][1];
        final int[][] ends = new int[members.length][1];
        for (final Cmam member : members)
        {
            // Numbers 0 to 2.
            member.onCall((i1, i2, i3, i4) -> member.reply4(i1, 1, i2, ~i2, i3, i4));
            member.onCall((i1, i2, i3, i4) ->
            {
                assertEquals(~i1, i2);
                answers[member.selfAddress()][0]++;
            });
            member.onCall((i1, i2, i3, i4) -> ends[member.selfAddress()][0]++);
        }
        final TestThreads threads = new TestThreads();
        for (final Cmam member : members)
        {
            threads.start("node-" + member.selfAddress(), () ->
            {
                final Random random = new Random(member.selfAddress());
                for (int i = 0; i < count; i++)
                {
                    member.request4(random.nextInt(member.partitionSize()), 0, member.selfAddress(), i, 0, 0);
                }
                member.await(answers[member.selfAddress()], count);
                for (int node = 0; node < member.partitionSize(); node++)
                {
                    member.request4(node, 2, 0, 0, 0, 0);
                }
                member.await(ends[member.selfAddress()], member.partitionSize());
            });
        }
        threads.join();
        for (final Cmam member : members)
        {
            assertEquals(0, answers[member.selfAddress()][0], "await has taken them off");
        }
    }

    @Test
    void c9ShouldTakeWhatItsNameSays()
    {
        launch(8);
        final int fun = onCall("");
        for (int i = 0; i < 3; i++)
        {
            members[0].request4(1, fun, i, 0, 0, 0);
            members[0].reply4(1, fun, 10 + i, 0, 0, 0);
        }
        final Cmam member = members[1];
        assertEquals(1, member.serviceReply());
        assertEquals(1, member.serviceRequest());
        assertEquals(1, member.service());
        assertEquals(List.of("1 10 0 0 0", "1 0 0 0 0", "1 11 0 0 0"), calls);
        assertEquals(1, member.serviceReplyDrain());
        assertEquals(0, member.serviceReply());
        assertEquals(1, member.service());
        assertEquals("1 1 0 0 0", calls.get(4));
        members[0].reply4(1, fun, 20, 0, 0, 0);
        assertEquals(1, member.serviceRequestDrain());
        assertEquals(1, member.serviceDrain());
        assertEquals(0, member.poll());
        assertEquals("1 20 0 0 0", calls.get(6));
        gang.queuePair(0).tryClaim(Priority.REPLY, 1, 6, 0);
        gang.queuePair(0).commit();
        gang.queuePair(0).flush();
        assertRefused(IllegalStateException.class,
            "a message of type 6 (expected: 0..5): the gang has members that do not use Cmam", member::poll);
    }

    @Test
    void c10ShouldOpenAsManySegmentsAsThereAre()
    {
        launch(8);
        final int[] addresses = new int[CmamSegments.COUNT];
        for (int i = 0; i < addresses.length; i++)
        {
            addresses[i] = members[1].openSegment(8 * i + 4, 4, (info, base) -> calls.add(info + " " + base), i);
        }
        assertEquals(-1, members[1].openSegment(0, 4, (info, base) -> calls.add("never"), null));
        members[0].replyXfer(1, addresses[31], source(77), 0, 4);
        members[0].replyXfer(1, addresses[5], source(78), 0, 4);
        assertEquals(List.of("31 252", "5 44"), takeCalls());
        assertEquals(77, memories[1].memory().getInt(252));
        assertEquals(78, memories[1].memory().getInt(44));
        // The end function may open it again.
        final int again = members[1].openSegment(0, 4, (info, base) ->
            calls.add("again " + members[1].openSegment(0, 4, (inner, where) -> calls.add("never"), null)), null);
        assertEquals(addresses[5] - 4, again);
        members[0].replyXfer(1, again, source(79), 0, 4);
        assertEquals(List.of("again " + again), takeCalls());
        assertThrows(IndexOutOfBoundsException.class,
            () -> members[1].openSegment(MEMORY - 4, 8, (info, base) -> calls.add("never"), null));
        assertRefused("bytes: 0 (expected: 1..67108862)",
            () -> members[1].openSegment(0, 0, (info, base) -> calls.add("never"), null));
    }

    private static OffHeapBuffer source(final int word)
    {
        final OffHeapBuffer source = OffHeapBuffer.allocate(64);
        source.putInt(0, word);
        return source;
    }

    @ParameterizedTest
    @ValueSource(ints = { 4, 16, 20, 1000 })
    void c11ShouldFetchASegmentOfAnyLength(final int bytes)
    {
        launch(128);
        final OffHeapBuffer source = OffHeapBuffer.allocate(1024);
        for (int i = 0; i < bytes; i += 4)
        {
            source.putInt(i, i + 1);
        }
        assertEquals(1, members[1].selfAddress());
        assertEquals(2, members[1].partitionSize());
        final int[] flag = { 0 };
        final int get = members[1].onCall((segaddr, offset, who, length) ->
            members[1].replyXfer(who, segaddr, source, offset, length));
        final int segaddr = members[0].openSegment(20, bytes, (info, base) -> ((int[])info)[0]++, flag);
        members[0].request4(1, get, segaddr, 0, 0, bytes);
        members[1].poll();
        members[0].await(flag, 1);
        assertEquals(0, flag[0]);
        for (int i = 0; i < bytes; i += 4)
        {
            assertEquals(i + 1, memories[0].memory().getInt(20 + i));
        }
        assertEquals(0, memories[0].memory().getInt(20 + bytes));
    }

    @Test
    void c11ShouldSendNothingOfWhatTheSourceDoesNotHave()
    {
        launch(8);
        final OffHeapBuffer source = OffHeapBuffer.allocate(64);
        final int segaddr = members[1].openSegment(0, 32, (info, base) -> calls.add("end"), null);
        assertThrows(IndexOutOfBoundsException.class,
            () -> members[0].replyXfer(1, segaddr, source, source.capacity() - 16, 32));
        assertThrows(IndexOutOfBoundsException.class, () -> members[0].replyXfer(1, segaddr, source, -4, 8));
        assertEquals(0, members[1].poll());
    }

    @Test
    void shouldRefuseWhatAFunctionMustNotSend()
    {
        launch(4);
        final int fun = members[0].onCall((i1, i2, i3, i4) ->
        {
            if (0 == i1)
            {
                assertRefused(IllegalStateException.class,
                    "a message of four words inside the function of a request, which may reply only",
                    () -> members[0].request4(0, 0, 1, 0, 0, 0));
                members[0].reply4(0, 0, 1, 0, 0, 0);
            }
            else
            {
                calls.add("reply");
                assertRefused(IllegalStateException.class,
                    "a message of four words inside the function of a reply, which may not send",
                    () -> members[0].reply4(0, 0, 1, 0, 0, 0));
                assertRefused(IllegalStateException.class,
                    "await() inside the function of a reply, which may not send",
                    () -> members[0].await(new int[] { 1 }, 1));
            }
        });
        members[0].request4(0, fun, 0, 0, 0, 0);
        assertEquals(List.of("reply"), calls);
    }

    @Test
    void shouldAllocateNothing()
    {
        // In paranoid mode each packet has a view of its own.
        launch(context(2, ThreadingMode.INVOKER).paranoid(false), 8);
        final long[] sum = { 0 };
        final int done = members[0].onCall((i1, i2, i3, i4) -> sum[0] += i1);
        final int ask = members[1].onCall((i1, i2, i3, i4) -> members[1].reply4(0, done, i1, i2, i3, i4));
        final int block = members[1].onBlock((words, nbyte) -> sum[0] += words.getInt(0));
        final OffHeapBuffer source = source(1);
        final CmamEndFunction end = (info, base) -> sum[0]++;
        new Allocations().assertNone(200, () ->
        {
            members[0].request4(1, ask, 1, 2, 3, 4);
            members[0].requestN(1, block, source, 0, 40);
            members[0].requestMferN(1, members[1].openSegment(0, 64, end, null), source, 0, 0, 64);
            members[1].poll();
            members[0].poll();
        });
        assertEquals(0, sum[0] % 3);
    }
}
