/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.MemberLostException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.mbm.MessageOrder;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.UpdateFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Members on threads of their own, with trunks in memory: they count together, close together, and refuse what does not
 * fit.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MembersTest
{
    private static final int UPDATES = 300;
    private static final int COUNTER = 0;
    private static final Members MEMBERS =
        Members.builder().add("left", "", 0).add("middle", "", 1).add("right", "", 2).build();
    private static final Topology TOPOLOGY = Topology.chain(MEMBERS.count(), MEMBERS.count());

    private final MemoryTrunks trunks = new MemoryTrunks(MEMBERS.count(), 64, new Random(1));
    private final ExecutorService threads = Executors.newFixedThreadPool(MEMBERS.count());
    private final AtomicInteger done = new AtomicInteger();

    @AfterEach
    void endThreads()
    {
        threads.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCountTogetherAndCloseTogether(final ThreadingMode mode) throws Exception
    {
        final List<Callable<Long>> programs = new ArrayList<>();
        for (int member = 0; member < MEMBERS.count(); member++)
        {
            final int own = member;
            programs.add(() -> count(own, mode));
        }
        for (final Future<Long> last : threads.invokeAll(programs))
        {
            assertEquals(MEMBERS.count() * UPDATES, last.get());
        }
    }

    /**
     * Each host adds to a variable of which all have a copy, and to one that only host 0 has. The last read of the
     * latter is on its way when the members close.
     */
    private long count(final int own, final ThreadingMode mode)
    {
        final IsoValue last = new IsoValue();
        try (Cluster cluster = Cluster.launch(context().threadingMode(mode), membership(own)))
        {
            final SharedMemory memory =
                SharedMemory.on(cluster, PageMap.builder().pageSize(1).everywhere(COUNTER).page(1, 0).build());
            cluster.join();
            final Host host = cluster.localHosts().get(0);
            assertEquals(List.of(cluster.host(own)), cluster.localHosts());
            final MemoryPort port = memory.port(host);
            final Isochron isochron = host.isochron();
            for (int i = 0; i < UPDATES; i++)
            {
                isochron.begin();
                port.update(isochron, COUNTER, UpdateFunction.ADD, 1);
                port.update(isochron, 1, UpdateFunction.ADD, 1);
                isochron.issue();
            }
            isochron.awaitExecuted();
            done.incrementAndGet();
            while (done.get() < MEMBERS.count())
            {
                // Without threads of the cluster, a member that does not poll is silent.
                host.poll();
                Thread.yield();
            }
            final IsoValue copy = new IsoValue();
            port.read(isochron.begin().fresh(), COUNTER, copy);
            isochron.issue();
            assertEquals(MEMBERS.count() * UPDATES, copy.await());
            port.read(isochron.begin(), 1, last);
            isochron.issue();
        }
        assertTrue(last.isReady(), "closing delivers results");
        return last.get();
    }

    @Test
    void shouldRefuseAMemberThatDiffers()
    {
        assertRefused("it differs: readCap is 8 there, and 1024 here;", context(), context().readCap(8));
    }

    @Test
    void shouldRefuseAMemberWithAnotherTopology()
    {
        final Topology larger = Topology.chain(MEMBERS.count(), MEMBERS.count() + 1);
        assertRefused(
            "it differs: number of hosts is 4 there, and 3 here; ", context(), context().topology(larger));
    }

    /**
     * What members say of such a topology is longer than their trunks, and than any record.
     */
    @Test
    void shouldNameTheHostThatDiffersInALargeTopology()
    {
        assertRefused(
            "it differs: host 200 is host-200 at switch 2 there, and host-200 at switch 1 here; give all members the " +
                "same",
            context().topology(large(1)),
            context().topology(large(2)));
    }

    private static Topology large(final int switchOf200)
    {
        final Topology.Builder builder = Topology.builder();
        for (int switchId = 0; switchId < MEMBERS.count(); switchId++)
        {
            builder.addSwitch();
        }
        builder.connect(0, 1).connect(1, 2);
        for (int host = 0; host < Topology.MAX_HOSTS; host++)
        {
            builder.addHost(200 == host ? switchOf200 : host % MEMBERS.count());
        }
        return builder.build();
    }

    @Test
    void shouldRefuseAMemberWithOtherModels()
    {
        assertMiddleRefused("models", context(), null, PageMap.builder().everywhere(COUNTER).build());
    }

    @Test
    void shouldRefuseAMemberWithAnotherPageMap()
    {
        assertMiddleRefused(
            "page map",
            context(),
            PageMap.builder().everywhere(COUNTER).page(1, 0).build(),
            PageMap.builder().everywhere(COUNTER).page(1, 2).build());
    }

    /**
     * @param what     differs, as the message names it.
     * @param middle   settings of the member in the middle.
     * @param left     pages of the left member, null for no memory.
     * @param inMiddle pages of the one in the middle, null for no memory.
     */
    private void assertMiddleRefused(
        final String what, final ClusterContext middle, final PageMap left, final PageMap inMiddle)
    {
        final List<Throwable> errors = new CopyOnWriteArrayList<>();
        try (Cluster refusing = Cluster.launch(context().errorHandler(errors::add), membership(0));
            Cluster refused = Cluster.launch(middle, membership(1)))
        {
            if (null != left)
            {
                SharedMemory.on(refusing, left);
            }
            if (null != inMiddle)
            {
                SharedMemory.on(refused, inMiddle);
            }
            refused.tryJoin();
            final IsotachException error = assertThrows(IsotachException.class, refusing::join);
            assertTrue(error.getMessage().contains("middle") && error.getMessage().contains(what),
                error::getMessage);
            assertTrue(errors.get(0).getMessage().startsWith("member middle is lost"), errors::toString);
        }
    }

    /**
     * The left member refuses the one in the middle, and that one the left one.
     *
     * @param what   differs, as the left one names it.
     * @param left   settings of the left member.
     * @param middle settings of the member in the middle.
     */
    private void assertRefused(final String what, final ClusterContext left, final ClusterContext middle)
    {
        try (Cluster refusing = Cluster.launch(left, membership(0));
            Cluster refused = Cluster.launch(middle, membership(1)))
        {
            final String atLeft = awaitRefusal(refusing, refused);
            assertTrue(atLeft.startsWith("member middle is lost: " + what), atLeft);
            final String atMiddle = awaitRefusal(refused, refusing);
            assertTrue(atMiddle.startsWith("member left is lost: it differs: "), atMiddle);
        }
    }

    private static String awaitRefusal(final Cluster refusing, final Cluster other)
    {
        while (true)
        {
            try
            {
                other.tryJoin();
            }
            catch (final IsotachException ex)
            {
                // It may have found the difference first.
            }
            try
            {
                assertFalse(refusing.tryJoin());
            }
            catch (final IsotachException ex)
            {
                return ex.getMessage();
            }
        }
    }

    /**
     * It has said HELLO, and does nothing any more.
     */
    @Test
    void shouldSayThatAMemberDiffersThatDoesNotSayInWhat()
    {
        final Membership impatient = new Membership(MEMBERS, "left", trunks, Duration.ofMillis(100));
        try (Cluster left = Cluster.launch(context(), impatient);
            Cluster middle = Cluster.launch(context().readCap(8), membership(1)))
        {
            middle.tryJoin();
            final IsotachTimeoutException error = assertThrows(IsotachTimeoutException.class, left::join);
            assertTrue(error.getMessage().startsWith("members [middle (it differs in its version of isotach, ") &&
                error.getMessage().contains("and has not said in which; give all members the same), right] have not"),
                error::getMessage);
        }
    }

    /**
     * One that is like both others joins neither of them alone.
     */
    @Test
    void shouldStartNobodyWhenOneMemberDiffers()
    {
        try (Cluster left = Cluster.launch(context(), membership(0));
            Cluster middle = Cluster.launch(context(), membership(1));
            Cluster right = Cluster.launch(context().linkRingSize(32), membership(2)))
        {
            final String message = awaitRefusal(left, right);
            assertTrue(message.contains("right is lost: it differs: linkRingSize is 32 there, "), message);
            assertTrue(awaitRefusal(middle, right).startsWith("member right is lost: it differs: linkRingSize is 32 "));
            assertTrue(awaitRefusal(right, left).contains(" is lost: it differs: linkRingSize is "));
            for (final Cluster cluster : List.of(left, middle))
            {
                assertThrows(IsotachException.class, cluster::join);
            }
        }
    }

    @Test
    void shouldNameTheMembersThatAreMissing()
    {
        final Membership impatient = new Membership(MEMBERS, "left", trunks, Duration.ofMillis(1));
        try (Cluster left = Cluster.launch(context(), impatient))
        {
            final IsotachTimeoutException error = assertThrows(IsotachTimeoutException.class, left::join);
            assertTrue(error.getMessage().contains("[middle, right]"), error::getMessage);
        }
    }

    @Test
    void shouldNotWaitForMembersOnAnInterruptedThread()
    {
        try (Cluster left = Cluster.launch(context(), membership(0)))
        {
            Thread.currentThread().interrupt();
            final IsotachException error = assertThrows(IsotachException.class, left::join);
            assertTrue(Thread.interrupted(), "the interrupt is kept");
            assertEquals("interrupted while the cluster waited for members [middle, right] to join: call join() again",
                error.getMessage());
        }
    }

    @Test
    void shouldNotWaitForMembersWhenItIsClosed()
    {
        final Cluster left = Cluster.launch(context(), membership(0));
        final Future<?> join = threads.submit(left::join);
        left.close();
        final ExecutionException error = assertThrows(ExecutionException.class, join::get);
        assertEquals(ClusterClosedException.class, error.getCause().getClass(), error::toString);
    }

    @Test
    void shouldNotTryToJoinWhenItIsClosed()
    {
        final Cluster left = Cluster.launch(context(), membership(0));
        assertFalse(left.tryJoin());
        left.close();
        assertEquals("the cluster was closed while it waited for members [middle, right] to join",
            assertThrows(ClusterClosedException.class, left::tryJoin).getMessage());
    }

    @Test
    void shouldRefuseWhatStaysInsideAMember()
    {
        try (Cluster left = Cluster.launch(context(), membership(0)))
        {
            final Host remote = left.host(1);
            final IllegalStateException error = assertThrows(IllegalStateException.class, remote::isochron);
            assertTrue(error.getMessage().contains("host 1") && error.getMessage().contains("middle"),
                error::getMessage);
            assertThrows(IllegalStateException.class, () -> left.expel(0));
            final SharedMemory memory = SharedMemory.on(left, PageMap.builder().page(0, 1).build());
            assertEquals("host 1 belongs to member middle: only that JVM can use its memory",
                assertThrows(IllegalStateException.class, () -> memory.port(remote)).getMessage());
            assertThrows(IllegalStateException.class, () -> memory.local(remote));
            final MessagingContext unordered = new MessagingContext().order(MessageOrder.ARRIVAL);
            assertThrows(IllegalStateException.class, () -> Messaging.on(left, unordered));
            final Messaging messaging = Messaging.on(left);
            assertTrue(assertThrows(IllegalArgumentException.class, () -> messaging.mailbox(remote)).getMessage()
                .contains("of this member"));
        }
    }

    @Test
    void shouldRefuseFaultsOfLinks()
    {
        final ClusterContext context = context().linkFaults(LinkFaults.parse("drop=0.1"));
        assertThrows(IllegalArgumentException.class, () -> Cluster.launch(context, membership(0)));
    }

    @Test
    void shouldRefuseLinksThatAreTooLong()
    {
        final ClusterContext context = context().linkLength(1 << 30);
        assertThrows(IllegalArgumentException.class, () -> Cluster.launch(context, membership(0)));
    }

    @Test
    void shouldRefuseIsochronsThatAreTooLongForATrunk()
    {
        final ClosingTrunk[] end = new ClosingTrunk[1];
        final Membership narrow = narrow(end, null);
        final ClusterContext context = context().maxIsochronLength(1024);
        final IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> Cluster.launch(context, narrow));
        // Those of one isochron, though several that go together are longer.
        assertTrue(refusal.getMessage().matches("maxIsochronLength: 1024, so records are up to 1\\d{3} bytes long.*"),
            refusal::getMessage);
        assertTrue(refusal.getMessage().contains("the trunk to member middle takes 1000 at most"),
            refusal::getMessage);
        assertTrue(end[0].isClosed);
    }

    @Test
    void shouldNameTheSettingsThatMakeBatchesTooLongForATrunk()
    {
        final ClosingTrunk[] end = new ClosingTrunk[1];
        final Membership narrow = narrow(end, null);
        final ClusterContext context = context().maxIsochronLength(32).slabLength(1 << 16).linkLength(1 << 17);
        final IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> Cluster.launch(context, narrow));
        assertTrue(refusal.getMessage().startsWith("slabLength: 65536, and linkLength: 131072, of which an eighth is"),
            refusal::getMessage);
        assertTrue(refusal.getMessage().endsWith("make one of them shorter, or the trunk larger"),
            refusal::getMessage);
        assertTrue(end[0].isClosed);
    }

    /**
     * @param end     gets a trunk that takes 1000 bytes.
     * @param onClose what it throws when it is closed, null for nothing.
     */
    private Membership narrow(final ClosingTrunk[] end, final RuntimeException onClose)
    {
        return new Membership(MEMBERS, "left", (members, own, other) ->
        {
            end[0] = new ClosingTrunk(trunks.newTrunk(members, own, other));
            end[0].maxLength = 1000;
            end[0].onClose = onClose;
            return end[0];
        });
    }

    @Test
    void shouldRefuseATrunkThatIsTooShortForWhatMembersSay()
    {
        final ClosingTrunk[] end = new ClosingTrunk[1];
        final Membership narrow = narrow(end, null);
        final ClusterContext context = context().maxIsochronLength(256);
        assertEquals("the trunk to member middle takes 1000 bytes at most (expected: at least 1216, for what " +
            "members say of models and views): make it larger",
            assertThrows(IllegalArgumentException.class, () -> Cluster.launch(context, narrow)).getMessage());
        assertTrue(end[0].isClosed);
    }

    @Test
    void shouldRefuseAMemberWithoutAHost()
    {
        final Topology.Builder builder = Topology.builder();
        for (int switchId = 0; switchId < MEMBERS.count(); switchId++)
        {
            builder.addSwitch();
        }
        builder.connect(0, 1).connect(1, 2).addHost(0);
        builder.addHost(1);
        final ClusterContext context = context().topology(builder.build());
        final IllegalArgumentException error =
            assertThrows(IllegalArgumentException.class, () -> Cluster.launch(context, membership(0)));
        assertTrue(error.getMessage().contains("member right"), error::getMessage);
    }

    @Test
    void shouldCloseTheTrunksThatAreOpenWhenOneIsMissing()
    {
        final ClosingTrunk first = new ClosingTrunk(trunks.newTrunk(MEMBERS, 0, 1));
        final Membership broken =
            new Membership(MEMBERS, "left", (members, own, other) -> 1 == other ? first : null);
        final IllegalStateException error =
            assertThrows(IllegalStateException.class, () -> Cluster.launch(context(), broken));
        assertTrue(error.getMessage().contains("right"), error::getMessage);
        assertTrue(first.isClosed);
    }

    /**
     * The trunk to the last member cannot be opened, and the one to the first throws the same when it is closed.
     */
    @Test
    void shouldCloseAllTrunksWhenOneThrowsTheSameAgain()
    {
        final Members four =
            Members.builder().add("a", "", 0).add("b", "", 1).add("c", "", 2).add("d", "", 3).build();
        final RuntimeException refusal = new IllegalStateException("there is no network");
        final List<ClosingTrunk> ends = new ArrayList<>();
        final MemoryTrunks network = new MemoryTrunks(four.count(), 64, new Random(1));
        final Membership broken = new Membership(four, "a", (members, own, other) ->
        {
            if (3 == other)
            {
                throw refusal;
            }
            final ClosingTrunk end = new ClosingTrunk(network.newTrunk(members, own, other));
            end.onClose = 1 == other ? refusal : null;
            ends.add(end);
            return end;
        });
        final ClusterContext context = context().topology(Topology.chain(4, 4));
        assertSame(refusal, assertThrows(RuntimeException.class, () -> Cluster.launch(context, broken)));
        assertEquals(2, ends.size());
        ends.forEach(end -> assertTrue(end.isClosed));
    }

    @Test
    void shouldSayWhyATrunkIsTooShortThatCannotBeClosed()
    {
        final RuntimeException failure = new IllegalStateException("there is no network");
        final ClusterContext context = context().maxIsochronLength(1024);
        final Membership narrow = narrow(new ClosingTrunk[1], failure);
        final IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> Cluster.launch(context, narrow));
        assertTrue(refusal.getMessage().startsWith("maxIsochronLength: 1024"), refusal::getMessage);
        assertEquals(List.of(failure), List.of(refusal.getSuppressed()));
    }

    /**
     * Nothing is known of what a member does that cannot be reached: nothing goes on.
     */
    @Test
    void shouldStandStillWhenATrunkThrows()
    {
        final List<Throwable> errors = new ArrayList<>();
        final Members two = Members.builder().add("left", "", 0).add("right", "", 1).build();
        final ClosingTrunk[] end = new ClosingTrunk[1];
        final Membership throwing = new Membership(two, "left", (members, own, other) ->
        {
            end[0] = new ClosingTrunk(trunks.newTrunk(members, own, other));
            return end[0];
        });
        try (Cluster left = Cluster.launch(impatient().errorHandler(errors::add), throwing);
            Cluster right = Cluster.launch(impatient(), new Membership(two, "right", trunks)))
        {
            final PageMap pageMap = PageMap.builder().everywhere(COUNTER).build();
            final SharedMemory memory = SharedMemory.on(left, pageMap);
            SharedMemory.on(right, pageMap);
            boolean areThere = false;
            while (!areThere)
            {
                areThere = left.tryJoin() & right.tryJoin();
            }
            end[0].isBroken = true;
            final Isochron isochron = left.host(0).isochron().begin();
            memory.port(left.host(0)).write(isochron, COUNTER, 1);
            isochron.issue();
            assertThrows(IsotachTimeoutException.class, isochron::awaitExecuted);
            assertEquals(1, errors.size(), errors::toString);
            assertTrue(errors.get(0).getMessage().contains("member right is lost"), errors::toString);
        }
        assertTrue(end[0].isClosed);
    }

    /**
     * The other members have nothing to do with that, and nobody can go on without them.
     */
    @Test
    void shouldNotBlameTheOthersWhenItReachesNobodyItself()
    {
        final List<Throwable> errors = new ArrayList<>();
        final List<ClosingTrunk> ends = new ArrayList<>();
        final Membership outside = new Membership(MEMBERS, "left", (members, own, other) ->
        {
            ends.add(new ClosingTrunk(trunks.newTrunk(members, own, other)));
            return ends.get(ends.size() - 1);
        });
        try (Cluster left = Cluster.launch(context().errorHandler(errors::add), outside))
        {
            assertFalse(left.tryJoin());
            ends.forEach(end -> end.isOut = true);
            final String message = assertThrows(MemberLostException.class, left::tryJoin).getMessage();
            assertEquals("the media driver is gone; close this cluster", message);
            assertEquals(1, errors.size(), errors::toString);
            assertEquals(message, errors.get(0).getMessage());
            assertEquals(message, assertThrows(MemberLostException.class, left::tryJoin).getMessage());
            assertFalse(left.stalls().toString().contains("is lost"), left.stalls()::toString);
        }
    }

    /**
     * The left member has all that it needs, and ends; the right one goes on, because the middle one may need it.
     */
    @Test
    void shouldNotReportAMemberThatHasClosedAndEnds() throws Exception
    {
        final List<Throwable> errors = new CopyOnWriteArrayList<>();
        final EndingTrunk[] end = new EndingTrunk[1];
        final AtomicInteger turns = new AtomicInteger();
        final Membership ending = new Membership(MEMBERS, "right", (members, own, other) ->
        {
            final Trunk trunk = trunks.newTrunk(members, own, other);
            if (0 == other)
            {
                end[0] = new EndingTrunk(trunk);
                return end[0];
            }
            return new ForwardingTrunk(trunk)
            {
                @Override
                public int poll(final TrunkHandler handler, final int limit)
                {
                    turns.incrementAndGet();
                    return super.poll(handler, limit);
                }
            };
        });
        final Cluster left = Cluster.launch(context().errorHandler(errors::add), membership(0));
        final Cluster middle = Cluster.launch(context().errorHandler(errors::add), membership(1));
        final Cluster right = Cluster.launch(context().errorHandler(errors::add), ending);
        boolean areThere = false;
        while (!areThere)
        {
            areThere = left.tryJoin() & middle.tryJoin() & right.tryJoin();
        }
        final Future<?> leftEnd = threads.submit(left::close);
        final Future<?> rightEnd = threads.submit(right::close);
        while (!end[0].hasEnded)
        {
            middle.localHosts().get(0).poll();
        }
        final int before = turns.get();
        while (turns.get() < before + 3 && !right.isClosed())
        {
            middle.localHosts().get(0).poll();
        }
        assertFalse(right.isClosed());
        assertFalse(right.stalls().toString().contains("is lost"), right.stalls()::toString);
        assertFalse(right.status().toString().contains("is lost"), right.status()::toString);
        middle.close();
        leftEnd.get();
        rightEnd.get();
        assertEquals(List.of(), errors);
    }

    /**
     * The other end is there no more when both have said that they need nothing.
     */
    private static final class EndingTrunk extends ForwardingTrunk
    {
        private volatile boolean hasEnded;
        private boolean isSaid;
        private boolean isHeard;

        EndingTrunk(final Trunk trunk)
        {
            super(trunk);
        }

        @Override
        public long offer(
            final OffHeapBuffer header,
            final int headerLength,
            final OffHeapBuffer body,
            final int bodyOffset,
            final int bodyLength)
        {
            final long position = super.offer(header, headerLength, body, bodyOffset, bodyLength);
            isSaid |= REFUSED != position && TrunkRecord.CLOSED == header.getInt(TrunkRecord.TYPE);
            return position;
        }

        @Override
        public int poll(final TrunkHandler handler, final int limit)
        {
            if (isSaid && isHeard)
            {
                hasEnded = true;
                throw new IsotachException("the other end has ended");
            }
            return super.poll(
                (buffer, offset, length, position) ->
                {
                    isHeard |= TrunkRecord.CLOSED == buffer.getInt(offset + TrunkRecord.TYPE);
                    handler.onRecord(buffer, offset, length, position);
                },
                limit);
        }
    }

    private static ClusterContext impatient()
    {
        return context().topology(Topology.chain(2, 2)).awaitTimeout(Duration.ofMillis(20))
            .closeTimeout(Duration.ofMillis(20)).errorHandler(error ->
            {
            });
    }

    /**
     * Throws when it is told to.
     */
    private static final class ClosingTrunk extends ForwardingTrunk
    {
        private int maxLength = Integer.MAX_VALUE;
        private boolean isBroken;
        private boolean isOut;
        private boolean isClosed;

        // Null for nothing.
        private RuntimeException onClose;

        ClosingTrunk(final Trunk trunk)
        {
            super(trunk);
        }

        @Override
        public long offer(
            final OffHeapBuffer header,
            final int headerLength,
            final OffHeapBuffer body,
            final int bodyOffset,
            final int bodyLength)
        {
            if (isBroken)
            {
                throw new IllegalStateException("the cable is cut");
            }
            return super.offer(header, headerLength, body, bodyOffset, bodyLength);
        }

        @Override
        public int poll(final TrunkHandler handler, final int limit)
        {
            if (isOut)
            {
                throw new MemberLostException("the media driver is gone");
            }
            return super.poll(handler, limit);
        }

        @Override
        public int maxRecordLength()
        {
            return maxLength;
        }

        @Override
        public void close()
        {
            isClosed = true;
            super.close();
            if (null != onClose)
            {
                throw onClose;
            }
        }
    }

    @Test
    void shouldCloseAloneIfTheOthersNeverCame()
    {
        final List<Throwable> errors = new ArrayList<>();
        final Cluster left = Cluster.launch(context().errorHandler(errors::add), membership(0));
        left.tryJoin();
        left.close();
        assertTrue(left.isClosed());
        assertEquals(List.of(), errors);
    }

    /**
     * Nobody reads what this member says, so there is no room for it.
     */
    @Test
    void shouldCloseAloneIfTheOthersCannotBeReached()
    {
        final List<Throwable> errors = new ArrayList<>();
        final Membership unreachable = new Membership(MEMBERS, "left", (members, own, other) -> new Trunk()
        {
            @Override
            public long offer(
                final OffHeapBuffer header,
                final int headerLength,
                final OffHeapBuffer body,
                final int bodyOffset,
                final int bodyLength)
            {
                return REFUSED;
            }

            @Override
            public int poll(final TrunkHandler handler, final int limit)
            {
                return 0;
            }

            @Override
            public void close()
            {
                // There is nothing.
            }
        });
        final Cluster left = Cluster.launch(context().errorHandler(errors::add), unreachable);
        left.tryJoin();
        left.close();
        assertTrue(left.isClosed());
        assertEquals(List.of(), errors);
    }

    private Membership membership(final int member)
    {
        return new Membership(MEMBERS, MEMBERS.name(member), trunks);
    }

    private static ClusterContext context()
    {
        return new ClusterContext().topology(TOPOLOGY).threadingMode(ThreadingMode.INVOKER);
    }
}
