/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

/**
 * Connects the members of a cluster, each pair by a {@link Trunk}.
 */
@FunctionalInterface
public interface TrunkFactory
{
    /**
     * Creates the end of a trunk. Called once for each other member, when the cluster is launched; the other end need
     * not be there yet.
     *
     * @param members all members.
     * @param own     number of the member that launches.
     * @param other   number of the member at the other end.
     * @return the end of the trunk; the cluster closes it.
     */
    Trunk newTrunk(Members members, int own, int other);
}
