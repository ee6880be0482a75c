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
    private final SwitchGroups groups;
    private final OffHeapBuffer tokens;
    private final TokenManager[] tokenManagers;

    // For SIU, LANai and executor of each host.
    private final Doorbell[][] doorbells;
    private final List<Unit> units = new ArrayList<>();

    private ClusterWiring(final ClusterContext context, final ClusterParts cluster, final Host[] hosts)
    {
        this.context = context;
        this.cluster = cluster;
        this.hosts = hosts;
        topology = context.topology();
        threadingMode = context.threadingMode();
        injector = cluster.injector;
        groups = ThreadingMode.DEDICATED == threadingMode || null != injector ? SwitchGroups.ofOne(topology) :
            SwitchGroups.of(topology, context.hostsPerTokenManager());
        tokenManagers = new TokenManager[groups.count()];
        doorbells = new Doorbell[hosts.length][];
        Arrays.setAll(doorbells, host -> doorbellsOfHost());

        // Layout of the token words: hosts, then time and demand of each token manager.
        tokens = OffHeapBuffer.allocate((long)TOKEN_STRIDE * (hosts.length + 2 * tokenManagers.length));
        for (int host = 0; host < hosts.length; host++)
        {
            tokens.putLong(host * TOKEN_STRIDE, TokenManager.IDLE);
        }
    }

    /**
     * Creates the parts of a cluster.
     *
     * @param context settings of the cluster.
     * @param cluster gets the threads.
     * @param hosts   filled here.
     * @return the units of each host, then the token managers.
     */
    static List<Unit> wire(final ClusterContext context, final ClusterParts cluster, final Host[] hosts)
    {
        final ClusterWiring wiring = new ClusterWiring(context, cluster, hosts);
        wiring.createTokenManagers();
        wiring.createHosts(wiring.createTokenLinks(), wiring.createExecutors());
        wiring.units.addAll(Arrays.asList(wiring.tokenManagers));
        if (null == context.scheduler())
        {
            wiring.createThreads();
        }
        return List.copyOf(wiring.units);
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
            tokenManagers[i] = newTokenManager(groups.switchesOf(i), timeIndex, inputs);
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

    private TokenManager newTokenManager(final List<Integer> switches, final int timeIndex, final int[] inputs)
    {
        final int demandIndex = timeIndex + TOKEN_STRIDE;
        return null == injector ? new TokenManager(switches, tokens, timeIndex, demandIndex, inputs) :
            new FaultyTokenManager(switches, tokens, timeIndex, demandIndex, inputs);
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
        final NoticeBoard noticeBoard = new NoticeBoard(hosts.length);
        final ExpelledHosts expelledHosts = new ExpelledHosts(hosts.length);
        final Transport transport = newTransport();
        for (int host = 0; host < hosts.length; host++)
        {
            final TokenManager tokenManager = tokenManagers[groups.groupOf(host)];
            final OutboundLinks links = new OutboundLinks(
                host,
                context.linkSize(),
                inbound,
                doorbells[host][0],
                expelledHosts,
                transport);
            final TokenWord tokenWord = null == tokenLinks[host] ?
                new TokenWord(tokens, host * TOKEN_STRIDE, tokenManager) :
                new FaultyTokenWord(tokens, host * TOKEN_STRIDE, tokenManager, tokenLinks[host]);
            final HostUnits hostUnits = ThreadingMode.INVOKER == threadingMode ?
                new InvokerUnits(
                    host,
                    hosts.length,
                    links,
                    executors[host],
                    tokenWord,
                    noticeBoard,
                    cluster.sharedDoorbell) :
                new PipelineUnits(
                    host,
                    context.unitSettings(),
                    links,
                    executors[host],
                    tokenWord,
                    noticeBoard,
                    cluster.handlers,
                    doorbells[host][0],
                    doorbells[host][1]);
            hosts[host] = new Host(
                hostUnits, cluster, cluster.state, tokenManager, executors, noticeBoard, expelledHosts, transport);
            units.addAll(Arrays.asList(hosts[host].units()));
        }
    }

    /**
     * Chooses the classes with faults, of what frames go over, and for paranoid mode here.
     */
    private Transport newTransport()
    {
        final Transport links = null == injector ? new SharedMemoryTransport() : new FaultyTransport(injector);
        final Transport transport = context.frames().layer().over(links, null != injector, context.paranoid());
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
                final Doorbell doorbell = newDoorbell();
                return new Doorbell[]{ doorbell, doorbell, doorbell };
            default:
                final Doorbell shared = cluster.sharedDoorbell;
                return new Doorbell[]{ shared, shared, shared };
        }
    }

    private Doorbell newDoorbell()
    {
        return new Doorbell(context.waiting());
    }

    private void createThreads()
    {
        switch (threadingMode)
        {
            case DEDICATED:
                createDedicatedThreads();
                break;
            case HOST:
                for (int host = 0; host < hosts.length; host++)
                {
                    cluster.threads.add("isotach-host-" + host, doorbells[host][0], hosts[host].units());
                }
                break;
            case SHARED:
                final List<Unit> hostUnits = units.subList(0, units.size() - tokenManagers.length);
                cluster.threads.add("isotach-cluster", cluster.sharedDoorbell, hostUnits.toArray(new Unit[0]));
                break;
            default:
                break;
        }
    }

    private void createDedicatedThreads()
    {
        for (int host = 0; host < hosts.length; host++)
        {
            final Unit[] hostUnits = hosts[host].units();
            for (int i = 0; i < hostUnits.length; i++)
            {
                cluster.threads.add("isotach-" + hostUnits[i].unitName(), doorbells[host][i], hostUnits[i]);
            }
        }
        for (int i = 0; i < tokenManagers.length; i++)
        {
            final int[] hostsOnSwitch = topology.hostsOn(i);
            final Doorbell[] listeners = new Doorbell[hostsOnSwitch.length];
            for (int k = 0; k < listeners.length; k++)
            {
                listeners[k] = doorbells[hostsOnSwitch[k]][2];
            }
            final Doorbell own = newDoorbell();
            tokenManagers[i].doorbells(own, listeners);
            cluster.threads.add("isotach-" + tokenManagers[i].unitName(), own, tokenManagers[i]);
        }
    }
}
