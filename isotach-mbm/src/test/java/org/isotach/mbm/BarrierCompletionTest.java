/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

final class BarrierCompletionTest
{
    private final AtomicInteger unsent = new AtomicInteger();
    private final BarrierCompletion completion =
        new BarrierCompletion(1, new SharedLedger(), unsent::incrementAndGet);

    @Test
    void shouldBeSentOnceThereIsRoom()
    {
        completion.bring(1, marker -> false);
        assertEquals(1, unsent.get());
        assertEquals(0, completion.sendUnsent(marker -> false));
        assertEquals(1, completion.sendUnsent(marker -> true));
        assertEquals(0, completion.sendUnsent(marker -> true));
    }

    @Test
    void shouldBeSentAfterMemoryHasRunOut()
    {
        assertThrows(OutOfMemoryError.class, () -> completion.bring(1, marker ->
        {
            throw new OutOfMemoryError("for a test");
        }));
        assertEquals(1, unsent.get());
        assertEquals(1, completion.sendUnsent(marker -> true));
    }
}
