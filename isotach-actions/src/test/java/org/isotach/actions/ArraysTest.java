/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;

import org.isotach.PageMap;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Arrays of references and of structs: each variable is one of its own.
 */
class ArraysTest
{
    private static final String MODES = "org.isotach.actions.TestIsotach#modes";

    // More than one isochron writes.
    private static final int MANY = 150;

    private enum Side
    {
        BUY, SELL
    }

    private record Quote(double bid, long volume, Side side)
    {
    }

    private record Person(int age, String name)
    {
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldMakeReferences(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoReference<String>[] some = isotach.references("some", MANY, "first");
            final IsoReference<List<Integer>>[] none = isotach.references("none", 3);
            assertEquals(MANY, some.length);
            assertEquals(MANY, isotach.objects());
            assertEquals("some[149]", some[MANY - 1].name());
            assertEquals("none[2]", none[2].toString());
            assertEquals(List.of("none", "some"), isotach.names());
            for (final IsoReference<String> one : some)
            {
                assertSame("first", one.get());
            }
            assertNull(none[1].get());

            // The others keep the object.
            some[0].set("second");
            some[1].set(null);
            assertTrue(some[2].compareAndSet("first", "third"));
            assertEquals("first", some[3].getAndSet("fourth"));
            isotach.update(some[4], none[0]).execute(action ->
                action.set(none[0], List.of(action.get(some[4]).length())).set(some[4], "fifth"));
            assertEquals("second null third fourth fifth first first", isotach.snapshot(now ->
                now.get(some[0]) + " " + now.get(some[1]) + " " + now.get(some[2]) + " " + now.get(some[3]) + " " +
                now.get(some[4]) + " " + now.get(some[5]) + " " + now.get(some[149]), some));
            assertEquals(List.of(5), none[0].get());
            assertNull(none[1].get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldMakeStructs(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final Quote initial = new Quote(1.5, -3, Side.SELL);
            final IsoStruct<Quote>[] some = isotach.structs("some", MANY, initial);
            final IsoStruct<Quote>[] zero = isotach.structs("zero", 2, Quote.class);
            final IsoStruct<Quote>[] own = isotach.structs("own", 2, initial, MethodHandles.lookup());
            final IsoStruct<Quote>[] none = isotach.structs("none", 1, Quote.class, MethodHandles.lookup());
            assertEquals(MANY, some.length);
            assertEquals("some[149]", some[MANY - 1].name());
            assertEquals(3, some[7].words());
            assertEquals(some[7].address() + 3, some[8].address());
            for (final IsoStruct<Quote> one : some)
            {
                assertEquals(initial, one.get());
            }
            assertEquals(new Quote(0, 0, Side.BUY), zero[1].get());
            assertEquals(initial, own[1].get());
            assertEquals(zero[0].get(), none[0].get());
            final Quote next = new Quote(-0.0, Long.MAX_VALUE, Side.BUY);
            some[1].set(next);
            isotach.update(some[2], some[1]).execute(action -> action.set(some[2], action.get(some[1])));
            isotach.write(batch -> batch.set(zero[0], next));
            assertEquals(List.of(initial, next, next, initial, next), isotach.snapshot(now -> List.of(
                now.get(some[0]), now.get(some[1]), now.get(some[2]), now.get(some[3]), now.get(zero[0])),
                IsoVariable.all(some, zero)));
        }
    }

    @Test
    void shouldPlaceArraysAndNameTheirWords()
    {
        final PageMap map = PageMap.builder().pageSize(4).page(0, 1).page(1, 0).page(2, 1).page(3, 0).build();
        try (TestIsotach test = TestIsotach.launch(new IsotachContext().hosts(2).pageMap(map)
            .place("quotes", Placement.atHosts(1)).place("names", Placement.atHosts(0))))
        {
            final Isotach isotach = test.get();
            final IsoStruct<Quote>[] quotes = isotach.structs("quotes", 2, new Quote(1, 2, Side.SELL));
            final IsoReference<String>[] names = isotach.references("names", 5, "name");
            assertArrayEquals(new int[]{ 0, 8 }, Arrays.stream(quotes).mapToInt(IsoStruct::address).toArray());
            assertArrayEquals(
                new int[]{ 4, 5, 6, 7, 12 }, Arrays.stream(names).mapToInt(IsoReference::address).toArray());
            assertEquals(new Quote(1, 2, Side.SELL), quotes[1].get());
            assertEquals("name", names[4].get());
            final Reservation held = isotach.reserve(quotes[1], names[4]);
            final String status = isotach.cluster().status().toString();
            held.close();
            assertTrue(status.contains("variable 9 (quotes[1].volume)"), status);
            assertTrue(status.contains("variable 12 (names[4])"), status);
        }
    }

    @Test
    void shouldRefuseWhatCannotBe()
    {
        try (TestIsotach test = TestIsotach.launch(new IsotachContext().memory(1024)))
        {
            final Isotach isotach = test.get();
            final Quote initial = new Quote(1, 2, Side.SELL);
            isotach.references("taken", 2, "object");
            assertRefused(
                "array names of 0 variables (expected: at least 1)", () -> isotach.references("names", 0, "object"));
            assertRefused(
                "array quotes of -1 variables (expected: at least 1)", () -> isotach.structs("quotes", -1, initial));
            assertRefused("name: taken twice: it belongs to 2 variables already; choose another one",
                () -> isotach.structs("taken", 1, Quote.class));
            assertRefused("name: taken twice: it belongs to 2 variables already; choose another one",
                () -> isotach.references("taken", 1));
            final String remedy = " words, and 2 of 1024 are in use: raise IsotachContext.memory()";
            assertRefused(IllegalStateException.class, "memory full: names needs 1023" + remedy,
                () -> isotach.references("names", 1023, "object"));
            assertRefused(IllegalStateException.class, "memory full: quotes needs 1026" + remedy,
                () -> isotach.structs("quotes", 342, initial));
            assertRefused(
                "component name of record " + Person.class.getName() + " is a java.lang.String (expected: a primitive" +
                " type or an enum, which fits a word); put objects into an IsoReference",
                () -> isotach.structs("persons", 2, Person.class));
            assertRefused(NullPointerException.class, "component side of record " + Quote.class.getName(),
                () -> isotach.structs("quotes", 2, new Quote(1, 2, null)));
            assertRefused(NullPointerException.class, "record", () -> isotach.structs("quotes", 2, (Quote)null));
            assertRefused(NullPointerException.class, "type", () -> isotach.structs("quotes", 2, (Class<Quote>)null));
            assertRefused(NullPointerException.class, "name", () -> isotach.references(null, 2));
            isotach.update().execute(action ->
            {
                assertInside("names", () -> isotach.references("names", 2, "object"));
                assertInside("quotes", () -> isotach.structs("quotes", 2, initial));
            });
            assertEquals(List.of("taken"), isotach.names());
            assertEquals(2, isotach.objects());
            assertEquals(1022, isotach.references("rest", 1022, "object").length);
        }
    }

    private static void assertInside(final String name, final Runnable call)
    {
        assertRefused(
            IllegalStateException.class,
            "variable " + name + " inside the body of update(): an action inside an action could wait for itself;" +
            " declare all variables with one update(), and use the Action of the body",
            call::run);
    }
}
