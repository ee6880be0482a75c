/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

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
        // Both are on one thread, so the first one that closes waits in vain.
        final ClusterContext context = new ClusterContext().topology(Topology.chain(2, 2))
            .threadingMode(ThreadingMode.INVOKER).closeTimeout(Duration.ofMillis(1)).errorHandler(error ->
            {
            });
        return Cluster.launch(context, new Membership(MEMBERS, name, trunks));
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
