/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.dining;

/**
 * The table of the philosophers, which keeps neighbours from eating at the same time.
 */
interface Table extends AutoCloseable
{
    /**
     * Lays a table.
     *
     * @param subject name of the guard of the forks.
     * @param dinner  that is served.
     * @param threads that drive the philosophers; thread t those whose number modulo the threads is t.
     * @return the table.
     */
    static Table lay(final String subject, final Dinner dinner, final int threads)
    {
        switch (subject)
        {
            case "ordered-locks":
                return new OrderedLocksTable(dinner, threads);
            case "synchronized":
                return new SynchronizedTable(dinner, threads);
            case "scalastm":
                return new ScalaStmTable(dinner, threads);
            case "isotach":
                return new IsotachTable(dinner, threads);
            default:
                throw new IllegalArgumentException("subject: " + subject +
                    " (expected: ordered-locks, synchronized, scalastm or isotach)");
        }
    }

    /**
     * The philosophers of one thread.
     *
     * @param thread number of the thread.
     * @return the philosophers, for that thread.
     */
    Diners diners(int thread);

    /**
     * Clears the table when no thread uses it any more.
     *
     * @throws IllegalStateException if the forks are not in their final state.
     */
    @Override
    void close();
}
