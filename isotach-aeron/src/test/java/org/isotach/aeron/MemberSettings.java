/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.isotach.niu.spi.Members;

/**
 * Settings of a {@link MemberProgram}, from its arguments.
 */
final class MemberSettings
{
    private final Map<String, String> values = new HashMap<>();

    MemberSettings(final String... arguments)
    {
        for (final String argument : arguments)
        {
            values.put(argument.substring(0, argument.indexOf('=')), argument.substring(argument.indexOf('=') + 1));
        }
    }

    private int number(final String name, final int otherwise)
    {
        return Integer.parseInt(values.getOrDefault(name, "" + otherwise));
    }

    int own()
    {
        return number("own", 0);
    }

    Members members()
    {
        return TestDriver.members(values.get("endpoints").split(","));
    }

    long seed()
    {
        return Long.parseLong(values.get("seed"));
    }

    int millis()
    {
        return number("millis", 0);
    }

    int linkRingSize()
    {
        return number("ring", 64);
    }

    /**
     * May other members be lost?
     */
    boolean isTolerant()
    {
        return values.containsKey("memberTimeout");
    }

    int joinTimeoutMs()
    {
        return number("join", 30_000);
    }

    int closeTimeoutMs()
    {
        return number("close", 5000);
    }

    AeronTrunksContext trunks()
    {
        final AeronTrunksContext context = new AeronTrunksContext()
            .embeddedDriver(!"apart".equals(values.get("driver")))
            .memberTimeout(Duration.ofMillis(number("memberTimeout", 10_000)))
            .driverTimeout(Duration.ofSeconds(20));
        if (values.containsKey("directory"))
        {
            context.aeronDirectoryName(values.get("directory"));
        }
        return context;
    }
}
