/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

import org.isotach.MemberLostException;
import org.isotach.OtherMemberLostException;
import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.link.ModelExchange;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.TryLock;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * What a member says to two others when something fails meanwhile.
 */
final class TrunksTest
{
    /**
     * Cannot be told once, when it is told for the second time.
     */
    private static final class FailingModels extends AbstractMap<String, String>
    {
        private int calls;

        @Override
        public Set<Entry<String, String>> entrySet()
        {
            return Map.of("memory", "").entrySet();
        }

        @Override
        public void forEach(final BiConsumer<? super String, ? super String> action)
        {
            super.forEach(action);
            calls++;
            if (2 == calls)
            {
                throw new IllegalStateException("no memory");
            }
        }
    }

    private static final class Silent implements MemberListener
    {
        @Override
        public void memberLost(final OtherMemberLostException reason)
        {
            // Nothing is done about it.
        }

        @Override
        public void memberLeaves(final int member)
        {
            throw new AssertionError(member);
        }

        @Override
        public void memberLeft(final int member)
        {
            throw new AssertionError(member);
        }

        @Override
        public void lost(final MemberLostException reason)
        {
            // The test has said so.
        }

        @Override
        public void hostLeaves(final int host, final long pulse)
        {
            throw new AssertionError(host);
        }
    }

    private final HostsOfMembers hosts = new HostsOfMembers(0, 3, new int[]{ 0, 1, 2 });
    private final LoopTrunk[] trunks = { null, new LoopTrunk(), new LoopTrunk() };
    private final Common common = new Common(LaunchNumberTest.newNumber(3, 0));
    private final ModelExchange exchange = new ModelExchange(hosts, new Trunk[3], new Doorbell());
    private final List<Peer> peers = List.of(peer(1), peer(2));
    private final ViewChange views = new ViewChange(0, "own", peers, null, new Silent());
    private final TryLock lock = new TryLock();
    private final Trunks unit = new Trunks(
        0,
        peers,
        null,
        exchange.startWords(),
        views,
        null,
        new FrameTokens(lock, null, null, null, new PeerTokens[3]),
        null,
        lock,
        error ->
        {
            throw new AssertionError(error);
        });

    private Peer peer(final int member)
    {
        final GuardedTrunk trunk = new GuardedTrunk(trunks[member]);
        final TrunkQueue queue = new TrunkQueue(trunk, null);
        return new Peer(
            member,
            "member" + member,
            trunk,
            queue,
            null,
            null,
            null,
            null,
            null,
            null,
            new RemoteData(exchange, member, queue),
            null,
            null,
            common);
    }

    /**
     * Another member is there, with all its models.
     *
     * @return how it knows the launch.
     */
    private LaunchNumber come(final int member)
    {
        final Common there = new Common(LaunchNumberTest.newNumber(3, member));
        final Greeting greeting = new Greeting(0, there);
        final TrunkQueue queue = new TrunkQueue(trunks[member], null);
        greeting.sayHello(member, queue);
        greeting.sayModels(member, Map.of(), queue);
        return there.launch();
    }

    private void sayLaunch(final int member, final LaunchNumber launch)
    {
        launch.add(0, common.launch().drawn(0));
        launch.add(3 - member, common.launch().drawn(3 - member));
        new TrunkQueue(trunks[member], null).send(launch.record(), launch.recordLength(), null, 0, 0);
    }

    private void poll(final int member)
    {
        peers.get(member - 1).poll(false, error ->
        {
            throw new AssertionError(error);
        });
    }

    /**
     * Whoever has not heard the greeting to its end waits for ever.
     */
    @Test
    void shouldGreetTheOthersToTheEnd()
    {
        unit.join(new FailingModels());
        assertThrows(IllegalStateException.class, unit::work);
        // Nothing else is to be said.
        views.lose("for the test");
        unit.work();
        final List<Integer> whole =
            List.of(TrunkRecord.HELLO, TrunkRecord.START, TrunkRecord.SET_UP, TrunkRecord.READY, TrunkRecord.LEFT);
        assertEquals(whole, types(1));
        final List<Integer> twice = new ArrayList<>(whole.subList(0, 3));
        twice.addAll(whole);
        assertEquals(twice, types(2));
    }

    /**
     * Not every trunk reports that its other end has closed.
     */
    @Test
    void shouldNotWaitForAMemberThatClosesBeforeItSaysItsLaunch()
    {
        come(1);
        poll(1);
        assertFalse(unit.haveAllJoined());
        new TrunkQueue(trunks[1], null).say(TrunkRecord.CLOSED, 1, 0);
        poll(1);
        final OtherMemberLostException lost = assertThrows(OtherMemberLostException.class, unit::haveAllJoined);
        assertEquals("member1", lost.member());
        assertEquals("member member1 is lost: it has closed its cluster before all had joined; close this cluster," +
            " and launch all members again", lost.getMessage());
    }

    /**
     * The others may have joined, and it may have needed nothing of them.
     */
    @Test
    void shouldWaitForTheOthersWhenAMemberHasSaidItsLaunchAndCloses()
    {
        final LaunchNumber first = come(1);
        poll(1);
        first.add(2, 7);
        first.add(0, common.launch().drawn(0));
        new TrunkQueue(trunks[1], null).send(first.record(), first.recordLength(), null, 0, 0);
        new TrunkQueue(trunks[1], null).say(TrunkRecord.CLOSED, 1, 0);
        poll(1);
        assertFalse(unit.haveAllJoined());
    }

    /**
     * All have said what they have to say, and what this member has to say does not go through.
     */
    @Test
    void shouldNameTheMemberWhoseTrunkTakesNothing()
    {
        final LaunchNumber first = come(1);
        final LaunchNumber second = come(2);
        poll(1);
        assertEquals(List.of("member2"), unit.missing());
        poll(2);
        assertEquals(List.of("member1 (it has not heard all others)", "member2 (it has not heard all others)"),
            unit.missing());
        types(2);
        sayLaunch(1, first);
        sayLaunch(2, second);
        trunks[1].room = 0;
        poll(1);
        poll(2);
        assertEquals(List.of("member1 (its trunk takes nothing)"), unit.missing());
        trunks[1].room = Integer.MAX_VALUE;
        poll(1);
        peers.get(0).isFlushed();
        assertEquals(List.of(), unit.missing());
    }

    private List<Integer> types(final int member)
    {
        final List<Integer> types = new ArrayList<>();
        trunks[member].poll(
            (buffer, offset, length, position) -> types.add(buffer.getInt(offset + TrunkRecord.TYPE)),
            Integer.MAX_VALUE);
        return types;
    }
}
