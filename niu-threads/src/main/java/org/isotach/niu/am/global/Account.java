/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.am.Failure;

/**
 * The operations of one kind that have begun at a host and have no answer yet, and those that will never have one. As a
 * condition: whether there is nothing left to wait for.
 * <p>
 * A call that waits for its own operations has a number, and waits for no others: an earlier call that has failed may
 * have left some behind, to a host that is silent or gone.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class Account implements BooleanSupplier
{
    private final Kind kind;
    private int outstanding;

    // The last call, the first one whose operations are waited for, and how many of these are outstanding.
    private long call;
    private long first;
    private int awaited;
    private int failed;
    private int target;
    private Failure.Reason reason;

    Account(final Kind kind)
    {
        this.kind = kind;
    }

    int outstanding()
    {
        return outstanding;
    }

    /**
     * Begins a call that waits for its own operations.
     */
    void beginCall()
    {
        first = ++call;
        awaited = 0;
        failed = 0;
    }

    /**
     * Makes all that is outstanding what is waited for.
     */
    void awaitAll()
    {
        first = 0;
        awaited = outstanding;
    }

    /**
     * Begins an operation.
     *
     * @return the word that goes with it.
     */
    long begin()
    {
        outstanding++;
        awaited++;
        return kind.word(call);
    }

    /**
     * Returns whether an operation is one that is waited for.
     */
    boolean isAwaited(final long word)
    {
        return Kind.call(word) >= first;
    }

    /**
     * An operation has ended, or was not sent after all.
     */
    void end(final long word)
    {
        // At the end of a cluster a call may fail whose request has failed by itself already.
        outstanding = Math.max(0, outstanding - 1);
        if (isAwaited(word))
        {
            awaited = Math.max(0, awaited - 1);
        }
    }

    void fail(final long word, final int host, final Failure.Reason why)
    {
        end(word);
        if (isAwaited(word))
        {
            failed++;
            target = host;
            reason = why;
        }
    }

    @Override
    public boolean getAsBoolean()
    {
        return 0 == awaited;
    }

    /**
     * Says once what has failed.
     */
    void throwFailure()
    {
        if (failed > 0)
        {
            final IsotachException failure = failure();
            failed = 0;
            throw failure;
        }
    }

    /**
     * Says each time what has failed.
     */
    void checkWhole()
    {
        if (failed > 0)
        {
            throw failure();
        }
    }

    private IsotachException failure()
    {
        final String message = failed + " " + kind.plural() + " have failed, the last one to host " + target +
            ": each of them may have taken effect, or not; ";
        switch (reason)
        {
            case EXPELLED:
                return new HostExpelledException(message + "the host was expelled");
            case NO_ANSWER:
                return new IsotachTimeoutException(
                    message + "the host has not answered, and counts as gone; see AmContext.giveUp, and Cluster.expel");
            case CLOSED:
                return new ClusterClosedException(message + "the cluster is closed, or this host was expelled");
            default:
                return new IsotachException(message + reason);
        }
    }

    @Override
    public String toString()
    {
        return "the answers to " + awaited + " " + kind.plural();
    }
}
