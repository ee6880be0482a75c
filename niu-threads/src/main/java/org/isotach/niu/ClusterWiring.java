/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.isotach.Topology;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.issue.HostUnits;
import org.isotach.niu.issue.InvokerUnits;
import org.isotach.niu.issue.InvokerUnitsOfMember;
import org.isotach.niu.issue.PipelineUnits;
import org.isotach.niu.link.ExpelledHosts;
import org.isotach.niu.link.FaultyTransport;
import org.isotach.niu.link.InboundLinks;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.link.SharedMemoryTransport;
import org.isotach.niu.link.Transport;
import org.isotach.niu.link.WatchedTransport;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.spi.Unit;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.FaultyPulseClock;
import org.isotach.niu.time.FaultyTokenManager;
import org.isotach.niu.time.FaultyTokenWord;
import org.isotach.niu.time.LeapingTokenManager;
import org.isotach.niu.time.LeapingTokenWord;
import org.isotach.niu.time.PulseClock;
import org.isotach.niu.time.SwitchGroups;
import org.isotach.niu.time.TokenLink;
import org.isotach.niu.time.TokenManager;
import org.isotach.niu.time.TokenWord;

/**
 * Creates the token managers, hosts, links and threads of a cluster, and connects them according to topology and
 * threading mode. It is not needed after that, and starts nothing.
 */
final class ClusterWiring
{
    // Token words are written by one thread and read by all; two lines apart, out of reach of adjacent-line prefetch.
    private static final int TOKEN_STRIDE = 2 * OffHeapBuffer.CACHE_LINE_LENGTH;

    private final ClusterContext context;
    private final ClusterParts cluster;
    private final Host[] hosts;
    private final Topology topology;
    private final ThreadingMode threadingMode;

    // Null without faults.
    private final FaultInjector injector;

    // Null without members.
    private final MemberWiring member;
    private final SwitchGroups groups;
    private final OffHeapBuffer tokens;
    private final TokenManager[] tokenManagers;

    // For SIU, LANai and executor of each host.
    private final Doorbell[][] doorbells;
    private final List<Unit> units = new ArrayList<>();

    // With members, of the one token manager that there is.
    private final Doorbell tokenManagerDoorbell;
    private final OutboundLinks[] links;
    private final ExpelledHosts expelledHosts;
    private NoticeBoard noticeBoard;

    private ClusterWiring(final ClusterContext context, final ClusterParts cluster, final Host[] hosts)
    {
        this.context = context;
        this.cluster = cluster;
        this.hosts = hosts;
        topology = context.topology();
        threadingMode = context.threadingMode();
        injector = cluster.injector;
        member = cluster.member;
        groups = newGroups();
        tokenManagers = new TokenManager[groups.count()];
        tokenManagerDoorbell = newDoorbell();
        links = new OutboundLinks[hosts.length];
        expelledHosts = new ExpelledHosts(hosts.length);
        doorbells = new Doorbell[hosts.length][];
        Arrays.setAll(doorbells, host -> isOwn(host) ? doorbellsOfHost() : threeOf(member.doorbell));

        // Layout of the token words: hosts, then time and demand of each token manager.
        tokens = OffHeapBuffer.allocate((long)TOKEN_STRIDE * (hosts.length + 2 * tokenManagers.length));
        for (int host = 0; host < hosts.length; host++)
        {
            tokens.putLong(host * TOKEN_STRIDE, TokenManager.IDLE);
        }
    }

    private SwitchGroups newGroups()
    {
        if (null != member)
        {
            return member.groups();
        }
        return ThreadingMode.DEDICATED == threadingMode || null != injector ? SwitchGroups.ofOne(topology) :
            SwitchGroups.of(topology, context.hostsPerTokenManager());
    }

    /**
     * Creates the parts of a cluster.
     *
     * @param context settings of the cluster.
     * @param cluster gets the threads.
     * @param hosts   filled here.
     * @return the units of each host, then the token managers, and the trunks if there are other members.
     */
    static List<Unit> wire(final ClusterContext context, final ClusterParts cluster, final Host[] hosts)
    {
        try
        {
            return new ClusterWiring(context, cluster, hosts).wire();
        }
        catch (final Throwable ex)
        {
            if (null != cluster.member)
            {
                cluster.member.close(ex);
            }
            throw ex;
        }
    }

    private List<Unit> wire()
    {
        createTokenManagers();
        final IsochronExecutor[] executors = createExecutors();
        createHosts(createTokenLinks(), executors);
        units.addAll(ownTokenManagers());
        if (null != member)
        {
            createTrunks(executors);
        }
        if (null == context.scheduler())
        {
            new ThreadWiring(context, cluster, doorbells)
                .createThreads(groups, tokenManagers, tokenManagerDoorbell);
        }
        return List.copyOf(units);
    }

    private void createTokenManagers()
    {
        for (int i = 0; i < tokenManagers.length; i++)
        {
            final int timeIndex = TOKEN_STRIDE * (hosts.length + 2 * i);
            final int[] inputs = groups.hostsOf(i);
            for (int k = 0; k < inputs.length; k++)
            {
                inputs[k] *= TOKEN_STRIDE;
            }
            tokenManagers[i] = newTokenManager(i, timeIndex, inputs);
        }
        for (int i = 0; i < tokenManagers.length; i++)
        {
            final int[] neighbours = groups.neighboursOf(i);
            final TokenManager[] adjacent = new TokenManager[neighbours.length];
            for (int k = 0; k < neighbours.length; k++)
            {
                adjacent[k] = tokenManagers[neighbours[k]];
            }
            tokenManagers[i].neighbours(adjacent);
        }
    }

    private TokenManager newTokenManager(final int group, final int timeIndex, final int[] inputs)
    {
        final List<Integer> switches = groups.switchesOf(group);
        final int demandIndex = timeIndex + TOKEN_STRIDE;
        if (null != injector)
        {
            return new FaultyTokenManager(switches, tokens, timeIndex, demandIndex, inputs);
        }
        return groups.leaps(group) ? new LeapingTokenManager(switches, tokens, timeIndex, demandIndex, inputs) :
            new TokenManager(
                switches, tokens, timeIndex, demandIndex, inputs, null == member ? null : member.floorOf(group));
    }

    private TokenWord newTokenWord(final int host, final TokenManager tokenManager, final TokenLink link)
    {
        final int index = host * TOKEN_STRIDE;
        if (null != link)
        {
            return new FaultyTokenWord(tokens, index, tokenManager, link);
        }
        return tokenManager instanceof LeapingTokenManager leaping ? new LeapingTokenWord(tokens, index, leaping) :
            new TokenWord(tokens, index, tokenManager, null == member ? null : member.floor);
    }

    /**
     * Creates links with faults for all tokens, if faults are set.
     *
     * @return for each host its link to its switch, or null.
     */
    private TokenLink[] createTokenLinks()
    {
        final TokenLink[] links = new TokenLink[hosts.length];
        for (int i = 0; i < tokenManagers.length && tokenManagers[i] instanceof FaultyTokenManager faulty; i++)
        {
            final int[] inputs = topology.hostsOn(i);
            final TokenLink[] hostLinks = new TokenLink[inputs.length];
            for (int k = 0; k < inputs.length; k++)
            {
                hostLinks[k] = new TokenLink(injector.newGenerator(), TokenManager.IDLE);
                links[inputs[k]] = hostLinks[k];
            }
            final TokenLink[] neighbourLinks = new TokenLink[topology.neighbours(i).length];
            Arrays.setAll(neighbourLinks, k -> new TokenLink(injector.newGenerator(), 0));
            faulty.links(hostLinks, neighbourLinks);
        }
        return links;
    }

    private IsochronExecutor[] createExecutors()
    {
        final IsochronExecutor[] executors = new IsochronExecutor[hosts.length];
        for (int host = 0; host < hosts.length; host++)
        {
            executors[host] = new IsochronExecutor(
                host,
                new TryLock(),
                newClock(tokenManagers[groups.groupOf(host)]),
                maxDeliveries(),
                doorbells[host][2],
                cluster.handlers);
            if (context.paranoid())
            {
                executors[host].watch(hosts.length);
            }
            executors[host].execution().count(cluster.counters().executor(host));
            executors[host].execution().record(cluster.recorder(host));
        }
        return executors;
    }

    private PulseClock newClock(final TokenManager tokenManager)
    {
        final boolean advancesTime = ThreadingMode.DEDICATED != threadingMode;
        return null == injector ? new PulseClock(tokenManager, advancesTime) :
            new FaultyPulseClock(tokenManager, advancesTime, new TokenLink(injector.newGenerator(), 0));
    }

    /**
     * Room for each frame and notice that can be on its way to one host, and for each barrier that a host can have
     * completed without being told; a power of two.
     */
    private int maxDeliveries()
    {
        final long slots = (long)hosts.length * (context.linkRingSize() + NoticeBoard.LOG_SIZE) + Long.SIZE;
        return (int)Math.min(1 << 30, Long.highestOneBit(slots - 1) << 1);
    }

    private void createHosts(final TokenLink[] tokenLinks, final IsochronExecutor[] executors)
    {
        final InboundLinks[] inbound = new InboundLinks[hosts.length];
        Arrays.setAll(inbound, host -> executors[host].inbound());
        final Transport inside = newTransport();
        final Transport transport = null == member ? inside : member.transport(inside);
        noticeBoard = null == member ? new NoticeBoard(hosts.length) : member.noticeBoard(links);
        for (int host = 0; host < hosts.length; host++)
        {
            final TokenManager tokenManager = tokenManagers[groups.groupOf(host)];
            links[host] = new OutboundLinks(
                host,
                context.linkSize(),
                inbound,
                doorbells[host][0],
                expelledHosts,
                transport);
            final HostUnits hostUnits =
                newUnits(host, executors[host], newTokenWord(host, tokenManager, tokenLinks[host]));
            hosts[host] = new Host(
                hostUnits, cluster, cluster.state, tokenManager, executors, noticeBoard, expelledHosts, transport);
            if (isOwn(host))
            {
                units.addAll(Arrays.asList(hosts[host].units()));
            }
        }
    }

    private HostUnits newUnits(
        final int host,
        final IsochronExecutor executor,
        final TokenWord tokenWord)
    {
        if (ThreadingMode.INVOKER != threadingMode || !isOwn(host))
        {
            // Nobody works for a host of another member.
            return new PipelineUnits(
                host,
                context.unitSettings(),
                links[host],
                executor,
                tokenWord,
                noticeBoard,
                cluster.handlers,
                doorbells[host][0],
                doorbells[host][1]);
        }
        final Doorbell shared = cluster.sharedDoorbell;
        return null == member ?
            new InvokerUnits(host, hosts.length, links[host], executor, tokenWord, noticeBoard, shared) :
            new InvokerUnitsOfMember(host, hosts.length, links[host], executor, tokenWord, noticeBoard, shared,
                member.unit(), member::mayRunAheadTo);
    }

    private void createTrunks(final IsochronExecutor[] executors)
    {
        final List<Doorbell> listeners = new ArrayList<>();
        for (final int host : member.ownHosts())
        {
            listeners.add(doorbells[host][2]);
        }
        listeners.add(tokenManagerDoorbell);
        cluster.trunks(member.newTrunks(
            executors,
            links,
            // What has come over a trunk is there: it goes over nothing else.
            watched(new SharedMemoryTransport()),
            noticeBoard,
            expelledHosts,
            tokenManagers[member.hosts.own()],
            listeners.toArray(new Doorbell[0]),
            new MemberEvents(cluster, member.hosts),
            new RequestedExpulsions(cluster),
            cluster.handlers::report));
        units.add(cluster.trunks);
    }

    private boolean isOwn(final int host)
    {
        return cluster.isOwn(host);
    }

    private List<TokenManager> ownTokenManagers()
    {
        return null == member ? List.of(tokenManagers) : List.of(tokenManagers[member.hosts.own()]);
    }

    /**
     * Chooses the classes with faults, of what frames go over, and for paranoid mode here.
     */
    private Transport newTransport()
    {
        final Transport links = null == injector ? new SharedMemoryTransport() : new FaultyTransport(injector);
        return watched(context.frames().layer().over(links, null != injector, context.paranoid()));
    }

    private Transport watched(final Transport transport)
    {
        return context.paranoid() ? new WatchedTransport(cluster.handlers::report, transport) : transport;
    }

    /**
     * Doorbells of SIU, LANai and executor of a host: one each, one for all three, or one for the cluster.
     */
    private Doorbell[] doorbellsOfHost()
    {
        switch (threadingMode)
        {
            case DEDICATED:
                return new Doorbell[]{ newDoorbell(), newDoorbell(), newDoorbell() };
            case HOST:
                return threeOf(newDoorbell());
            default:
                return threeOf(cluster.sharedDoorbell);
        }
    }

    private static Doorbell[] threeOf(final Doorbell doorbell)
    {
        return new Doorbell[]{ doorbell, doorbell, doorbell };
    }

    private Doorbell newDoorbell()
    {
        return new Doorbell(context.waiting());
    }
}
