/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import org.isotach.niu.jfr.ClusterEvents;
import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.status.ClusterStatus;
import org.isotach.niu.status.Counters;
import org.isotach.niu.status.HostStatus;
import org.isotach.niu.status.MemberStatus;
import org.isotach.niu.status.Reservation;
import org.isotach.niu.status.StatusReport;
import org.isotach.niu.status.StatusSource;
import org.isotach.niu.wait.ElapsedTime;

/**
 * Collects the state of a cluster: it asks hosts and models, and remembers since when each reservation has been seen.
 * Threadsafe.
 */
final class StatusCollector implements ClusterEvents.Source
{
    private final Host[] hosts;
    private final Counters counters;
    private final StallDetector stallDetector;
    private final Supplier<List<MemberStatus>> members;
    private final StallClock clock = new StallClock();
    private final List<StatusSource> sources = new CopyOnWriteArrayList<>();
    private final Scheduler scheduler;

    /**
     * @param hosts         complete by the time of the first status.
     * @param counters      of the cluster.
     * @param stallDetector may have seen a reservation before, because a thread waits for it.
     * @param members       the states of the other members.
     * @param scheduler     of the cluster, null for none.
     */
    StatusCollector(
        final Host[] hosts,
        final Counters counters,
        final StallDetector stallDetector,
        final Supplier<List<MemberStatus>> members,
        final Scheduler scheduler)
    {
        this.scheduler = scheduler;
        this.members = members;
        this.hosts = hosts;
        this.counters = counters;
        this.stallDetector = stallDetector;
    }

    void addSource(final StatusSource source)
    {
        sources.add(Objects.requireNonNull(source, "source"));
    }

    @Override
    public void forEachReservation(final StatusReport report)
    {
        sources.forEach(source -> source.addStatus(report));
    }

    private List<Reservation> reservations()
    {
        final long nowNs = ElapsedTime.now(scheduler);
        final Map<Object, Reservation> reservations = new LinkedHashMap<>();
        forEachReservation((key, variable, holder, owner, readers) ->
        {
            final Duration seen = clock.sinceChange(key, 0, nowNs);
            final Duration stalled = stallDetector.known(key, nowNs);
            reservations.put(key, new Reservation(
                variable.get(),
                holder,
                owner.get(),
                seen.compareTo(stalled) > 0 ? seen : stalled,
                readers.size(),
                List.copyOf(new TreeSet<>(readers))));
        });
        clock.forgetUnseenSince(nowNs);
        return new ArrayList<>(reservations.values());
    }

    @Override
    public Counters counters()
    {
        return counters;
    }

    /**
     * Formats what {@link ClusterStatus#summary} does, without looking for reservations.
     */
    String summary()
    {
        return new ClusterStatus(hostStates(), members.get(), List.of(), 0, "").summary();
    }

    private List<HostStatus> hostStates()
    {
        return Arrays.stream(hosts).map(host -> host.stalls().status()).toList();
    }

    @Override
    public ClusterStatus status()
    {
        // Those that reads wait for come first.
        final List<Reservation> all = reservations();
        all.sort(Collections.reverseOrder(Comparator.comparingInt(Reservation::waitingReads)));
        final int listed = Math.min(all.size(), ClusterStatus.MAX_RESERVATIONS);
        return new ClusterStatus(
            hostStates(),
            members.get(),
            List.copyOf(all.subList(0, listed)),
            all.size() - listed,
            counters.toString());
    }

    @Override
    public String toString()
    {
        return "StatusCollector{sources=" + sources.size() + '}';
    }
}
