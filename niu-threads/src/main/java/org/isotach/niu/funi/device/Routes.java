/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * The route table of one member (Hoe, FUNet, sections 3.3.1 and 5.4): where the nodes of its gang are, and which
 * incarnation each of them is. Replaced as a whole when a member moves.
 */
final class Routes
{
    /**
     * Leads nowhere.
     */
    static final Routes NONE = new Routes(0, new int[0], new int[0]);

    static final int NO_HOST = -1;

    private final int node;
    private final int[] hosts;
    private final int[] incarnations;
    private final int own;

    /**
     * @param node         of the member itself.
     * @param hosts        of all nodes; a negative number for a node that cannot be reached.
     * @param incarnations of all nodes.
     */
    Routes(final int node, final int[] hosts, final int[] incarnations)
    {
        this.node = node;
        this.hosts = hosts;
        this.incarnations = incarnations;
        own = incarnation(node);
    }

    int node()
    {
        return node;
    }

    /**
     * Returns which incarnation of its node the member itself is.
     */
    int incarnation()
    {
        return own;
    }

    /**
     * Returns the host of a node; a negative number if there is none.
     */
    int host(final int toNode)
    {
        return toNode < hosts.length ? hosts[toNode] : NO_HOST;
    }

    int incarnation(final int toNode)
    {
        return toNode < incarnations.length ? incarnations[toNode] : 0;
    }
}
