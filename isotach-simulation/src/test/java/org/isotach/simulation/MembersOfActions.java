/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

import org.isotach.IsotachException;
import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.junit.jupiter.api.AfterEach;

import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Three members in this JVM, each with an {@link Isotach} and a thread of its own, with trunks in memory.
 */
abstract class MembersOfActions
{
    static final int ROUNDS = 20;
    static final Duration LIMIT = Duration.ofSeconds(60);
    static final Members MEMBERS =
        Members.builder().add("left", "", 0).add("middle", "", 1).add("right", "", 2).build();

    MemoryTrunks trunks = newTrunks();
    private final ExecutorService threads = Executors.newFixedThreadPool(MEMBERS.count());

    static MemoryTrunks newTrunks()
    {
        return new MemoryTrunks(MEMBERS.count(), 64, new Random(1));
    }

    @AfterEach
    void endThreads()
    {
        threads.shutdownNow();
    }

    final IsotachContext context(final int own, final ThreadingMode mode)
    {
        return new IsotachContext().hosts(MEMBERS.count() + 1).threadingMode(mode).memory(1024)
            .awaitTimeout(LIMIT)
            .function(0, (value, argument) -> 2 * value + argument)
            .membership(new Membership(MEMBERS, MEMBERS.name(own), trunks));
    }

    /**
     * What each member does, on a thread of its own.
     */
    @FunctionalInterface
    interface Program<T>
    {
        T run(int own) throws Exception;
    }

    final <T> List<T> all(final Program<T> program) throws Exception
    {
        final List<Callable<T>> programs = new ArrayList<>();
        for (int member = 0; member < MEMBERS.count(); member++)
        {
            final int own = member;
            programs.add(() -> program.run(own));
        }
        final List<T> results = new ArrayList<>();
        for (final Future<T> result : threads.invokeAll(programs))
        {
            results.add(result.get());
        }
        return results;
    }

    final String refused(final int own, final Consumer<Isotach> declarations)
    {
        try (Isotach isotach = Isotach.launch(context(own, ThreadingMode.HOST)))
        {
            declarations.accept(isotach);
            return assertThrows(IsotachException.class, isotach::join).getMessage();
        }
    }

    static void await(final Isotach isotach, final IsoLong counter, final long value)
    {
        isotach.update(counter).when(now -> now.get(counter) >= value, LIMIT).execute(action -> action.get(counter));
    }
}
