/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.member.PeerState;
import org.isotach.niu.member.Trunks;
import org.isotach.niu.status.MemberStatus;

/**
 * The members that hold others up: those that are lost, and those that have not promised what is waited for, or have
 * not said what a view waits for. Threadsafe.
 */
final class MemberStalls implements StallSource
{
    private final HostsOfMembers hosts;
    private final Trunks trunks;

    /**
     * @param hosts  of all members.
     * @param trunks of this member.
     */
    MemberStalls(final HostsOfMembers hosts, final Trunks trunks)
    {
        this.hosts = hosts;
        this.trunks = trunks;
    }

    @Override
    public void addStalls(final StallReport report)
    {
        // Those that are lost first: others may only wait for them.
        final List<PeerState> peers = new ArrayList<>(trunks.states());
        peers.sort(Comparator.comparing(peer -> !peer.isLost()));
        for (final PeerState peer : peers)
        {
            if (null != peer.stall())
            {
                final String unit = "member " + peer.name();
                report.add(
                    hosts.of(peer.member())[0], unit, unit, peer.heard(), peer.heard(), peer::stall);
            }
        }
    }

    /**
     * Returns the state of each other member.
     */
    List<MemberStatus> status()
    {
        final List<MemberStatus> states = new ArrayList<>();
        for (final PeerState peer : trunks.states())
        {
            states.add(new MemberStatus(peer.name(), peer.heard(), peer.leftIn(), peer.stall()));
        }
        return List.copyOf(states);
    }
}
