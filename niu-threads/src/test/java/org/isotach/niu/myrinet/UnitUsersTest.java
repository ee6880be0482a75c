/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.concurrent.CountDownLatch;

import org.isotach.test.TestThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * The users of units: row M13.
 */
@Timeout(60)
final class UnitUsersTest
{
    private static final int PROGRAMS = 4;
    private static final int TIMES = 500;

    private MyrinetCluster on;
    private MyriUnit first;
    private MyriUnit second;

    @BeforeEach
    void launch()
    {
        on = MyrinetCluster.ofHosts(2);
        first = new MyriUnit(on.network);
        second = new MyriUnit(on.network);
    }

    @AfterEach
    void close()
    {
        on.close();
    }

    private int users(final int unit)
    {
        return on.network.unit(unit).users();
    }

    @Test
    void m13ShouldLetTheFirstUserNameTheControlProgram()
    {
        assertEquals(MyriCode.BAD_MCP, second.init(0, 0, false, ""), "nobody has loaded it");
        assertEquals(0, users(0));
        assertEquals(MyriCode.OK, first.init(0, 0, false, "polled"));
        assertEquals(MyriCode.BAD_UNIT, second.getChan(0, 1), "no user yet");
        assertEquals(MyriCode.OK, second.init(0, 0, false, "unknown"), "not looked at");
        assertEquals(MyriCode.BAD_MCP, second.init(0, 0, true, "unknown"));
        assertEquals(MyriCode.OK, second.init(0, 0, true, "overlapped"));
        assertEquals(MyriCode.OK, first.init(0, 0, true, ""));
        assertEquals(2, users(0), "each counts once");
        assertEquals(0, users(1));
    }

    @Test
    void m13ShouldMakeTheNextUserTheFirstWhenAllHaveGone()
    {
        assertEquals(MyriCode.OK, first.init(0, 0, false, "polled"));
        assertEquals(MyriCode.OK, second.init(0, 0, false, ""));
        first.close();
        assertEquals(MyriCode.BAD_UNIT, first.handshake(0));
        assertEquals(MyriCode.OK, second.handshake(0));
        assertEquals(MyriCode.OK, first.init(0, 0, false, ""), "there is another one");
        first.close();
        second.close();
        first.close();
        assertEquals(0, users(0));
        assertEquals(MyriCode.BAD_MCP, first.init(0, 0, false, ""), "it would be the first again");
        assertEquals(MyriCode.OK, first.init(0, 0, false, "interrupt"));
        assertEquals(1, users(0));
    }

    @Test
    void m13ShouldGiveBackWhatAUserHas() throws InterruptedException
    {
        assertEquals(MyriCode.OK, first.init(0, 0, false, "polled"));
        assertEquals(2, first.getChan(0, 2));
        assertEquals(MyriCode.OK, first.lock(0));
        assertEquals(MyriCode.OK, first.lock(0));
        first.close();
        final TestThreads threads = new TestThreads();
        threads.start("second", () ->
        {
            assertEquals(MyriCode.OK, second.init(0, 0, false, "polled"));
            assertEquals(2, second.getChan(0, 2));
            assertEquals(MyriCode.OK, second.lock(0));
            assertEquals(MyriCode.OK, second.unlock(0));
            second.close();
        });
        threads.join();
    }

    /**
     * The send channel of a unit is one, whoever sends.
     */
    @Test
    void m13ShouldLockTheSendChannelForAllUsers() throws InterruptedException
    {
        assertEquals(MyriCode.OK, first.init(0, 0, false, "polled"));
        assertEquals(MyriCode.OK, first.lock(0));
        final CountDownLatch isReady = new CountDownLatch(1);
        final TestThreads threads = new TestThreads();
        final Thread other = threads.start("second", () ->
        {
            assertEquals(MyriCode.OK, second.init(0, 0, false, ""));
            isReady.countDown();
            assertEquals(MyriCode.OK, second.lock(0));
            assertEquals(MyriCode.OK, second.unlock(0));
        });
        isReady.await();
        while (Thread.State.TIMED_WAITING != other.getState())
        {
            TestThreads.checkNotInterrupted();
            Thread.onSpinWait();
        }
        assertEquals(MyriCode.OK, first.unlock(0));
        threads.join();
    }

    private static void crashAfter(final Runnable uses) throws InterruptedException
    {
        final Thread crashing = new Thread(() ->
        {
            uses.run();
            throw new IllegalStateException("crash");
        });
        crashing.setUncaughtExceptionHandler((thread, error) ->
        {
        });
        crashing.start();
        crashing.join();
    }

    @Test
    void m13CrashOfAUserShouldLeaveNoReference() throws InterruptedException
    {
        crashAfter(() ->
        {
            assertEquals(MyriCode.OK, first.init(0, 0, false, "polled"));
            assertEquals(MyriCode.OK, first.init(1, 0, false, "polled"));
        });
        assertEquals(1, users(0), "nobody has asked");
        assertEquals(MyriCode.BAD_MCP, second.init(0, 0, false, ""), "it is the first");
        assertEquals(0, users(0));
        assertEquals(MyriCode.OK, second.init(0, 0, false, "interrupt"));
        assertEquals(1, users(0));
        assertEquals(MyriCode.BAD_UNIT, first.handshake(0), "another thread of the one that has crashed");
        assertEquals(MyriCode.OK, first.handshake(1), "nobody has asked for this unit, which has a thread again");
        assertEquals(MyriCode.OK, second.init(1, 0, false, ""));
        assertEquals(2, users(1));
    }

    @Test
    void m13ShouldCountAUserWhoseNextThreadGoesOn() throws InterruptedException
    {
        crashAfter(() -> assertEquals(MyriCode.OK, first.init(0, 0, false, "polled")));
        assertEquals(MyriCode.OK, first.init(0, 0, false, ""), "it is a user still");
        assertEquals(MyriCode.OK, second.init(0, 0, false, ""));
        assertEquals(2, users(0));
    }

    @Test
    void m13ShouldCountUsersThatComeAndGoAtTheSameTime() throws InterruptedException
    {
        final TestThreads threads = new TestThreads();
        for (int i = 0; i < PROGRAMS; i++)
        {
            threads.start("program-" + i, () ->
            {
                for (int k = 0; k < TIMES; k++)
                {
                    try (MyriUnit api = new MyriUnit(on.network))
                    {
                        assertEquals(MyriCode.OK, api.init(0, 0, false, "polled"));
                        assertEquals(MyriCode.OK, api.handshake(0));
                    }
                }
            });
        }
        threads.join();
        assertEquals(0, users(0));
    }
}
