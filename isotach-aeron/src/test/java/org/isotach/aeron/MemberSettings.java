/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.isotach.aeron.views.ViewRegister;
import org.isotach.aeron.views.ViewRegisterContext;
import org.isotach.aeron.views.replicated.ReplicatedViewStore;
import org.isotach.aeron.views.replicated.ReplicatedViewStoreContext;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.ViewAuthority;

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

    /**
     * Does it wait for a line before it joins?
     */
    boolean isHeld()
    {
        return values.containsKey("held");
    }

    /**
     * Do the hosts issue until they are told to stop?
     */
    boolean isEndless()
    {
        return values.containsKey("endless");
    }

    /**
     * Returns where each host writes at the end what it has executed; null if nobody wants to know.
     */
    Path history()
    {
        return values.containsKey("history") ? Path.of(values.get("history")) : null;
    }

    /**
     * Returns the store of views, which does nothing yet; null if an operator decides.
     */
    ReplicatedViewStore newStore()
    {
        return values.containsKey("nodes") ?
            ReplicatedViewStore.with(new ReplicatedViewStoreContext().nodes(values.get("nodes"))) : null;
    }

    ViewAuthority authority(final ReplicatedViewStore store)
    {
        return null == store ? ViewAuthority.manual() : ViewRegister.on(store, new ViewRegisterContext()
            .clusterName(values.get("cluster"))
            .members(members())
            .timeout(Duration.ofMillis(awaitTimeoutMs())));
    }

    int awaitTimeoutMs()
    {
        return number("await", 60_000);
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
        // Shorter than a test waits: who waits says then who is missing.
        return number("join", 20_000);
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
