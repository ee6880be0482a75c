/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What one member has seen, or all have, and the circle among the waits. All members that look at the same circle find
 * that the same wait of it is the last one.
 */
final class SeenWaits
{
    private static final Comparator<SeenWait> LATEST_FIRST =
        Comparator.comparingLong(SeenWait::number).thenComparingInt(SeenWait::member).reversed();

    // By their numbers.
    private final List<SeenMember> members;

    // What must end before a wait can end. By identity.
    private final Map<SeenWait, List<SeenWait>> next = new IdentityHashMap<>();

    // By the first of the versions.
    private final NavigableMap<Long, List<SeenWait>> holders = new TreeMap<>();

    SeenWaits(final List<SeenMember> members)
    {
        this.members = members;
        waits().forEach(wait ->
        {
            for (int i = 0; i < wait.held().length; i += 2)
            {
                if (wait.held()[i + 1] > 0)
                {
                    holders.computeIfAbsent(wait.held()[i], first -> new ArrayList<>()).add(wait);
                }
            }
        });
    }

    /**
     * Looks for the circle whose last wait is the latest one.
     *
     * @return the circle, which begins with its last wait; empty if there is none.
     */
    List<SeenWait> circle()
    {
        final List<SeenWait> holders =
            waits().filter(SeenWait::isHolder).sorted(LATEST_FIRST).toList();
        for (final SeenWait holder : holders)
        {
            final List<SeenWait> circle = circleOf(holder);
            if (!circle.isEmpty())
            {
                return circle;
            }
        }
        return List.of();
    }

    /**
     * Returns what two answers have to agree in: members and numbers of all waits of a circle.
     */
    static List<Long> identity(final List<SeenWait> circle)
    {
        return circle.stream().flatMap(wait -> Stream.of((long)wait.member(), wait.number())).toList();
    }

    /**
     * Goes on from wait to wait, deeply, without a recursion: the path may be as long as all pipelines.
     */
    private List<SeenWait> circleOf(final SeenWait holder)
    {
        final List<SeenWait> path = new ArrayList<>();
        final List<Iterator<SeenWait>> branches = new ArrayList<>();
        // From a wait that has been visited no way leads back, or it would have been found.
        final Set<SeenWait> visited = Collections.newSetFromMap(new IdentityHashMap<>());
        path.add(holder);
        branches.add(following(holder));
        while (!path.isEmpty())
        {
            final int last = path.size() - 1;
            if (branches.get(last).hasNext())
            {
                final SeenWait following = branches.get(last).next();
                if (following == holder)
                {
                    return path;
                }
                if (visited.add(following))
                {
                    path.add(following);
                    branches.add(following(following));
                }
            }
            else
            {
                path.remove(last);
                branches.remove(last);
            }
        }
        return path;
    }

    private Iterator<SeenWait> following(final SeenWait wait)
    {
        return next.computeIfAbsent(wait, this::nextOf).iterator();
    }

    /**
     * Returns the waits that must end before a wait can end.
     */
    private List<SeenWait> nextOf(final SeenWait wait)
    {
        final List<SeenWait> all = new ArrayList<>();
        if (SeenWait.NONE != wait.predecessor())
        {
            all.add(members.get(wait.member()).waits().get(wait.predecessor()));
        }
        final LongStream.Builder awaited = LongStream.builder();
        LongStream.of(wait.awaited()).forEach(awaited);
        for (final long ticket : wait.tickets())
        {
            members.stream().map(member -> member.owed().get(ticket)).filter(Objects::nonNull).forEach(awaited::add);
        }
        awaited.build().forEach(version -> holdersOf(version).filter(other -> other.holds(version)).forEach(all::add));
        return all;
    }

    /**
     * Returns those that may hold a version. What is held in one piece has versions in one row, and no others lie
     * between.
     */
    private Stream<SeenWait> holdersOf(final long version)
    {
        final Map.Entry<Long, List<SeenWait>> held = holders.floorEntry(version);
        return null == held ? Stream.of() : held.getValue().stream();
    }

    private Stream<SeenWait> waits()
    {
        return members.stream().flatMap(member -> member.waits().stream());
    }

    @Override
    public String toString()
    {
        return "SeenWaits" + members;
    }
}
