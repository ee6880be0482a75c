/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.List;
import java.util.Map;

import org.isotach.PageMap;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.UpdateFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * States and traces of the memory call variables by the names that the program has given to them.
 */
@ParameterizedClass
@EnumSource(ThreadingMode.class)
class VariableNamesTest
{
    @Parameter
    private ThreadingMode mode;

    record Quote(int bid, int ask)
    {
    }

    @Test
    void shouldNameWhatIsReserved()
    {
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().hosts(2).threadingMode(mode)))
        {
            final Isotach isotach = test.get();
            final IsoStruct<Quote> quote = isotach.struct("quote", Quote.class);
            final IsoLong[] accounts = isotach.longs("accounts", 4, 0);
            final Reservation held = isotach.reserve(accounts[2], quote);
            final String status = isotach.cluster().status().toString();
            held.close();
            assertTrue(status.contains("variable " + accounts[2].address() + " (accounts[2])"), status);
            assertTrue(status.contains("variable " + (quote.address() + 1) + " (quote.ask)"), status);
        }
    }

    /**
     * The pages between those of host 1 belong to another array.
     */
    @Test
    void shouldNameEachWord()
    {
        final PageMap map = PageMap.builder().pageSize(4).page(0, 1).page(1, 0).page(2, 1).page(3, 0).build();
        final Placement atOne = Placement.atHosts(1);
        final Allocator allocator = new Allocator(Pages.of(map, 2), Map.of("array", atOne));
        final int[] array = allocator.allocate("array", 3, List.of("bid", "ask"));
        final int[] single = allocator.allocate("single", 1, List.of());
        allocator.release("single");
        assertArrayEquals(new int[]{ 0, 2, 8 }, array);
        for (int i = 0; i < array.length; i++)
        {
            assertEquals("array[" + i + "].bid", allocator.nameOf(array[i]));
            assertEquals("array[" + i + "].ask", allocator.nameOf(array[i] + 1));
        }
        assertArrayEquals(new int[]{ 4 }, single);
        assertEquals("single", allocator.nameOf(4));
        assertNull(allocator.nameOf(5));
        assertNull(allocator.nameOf(10));
        assertNull(allocator.nameOf(-1));
    }

    @Test
    void shouldNameTheVariableWhoseFunctionHasThrown()
    {
        final IsotachContext context = new IsotachContext().hosts(1).threadingMode(mode)
            .function(3, (value, argument) -> value / argument);
        try (TestIsotach test = TestIsotach.launch(context))
        {
            final Isotach isotach = test.get();
            final IsoLong tokens = isotach.longVariable("tokens");
            final String message = assertThrows(UpdateFailedException.class, () ->
                tokens.updateAndGet(isotach.function(3), 0)).getMessage();
            assertTrue(message.startsWith("the UPDATE of variable 0 (tokens) by host "), message);
            final String told = test.errors().get(0).getMessage();
            assertTrue(told.contains("in an UPDATE of variable 0 (tokens), value 0, argument 0"), told);
            test.errors().clear();
        }
    }

    /**
     * A placed variable, far behind the others, is looked for once, not for each variable of an array.
     */
    @Test
    void shouldPlaceAnArrayBeforeAVariableThatIsFarAway()
    {
        final int words = 1 << 24;
        final Placement placement = Placement.atHosts(1);
        final Allocator allocator =
            new Allocator(Pages.of(words, 1, 2, List.of(placement)), Map.of("placed", placement));
        assertEquals(words, allocator.allocate("placed", 1, List.of())[0]);
        final int count = 1_000_000;
        final int[] addresses = allocator.allocate("array", count, List.of());
        assertEquals(count - 1, addresses[count - 1]);
        assertEquals("array[" + (count - 1) + ']', allocator.nameOf(count - 1));
        assertEquals("placed", allocator.nameOf(words));
    }
}
