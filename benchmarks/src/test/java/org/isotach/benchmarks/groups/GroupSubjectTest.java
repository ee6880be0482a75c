/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GroupSubjectTest
{
    private static final int THREADS = 2;
    private static final int SIZE = 16;
    private static final int OF = 32;
    private static final int OPERATIONS = 2_000;

    private final Groups groups = new Groups(SIZE, OF);

    // Not the common pool: on two processors it has one thread (since JDK 25 also for CompletableFuture), and the tasks
    // of a test need each other.
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stopThreads()
    {
        threads.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "synchronized", "reentrantlock", "stampedlock", "scalastm", "multiverse", "isotach-1-copy",
        "isotach-2-copies", "isotach-update" })
    void shouldReadWholeGroupsOnly(final String name)
    {
        try (GroupSubject subject = GroupSubject.open(name, groups))
        {
            final GroupAccess writer = subject.access(0, THREADS);
            final GroupAccess reader = subject.access(1, THREADS);
            final CompletableFuture<Void> writing = CompletableFuture.runAsync(() ->
            {
                for (int i = 1; i <= OPERATIONS; i++)
                {
                    writer.write(groups.group(0), i);
                }
            }, threads);
            long last = 0;
            while (!writing.isDone())
            {
                final long sum = reader.snapshot(groups.group(0));
                assertEquals(0, sum % SIZE, "torn: not " + SIZE + " times one of the numbers written one by one");
                assertEquals(Math.max(sum, last), sum, "back in time");
                last = sum;
            }
            writing.join();

            final long[] values = subject.values();
            groups.checkWhole(values);
            assertEquals(OPERATIONS, values[0]);
            assertEquals((long)SIZE * OPERATIONS, Arrays.stream(values).sum());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "synchronized", "reentrantlock", "stampedlock", "scalastm", "multiverse", "isotach-1-copy",
        "isotach-2-copies", "isotach-update" })
    void shouldNotLoseIncrements(final String name)
    {
        try (GroupSubject subject = GroupSubject.open(name, groups))
        {
            final CountDownLatch updating = new CountDownLatch(THREADS);
            final CompletableFuture<?>[] updates = new CompletableFuture<?>[THREADS];
            for (int i = 0; i < THREADS; i++)
            {
                final GroupAccess access = subject.access(i, THREADS);
                updates[i] = CompletableFuture.runAsync(() ->
                {
                    try
                    {
                        update(access);
                    }
                    finally
                    {
                        updating.countDown();
                    }
                    // The other thread needs what this one has begun; values() completes the rest for both.
                    while (updating.getCount() > 0)
                    {
                        access.tryComplete();
                    }
                }, threads);
            }
            CompletableFuture.allOf(updates).join();

            final long[] expected = new long[OF];
            Arrays.fill(expected, (long)THREADS * OPERATIONS * SIZE / OF);
            assertArrayEquals(expected, subject.values());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "synchronized", "reentrantlock", "stampedlock", "scalastm", "multiverse", "isotach-1-copy",
        "isotach-2-copies", "isotach-update" })
    void shouldServeOneThread(final String name)
    {
        try (GroupSubject subject = GroupSubject.open(name, groups))
        {
            final GroupAccess access = subject.access(0, 1);
            update(access);
            while (!access.tryComplete())
            {
                Thread.onSpinWait();
            }
            subject.values();
            final long sum = (long)OPERATIONS * SIZE * SIZE / OF;
            assertEquals(sum, access.snapshot(groups.group(0)));

            access.write(groups.group(0), 7);
            subject.values();
            assertEquals(7 * SIZE, access.snapshot(groups.group(0)));
            assertEquals(sum, access.snapshot(groups.group(1)));
        }
    }

    @Test
    void shouldRefuseUnknownSubject()
    {
        assertThrows(IllegalArgumentException.class, () -> GroupSubject.open("none", groups));
    }

    @Test
    void shouldRefuseGroupsThatAreNoPartition()
    {
        assertThrows(IllegalArgumentException.class, () -> new Groups(3, 16));
        assertThrows(IllegalArgumentException.class, () -> new Groups(4, 18));
        assertThrows(IllegalArgumentException.class, () -> new Groups(16, 8));
    }

    @Test
    void shouldSeeTornGroup()
    {
        final long[] values = new long[OF];
        groups.checkWhole(values);
        values[groups.group(0)[1]] = 1;
        assertThrows(IllegalStateException.class, () -> groups.checkWhole(values));
    }

    private void update(final GroupAccess access)
    {
        for (int i = 0; i < OPERATIONS; i++)
        {
            while (!access.tryUpdate(groups.group(i)))
            {
                Thread.onSpinWait();
            }
        }
    }
}
