/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

/**
 * Which members a cluster has, and in which order that was decided. View 0 has all members of the list; each later one
 * has fewer.
 *
 * @param number  of the view, from 0.
 * @param members a bit for each member that is in, by its number.
 */
public record View(int number, int members)
{
    /**
     * Checks the values.
     *
     * @param number  of the view, from 0.
     * @param members a bit for each member that is in, by its number.
     * @throws IllegalArgumentException when the number is negative, nobody is in, or there is a bit beyond {@link
     *                                  Members#MAX_MEMBERS}.
     */
    public View
    {
        if (number < 0 || 0 == members || 0 != members >>> Members.MAX_MEMBERS)
        {
            throw new IllegalArgumentException("view: number " + number + ", members 0x" +
                Integer.toHexString(members) + " (expected: a number from 0, a bit for each of 1 to " +
                Members.MAX_MEMBERS + " members)");
        }
    }

    /**
     * Returns the view that a cluster begins with.
     *
     * @param members number of members.
     * @return view 0, with all of them.
     */
    public static View first(final int members)
    {
        return new View(0, (1 << members) - 1);
    }

    /**
     * Returns whether a member is in.
     *
     * @param member its number.
     * @return true if it is.
     */
    public boolean contains(final int member)
    {
        return 0 != (members >>> member & 1);
    }

    /**
     * Returns the view that follows if a member is out.
     *
     * @param member its number.
     * @return the next view.
     * @throws IllegalArgumentException when the member is not in, or is the only one.
     */
    public View without(final int member)
    {
        if (!contains(member))
        {
            throw new IllegalArgumentException("member " + member + " is not in " + this);
        }
        return new View(number + 1, members & ~(1 << member));
    }

    @Override
    public String toString()
    {
        final StringBuilder builder = new StringBuilder("View{").append(number).append(": ");
        String separator = "";
        for (int member = 0; member < Members.MAX_MEMBERS; member++)
        {
            if (contains(member))
            {
                builder.append(separator).append(member);
                separator = ", ";
            }
        }
        return builder.append('}').toString();
    }
}
