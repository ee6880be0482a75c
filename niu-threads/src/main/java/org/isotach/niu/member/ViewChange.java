/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.isotach.IsotachException;
import org.isotach.MemberLostException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.View;

/**
 * The views of one member. It owns the rule that all who stay agree on one cut for each member that is out, and go on
 * from there only if they have all its frames up to it (docs/protocol.md, section 19). Belongs to the owner of the
 * trunks, unless a method says that any thread may call it.
 */
final class ViewChange implements ViewListener
{
    private static final long NONE = -1;

    private final int own;
    private final String name;

    // By number; null for the own member.
    private final Peer[] peers;
    private final MemberExit exit;
    private final MemberListener listener;

    // The largest view that is known, which may not be decided. Written by the owner of the trunks.
    private volatile View view;
    private final AtomicReference<View> requested = new AtomicReference<>();
    private int said;

    // What each member has said last of a view that is not decided.
    private final AtomicReferenceArray<ViewRecord> records;

    private final ViewDecisions decisions;

    // For each member that is out, the last pulse in which its frames count, once links to all hosts say so.
    private final long[] cuts;
    private final AtomicLongArray leftIn;

    // Null as long as this member takes part.
    private volatile MemberLostException lost;
    private View outOf;

    /**
     * @param own      number of this member.
     * @param name     of this member.
     * @param peers    all others.
     * @param exit     of the hosts of members that are out.
     * @param listener told when this member is out.
     */
    ViewChange(
        final int own, final String name, final List<Peer> peers, final MemberExit exit, final MemberListener listener)
    {
        this.own = own;
        this.name = name;
        this.exit = exit;
        this.listener = listener;
        final int count = peers.size() + 1;
        this.peers = new Peer[count];
        peers.forEach(peer -> this.peers[peer.member()] = peer);
        view = View.first(count);
        records = new AtomicReferenceArray<>(count);
        decisions = new ViewDecisions(count);
        cuts = new long[count];
        leftIn = new AtomicLongArray(count);
        for (int member = 0; member < count; member++)
        {
            leftIn.set(member, NONE);
        }
    }

    /**
     * Returns the largest view that is known or asked for. Any thread may call it.
     */
    View view()
    {
        final View next = requested.get();
        final View known = view;
        return null == next || next.number() < known.number() ? known : next;
    }

    /**
     * A view is in force, as the authority says. Any thread may call it.
     */
    void request(final View next)
    {
        requested.accumulateAndGet(
            next, (before, after) -> null == before || before.number() < after.number() ? after : before);
    }

    /**
     * Returns whether a view has come in the place of another one. Any thread may call it.
     */
    boolean isOutOfTurn(final View other)
    {
        final View known = view;
        return known.number() >= other.number() && 0 != (known.members() & ~other.members());
    }

    /**
     * Returns the pulse in which the hosts of a member leave, -1 if that is not decided. Any thread may call it.
     */
    long leftIn(final int member)
    {
        // Volatile. Partner: leave().
        return leftIn.get(member);
    }

    /**
     * Returns why this member takes part no more, null if it does. Any thread may call it.
     */
    MemberLostException lost()
    {
        return lost;
    }

    /**
     * Returns the view that has put this member out, null if it leaves for another reason, or not at all.
     */
    View outOf()
    {
        return outOf;
    }

    /**
     * Returns whether a member stays, and the others wait for what it has heard of those that do not. Any thread may
     * call it, for messages.
     */
    boolean isMissing(final int member)
    {
        final View known = view;
        final ViewRecord record = records.get(member);
        return known.contains(member) && isUndecided(known) && (null == record || !record.isOf(known));
    }

    private boolean isUndecided(final View known)
    {
        for (int member = 0; member < peers.length; member++)
        {
            if (!known.contains(member) && NONE == leftIn.get(member))
            {
                return true;
            }
        }
        return false;
    }

    @Override
    public void onView(final int from, final OffHeapBuffer buffer, final int offset)
    {
        final ViewRecord record = ViewRecord.read(buffer, offset, peers.length);
        if (!view.contains(from))
        {
            // What comes from outside is no view.
            return;
        }
        final View other = new View(record.number(), record.members());
        adopt(other);
        if (null == lost && view.contains(from) && !other.contains(from))
        {
            throw new IsotachException("it is not in " + other + ", of which " + view + " knows nothing");
        }
        if (null != lost || !view.contains(from) || 0 != (record.described() & view.members()))
        {
            return;
        }
        if (record.isOf(view))
        {
            records.set(from, record);
        }
    }

    /**
     * Puts a later view in the place of the present one. One that lets a member in again is none.
     */
    private void adopt(final View next)
    {
        if (next.number() <= view.number() || 0 != (next.members() & ~view.members()))
        {
            return;
        }
        if (!next.contains(own))
        {
            outOf = next;
            lose("member " + name + " is not in " + next + ": the others go on without it");
            return;
        }
        view = next;
    }

    /**
     * Goes on with a view that is not decided.
     */
    int work()
    {
        final View next = requested.get();
        if (null != next)
        {
            adopt(next);
        }
        if (0 == view.number() || null != lost || !isUndecided(view) || !areDrained())
        {
            return 0;
        }
        if (said < view.number())
        {
            say(ownRecord());
            said = view.number();
            return 1;
        }
        if (haveAllSaid())
        {
            conclude();
        }
        return leaveAll();
    }

    private boolean areDrained()
    {
        boolean areDrained = true;
        for (final Peer peer : peers)
        {
            // Each of them has its turn.
            areDrained &= null == peer || view.contains(peer.member()) || peer.stream().drain();
        }
        return areDrained;
    }

    private boolean haveAllSaid()
    {
        for (final Peer peer : peers)
        {
            if (null != peer && view.contains(peer.member()))
            {
                final ViewRecord record = records.get(peer.member());
                if (null == record || !record.isOf(view))
                {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * All have said how far they have heard those that are out: the largest one counts, unless one of them knows that
     * it is decided.
     */
    private void conclude()
    {
        final List<ViewRecord> all = new ArrayList<>();
        all.add(ownRecord());
        for (final Peer peer : peers)
        {
            if (null != peer && view.contains(peer.member()))
            {
                all.add(records.get(peer.member()));
            }
        }
        decisions.conclude(view, all);
    }

    /**
     * Lets go all for whom that is decided, in the order of their views.
     */
    private int leaveAll()
    {
        int work = 0;
        for (int number = 1; number <= view.number() && null == lost; number++)
        {
            int leaving = 0;
            for (int member = 0; member < peers.length; member++)
            {
                leaving |= number == decisions.view(member) && NONE == leftIn.get(member) ? 1 << member : 0;
            }
            if (0 != leaving)
            {
                leave(leaving);
                work++;
            }
        }
        return work;
    }

    /**
     * Everybody executes the same frames of a member that is out, so who has not got all of them must not go on.
     */
    private void check(final int member)
    {
        final long sent = decisions.position(member, own);
        final long received = peers[member].frames().position();
        if (received < sent || exit.heard(member) > decisions.heard(member))
        {
            lose("member " + name + " lacks frames or notices of member " + peers[member].name() +
                ", which is not in " + view + ": up to pulse " + decisions.heard(member) +
                " they end at position " + sent + " of the trunk, and the last one here at " + received);
        }
    }

    /**
     * Lets members go that leave in the same view. What one of them had sent may follow from what another one had, so
     * all have the same cut; and so have those that were out before.
     */
    private void leave(final int leaving)
    {
        long cut = Long.MAX_VALUE;
        for (int member = 0; member < peers.length; member++)
        {
            if (0 != (leaving >>> member & 1))
            {
                check(member);
                cut = Math.min(cut, decisions.heard(member));
            }
        }
        if (null != lost)
        {
            return;
        }
        for (int member = 0; member < peers.length; member++)
        {
            if (0 != (leaving >>> member & 1))
            {
                exit.letGo(peers[member], ownRecord().write());
                cuts[member] = Long.MAX_VALUE;
            }
            if (null != peers[member] && peers[member].isOut() && cut < cuts[member])
            {
                exit.end(peers[member], cut, MemberExit.last(decisions.heard(member)));
                cuts[member] = cut;
            }
        }
        exit.goOn(leaving, cut);
        for (int member = 0; member < peers.length; member++)
        {
            if (0 != (leaving >>> member & 1))
            {
                // Volatile: the member has left. Partner: leftIn().
                leftIn.set(member, MemberExit.last(decisions.heard(member)));
                exit.tell(member);
            }
        }
    }

    /**
     * What this member says: how far it has heard those that are out, and what of that is decided.
     */
    private ViewRecord ownRecord()
    {
        final ViewRecord record = decisions.describe(view);
        for (int member = 0; member < peers.length; member++)
        {
            if (record.describes(member) && 0 == record.decidedIn()[member])
            {
                record.heard()[member] = exit.heard(member);
                record.positions()[member] = peers[member].tokens().heardPositions();
            }
        }
        return record;
    }

    private void say(final ViewRecord record)
    {
        final OffHeapBuffer buffer = record.write();
        for (final Peer peer : peers)
        {
            if (null != peer && !peer.isOut())
            {
                peer.send(buffer, buffer.capacity());
            }
        }
    }

    /**
     * This member takes part no more: time stands still here from now on.
     */
    @Override
    public void lose(final String what)
    {
        if (null == lost)
        {
            lost = new MemberLostException(what + "; close this cluster");
            listener.lost(lost);
        }
    }

    @Override
    public String toString()
    {
        return "ViewChange{" + view + ", " + decisions + '}';
    }
}
