/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.spi.Members;

/**
 * The number of a launch of a cluster: the sum of what its members have drawn, and told each other when they joined. It
 * owns the rule that all members of one launch have the same number, and those of another launch another one: each
 * member tells all others what it has heard that each has drawn, and takes part with those only that have heard the
 * same. If one member alone is launched again while others join, some have heard what it had drawn before.
 * <p>
 * {@link #isComplete} and {@link #get} are threadsafe; the rest belongs to the owner of the trunks.
 */
public final class LaunchNumber
{
    // Not from the time: copies of a machine that go on at the same moment draw different numbers.
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Members members;

    // By member; those that are heard, a bit each.
    private final long[] drawn;
    private volatile int heard;

    private final AtomicLong sum;

    /**
     * @param members all members.
     * @param own     number of this one.
     */
    public LaunchNumber(final Members members, final int own)
    {
        this.members = members;
        drawn = new long[members.count()];
        drawn[own] = RANDOM.nextLong();
        heard = 1 << own;
        sum = new AtomicLong(drawn[own]);
    }

    /**
     * Another member has told what it has drawn. Call it once for each.
     */
    void add(final int member, final long number)
    {
        drawn[member] = number;
        sum.addAndGet(number);
        // Volatile, last: the sum. Partner: isComplete().
        heard = heard | 1 << member;
    }

    /**
     * Returns what a member has drawn, as far as this one has heard it.
     */
    long drawn(final int member)
    {
        return drawn[member];
    }

    /**
     * Returns whether all other members have told this one what they have drawn. Any thread may call it.
     */
    public boolean isComplete()
    {
        return 0 == missing();
    }

    private int missing()
    {
        // Volatile. Partner: add().
        return drawn.length - Integer.bitCount(heard);
    }

    /**
     * Returns the number; if it is not complete, one that no launch has. Any thread may call it.
     */
    public long get()
    {
        return sum.get();
    }

    /**
     * Returns the length in bytes of the record for the others.
     */
    int recordLength()
    {
        return TrunkRecord.SECOND + drawn.length * Long.BYTES;
    }

    /**
     * Returns the record for the others.
     */
    OffHeapBuffer record()
    {
        final OffHeapBuffer record = OffHeapBuffer.allocate(recordLength());
        record.putInt(TrunkRecord.TYPE, TrunkRecord.LAUNCH);
        for (int member = 0; member < drawn.length; member++)
        {
            record.putLong(TrunkRecord.SECOND + member * Long.BYTES, drawn[member]);
        }
        return record;
    }

    /**
     * Returns what another member says that all have drawn.
     */
    long[] read(final OffHeapBuffer buffer, final int offset)
    {
        final long[] numbers = new long[drawn.length];
        for (int member = 0; member < numbers.length; member++)
        {
            numbers[member] = buffer.getLong(offset + TrunkRecord.SECOND + member * Long.BYTES);
        }
        return numbers;
    }

    /**
     * Compares what is heard so far.
     *
     * @param there what another member has heard that each member has drawn.
     * @return of whom the two have not heard the same, in words; null if there is no such member.
     */
    String difference(final long[] there)
    {
        for (int member = 0; member < drawn.length; member++)
        {
            if (0 != (heard >>> member & 1) && drawn[member] != there[member])
            {
                return "it has heard a launch of member " + members.name(member) + " with number " +
                    Long.toHexString(there[member]) + ", and this member one with number " +
                    Long.toHexString(drawn[member]) + ": " + members.name(member) +
                    " was launched again alone while others joined; end all members";
            }
        }
        return null;
    }

    @Override
    public String toString()
    {
        return "LaunchNumber{" + Long.toHexString(sum.get()) + ", missing=" + missing() + '}';
    }
}
