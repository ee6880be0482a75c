/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A {@code StructuredTaskScope} that ends early leaves nothing reserved. It is a preview of one JDK, so the program is
 * compiled when it runs, in a JVM of its own.
 */
class StructuredTaskScopeTest
{
    /**
     * In each scope one subtask is inside an action and one has a reservation, and all others wait: for a reserved
     * variable, for a condition, and for a future. A scope ends because one more subtask fails, because its time is
     * over, or because one has a result.
     */
    private static final String PROGRAM = """
        import java.time.Duration;
        import java.util.List;
        import java.util.concurrent.*;
        import java.util.concurrent.StructuredTaskScope.Joiner;
        import org.isotach.actions.*;
        import org.isotach.niu.ThreadingMode;

        public class Scopes {
            static final Duration LONG = Duration.ofHours(1);
            static final int LATE = 7;

            public static void main(String[] args) throws Exception {
                for (ThreadingMode mode : ThreadingMode.values()) {
                    for (int hosts = 1; hosts <= 2; hosts++) {
                        try (Isotach isotach = Isotach.launch(new IsotachContext().hosts(hosts).threadingMode(mode)
                            .awaitTimeout(Duration.ofSeconds(30)))) {
                            IsoLong[] x = isotach.longs("x", LATE + 1, 1);
                            end(isotach, x, StructuredTaskScope.open(), true);
                            end(isotach, x, StructuredTaskScope.open(Joiner.anySuccessfulResultOrThrow()), false);
                            end(isotach, x, StructuredTaskScope.open(Joiner.awaitAllSuccessfulOrThrow(),
                                settings -> settings.withTimeout(Duration.ofMillis(40))), null);
                        }
                    }
                }
                System.out.print("nothing is reserved");
            }

            // isFailing: null if it ends by itself.
            static void end(Isotach isotach, IsoLong[] x, StructuredTaskScope<Object, ?> scope, Boolean isFailing)
                throws Exception {
                CountDownLatch inside = new CountDownLatch(2);
                Reservation held = isotach.reserve(x[0]);
                try (scope) {
                    calls(isotach, x, inside).forEach(scope::fork);
                    if (null != isFailing) {
                        scope.fork(() -> {
                            inside.await();
                            Thread.sleep(40);
                            if (isFailing) {
                                throw new IllegalStateException("fails");
                            }
                            return "first";
                        });
                    }
                    check("first".equals(scope.join()), "the scope has ended late");
                } catch (StructuredTaskScope.FailedException ex) {
                    check(isFailing && "fails".equals(ex.getCause().getMessage()), ex);
                } catch (StructuredTaskScope.TimeoutException ex) {
                    check(null == isFailing, ex);
                }
                // What does not wait for the reserved variable was given back before the scope was closed.
                isotach.update(x[1], x[2], x[6]).execute(action -> checkOld(action, x[1], x[2], x[6]));
                held.close();
                isotach.update(x).execute(action -> checkOld(action, x));
            }

            static List<Callable<Object>> calls(Isotach isotach, IsoLong[] x, CountDownLatch inside) {
                CountDownLatch never = new CountDownLatch(1);
                return List.of(
                    () -> isotach.update(x[1]).run(action -> {
                        action.set(x[1], 9);
                        inside.countDown();
                        never.await();
                        return null;
                    }),
                    () -> {
                        try (Reservation own = isotach.reserve(x[2])) {
                            inside.countDown();
                            never.await();
                            return null;
                        }
                    },
                    () -> isotach.update(x[0], x[3]).run(action -> action.set(x[3], 9).get(x[0])),
                    () -> isotach.reserve(x[0], x[4]),
                    () -> x[0].get(),
                    () -> isotach.snapshot(now -> now.get(x[0]), x[5], x[0]),
                    () -> isotach.update(x[6]).when(now -> now.get(x[6]) > 1, LONG).run(action -> action.get(x[6])),
                    // The scope ends the wait, and not the action: that has its turn when the variable is free.
                    () -> isotach.update(x[0], x[LATE]).runAsync(action -> action.get(x[LATE]),
                        ForkJoinPool.commonPool()).get());
            }

            static void checkOld(Action action, IsoLong... variables) {
                for (IsoLong variable : variables) {
                    check(1 == action.get(variable), variable + " is " + action.get(variable));
                }
            }

            static void check(boolean isTrue, Object what) {
                if (!isTrue) {
                    throw new AssertionError(what);
                }
            }
        }
        """;

    @TempDir
    private Path folder;

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, max = JRE.JAVA_25)
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldReserveNothingWhenAScopeEndsEarly() throws Exception
    {
        final Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-preview",
            "--source", "25", "-Disotach.paranoid=" + Boolean.getBoolean("isotach.paranoid"),
            "-cp", System.getProperty("java.class.path"),
            Files.writeString(folder.resolve("Scopes.java"), PROGRAM).toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
        try
        {
            assertEquals("nothing is reserved", new String(process.getInputStream().readAllBytes()));
            assertEquals(0, process.waitFor());
        }
        finally
        {
            process.destroyForcibly();
        }
    }
}
