/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.Arrays;
import java.util.List;

import com.lmax.disruptor.Sequence;
import org.isotach.MemberLostException;
import org.isotach.OtherMemberLostException;
import org.isotach.niu.link.ExpelledHosts;
import org.isotach.niu.link.FailingTransport;
import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.link.InboundFrames;
import org.isotach.niu.link.InboundLinks;
import org.isotach.niu.link.LinkSize;
import org.isotach.niu.link.ModelExchange;
import org.isotach.niu.link.SharedMemoryTransport;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkTransport;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.View;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.time.Floor;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * A member that is out gets an earlier cut when another one is out, too, and for one host there is no memory then.
 */
final class RecutWithoutMemoryTest
{
    private static final int FIRST_CUT = 20;
    private static final int SECOND_CUT = 10;
    private static final int TURNS = 4;

    // Member 0 has hosts 0 and 1, member 1 has host 2, member 2 has host 3.
    private final HostsOfMembers hosts = new HostsOfMembers(0, 3, new int[]{ 0, 0, 1, 2 });
    private final Floor floor = new Floor(0, 3, false, new Doorbell());
    private final InboundLinks[] receivers = new InboundLinks[4];
    private final GuardedTrunk[] trunks =
        { null, new GuardedTrunk(new LoopTrunk()), new GuardedTrunk(new LoopTrunk()) };
    private final TrunkTransport transport = new TrunkTransport(
        new SharedMemoryTransport(),
        hosts,
        trunks,
        new Sequence[]{ null, new Sequence(0), new Sequence(0) },
        pulse ->
        {
            // Nobody promises.
        });
    private final RemoteNotices notices = new RemoteNotices(hosts, transport, null);
    private final MemberListener listener = new MemberListener()
    {
        @Override
        public void memberLost(final OtherMemberLostException reason)
        {
            throw reason;
        }

        @Override
        public void memberLeaves(final int member)
        {
        }

        @Override
        public void memberLeft(final int member)
        {
        }

        @Override
        public void lost(final MemberLostException reason)
        {
            throw reason;
        }

        @Override
        public void hostLeaves(final int host, final long pulse)
        {
        }
    };
    private final ViewChange views;

    RecutWithoutMemoryTest()
    {
        Arrays.setAll(receivers, host -> new InboundLinks(new Doorbell()));
        final List<Peer> peers = List.of(peer(1), peer(2));
        views = new ViewChange(0, "m0", peers, new MemberExit(floor, notices, listener), listener);
        peers.forEach(peer -> peer.connect(views));
        floor.hear(1, SECOND_CUT);
        floor.hear(2, FIRST_CUT);
    }

    /**
     * The second link from member 2 to host 1 fails: that of the second cut.
     */
    private Peer peer(final int member)
    {
        final TrunkQueue queue = new TrunkQueue(trunks[member], null);
        final InboundFrames frames = new InboundFrames(
            "m" + member,
            hosts,
            receivers,
            LinkSize.growing(8, 1 << 13),
            2 == member ? new FailingTransport(1, 1) : new SharedMemoryTransport(),
            new Doorbell(),
            () -> false,
            new ExpelledHosts(receivers.length),
            listener);
        final RemoteData data = new RemoteData(new ModelExchange(hosts, new Trunk[3], new Doorbell()), member, queue);
        return new Peer(
            member,
            "m" + member,
            trunks[member],
            queue,
            frames,
            new PeerTokens(0, member, 3, floor, frames, queue),
            null,
            null,
            transport,
            notices,
            data,
            null,
            null,
            new Common(LaunchNumberTest.newNumber(3, 0)));
    }

    private void work()
    {
        for (int i = 0; i < TURNS; i++)
        {
            views.work();
        }
    }

    /**
     * Returns how often host 3, that of member 2, was cut off at a host.
     */
    private long cutsAt(final int receiver)
    {
        return Arrays.stream(receivers[receiver].get()).filter(link -> 3 == link.sender).count();
    }

    @Test
    void shouldCutOffAgainAtAllHostsAfterMemoryHasRunOut()
    {
        final View first = new View(1, 0b011);
        views.request(first);
        views.work();
        final ViewRecord said = ViewRecord.of(first, 0b100, 3);
        said.heard()[2] = FIRST_CUT;
        views.onView(1, said.write(), 0);
        views.work();
        assertEquals(MemberExit.last(FIRST_CUT), views.leftIn(2));
        assertEquals(1, cutsAt(0));
        assertEquals(1, cutsAt(1));
        views.request(new View(2, 0b001));
        assertThrows(OutOfMemoryError.class, this::work);
        work();
        assertEquals(MemberExit.last(SECOND_CUT), views.leftIn(1));
        assertEquals(SECOND_CUT, floor.ahead(2));
        assertEquals(2, cutsAt(1));
        assertEquals(3, cutsAt(0), "host 0 is told again");
    }
}
