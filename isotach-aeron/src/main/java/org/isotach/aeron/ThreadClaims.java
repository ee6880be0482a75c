/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.util.function.Supplier;

import io.aeron.logbuffer.BufferClaim;

/**
 * One claim for each thread. It owns no rule of logical time. Threadsafe.
 */
final class ThreadClaims
{
    // Used within AeronTrunk.offer() only, so all trunks of a thread can share them.
    static final ThreadClaims SHARED = new ThreadClaims(BufferClaim::new);

    private final ThreadLocal<BufferClaim> claims;

    /**
     * @param source of the first one of each thread.
     */
    ThreadClaims(final Supplier<BufferClaim> source)
    {
        claims = ThreadLocal.withInitial(source);
    }

    /**
     * Returns the claim of this thread; null if there is no memory for it now: there may be some later.
     */
    BufferClaim get()
    {
        try
        {
            return claims.get();
        }
        catch (final OutOfMemoryError | StackOverflowError ex)
        {
            // A trunk that throws is taken for one that has failed, and nothing is claimed yet.
            return null;
        }
    }
}
