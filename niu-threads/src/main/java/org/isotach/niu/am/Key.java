/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.security.SecureRandom;

/**
 * Tells the packets of one program from those of others that use the same links (Martin, HPAM, section 5.3). Each
 * packet carries the key of its program; a packet with another key never reaches a handler of this one. Nobody can make
 * the key of another program: there is no way to read one, or to choose one.
 */
public final class Key
{
    private static final SecureRandom RANDOM = new SecureRandom();

    private final long value;

    private Key(final long value)
    {
        this.value = value;
    }

    /**
     * Makes a key.
     *
     * @return a new one, different from all others.
     */
    public static Key random()
    {
        return new Key(RANDOM.nextLong());
    }

    long value()
    {
        return value;
    }

    @Override
    public String toString()
    {
        return "Key{}";
    }
}
