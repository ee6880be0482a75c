/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import org.isotach.niu.Host;

/**
 * The hosts that share a memory, and which of them were expelled. Threadsafe.
 */
final class Members
{
    static final int NONE = -1;

    private final Host[] hosts;

    Members(final Host[] hosts)
    {
        this.hosts = hosts;
    }

    int size()
    {
        return hosts.length;
    }

    boolean isExpelled(final int host)
    {
        return hosts[host].isExpelled();
    }

    /**
     * Returns the number of one that was expelled, or {@link #NONE}.
     */
    int anyExpelled()
    {
        for (int host = 0; host < hosts.length; host++)
        {
            if (isExpelled(host))
            {
                return host;
            }
        }
        return NONE;
    }

    @Override
    public String toString()
    {
        return "Members{" + hosts.length + " hosts}";
    }
}
