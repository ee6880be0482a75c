/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Random;
import java.util.function.LongBinaryOperator;

import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.UpdateFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What two members compare of their models when they join, and how they name what differs.
 */
class SetUpOfMembersTest
{
    private static final int COUNTER = 0;
    private static final Members MEMBERS = Members.builder().add("left", "", 0).add("right", "", 1).build();

    private final MemoryTrunks trunks = new MemoryTrunks(MEMBERS.count(), 1024, new Random(1));
    private Cluster left;
    private Cluster right;
    private SharedMemory leftMemory;
    private SharedMemory rightMemory;

    /**
     * A function with a class of its own.
     */
    private static final class Largest implements LongBinaryOperator
    {
        @Override
        public long applyAsLong(final long value, final long argument)
        {
            return Math.max(value, argument);
        }
    }

    /**
     * Another one.
     */
    private static final class Least implements LongBinaryOperator
    {
        @Override
        public long applyAsLong(final long value, final long argument)
        {
            return Math.min(value, argument);
        }
    }

    @BeforeEach
    void launchBoth()
    {
        left = launch("left");
        right = launch("right");
        final PageMap pageMap = PageMap.builder().everywhere(COUNTER).build();
        leftMemory = SharedMemory.on(left, pageMap);
        rightMemory = SharedMemory.on(right, pageMap);
    }

    private Cluster launch(final String name)
    {
        return launch(name, trunks);
    }

    private static Cluster launch(final String name, final MemoryTrunks trunks)
    {
        return launch(name, MEMBERS, 2, trunks);
    }

    private static Cluster launch(
        final String name, final Members members, final int hosts, final MemoryTrunks trunks)
    {
        // Both are on one thread, so the first one that closes waits in vain.
        final ClusterContext context = new ClusterContext().topology(Topology.chain(hosts, hosts))
            .threadingMode(ThreadingMode.INVOKER).closeTimeout(Duration.ofMillis(1)).errorHandler(error ->
            {
            });
        return Cluster.launch(context, new Membership(members, name, trunks));
    }

    @AfterEach
    void closeBoth()
    {
        left.close();
        right.close();
    }

    private void joinBoth()
    {
        boolean areThere = false;
        while (!areThere)
        {
            areThere = left.tryJoin() & right.tryJoin();
        }
    }

    private void assertRefused(final String difference)
    {
        right.tryJoin();
        final IsotachException error = assertThrows(IsotachException.class, left::join);
        final String expected =
            "member right is lost: it has other models: " + difference + "; give all members the same";
        assertTrue(error.getMessage().startsWith(expected), error::getMessage);
    }

    @Test
    void shouldNotTellLambdasApart()
    {
        leftMemory.registerFunction(3, Math::max);
        rightMemory.registerFunction(3, (value, argument) -> Math.max(value, argument));
        joinBoth();
    }

    @Test
    void shouldNotTellProxiesApart()
    {
        leftMemory.registerFunction(3, new Largest());
        rightMemory.registerFunction(3, (LongBinaryOperator)Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[]{ LongBinaryOperator.class }, (proxy, method, values) -> 0L));
        joinBoth();
    }

    @Test
    void shouldNameAFunctionOfAnotherClass()
    {
        leftMemory.registerFunction(3, new Largest());
        rightMemory.registerFunction(3, new Least());
        assertRefused("function 3 is " + Least.class.getName() + " there, and " + Largest.class.getName() + " here");
    }

    @Test
    void shouldNameFunctionsThatAreMissing()
    {
        leftMemory.registerFunction(0, Long::sum);
        leftMemory.registerFunction(2, Long::sum);
        rightMemory.registerFunction(0, Long::sum);
        rightMemory.registerFunction(1, new Least());
        assertRefused("function 1 is missing here; function 2 is missing there");
    }

    @Test
    void shouldNameTheFirstOfMany()
    {
        for (int number = 0; number < UpdateFunction.MAX_FUNCTIONS; number++)
        {
            leftMemory.registerFunction(number, Long::sum);
        }
        assertRefused("function 0 is missing there; function 1 is missing there; function 10 is missing there; " +
            "function 100 is missing there; 252 more");
    }

    private void launchBoth(final PageMap ofLeft, final PageMap ofRight)
    {
        closeBoth();
        final MemoryTrunks others = new MemoryTrunks(MEMBERS.count(), 1024, new Random(1));
        left = launch("left", others);
        right = launch("right", others);
        leftMemory = SharedMemory.on(left, ofLeft);
        rightMemory = SharedMemory.on(right, ofRight);
    }

    /**
     * The hash codes of page maps, which are arrays of small numbers, are often equal.
     */
    @Test
    void shouldTellPageMapsApart()
    {
        final PageMap everywhere = PageMap.replicated(2);
        final PageMap atOne = PageMap.builder().page(1, 1).build();
        assertEquals(everywhere.hashCode(), atOne.hashCode());
        launchBoth(everywhere, atOne);
        assertRefused("the page map is of pages of 1024 variables, 1:1 there," +
            " and of pages of 1024 variables, 0-1:* here");
    }

    /**
     * Only the beginning and the end of long texts are sent.
     */
    @Test
    void shouldTellLongPageMapsApart()
    {
        final PageMap.Builder ofLeft = PageMap.builder();
        final PageMap.Builder ofRight = PageMap.builder();
        for (int page = 0; page < 1000; page++)
        {
            ofLeft.page(page, page & 1);
            ofRight.page(page, 500 == page ? 1 : page & 1);
        }
        launchBoth(ofLeft.build(), ofRight.build());
        right.tryJoin();
        final String message = assertThrows(IsotachException.class, left::join).getMessage();
        assertTrue(message.matches("(?s).*the page map is .* 0:0; 1:1; .* 999:1 #[0-9a-f]+ there, and .*"), message);
    }

    @Test
    void shouldJoinWithLongPageMaps()
    {
        final PageMap.Builder both = PageMap.builder();
        for (int page = 0; page < 1000; page++)
        {
            both.page(page, page & 1);
        }
        launchBoth(both.build(), both.build());
        joinBoth();
    }

    /**
     * A member has memory for the copies of its own hosts.
     */
    @Test
    void shouldHaveNoMemoryForTheCopiesOfOthers()
    {
        closeBoth();
        final Members many = Members.builder().add("left", "", 0).add("right", "", 1, 2, 3, 4, 5, 6, 7).build();
        left = launch("left", many, 8, new MemoryTrunks(2, 1024, new Random(1)));
        final long before = directMemory();
        leftMemory = SharedMemory.on(left, PageMap.replicated(1024));
        final long used = directMemory() - before;
        // Of one host: 16 bytes for each of 2^20 variables.
        assertTrue(used < 32 << 20, () -> used + " bytes");
    }

    private static long directMemory()
    {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> "direct".equals(pool.getName())).mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
    }

    /**
     * The one registers it at each of its hosts, the other one at all hosts.
     */
    @Test
    void shouldRegisterAtTheHostsOfAMember()
    {
        final UpdateFunction largest = leftMemory.registerFunction(left.host(0), 1, Math::max);
        rightMemory.registerFunction(1, new Largest());
        joinBoth();
        update(left.host(0), leftMemory, largest);
        final IsoValue value = new IsoValue();
        final Isochron isochron = right.host(1).isochron().begin().fresh();
        rightMemory.port(right.host(1)).read(isochron, COUNTER, value);
        isochron.issue();
        while (!value.isReady())
        {
            left.host(0).poll();
            right.host(1).poll();
        }
        assertEquals(5, value.get());
    }

    private void update(final Host host, final SharedMemory memory, final UpdateFunction function)
    {
        final MemoryPort port = memory.port(host);
        final Isochron isochron = host.isochron().begin();
        port.update(isochron, COUNTER, function, 5);
        port.update(isochron, COUNTER, function, 3);
        isochron.issue();
        while (!isochron.isExecuted())
        {
            left.host(0).poll();
            right.host(1).poll();
        }
    }

    @Test
    void shouldRefuseModelsThatNobodyCanCompareAnyMore()
    {
        final MemoryTrunks others = new MemoryTrunks(MEMBERS.count(), 1024, new Random(1));
        try (Cluster late = launch("left", others))
        {
            late.tryJoin();
            for (int i = 0; i < 2; i++)
            {
                assertLate("the page map", () -> SharedMemory.on(late, PageMap.builder().everywhere(0).build()));
                assertLate("messaging", () -> Messaging.on(late));
            }
        }
    }

    private static void assertLate(final String what, final Executable executable)
    {
        final String message = assertThrows(IllegalStateException.class, executable).getMessage();
        assertTrue(message.startsWith(what + ": this member has joined the others"), message);
    }

    @Test
    void shouldRefuseAFunctionThatNobodyCanCompareAnyMore()
    {
        left.tryJoin();
        final IllegalStateException error = assertThrows(
            IllegalStateException.class, () -> leftMemory.registerFunction(5, new Largest()));
        assertEquals("function 5: this member has joined the others, which have compared their models: do it before " +
            "Cluster.join()", error.getMessage());
        // As if it had not been tried.
        joinBoth();
    }
}
