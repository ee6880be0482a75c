/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

import io.aeron.logbuffer.BufferClaim;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

/**
 * The first record that a thread sends.
 */
class ThreadClaimsTest
{
    @Test
    void shouldTryAgainWhenThereWasNoMemoryForTheFirstOneOfAThread()
    {
        final Queue<Error> errors = new ArrayDeque<>(List.of(new OutOfMemoryError(), new StackOverflowError()));
        final ThreadClaims claims = new ThreadClaims(() ->
        {
            if (!errors.isEmpty())
            {
                throw errors.remove();
            }
            return new BufferClaim();
        });
        assertNull(claims.get());
        assertNull(claims.get());
        final BufferClaim claim = claims.get();
        assertNotNull(claim);
        assertSame(claim, claims.get());
    }
}
