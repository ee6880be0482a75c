/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.isotach.memory.OffHeapBuffer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

class OperationHeaderTest
{
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "255, 65535, -1",
        "255, 0, 0",
        "0, 65535, 0",
        "0, 0, 2147483647",
        "0, 0, -2147483648",
        "128, 32768, -2147483648" })
    void shouldRoundTripExtremes(final int opcode, final int host, final int address)
    {
        assertRoundTrip(opcode, host, address);
    }

    @Property(tries = 1000)
    void shouldRoundTripEverything(
        @ForAll @IntRange(max = 255) final int opcode,
        @ForAll @IntRange(max = 65535) final int host,
        @ForAll final int address)
    {
        assertRoundTrip(opcode, host, address);
    }

    @Test
    void shouldHaveTheLayoutThatItDocuments()
    {
        assertEquals(0x89AB_CDEF_1234_0356L, OperationHeader.encode(0x56, 0x18, 0x1234, 0x89AB_CDEF));
    }

    @Test
    void shouldNameTheFamilyInTheUpperFourBitsOfTheOpcode()
    {
        for (int opcode = 0; opcode < 256; opcode++)
        {
            assertEquals(opcode / 16, OperationHeader.family(OperationHeader.encode(opcode, 2040, 65535, -1)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 8, 16, 24, 2032, 2040, 2048, 65536, 1 << 28 })
    void shouldTellTheLengthOfAnOperationToThoseWhoDoNotKnowIt(final int length)
    {
        assertEquals(length, OperationHeader.length(frame(length, length), 40));
    }

    @ParameterizedTest
    @CsvSource({ "8, 8", "24, 24", "24, 32", "2040, 2040", "2048, 2048", "2048, 4096" })
    void shouldReturnALengthWithinTheFrame(final int length, final int rest)
    {
        final OffHeapBuffer frame = frame(length, length);
        assertEquals(length, OperationHeader.lengthWithin(frame, 40, 40 + rest));
        assertEquals(length, OperationHeader.lengthWithin(frame.getLong(40), frame, 40, 40 + rest));
    }

    @ParameterizedTest
    @CsvSource({
        "24, 24, 16",
        "2040, 0, 2032",
        "2048, 2048, 2040",
        "2048, 0, 4096",
        "2048, 12, 4096",
        "2048, -8, 4096",
        "2048, -2147483648, 4096",
        "2048, 2147483640, 4096",
        "2048, 2147483647, 4096" })
    void shouldReturnNoLengthThatDoesNotFitTheFrame(final int length, final int longLength, final int rest)
    {
        assertEquals(0, OperationHeader.lengthWithin(frame(length, longLength), 40, 40 + rest));
    }

    @Test
    void shouldNotLookForALengthBehindTheFrame()
    {
        assertEquals(0, OperationHeader.lengthWithin(frame(2048, 8), 40, 48));
    }

    private static OffHeapBuffer frame(final int length, final int longLength)
    {
        final OffHeapBuffer frame = OffHeapBuffer.allocate(64);
        frame.putLong(40, OperationHeader.encode(0xFF, length, 65535, -1));
        frame.putLong(48, 0x1234_5678_0000_0000L | longLength & 0xFFFF_FFFFL);
        return frame;
    }

    private static void assertRoundTrip(final int opcode, final int host, final int address)
    {
        final long header = OperationHeader.encode(opcode, 8, host, address);
        assertEquals(opcode, OperationHeader.opcode(header));
        assertEquals(host, OperationHeader.host(header));
        assertEquals(address, OperationHeader.address(header));
    }
}
