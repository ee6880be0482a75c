/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.List;

import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

final class SubscriptionTest
{
    /**
     * Another thread closes it while its owner receives: the owner must not go on behind what is dropped.
     */
    @Test
    void shouldReceiveNothingWhileItIsClosed()
    {
        try (TestIsotach test = TestIsotach.launch(ThreadingMode.INVOKER, 1))
        {
            final Host host = test.get().cluster().host(0);
            final List<String> received = new ArrayList<>();
            // Called in the middle of the close.
            final Subscription<String> subscription = new Subscription<>(
                "topic", host, null, null, null, closing -> received.add(closing.poll()));
            subscription.deliver("first");
            subscription.deliver("second");
            subscription.deliver("third");
            assertEquals("first", subscription.poll());
            subscription.close();
            final List<String> nothing = new ArrayList<>();
            nothing.add(null);
            assertEquals(nothing, received);
            assertNull(subscription.poll());
            assertThrows(IllegalStateException.class, subscription::take);
        }
    }
}
