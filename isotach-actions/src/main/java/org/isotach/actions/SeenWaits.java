/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    SeenWaits(final List<SeenMember> members)
    {
        this.members = members;
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
            final List<SeenWait> path = new ArrayList<>(List.of(holder));
            final List<SeenWait> visited = new ArrayList<>();
            if (leadsBack(path, visited))
            {
                return path;
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

    private boolean leadsBack(final List<SeenWait> path, final List<SeenWait> visited)
    {
        for (final SeenWait following : next.computeIfAbsent(path.get(path.size() - 1), this::nextOf))
        {
            if (following == path.get(0))
            {
                return true;
            }
            // By identity. From a wait that has been visited no way leads back, or it would have been found.
            if (visited.stream().noneMatch(wait -> wait == following))
            {
                visited.add(following);
                path.add(following);
                if (leadsBack(path, visited))
                {
                    return true;
                }
                path.remove(path.size() - 1);
            }
        }
        return false;
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
        awaited.build().forEach(version -> waits().filter(other -> other.holds(version)).forEach(all::add));
        return all;
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
