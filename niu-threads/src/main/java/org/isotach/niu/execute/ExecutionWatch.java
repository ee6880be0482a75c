/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import java.util.Arrays;
import java.util.function.Consumer;

import org.isotach.IsotachException;

/**
 * In paranoid mode: checks that a host executes the isochrons of all hosts by pulse and issuer, and those of each host
 * in issue order (docs/protocol.md, lemma 2), and that no frame is missing or comes twice (V1 section 4.1).
 */
final class ExecutionWatch
{
    private static final long NOTHING = -1;

    private final int hostId;
    private final Consumer<Throwable> errorHandler;
    private final long[] issues;
    private long lastPulse = NOTHING;
    private int lastSender;

    ExecutionWatch(final int hostId, final int hostCount, final Consumer<Throwable> errorHandler)
    {
        this.hostId = hostId;
        this.errorHandler = errorHandler;
        issues = new long[hostCount];
        Arrays.fill(issues, NOTHING);
    }

    /**
     * Tells the error handler of a frame that is out of order.
     *
     * @param sender of the frame.
     * @param pulse  its timestamp.
     * @param issue  its sequence at the sender.
     */
    void check(final int sender, final long pulse, final long issue)
    {
        // An isochron that the host issues for itself alone keeps the timestamp of its predecessor, however old that
        // is.
        final boolean isBehind =
            sender == hostId || pulse > lastPulse || pulse == lastPulse && sender >= lastSender;
        if (!isBehind || issue <= issues[sender])
        {
            errorHandler.accept(new IsotachException("host " + hostId + " executes isochron " + issue + " of host " +
                sender + ", pulse " + pulse + ", after pulse " + lastPulse + " of host " + lastSender +
                " and isochron " + issues[sender] + " of host " + sender +
                ": an error in the library, please report it"));
            return;
        }
        issues[sender] = issue;
        if (sender != hostId || pulse > lastPulse)
        {
            lastPulse = pulse;
            lastSender = sender;
        }
    }

    /**
     * Tells the error handler of a frame that is out of the order of its sender, the only order that remains with order
     * off.
     *
     * @param sender of the frame.
     * @param issue  its sequence at the sender.
     */
    void checkArrival(final int sender, final long issue)
    {
        if (issue <= issues[sender])
        {
            errorHandler.accept(new IsotachException("host " + hostId + " executes isochron " + issue + " of host " +
                sender + " after isochron " + issues[sender] + " of it, with order off: an error in the library," +
                " please report it"));
            return;
        }
        issues[sender] = issue;
    }

    /**
     * Tells the error handler of frames that are missing before one, or of a frame that came before.
     *
     * @param sender   of the frame.
     * @param number   its number from the sender, among the frames for this host.
     * @param expected number.
     */
    void checkNumber(final int sender, final long number, final long expected)
    {
        if (number != expected)
        {
            errorHandler.accept(new IsotachException("host " + hostId + " executes frame " + number + " of host " +
                sender + " instead of " + expected + ": " +
                (number > expected ? (number - expected) + " are missing" : "it came before") +
                ": an error in the library, please report it"));
        }
    }
}
