/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        assertEquals(0x89AB_CDEF_1234_0056L, OperationHeader.encode(0x56, 0x1234, 0x89AB_CDEF));
    }

    @Test
    void shouldNameTheFamilyInTheUpperFourBitsOfTheOpcode()
    {
        for (int opcode = 0; opcode < 256; opcode++)
        {
            assertEquals(opcode / 16, OperationHeader.family(OperationHeader.encode(opcode, 65535, -1)));
        }
    }

    private static void assertRoundTrip(final int opcode, final int host, final int address)
    {
        final long header = OperationHeader.encode(opcode, host, address);
        assertEquals(opcode, OperationHeader.opcode(header));
        assertEquals(host, OperationHeader.host(header));
        assertEquals(address, OperationHeader.address(header));
    }
}
