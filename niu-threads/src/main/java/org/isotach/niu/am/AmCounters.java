/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * Counts what a port has done since it was made. The thread of the port writes it; others may read values that are a
 * little old.
 */
public final class AmCounters
{
    private final long[] dropped = new long[DropReason.values().length];
    private long requests;
    private long replies;
    private long emptyReplies;
    private long broadcasts;
    private long repeats;
    private long repeatedReplies;
    private long unsent;
    private long searches;
    private long failures;
    private long kept;

    AmCounters()
    {
    }

    void drop(final DropReason reason)
    {
        dropped[reason.ordinal()]++;
    }

    void drops(final DropReason reason, final long count)
    {
        dropped[reason.ordinal()] = count;
    }

    void request()
    {
        requests++;
    }

    void reply()
    {
        replies++;
    }

    void emptyReply()
    {
        emptyReplies++;
    }

    void broadcast()
    {
        broadcasts++;
    }

    void repeat()
    {
        repeats++;
    }

    void repeatedReply()
    {
        repeatedReplies++;
    }

    void noRoom()
    {
        unsent++;
    }

    void search()
    {
        searches++;
    }

    void failure()
    {
        failures++;
    }

    void keep()
    {
        kept++;
    }

    /**
     * Packets that have arrived and ran no handler.
     *
     * @param reason why.
     * @return their number.
     */
    public long dropped(final DropReason reason)
    {
        return dropped[reason.ordinal()];
    }

    /**
     * Requests sent to other hosts, pieces of transfers included, each counted once.
     *
     * @return their number.
     */
    public long requests()
    {
        return requests;
    }

    /**
     * Replies sent by handlers, each counted once.
     *
     * @return their number.
     */
    public long replies()
    {
        return replies;
    }

    /**
     * Replies sent for handlers that have not replied.
     *
     * @return their number.
     */
    public long emptyReplies()
    {
        return emptyReplies;
    }

    /**
     * Packets of broadcasts that were sent, one per host.
     *
     * @return their number.
     */
    public long broadcasts()
    {
        return broadcasts;
    }

    /**
     * How often requests were sent again.
     *
     * @return the number.
     */
    public long repeats()
    {
        return repeats;
    }

    /**
     * How often stored replies were sent again.
     *
     * @return the number.
     */
    public long repeatedReplies()
    {
        return repeatedReplies;
    }

    /**
     * Packets for which the link had no room: as if they were lost.
     *
     * @return their number.
     */
    public long unsent()
    {
        return unsent;
    }

    /**
     * How often the next place of a window was not free, and another one had to be searched for.
     *
     * @return the number.
     */
    public long searches()
    {
        return searches;
    }

    /**
     * Requests that will never be answered.
     *
     * @return their number.
     */
    public long failures()
    {
        return failures;
    }

    /**
     * Packets of other programs that were kept for their owners.
     *
     * @return their number.
     */
    public long kept()
    {
        return kept;
    }

    @Override
    public String toString()
    {
        return "AmCounters{requests=" + requests + ", replies=" + replies + ", emptyReplies=" + emptyReplies +
            ", repeats=" + repeats + ", failures=" + failures + '}';
    }
}
