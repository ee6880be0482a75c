/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.spi.Unit;
import org.isotach.niu.thread.Doorbell;

/**
 * The logical time of one member of a cluster as far as it depends on other members (docs/protocol.md, section 19). It
 * owns rules R1, R4, R5 and R6: what is stamped is later than everything promised, time goes no further than all other
 * members have promised, they are told what is wanted, and frames execute ahead no further. Threadsafe.
 * <p>
 * A cluster in one JVM has none.
 */
public final class Floor extends Padded
{
    private static final VarHandle PROMISED;
    private static final VarHandle WANTED;
    private static final VarHandle HAS_STAMPED;

    static
    {
        try
        {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            PROMISED = lookup.findVarHandle(Floor.class, "promised", long.class);
            WANTED = lookup.findVarHandle(Floor.class, "wanted", long.class);
            HAS_STAMPED = lookup.findVarHandle(Floor.class, "hasStamped", boolean.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final int member;
    private final int members;

    // One word for each member, written by the unit that reads what the others send.
    private final OffHeapBuffer heard;
    private final boolean polls;
    private final Doorbell trunksDoorbell;

    // These two are set before any thread works for a unit.
    private Unit trunks;
    private Doorbell[] listeners = {};
    private long promised;
    private long wanted;

    // Since the promiser has looked last.
    private boolean hasStamped;

    // A bit for each member that is out; written by the unit that reads what the others send.
    private volatile int out;

    // For each of them, the last pulse in which its frames count; published by the word above.
    private final long[] cuts;

    /**
     * @param member   number of the own member.
     * @param members  number of members.
     * @param polls    true if a thread that needs a pulse works for the trunks itself; false if it wakes their thread.
     * @param doorbell of the thread that works for the trunks.
     */
    public Floor(final int member, final int members, final boolean polls, final Doorbell doorbell)
    {
        this.member = member;
        this.members = members;
        this.polls = polls;
        trunksDoorbell = doorbell;
        cuts = new long[members];
        Arrays.fill(cuts, Long.MAX_VALUE);
        heard = OffHeapBuffer.allocate((long)members * OffHeapBuffer.CACHE_LINE_LENGTH);
    }

    /**
     * Connects the units of the member.
     *
     * @param unit      reads what the others send, and promises.
     * @param doorbells of the units that wait for other members.
     */
    public void connect(final Unit unit, final Doorbell[] doorbells)
    {
        trunks = unit;
        listeners = doorbells.clone();
    }

    /**
     * Returns the pulse up to which nothing is stamped any more under a pin that begins from now on: R1. A thread reads
     * it when it is pinned.
     */
    long promised()
    {
        // Volatile, behind the store of the pin: either this reads what the promiser has raised, or the promiser, which
        // reads the words after that, finds the pin. Partner: raise().
        return (long)PROMISED.getVolatile(this);
    }

    /**
     * A host is about to stamp something: this member is not quiet. Any thread may call it; no rule depends on when it
     * is seen.
     */
    void noteStamp()
    {
        // Mostly it is noted already; a store would take the line from all others. Partner: takeStamped().
        if (!(boolean)HAS_STAMPED.getOpaque(this))
        {
            HAS_STAMPED.setOpaque(this, true);
        }
    }

    /**
     * For the promiser: returns whether some host has stamped anything since the last call.
     */
    boolean takeStamped()
    {
        // Opaque. Partner: noteStamp().
        final boolean stamped = (boolean)HAS_STAMPED.getOpaque(this);
        if (stamped)
        {
            HAS_STAMPED.setOpaque(this, false);
        }
        return stamped;
    }

    /**
     * For the promiser: R2.
     */
    void raise(final long pulse)
    {
        // Volatile, in front of the read of the words. Partner: promised().
        PROMISED.setVolatile(this, pulse);
    }

    /**
     * This pulse is to be promised by all members: R5.
     *
     * @return true if nobody has wanted as much before.
     */
    public boolean want(final long pulse)
    {
        long before = (long)WANTED.getVolatile(this);
        while (before < pulse)
        {
            // Partner: wanted(). A frame needs no edge from here: the release of its pin has one.
            if (WANTED.compareAndSet(this, before, pulse))
            {
                return true;
            }
            before = (long)WANTED.getVolatile(this);
        }
        return false;
    }

    /**
     * Some thread waits for a pulse, or a frame for another member is on its way: wakes who promises.
     */
    public void require(final long pulse)
    {
        if (want(pulse))
        {
            trunksDoorbell.ring();
        }
    }

    /**
     * Returns the largest pulse that was wanted.
     */
    public long wanted()
    {
        // Volatile. Partner: want().
        return (long)WANTED.getVolatile(this);
    }

    /**
     * A member has promised that no frame with a timestamp up to a pulse comes any more. For the owner of the trunks,
     * when all frames that came before are on their links: R3.
     */
    public void hear(final int from, final long pulse)
    {
        final int index = index(from);
        if (heard.getLong(index) < pulse)
        {
            // Release: the frames that came before. Partner: heard().
            heard.putLongRelease(index, pulse);
            for (final Doorbell listener : listeners)
            {
                listener.ring();
            }
        }
    }

    /**
     * Returns the pulse up to which a member has promised.
     */
    public long heard(final int from)
    {
        // Acquire. Partner: hear().
        return heard.getLongVolatile(index(from));
    }

    /**
     * Returns the pulse up to which all other members have promised.
     */
    public long heard()
    {
        // Volatile. Partner: leave().
        return least(out);
    }

    private long least(final int gone)
    {
        long least = Long.MAX_VALUE;
        for (int other = 0; other < members; other++)
        {
            if (0 == (gone >>> other & 1))
            {
                least = other == member ? least : Math.min(least, heard(other));
            }
        }
        return least;
    }

    /**
     * Other members are out: time goes on without their promises. For the owner of the trunks.
     *
     * @param mask a bit for each of them.
     * @param cut  pulse up to which frames of these, and of those that were out before, execute; the last isochrons of
     *             their hosts are on links.
     */
    public void leave(final int mask, final long cut)
    {
        final int gone = out | mask;
        for (int other = 0; other < members; other++)
        {
            if (0 != (gone >>> other & 1))
            {
                cuts[other] = Math.min(cuts[other], cut);
            }
        }
        // Volatile: the cuts, and the last isochrons. Partners: heard(), ahead().
        out = gone;
        for (final Doorbell listener : listeners)
        {
            listener.ring();
        }
    }

    /**
     * Returns the pulse up to which frames of another member may execute ahead: R6.
     */
    public long ahead(final int from)
    {
        // Volatile, and first: whoever sees that a member is out sees the cut. Partner: leave().
        final int gone = out;
        return 0 == (gone >>> from & 1) ? least(gone) : Math.min(cuts[from], least(gone));
    }

    /**
     * Returns how far time may go: R4. If that is not enough, says that more is wanted.
     *
     * @param pulse that is wanted.
     */
    long reach(final long pulse)
    {
        final long before = heard();
        if (before >= pulse)
        {
            return pulse;
        }
        require(pulse);
        if (!polls)
        {
            return before;
        }
        trunks.doWork();
        return Math.min(pulse, heard());
    }

    private static int index(final int from)
    {
        return from * OffHeapBuffer.CACHE_LINE_LENGTH;
    }

    @Override
    public String toString()
    {
        final long[] all = new long[members];
        Arrays.setAll(all, this::heard);
        return "Floor{member=" + member + ", promised=" + promised() + ", wanted=" + wanted() + ", heard=" +
            Arrays.toString(all) + '}';
    }
}
