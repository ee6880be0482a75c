/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

/**
 * The outbound isotach links of one host, made when they are first used. Only the {@link Lanai} of the host makes
 * links; others may ask how far they have got.
 */
final class Links
{
    private final int sender;
    private final int size;
    private final Link[] links;
    private final IsochronExecutor[] receivers;

    /**
     * @param sender    number of the host.
     * @param size      slots of a link, a power of two.
     * @param receivers executors of all hosts.
     */
    Links(final int sender, final int size, final IsochronExecutor[] receivers)
    {
        this.sender = sender;
        this.size = size;
        this.receivers = receivers;
        links = new Link[receivers.length];
    }

    int size()
    {
        return size;
    }

    /**
     * Sequence of the last frame that a host has executed of those sent to it, -1 if there is none.
     */
    long consumed(final int host)
    {
        final Link link = links[host];
        return null == link ? -1 : link.consumed();
    }

    Link to(final int host)
    {
        final Link link = links[host];
        return null == link ? connect(host) : link;
    }

    private Link connect(final int host)
    {
        final Link link = new Link(sender, size);
        links[host] = link;
        receivers[host].connect(link);
        return link;
    }
}
