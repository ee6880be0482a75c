/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessageView;

/**
 * Messages that consist of one 64-bit word over and over.
 */
final class OneWord
{
    private OneWord()
    {
    }

    static void fill(final MessageBuffer message, final int length, final long word)
    {
        for (int i = 0; i < length; i += Long.BYTES)
        {
            message.putLong(i, word);
        }
    }

    /**
     * Reads all of a message.
     *
     * @return its word, {@link PairSide#NOT_ONE_WORD} if the words differ or the length is wrong.
     */
    static long of(final MessageView message, final int length)
    {
        if (length != message.length())
        {
            return PairSide.NOT_ONE_WORD;
        }
        long differences = 0;
        final long word = message.getLong(0);
        for (int i = 0; i < length; i += Long.BYTES)
        {
            differences |= word ^ message.getLong(i);
        }
        return 0 == differences ? word : PairSide.NOT_ONE_WORD;
    }
}
