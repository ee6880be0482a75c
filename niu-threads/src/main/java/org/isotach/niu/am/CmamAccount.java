/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

import org.isotach.IsotachException;

/**
 * What one member has asked of the others with {@link CmamMemory}, and what of it has no answer yet. A member that is
 * gone, or was started anew, does not answer any more: then what it was asked has failed, which is told once.
 * <p>
 * A request has a {@link CmamWord} that comes back with its answer. The epoch of a member ends when what it was asked
 * has failed, so an answer that comes after that counts for nothing.
 * <p>
 * Belongs to the thread of the member.
 */
final class CmamAccount
{
    // Apart from those of the former incarnation, whose answers may still come.
    private static final int EPOCHS_SHIFT = 8;

    private final Cmam cmam;
    private final CmamLandings landings;
    private final BooleanSupplier settled = this::isSettled;

    // By node.
    private final int[] pending;
    private final int[] epochs;
    private final long[] incarnations;
    private int total;

    // As it was at the last look for members that are gone.
    private int seen;
    private RuntimeException failure;

    /**
     * @param own incarnation of this member.
     */
    CmamAccount(final Cmam cmam, final CmamLandings landings, final int own)
    {
        this.cmam = cmam;
        this.landings = landings;
        pending = new int[cmam.partitionSize()];
        epochs = new int[pending.length];
        Arrays.fill(epochs, own << EPOCHS_SHIFT);
        incarnations = new long[pending.length];
    }

    /**
     * Returns the word of the answer to a request.
     */
    int answer(final int word)
    {
        return CmamWord.with(word, cmam.selfAddress());
    }

    /**
     * Returns the word for a request. Whatever was asked of an earlier incarnation has failed.
     *
     * @param node number of a member; what calls that send throw if it is gone.
     */
    int word(final int node)
    {
        final long incarnation = cmam.queuePair().incarnation(node);
        if (incarnation != incarnations[node])
        {
            if (pending[node] > 0)
            {
                lose(node, movedOn(node));
            }
            incarnations[node] = incarnation;
            landings.close(node);
        }
        return CmamWord.of(epochs[node], cmam.selfAddress());
    }

    /**
     * Returns the word that the answers of a member have at present.
     */
    int expected(final int node)
    {
        return CmamWord.of(epochs[node], node);
    }

    /**
     * What was asked of a member will be answered. Only that: what was not sent must not be waited for.
     */
    void asked(final int node)
    {
        pending[node]++;
        total++;
    }

    /**
     * Takes an answer.
     *
     * @return false if what it answers has failed, or the former incarnation of this member has asked.
     */
    boolean isAnswered(final int word)
    {
        final int node = CmamWord.node(word);
        if (0 == pending[node] || word != expected(node))
        {
            return false;
        }
        pending[node]--;
        total--;
        return true;
    }

    /**
     * Takes the answer that an index is not inside the memory of its member: what that was asked has failed.
     *
     * @return false as for {@link #isAnswered}.
     */
    boolean isRefused(final int word, final int index, final int capacity)
    {
        final boolean isAnswered = isAnswered(word);
        if (isAnswered && null == failure)
        {
            failure = outside(CmamWord.node(word), index, capacity);
        }
        return isAnswered;
    }

    static IndexOutOfBoundsException outside(final int node, final int index, final int capacity)
    {
        return new IndexOutOfBoundsException("index: " + index + " (expected: in 0.." + capacity + " of node " + node +
            ", with all bytes of the access)");
    }

    boolean hasFailed()
    {
        return null != failure;
    }

    /**
     * Waits until everything is answered, or has failed.
     */
    void await()
    {
        cmam.await(settled);
        tell();
    }

    /**
     * Throws what has failed, once.
     */
    void tell()
    {
        final RuntimeException told = failure;
        if (null != told)
        {
            failure = null;
            throw told;
        }
    }

    /**
     * Looks for members that are gone, if no answer has come since the last time.
     *
     * @return true if nothing is left to wait for.
     */
    boolean isSettled()
    {
        if (total > 0 && total == seen)
        {
            for (int node = 0; node < pending.length; node++)
            {
                look(node);
            }
        }
        seen = total;
        return 0 == total;
    }

    private void look(final int node)
    {
        final RuntimeException why = 0 == pending[node] ? null : reason(node, incarnations[node]);
        if (null != why)
        {
            // Before it went it may have answered.
            cmam.serviceReplyDrain();
            if (pending[node] > 0)
            {
                lose(node, why);
            }
        }
    }

    /**
     * Returns why a member will not answer what an incarnation of it was asked; null if it may.
     */
    RuntimeException reason(final int node, final long incarnation)
    {
        try
        {
            return incarnation == cmam.queuePair().incarnation(node) ? null : movedOn(node);
        }
        catch (final IsotachException ex)
        {
            return ex;
        }
    }

    private static IsotachException movedOn(final int node)
    {
        return new IsotachException("node " + node + " was started anew (Gang.remap): the former one has not answered" +
            " all reads and writes, which it may have done or not");
    }

    private void lose(final int node, final RuntimeException why)
    {
        total -= pending[node];
        pending[node] = 0;
        epochs[node]++;
        landings.lose(node);
        failure = null == failure ? why : failure;
    }

    @Override
    public String toString()
    {
        return "CmamAccount{pending=" + total + ", failed=" + hasFailed() + '}';
    }
}
