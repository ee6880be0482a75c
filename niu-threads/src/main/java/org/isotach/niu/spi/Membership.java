/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import java.time.Duration;
import java.util.Objects;

/**
 * Makes a cluster in this JVM one member of a larger one.
 *
 * @param members     all members.
 * @param name        of this one.
 * @param trunks      connects it with the others.
 * @param joinTimeout how long to wait for the others.
 * @param authority   decides who is out, see {@link org.isotach.niu.Cluster#expelMember}; the cluster does not close
 *                    it.
 * @param listener    told of members that are lost, or out; null for none.
 */
public record Membership(
    Members members,
    String name,
    TrunkFactory trunks,
    Duration joinTimeout,
    ViewAuthority authority,
    MembershipListener listener)
{
    /**
     * How long to wait for the others by default.
     */
    public static final Duration JOIN_TIMEOUT_DEFAULT = Duration.ofSeconds(60);

    /**
     * Checks the values.
     *
     * @param members     all members.
     * @param name        of this one.
     * @param trunks      connects it with the others.
     * @param joinTimeout how long to wait for the others.
     * @param authority   decides who is out.
     * @param listener    told of members that are lost, or out; null for none.
     * @throws IllegalArgumentException when no member has that name, or the time is negative.
     */
    public Membership
    {
        members.number(name);
        Objects.requireNonNull(trunks, "trunks");
        Objects.requireNonNull(authority, "authority");
        if (joinTimeout.isNegative())
        {
            throw new IllegalArgumentException("joinTimeout: " + joinTimeout + " (expected: not negative)");
        }
    }

    /**
     * Does the same, without a listener.
     *
     * @param members     all members.
     * @param name        of this one.
     * @param trunks      connects it with the others.
     * @param joinTimeout how long to wait for the others.
     * @param authority   decides who is out.
     */
    public Membership(
        final Members members,
        final String name,
        final TrunkFactory trunks,
        final Duration joinTimeout,
        final ViewAuthority authority)
    {
        this(members, name, trunks, joinTimeout, authority, null);
    }

    /**
     * Does the same, with {@link ViewAuthority#manual()}.
     *
     * @param members     all members.
     * @param name        of this one.
     * @param trunks      connects it with the others.
     * @param joinTimeout how long to wait for the others.
     */
    public Membership(
        final Members members, final String name, final TrunkFactory trunks, final Duration joinTimeout)
    {
        this(members, name, trunks, joinTimeout, ViewAuthority.manual());
    }

    /**
     * Does the same, with the default time.
     *
     * @param members all members.
     * @param name    of this one.
     * @param trunks  connects it with the others.
     */
    public Membership(final Members members, final String name, final TrunkFactory trunks)
    {
        this(members, name, trunks, JOIN_TIMEOUT_DEFAULT);
    }

    /**
     * Returns a membership like this one, with another listener. {@link MembershipListener} says how it is called; the
     * error handler is told of members that are lost, too.
     *
     * @param value told of members that are lost, or out; null for none.
     * @return the other membership.
     */
    public Membership listener(final MembershipListener value)
    {
        return new Membership(members, name, trunks, joinTimeout, authority, value);
    }

    /**
     * Returns the number of this member.
     *
     * @return its place in the list.
     */
    public int own()
    {
        return members.number(name);
    }
}
