/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import org.isotach.mbm.Messaging;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.niu.member.HostExpeller;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the trunks throw does not come out of the call of the application that works for them: it has been done.
 */
class ThrowingTrunksTest extends TwoMembers
{
    private NonIsotachPort port;
    private NonIsotachPort rightPort;

    // How many turns of the left trunks fail from now on.
    private int failures;

    @BeforeEach
    void launchBoth()
    {
        launch();
        port = Messaging.on(left).nonIsotachPort(left.host(0));
        rightPort = Messaging.on(right).nonIsotachPort(right.host(2));
        final Object trunks = PrivateField.read(PrivateField.read(left, "parts"), "trunks");
        PrivateField.write(PrivateField.read(trunks, "expulsions"), "expeller", new HostExpeller()
        {
            @Override
            public void request(final int host, final Refusal refusal)
            {
                refusal.refuse(false);
            }

            @Override
            public int work()
            {
                if (failures > 0)
                {
                    failures--;
                    // No OutOfMemoryError, which would end the tests.
                    throw new InternalError("no memory");
                }
                return 0;
            }
        });
    }

    private void fail(final int turns)
    {
        failures = turns;
        errors.clear();
    }

    private void checkReported(final int turns)
    {
        assertEquals(turns, errors.size(), errors::toString);
        errors.forEach(error -> assertEquals("no memory", error.getMessage()));
    }

    @Test
    void shouldJoin()
    {
        fail(3);
        assertFalse(left.tryJoin());
        checkReported(1);
        joinBoth();
        checkReported(3);
    }

    @Test
    void shouldSendOnceAndClose()
    {
        joinBoth();
        fail(MAX_POLLS);
        assertTrue(port.trySend(2, new byte[]{ 1 }, 0, 1));
        left.host(0).poll();
        failures = 0;
        assertFalse(errors.isEmpty());
        checkReported(errors.size());
        pollUntil(rightPort::receive);
        for (int i = 0; i < MAX_POLLS; i++)
        {
            left.host(0).poll();
            assertFalse(rightPort.receive());
        }
        fail(1);
        closeBoth();
        assertTrue(left.isClosed());
        assertTrue(errors.get(0).getMessage().startsWith("no memory"), errors::toString);
    }
}
