/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.niu.ModelHost;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

final class CompletionsTest
{
    private static final int CHANNELS = 3;

    private final AtomicInteger undelivered = new AtomicInteger();
    private final List<String> delivered = new ArrayList<>();
    private final Completions completions = new Completions(models(), CHANNELS, undelivered::incrementAndGet);
    private boolean isMemoryShort;

    private ModelHost models()
    {
        return (ModelHost)Proxy.newProxyInstance(
            ModelHost.class.getClassLoader(), new Class<?>[] { ModelHost.class }, (proxy, method, arguments) ->
            {
                assertEquals("deliverNotice", method.getName());
                if (isMemoryShort)
                {
                    throw new OutOfMemoryError("for a test");
                }
                final long notice = (long)arguments[1];
                delivered.add(arguments[0] + ":" + Notice.channel(notice) + ':' + Notice.execution(notice));
                return null;
            });
    }

    @Test
    void shouldDeliverACompletionOnce()
    {
        completions.deliver(7, 1, 0);
        assertEquals(0, completions.deliverKept());
        assertEquals(List.of("7:1:0"), delivered);
        assertEquals(0, undelivered.get());
    }

    @Test
    void shouldDeliverTheCompletionsOfAllChannelsAfterMemoryHasRunOut()
    {
        isMemoryShort = true;
        assertThrows(OutOfMemoryError.class, () -> completions.deliver(7, 1, 4));
        assertThrows(OutOfMemoryError.class, () -> completions.deliver(7, 2, 5));
        assertEquals(2, undelivered.get());
        assertThrows(OutOfMemoryError.class, completions::deliverKept);
        assertEquals(3, undelivered.get());
        isMemoryShort = false;
        assertEquals(2, completions.deliverKept());
        assertEquals(List.of("7:1:4", "7:2:5"), delivered);
        assertEquals(0, completions.deliverKept());
        assertEquals(3, undelivered.get());
    }
}
