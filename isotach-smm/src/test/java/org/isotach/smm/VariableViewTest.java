/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.List;
import java.util.function.Consumer;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Variables as numbers of several types, and at all places of pages of all sizes.
 */
final class VariableViewTest
{
    private static final int V = 2;
    private static final long SIGNALLING_NAN_64 = 0x7FF0_0000_0000_0001L;

    private final TestCluster cluster = TestCluster.invoker(2, PageMap.replicated(1));
    private final MemoryPort port = cluster.port(0);

    @AfterEach
    void closeCluster()
    {
        cluster.close();
    }

    private IsoValue written(final Consumer<Isochron> write)
    {
        write.accept(cluster.begin(0));
        cluster.execute(0);
        final IsoValue value = cluster.read(1, V);
        assertTrue(value.isReady());
        return value;
    }

    @Test
    void shouldHoldLongs()
    {
        for (final long number : new long[]{ 0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32 })
        {
            final IsoValue value = written(isochron -> port.write(isochron, V, number));
            assertEquals(number, value.get());
            assertEquals(number, value.await());
        }
    }

    @Test
    void shouldHoldDoublesWithAllBits()
    {
        for (final double number : new double[]{
            0.0, -0.0, Math.PI, -1e300, Double.MIN_VALUE, Double.NEGATIVE_INFINITY, Double.NaN,
            Double.longBitsToDouble(SIGNALLING_NAN_64), Double.longBitsToDouble(-1) })
        {
            final IsoValue value = written(isochron -> port.write(isochron, V, Double.doubleToRawLongBits(number)));
            assertEquals(Double.doubleToRawLongBits(number), value.get());
            assertEquals(
                Double.doubleToRawLongBits(number),
                Double.doubleToRawLongBits(Double.longBitsToDouble(value.await())));
        }
        assertEquals(SIGNALLING_NAN_64, written(isochron -> port.write(isochron, V, SIGNALLING_NAN_64)).get());
    }

    @Test
    void shouldBeZeroAndReadyToReadAtFirst()
    {
        assertEquals(List.of(0L, 0L), cluster.values(V));
    }

    @Test
    void shouldInvalidateAValueThatIsReadAgain()
    {
        cluster.write(0, V, 1);
        final IsoValue value = cluster.read(0, V);
        assertTrue(value.isReady());
        cluster.write(0, V, 2);
        assertEquals(1, value.get());
        port.read(cluster.begin(0), V, value);
        assertFalse(value.isReady());
        cluster.execute(0);
        assertEquals(2, value.get());
    }

    @Test
    void shouldKeepVariablesApartAtPageBorders()
    {
        for (final int pageSize : new int[]{ 1, 2, 16, 1024, PageMap.MAX_PAGE_SIZE })
        {
            final PageMap pageMap = PageMap.builder().pageSize(pageSize).page(0, 0).page(1, 1).everywhere(2, 3)
                .page(5, 1, 0).page(6, 0).build();
            try (TestCluster pages = new TestCluster(ThreadingMode.INVOKER, Topology.chain(2, 2), pageMap))
            {
                for (int page = 0; page < pageMap.pageCount(); page++)
                {
                    if (pageMap.isMapped(page))
                    {
                        pages.write(page % 2, pageMap.addressOf(page, 0), 10 + page);
                        pages.write(page % 2, pageMap.addressOf(page, pageSize - 1), 100 + page);
                    }
                }
                for (int page = 0; page < pageMap.pageCount(); page++)
                {
                    if (pageMap.isMapped(page))
                    {
                        final long first = 1 == pageSize ? 100 + page : 10 + page;
                        assertEquals(List.of(first, first), pages.values(page * pageSize));
                        final long last = 100 + page;
                        assertEquals(List.of(last, last), pages.values(page * pageSize + pageSize - 1));
                    }
                }
            }
        }
    }

    @Test
    void shouldHoldManyPages()
    {
        final PageMap.Builder builder = PageMap.builder().pageSize(8);
        final int count = 20_000;
        for (int page = 0; page < count; page += 2)
        {
            builder.page(page, page / 2 % 3);
        }
        try (TestCluster pages = TestCluster.invoker(3, builder.build()))
        {
            for (int page = 0; page < count; page += 998)
            {
                pages.write(0, 8 * page + 7, page);
                assertEquals(List.of((long)page, (long)page, (long)page), pages.values(8 * page + 7));
                assertEquals(0, pages.value(0, 8 * page + 6));
            }
        }
    }
}
