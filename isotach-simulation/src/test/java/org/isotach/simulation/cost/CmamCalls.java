/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.EnumMap;
import java.util.Map;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.am.Cmam;

/**
 * The calls of the library that are the primitives of the model.
 */
final class CmamCalls
{
    private CmamCalls()
    {
    }

    /**
     * @param sender which sends to member 1.
     */
    static Map<Primitive, Runnable> by(final Cmam sender)
    {
        final OffHeapBuffer source = OffHeapBuffer.allocate(128);
        final Map<Primitive, Runnable> calls = new EnumMap<>(Primitive.class);
        calls.put(Primitive.CMAM_4, () -> sender.request4(1, 0, 1, 2, 3, 4));
        calls.put(Primitive.CMAM_REPLY_4, () -> sender.reply4(1, 0, 1, 2, 3, 4));
        calls.put(Primitive.CMAM_N_1, () -> sender.requestN(1, 0, source, 0, Integer.BYTES));
        calls.put(Primitive.CMAM_N_20, () -> sender.requestN(1, 0, source, 0, 20 * Integer.BYTES));
        calls.put(Primitive.CMAM_REPLY_N_1, () -> sender.replyN(1, 0, source, 0, Integer.BYTES));
        calls.put(Primitive.CMAM_REPLY_N_20, () -> sender.replyN(1, 0, source, 0, 20 * Integer.BYTES));
        calls.put(Primitive.CMAM_XFER_4, () -> sender.requestXfer4(1, 0, 1, 2, 3, 4));
        calls.put(Primitive.CMAM_REPLY_XFER_4, () -> sender.replyXfer4(1, 0, 1, 2, 3, 4));
        calls.put(Primitive.CMAM_MFER_N, () -> sender.requestMferN(1, 0, source, 0, 0, 64));
        calls.put(Primitive.CMAM_REPLY_MFER_N, () -> sender.replyMferN(1, 0, source, 0, 0, 64));
        return calls;
    }
}
