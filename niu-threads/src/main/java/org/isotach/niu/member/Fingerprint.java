/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A number for a text that is too long to be sent: members whose texts differ must not take part, and the hash code of
 * an array of small numbers is often that of another one.
 */
public final class Fingerprint
{
    private Fingerprint()
    {
    }

    /**
     * Returns the first 64 bits of the SHA-256 digest of a text, in every JVM the same.
     */
    public static long of(final String text)
    {
        try
        {
            final byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        }
        catch (final NoSuchAlgorithmException ex)
        {
            // Every Java platform has it.
            throw new IllegalStateException(ex);
        }
    }
}
