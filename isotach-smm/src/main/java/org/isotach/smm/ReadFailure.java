/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.function.Function;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.niu.ModelHost;

/**
 * The reason why a result never comes, in the form that travels in place of the result: the upper half is the kind, the
 * lower half is the host that it concerns.
 */
final class ReadFailure
{
    private static final int EXPELLED = 0;
    private static final int CANCELLED = 1;
    private static final int HAS_THROWN = 2;
    private static final int TOO_MANY = 3;
    private static final int COPIES_MAY_DIFFER = 4;

    private ReadFailure()
    {
    }

    /**
     * The host that has scheduled the variable was expelled.
     */
    static long expelled(final int holder)
    {
        return encode(EXPELLED, holder);
    }

    /**
     * The SCHED of a host was cancelled after the variable had been overwritten.
     */
    static long cancelled(final int holder)
    {
        return encode(CANCELLED, holder);
    }

    /**
     * The function of an UPDATE has thrown at the answering host.
     */
    static long hasThrown(final int computer)
    {
        return encode(HAS_THROWN, computer);
    }

    /**
     * The function of an UPDATE has thrown at the answering host, and perhaps at no other one.
     */
    static long copiesMayDiffer(final int computer)
    {
        return encode(COPIES_MAY_DIFFER, computer);
    }

    /**
     * The largest possible number of UPDATEs already waits for a SCHED of a host.
     */
    static long tooMany(final int holder)
    {
        return encode(TOO_MANY, holder);
    }

    /**
     * Makes the exception.
     */
    static Function<String, IsotachException> type(final long failure)
    {
        switch (kind(failure))
        {
            case EXPELLED:
                return HostExpelledException::new;
            case CANCELLED:
                return SchedCancelledException::new;
            default:
                return UpdateFailedException::new;
        }
    }

    /**
     * Returns the message of the exception.
     *
     * @param names  the names of variables.
     * @param models knows the hosts.
     * @param reader the host that has asked for the result.
     */
    static String describe(
        final long failure, final VariableNames names, final ModelHost models, final int address, final int reader)
    {
        final int host = (int)failure;
        switch (kind(failure))
        {
            case EXPELLED:
                return describeRead(names, address, reader, models.describe(host)) +
                    ", which was expelled after the variable had been overwritten: read again";
            case CANCELLED:
                return describeRead(names, address, reader, models.describe(host)) +
                    ", whose SCHED was cancelled after the variable had been overwritten: read again";
            case HAS_THROWN:
                return describeUpdate(names, address, reader) + ": its function has thrown, at host " + host +
                    " and at every other host with a copy; the error handler has the exception";
            case COPIES_MAY_DIFFER:
                return describeUpdate(names, address, reader) + " at host " + host +
                    ": its function has run out of stack or memory there, and the copies may now differ: write the" +
                    " variable anew; the error handler has the error";
            default:
                return describeUpdate(names, address, reader) + ": " + WaitingUpdates.MAX_PER_SCHED +
                    " UPDATEs already wait for a SCHED of host " + host +
                    ": assign or cancel that SCHED first, an action or a reservation does so when it ends";
        }
    }

    private static String describeRead(
        final VariableNames names, final int address, final int reader, final String owner)
    {
        return "the read of " + names.describe(address) + " by host " + reader + " waited for an ASSIGN of " + owner;
    }

    private static String describeUpdate(final VariableNames names, final int address, final int reader)
    {
        return "the UPDATE of " + names.describe(address) + " by host " + reader + " has changed nothing";
    }

    private static int kind(final long failure)
    {
        return (int)(failure >>> Integer.SIZE);
    }

    private static long encode(final int kind, final int host)
    {
        return (long)kind << Integer.SIZE | host;
    }
}
