/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

import org.isotach.niu.ModelHost;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Results for which there is no memory.
 */
final class ResultSenderTest
{
    private static final int READER = 3;

    private final List<String> sent = new ArrayList<>();
    private final List<String> reported = new ArrayList<>();
    private final OutOfMemoryError failure = new OutOfMemoryError("of the test");
    private Throwable cause;
    private boolean isInHandler;
    private final ResultSender sender = new ResultSender(models(), 1);

    private ModelHost models()
    {
        return (ModelHost)Proxy.newProxyInstance(
            ModelHost.class.getClassLoader(), new Class<?>[] { ModelHost.class }, (proxy, method, arguments) ->
            {
                switch (method.getName())
                {
                    case "reply":
                        reply((int)arguments[2], (long)arguments[3]);
                        break;
                    case "runHandler":
                        isInHandler = true;
                        ((Runnable)arguments[0]).run();
                        isInHandler = false;
                        break;
                    case "report":
                        assertTrue(isInHandler);
                        reported.add((String)arguments[0]);
                        cause = (Throwable)arguments[1];
                        break;
                    default:
                        throw new AssertionError(method);
                }
                return null;
            });
    }

    private void reply(final int place, final long value)
    {
        if (2 == place)
        {
            throw failure;
        }
        sent.add(place + ":" + value);
    }

    @Test
    void shouldGoOnBehindAResultThatCannotBeSent()
    {
        for (int place = 1; place <= 3; place++)
        {
            sender.send(READER, place, 10 * place);
        }
        assertEquals(List.of("1:10", "3:30"), sent);
        assertEquals(1, reported.size());
        assertTrue(reported.get(0).startsWith("host 1 has lost the result of a read of host 3"), reported.get(0));
        assertSame(failure, cause);
    }
}
