/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import com.lmax.disruptor.Sequence;

import org.isotach.Topology;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.ExpelledHosts;
import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.link.ModelExchange;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.link.Transport;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.link.TrunkTransport;
import org.isotach.niu.member.Common;
import org.isotach.niu.member.GuardedTrunk;
import org.isotach.niu.member.HostExpeller;
import org.isotach.niu.member.LaunchNumber;
import org.isotach.niu.member.LibraryVersion;
import org.isotach.niu.member.MemberListener;
import org.isotach.niu.member.RemoteNotices;
import org.isotach.niu.member.Trunks;
import org.isotach.niu.member.TrunksWiring;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.Unit;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.time.Floor;
import org.isotach.niu.time.SwitchGroups;
import org.isotach.niu.time.TokenManager;

/**
 * Creates what a cluster with other members has besides everything else: the floor of its logical time, and the trunks.
 * The hosts of other members exist here too, as places for results, and no unit works for them.
 */
final class MemberWiring
{
    private static final int MAX_LINK_LENGTH = 1 << 29;

    final Membership membership;
    final HostsOfMembers hosts;
    final Floor floor;
    final Doorbell doorbell;
    final ModelExchange exchange;
    final LaunchNumber launch;

    private final ClusterContext context;
    private final int[] memberOfSwitch;
    private final GuardedTrunk[] trunks;
    private final Sequence[] lastPositions;
    private TrunkTransport transport;
    private RemoteNotices notices;
    private Trunks unit;
    private Consumer<Throwable> errorHandler;

    /**
     * @param context    settings of the cluster.
     * @param membership of the cluster.
     * @param shared     doorbell of all units, where they have one.
     * @throws IllegalArgumentException when the settings do not fit to members.
     */
    MemberWiring(final ClusterContext context, final Membership membership, final Doorbell shared)
    {
        this.context = context;
        this.membership = membership;
        final Topology topology = context.topology();
        final Members members = membership.members();
        if (!context.linkFaults().isNone())
        {
            throw new IllegalArgumentException("linkFaults: " + context.linkFaults() +
                " (expected: none with members, whose trunks have faults of their own)");
        }
        if (context.linkLength() > MAX_LINK_LENGTH)
        {
            throw new IllegalArgumentException("linkLength: " + context.linkLength() + " (expected: at most " +
                MAX_LINK_LENGTH + " with members, where links are twice as long at the receiver)");
        }
        memberOfSwitch = members.membersOfSwitches(topology);
        final int[] memberOf = new int[topology.hostCount()];
        Arrays.setAll(memberOf, host -> memberOfSwitch[topology.switchOf(host)]);
        hosts = new HostsOfMembers(
            membership.own(), IntStream.range(0, members.count()).mapToObj(members::name).toList(), memberOf);
        for (int i = 0; i < members.count(); i++)
        {
            if (0 == hosts.of(i).length)
            {
                throw new IllegalArgumentException(
                    "member " + members.name(i) + " has no host: give it a switch that has one");
            }
        }
        final ThreadingMode mode = context.threadingMode();
        final boolean isShared = ThreadingMode.INVOKER == mode || ThreadingMode.SHARED == mode;
        doorbell = isShared ? shared : new Doorbell(context.waiting());
        floor = new Floor(membership.own(), members.count(), ThreadingMode.INVOKER == mode, doorbell);
        launch = new LaunchNumber(members, membership.own());
        trunks = new GuardedTrunk[members.count()];
        lastPositions = new Sequence[members.count()];
        open();
        exchange = new ModelExchange(hosts, trunks, doorbell);
    }

    /**
     * Opens all trunks or none.
     */
    private void open()
    {
        try
        {
            for (int other = 0; other < trunks.length; other++)
            {
                if (other != membership.own())
                {
                    trunks[other] = newTrunk(other);
                    lastPositions[other] = new Sequence(0);
                }
            }
        }
        catch (final Throwable ex)
        {
            close(ex);
            throw ex;
        }
    }

    private GuardedTrunk newTrunk(final int other)
    {
        final Trunk trunk = membership.trunks().newTrunk(membership.members(), membership.own(), other);
        if (null == trunk)
        {
            throw new IllegalStateException("TrunkFactory.newTrunk() has returned null for member " +
                membership.members().name(other) + ": return the end of a trunk");
        }
        try
        {
            final GuardedTrunk guarded = new GuardedTrunk(trunk);
            checkLength(other, guarded.maxRecordLength());
            return guarded;
        }
        catch (final Throwable ex)
        {
            FailedLaunch.close(trunk, ex);
            throw ex;
        }
    }

    private void checkLength(final int other, final int maxLength)
    {
        final int headerLength =
            TrunkRecord.frameHeaderLength(hosts.of(other).length) + TrunkRecord.tokenLength(trunks.length);
        final int lengthOfOne = headerLength + context.isochronLimit().length();
        final int longest = headerLength + HostIsochrons.maxFrameLength(context);
        if (longest > maxLength)
        {
            final boolean isOfOne = lengthOfOne > maxLength;
            throw new IllegalArgumentException((isOfOne ? "maxIsochronLength: " + context.maxIsochronLength() :
                "slabLength: " + context.slabLength() + ", and linkLength: " + context.linkLength() +
                ", of which an eighth is for isochrons that go together") +
                ", so records are up to " + (isOfOne ? lengthOfOne : longest) +
                " bytes long, and the trunk to member " + membership.members().name(other) + " takes " + maxLength +
                " at most: make " + (isOfOne ? "isochrons" : "one of them") + " shorter, or the trunk larger");
        }
        final int otherLength = TrunksWiring.maxRecordLength(trunks.length);
        if (otherLength > maxLength)
        {
            throw new IllegalArgumentException("the trunk to member " + membership.members().name(other) + " takes " +
                maxLength + " bytes at most (expected: at least " + otherLength +
                ", for what members say of models and views): make it larger");
        }
    }

    /**
     * The launch has failed: closes the trunks that were opened.
     *
     * @param cause gets the exceptions of closing.
     */
    void close(final Throwable cause)
    {
        for (final Trunk trunk : trunks)
        {
            if (null != trunk)
            {
                FailedLaunch.close(trunk, cause);
            }
        }
    }

    SwitchGroups groups()
    {
        return SwitchGroups.ofMembers(context.topology(), memberOfSwitch, hosts.memberCount());
    }

    /**
     * Returns the floor of a group of switches: that of this member, null for the others, which have no time here.
     */
    Floor floorOf(final int group)
    {
        return hosts.own() == group ? floor : null;
    }

    boolean isOwn(final int host)
    {
        return hosts.isOwn(host);
    }

    /**
     * @throws IllegalStateException when the host belongs to another member.
     */
    void checkOwn(final int host)
    {
        if (!isOwn(host))
        {
            throw new IllegalStateException("host " + host + " belongs to member " +
                membership.members().name(hosts.memberOf(host)) + ": only that JVM can use it");
        }
    }

    int[] ownHosts()
    {
        return hosts.of(hosts.own());
    }

    Transport transport(final Transport inside)
    {
        transport = new TrunkTransport(inside, hosts, trunks, lastPositions, floor::require);
        return transport;
    }

    /**
     * Creates the board of notices, when there is a transport.
     *
     * @param outbound links of all hosts, complete by the time of the first notice.
     */
    NoticeBoard noticeBoard(final OutboundLinks[] outbound)
    {
        notices = new RemoteNotices(hosts, transport, outbound);
        return new NoticeBoard(hosts.hostCount(), notices);
    }

    /**
     * Returns a unit that stands for the trunks until they are there: hosts are created first. As in {@code
     * UnitsAgent}, what the trunks throw is reported: a thread of the application works for them in the middle of its
     * own call.
     */
    Unit unit()
    {
        return new Unit()
        {
            @Override
            public int doWork()
            {
                try
                {
                    return unit.doWork();
                }
                catch (final Throwable ex)
                {
                    errorHandler.accept(ex);
                    return 0;
                }
            }

            @Override
            public String unitName()
            {
                return unit.unitName();
            }
        };
    }

    /**
     * Returns, for each host, up to where its frames may execute ahead: rule R6.
     */
    long mayRunAheadTo(final int host)
    {
        return isOwn(host) ? Long.MAX_VALUE : floor.ahead(hosts.memberOf(host));
    }

    /**
     * Creates the unit of the trunks.
     *
     * @param executors    of all hosts.
     * @param outbound     links of all hosts.
     * @param direct       transport of the links from hosts of other members.
     * @param board        with the logs of all hosts.
     * @param expelledHosts of the cluster.
     * @param tokenManager of this member.
     * @param listeners    doorbells of what waits for other members.
     * @param listener     told what becomes of members.
     * @param expeller     of hosts of this member.
     * @param reporter     told of members that are lost, and of what the trunks throw; never throws.
     */
    Trunks newTrunks(
        final IsochronExecutor[] executors,
        final OutboundLinks[] outbound,
        final Transport direct,
        final NoticeBoard board,
        final ExpelledHosts expelledHosts,
        final TokenManager tokenManager,
        final Doorbell[] listeners,
        final MemberListener listener,
        final HostExpeller expeller,
        final Consumer<Throwable> reporter)
    {
        errorHandler = reporter;
        final TrunksWiring wiring =
            new TrunksWiring(hosts, membership.members(), floor, listener, expeller, reporter);
        unit = wiring.newTrunks(
            trunks,
            lastPositions,
            Arrays.stream(executors).map(IsochronExecutor::replies).toList(),
            Arrays.stream(executors).map(IsochronExecutor::inbound).toList(),
            outbound,
            context.linkSize(),
            2 * context.readCap(),
            direct,
            tokenManager,
            doorbell,
            transport,
            notices,
            exchange,
            board,
            expelledHosts,
            common());
        floor.connect(unit(), listeners);
        return unit;
    }

    /**
     * Returns what all members must have in common, so that frames of one fit the others.
     */
    private Common common()
    {
        final Topology topology = context.topology();
        final Members members = membership.members();
        final Common common = new Common(launch)
            .put("version of isotach", LibraryVersion.get())
            .put("number of members", members.count())
            .put("linkRingSize", context.linkRingSize())
            .put("linkLength", context.linkLength())
            .put("maxIsochronLength", context.maxIsochronLength())
            .put("readCap", context.readCap());
        for (int member = 0; member < members.count(); member++)
        {
            common.put("member " + member, members.name(member));
        }
        common.put("number of switches", topology.switchCount()).put("number of hosts", topology.hostCount());
        for (int switchId = 0; switchId < topology.switchCount(); switchId++)
        {
            common.put("switch " + switchId, "at member " + members.name(memberOfSwitch[switchId]) + ", beside " +
                Arrays.toString(topology.neighbours(switchId)));
        }
        for (int host = 0; host < topology.hostCount(); host++)
        {
            common.put("host " + host, topology.hostName(host) + " at switch " + topology.switchOf(host));
        }
        return common;
    }
}
