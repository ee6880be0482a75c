/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.List;

import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Batches with references: objects and words are written at one point, and no object is kept for ever.
 */
class BatchTest
{
    private static final String MODES = "org.isotach.actions.TestIsotach#modes";

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldWriteReferencesWithTheOthers(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoReference<String> name = isotach.reference("name", "first");
            final IsoReference<List<Integer>> list = isotach.reference("list");
            final IsoLong count = isotach.longVariable("count");
            for (int i = 1; i <= 50; i++)
            {
                final int number = i;
                isotach.write(batch -> batch.set(name, "not this").set(count, number).set(list, List.of(number))
                    .set(name, "name " + number));
                assertEquals("name " + i, name.get());
                assertEquals(List.of(i), list.get());
                final String text = isotach.snapshot(
                    now -> now.get(name) + now.get(list) + now.get(count), name, list, count);
                assertEquals("name " + i + "[" + i + "]" + i, text);
            }
            isotach.write(batch -> batch.set(name, null).set(list, null));
            assertNull(name.get());
            assertNull(list.get());
            // Those that were replaced last are freed by later ones.
            assertTrue(isotach.objects() < 20, isotach.objects() + " objects");
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldKeepNothingOfABatchThatIsNotWritten(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts); TestIsotach other = TestIsotach.launch())
        {
            final Isotach isotach = test.get();
            final IsoReference<String> name = isotach.reference("name", "first");
            final IsoReference<String> theirs = other.get().reference("theirs");
            assertThrows(IllegalArgumentException.class,
                () -> isotach.write(batch -> batch.set(name, "second").set(theirs, "third")));
            assertEquals("first", name.get());
            assertEquals(1, isotach.objects());
            // What was put into that batch is not in the next one.
            isotach.write(batch -> batch.set(name, "fourth"));
            assertEquals("fourth", name.get());
            assertNull(theirs.get());
        }
    }

    /**
     * Who has reserved comes first, and the batch waits for that.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldWriteBehindAReservation(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoReference<String> name = isotach.reference("name", "first");
            final TestThreads threads = new TestThreads();
            try (Reservation held = isotach.reserve(name))
            {
                threads.start("writes", () -> isotach.write(batch -> batch.set(name, "third")));
                assertEquals("first", held.values().get(name));
                held.assign(action -> action.set(name, "second"));
            }
            threads.join();
            assertEquals("third", name.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldWakeAPreparedActionWithACondition(final ThreadingMode mode, final int hosts) throws Exception
    {
        final int rounds = 5;
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoReference<Integer> asked = isotach.reference("asked", 0);
            final IsoLong answered = isotach.longVariable("answered");
            final PreparedAction<Long> answer = isotach.update(answered).reading(asked)
                .when(now -> now.get(asked) > now.get(answered), Duration.ofSeconds(30))
                .prepare(action -> action.set(answered, action.get(answered) + 1).get(answered));
            final TestThreads threads = new TestThreads();
            threads.start("answers", () ->
            {
                for (long i = 1; i <= rounds; i++)
                {
                    assertEquals(i, answer.run());
                }
                assertEquals(rounds + 1, answer.runAsync(Runnable::run).get());
            });
            final PreparedAction<Void> isAnswered = isotach.update(answered)
                .when(now -> now.get(answered) == now.get(asked), Duration.ofSeconds(30))
                .reading(asked).prepare(action -> null);
            for (int i = 1; i <= rounds + 1; i++)
            {
                final int number = i;
                isotach.write(batch -> batch.set(asked, number));
                isAnswered.run();
                assertEquals(i, answered.get());
            }
            threads.join();
            try (Pipeline pipeline = isotach.pipeline(1))
            {
                assertThrows(IllegalArgumentException.class, () -> pipeline.submit(answer));
            }
        }
    }
}
