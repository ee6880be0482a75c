/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Settings, and endpoints of members.
 */
class SettingsTest
{
    private final AeronTrunksContext context = new AeronTrunksContext();

    private Channels channels(final String own, final String other)
    {
        return new Channels(context, TestDriver.members(own, other), 0, 1, 5);
    }

    @Test
    void shouldShowSettings()
    {
        assertEquals("AeronTrunksContext{aeronDirectoryName=null, embeddedDriver=true, termLength=4194304, " +
            "firstStreamId=1000, memberTimeout=PT10S, driverTimeout=PT10S}", context.toString());
        context.aeronDirectoryName("/dev/shm/x").embeddedDriver(false).termLength(1 << 20).firstStreamId(7)
            .memberTimeout(Duration.ofSeconds(11)).driverTimeout(Duration.ofSeconds(12));
        assertEquals("AeronTrunksContext{aeronDirectoryName=/dev/shm/x, embeddedDriver=false, termLength=1048576, " +
            "firstStreamId=7, memberTimeout=PT11S, driverTimeout=PT12S}", context.copy().toString());
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, -1, 524288, 1048575, 1048577, 268435456 })
    void shouldRefuseTerms(final int length)
    {
        final IllegalArgumentException ex =
            assertThrows(IllegalArgumentException.class, () -> context.termLength(length));
        assertEquals("termLength: " + length + " (expected: a power of two, 1048576..134217728 bytes)",
            ex.getMessage());
    }

    @Test
    void shouldRefuseValuesOutOfRange()
    {
        assertEquals("memberTimeout: PT0.999S (expected: PT1S..PT1H)", assertThrows(IllegalArgumentException.class,
            () -> context.memberTimeout(Duration.ofMillis(999))).getMessage());
        assertEquals("driverTimeout: PT2H (expected: PT3S..PT1H)", assertThrows(IllegalArgumentException.class,
            () -> context.driverTimeout(Duration.ofHours(2))).getMessage());
        assertEquals("firstStreamId: -1 (expected: 0..2^30)", assertThrows(IllegalArgumentException.class,
            () -> context.firstStreamId(-1)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> context.firstStreamId((1 << 30) + 1));
        assertEquals("aeronDirectoryName: \"\" (expected: the name of a directory)", assertThrows(
            IllegalArgumentException.class, () -> context.aeronDirectoryName("")).getMessage());
    }

    @Test
    void shouldUseSharedMemoryWithoutAddresses()
    {
        final Channels channels = channels("", "ipc");
        assertEquals("aeron:ipc?term-length=4194304|session-id=5|mtu=65504", channels.out);
        assertEquals("aeron:ipc", channels.in);
        assertEquals(1001, channels.outStreamId);
        assertEquals(1016, channels.inStreamId);
    }

    @Test
    void shouldUseUdpWithAddresses()
    {
        final Channels channels = channels("10.0.0.1:4000", "[fd00::1]:4001");
        assertEquals("aeron:udp?endpoint=[fd00::1]:4001|term-length=4194304|session-id=5", channels.out);
        assertEquals("aeron:udp?endpoint=10.0.0.1:4000", channels.in);
    }

    @ParameterizedTest
    @CsvSource({
        "a:1,ipc,(expected: an address and a port for both",
        "'',a:1,(expected: an address and a port for both",
        "a:1,a:1,(expected: a port of its own for each)",
        "a:1,a,'member m1 has the endpoint \"a\" (expected: ADDRESS:PORT, or \"ipc\" for shared memory)'",
        "a:0,b:1,(expected: ADDRESS:PORT",
        "a:1,b:65536,(expected: ADDRESS:PORT",
        "a:1,b:2|mtu=8,(expected: ADDRESS:PORT",
        "a b:1,b:2,(expected: ADDRESS:PORT" })
    void shouldRefuseEndpoints(final String own, final String other, final String expected)
    {
        final String message =
            assertThrows(IllegalArgumentException.class, () -> channels(own, other)).getMessage();
        assertEquals(expected, message.substring(message.indexOf(expected)).substring(0, expected.length()));
    }
}
