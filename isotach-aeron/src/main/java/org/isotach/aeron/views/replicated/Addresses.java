/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The addresses of all nodes, in the order of their numbers. Each node has {@value #PORTS} ports in a row.
 */
final class Addresses
{
    static final int PORTS = 5;
    static final int MAX_NODES = 7;

    // Without what separates nodes and their ports in the words of Aeron Cluster.
    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[^\\s|=\\]]+]|[^\\s|=:\\[\\]]+):(\\d{1,5})");
    private static final int MAX_PORT = 65535;
    private static final int ARCHIVE = 4;

    private final List<String> hosts = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();

    /**
     * @param nodes {@code HOST:PORT} of each, with commas in between.
     * @throws IllegalArgumentException when there is no node, or more than {@value #MAX_NODES}, an address is none, or
     *                                  two nodes share a port.
     */
    Addresses(final String nodes)
    {
        final Set<String> taken = new HashSet<>();
        for (final String node : nodes.split(",", -1))
        {
            final Matcher matcher = HOST_AND_PORT.matcher(node);
            final int port = matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
            if (port < 1 || port + PORTS - 1 > MAX_PORT)
            {
                throw new IllegalArgumentException("node: \"" + node + "\" (expected: HOST:PORT without blanks, with " +
                    "a port 1.." + (MAX_PORT - PORTS + 1) + ", as the " + (PORTS - 1) +
                    " ports behind it are used, too)");
            }
            final String host = matcher.group(1);
            for (int i = 0; i < PORTS; i++)
            {
                if (!taken.add(host + ':' + (port + i)))
                {
                    throw new IllegalArgumentException("node: \"" + node + "\" (expected: " + PORTS +
                        " ports in a row that no other node has)");
                }
            }
            hosts.add(host);
            ports.add(port);
        }
        if (hosts.size() > MAX_NODES)
        {
            throw new IllegalArgumentException(
                "nodes: " + hosts.size() + " (expected: 1.." + MAX_NODES + ", three or five as a rule)");
        }
    }

    int count()
    {
        return hosts.size();
    }

    String host(final int node)
    {
        return hosts.get(node);
    }

    int port(final int node)
    {
        return ports.get(node);
    }

    private String endpoint(final int node, final int index)
    {
        return hosts.get(node) + ':' + (ports.get(node) + index);
    }

    /**
     * Returns where stores find the nodes, as Aeron Cluster wants it.
     */
    String ingress()
    {
        final StringBuilder builder = new StringBuilder();
        for (int node = 0; node < count(); node++)
        {
            builder.append(0 == node ? "" : ",").append(node).append('=').append(endpoint(node, 0));
        }
        return builder.toString();
    }

    /**
     * Returns where nodes find each other, as Aeron Cluster wants it: ingress, consensus, log, catch-up, archive.
     */
    String members()
    {
        final StringBuilder builder = new StringBuilder();
        for (int node = 0; node < count(); node++)
        {
            builder.append(node);
            for (int index = 0; index < PORTS; index++)
            {
                builder.append(',').append(endpoint(node, index));
            }
            builder.append('|');
        }
        return builder.toString();
    }

    String archiveChannel(final int node)
    {
        return "aeron:udp?endpoint=" + endpoint(node, ARCHIVE);
    }

    /**
     * Returns an address of a node, with a port that nobody has.
     */
    String anyPort(final int node)
    {
        return "aeron:udp?endpoint=" + hosts.get(node) + ":0";
    }

    @Override
    public String toString()
    {
        final StringBuilder builder = new StringBuilder();
        for (int node = 0; node < count(); node++)
        {
            builder.append(0 == node ? "" : ",").append(endpoint(node, 0));
        }
        return builder.toString();
    }
}
