/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import com.lmax.disruptor.Sequence;

import org.isotach.OtherMemberLostException;
import org.isotach.niu.link.ExpelledHosts;
import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.link.InboundFrames;
import org.isotach.niu.link.InboundLinks;
import org.isotach.niu.link.LinkSize;
import org.isotach.niu.link.ModelExchange;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.link.ReplyLinks;
import org.isotach.niu.link.Transport;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkTransport;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.spi.Members;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.Floor;
import org.isotach.niu.time.Promiser;
import org.isotach.niu.time.TokenManager;

/**
 * Creates the unit of the trunks, and connects it with the hosts.
 */
public final class TrunksWiring
{
    private final HostsOfMembers hosts;
    private final Members members;
    private final Floor floor;
    private final MemberListener listener;
    private final HostExpeller expeller;
    private final Consumer<Throwable> errorHandler;

    /**
     * @param hosts        of all members.
     * @param members      all members.
     * @param floor        of this member.
     * @param listener     told what becomes of members.
     * @param expeller     of hosts of this member.
     * @param errorHandler told of members that are lost; never throws.
     */
    public TrunksWiring(
        final HostsOfMembers hosts,
        final Members members,
        final Floor floor,
        final MemberListener listener,
        final HostExpeller expeller,
        final Consumer<Throwable> errorHandler)
    {
        this.hosts = hosts;
        this.members = members;
        this.floor = floor;
        this.listener = listener;
        this.expeller = expeller;
        this.errorHandler = errorHandler;
    }

    /**
     * Returns the length in bytes of the longest record besides frames, data and credits, which are as long as
     * settings, or the trunk, let them be.
     *
     * @param members number of members.
     */
    public static int maxRecordLength(final int members)
    {
        return Math.max(SetUpRecord.maxLength(), ViewRecord.maxLength(members));
    }

    /**
     * Creates the unit.
     *
     * @param trunks        to each other member, null for this one.
     * @param lastPositions of each trunk: behind the last frame.
     * @param replies       of each host.
     * @param inbound       links of each host.
     * @param outbound      links of each host.
     * @param linkSize      of each link.
     * @param maxReplies    largest number of results on their way to one host.
     * @param direct        transport of the links from hosts of other members: a frame is there when it is sent.
     * @param tokenManager  of this member.
     * @param doorbell      of the thread that works for the unit.
     * @param transport     of this member.
     * @param notices       from here.
     * @param exchange      of the models.
     * @param board         with the logs of all hosts.
     * @param expelledHosts of the cluster.
     * @param common        what all members must have in common.
     */
    public Trunks newTrunks(
        final GuardedTrunk[] trunks,
        final Sequence[] lastPositions,
        final List<ReplyLinks> replies,
        final List<InboundLinks> inbound,
        final OutboundLinks[] outbound,
        final LinkSize linkSize,
        final int maxReplies,
        final Transport direct,
        final TokenManager tokenManager,
        final Doorbell doorbell,
        final TrunkTransport transport,
        final RemoteNotices notices,
        final ModelExchange exchange,
        final NoticeBoard board,
        final ExpelledHosts expelledHosts,
        final Common common)
    {
        final InboundLinks[] receivers = inbound.toArray(new InboundLinks[0]);
        final RemoteReplies.Issuer[] issuers = new RemoteReplies.Issuer[receivers.length];
        for (int host = 0; host < issuers.length; host++)
        {
            issuers[host] = new RemoteReplies.Issuer(replies.get(host), receivers[host]);
        }
        final ExpulsionRequests expulsions = new ExpulsionRequests(hosts, expeller);
        final List<Peer> peers = new ArrayList<>();
        final PeerTokens[] tokens = new PeerTokens[trunks.length];
        for (int member = 0; member < trunks.length; member++)
        {
            if (null != trunks[member])
            {
                final TrunkQueue queue = new TrunkQueue(trunks[member], null);
                final int from = member;
                final InboundFrames frames = new InboundFrames(
                    members.name(member),
                    hosts,
                    receivers,
                    linkSize,
                    direct,
                    doorbell,
                    () -> floor.want(floor.heard(from)),
                    expelledHosts,
                    listener);
                tokens[member] = new PeerTokens(hosts.own(), member, trunks.length, floor, frames, queue);
                peers.add(new Peer(
                    member,
                    members.name(member),
                    trunks[member],
                    queue,
                    frames,
                    tokens[member],
                    new RemoteReplies(issuers, hosts, member, maxReplies, direct, queue),
                    outbound,
                    transport,
                    notices,
                    new RemoteData(exchange, member, queue),
                    new TakenNotices(board, hosts.of(member)),
                    expulsions,
                    common));
            }
        }
        final ViewChange views = new ViewChange(
            hosts.own(), members.name(hosts.own()), peers, new MemberExit(floor, notices, listener), listener);
        peers.forEach(peer -> peer.connect(views));
        final TryLock lock = new TryLock();
        final Promiser promiser = new Promiser(floor, tokenManager);
        final FramePositions positions = new FramePositions(lastPositions);
        final FrameTokens frameTokens = new FrameTokens(lock, floor, promiser, positions, tokens);
        transport.connect(frameTokens);
        return new Trunks(
            hosts.own(),
            peers,
            promiser,
            exchange.startWords(),
            views,
            positions,
            frameTokens,
            expulsions,
            lock,
            this::tell);
    }

    /**
     * Whoever is told by the listener that a member is lost finds that the error handler knows.
     */
    private void tell(final Throwable error)
    {
        errorHandler.accept(error);
        if (error instanceof OtherMemberLostException lost)
        {
            listener.memberLost(lost);
        }
    }
}
