/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

/**
 * Shared 64-bit variables, initially 0, in groups that are accessed atomically.
 */
interface GroupSubject extends AutoCloseable
{
    /**
     * Makes the variables.
     *
     * @param name   of the subject.
     * @param groups of the variables.
     * @return the subject.
     */
    static GroupSubject open(final String name, final Groups groups)
    {
        switch (name)
        {
            case "synchronized":
                return new SynchronizedSubject(groups);
            case "reentrantlock":
                return new ReentrantLockSubject(groups);
            case "stampedlock":
                return new StampedLockSubject(groups);
            case "scalastm":
                return new ScalaStmSubject(groups);
            case "multiverse":
                return new MultiverseSubject(groups);
            case "isotach-1-copy":
                return IsotachSubject.withOneCopy(groups);
            case "isotach-2-copies":
                return IsotachSubject.withTwoCopies(groups);
            case "isotach-update":
                return IsotachSubject.withUpdates(groups);
            default:
                throw new IllegalArgumentException("subject: " + name + " (expected: synchronized, reentrantlock," +
                    " stampedlock, scalastm, multiverse, isotach-1-copy, isotach-2-copies or isotach-update)");
        }
    }

    /**
     * The variables as one thread uses them.
     *
     * @param thread  number of the thread, from 0.
     * @param threads number of threads.
     * @return the access of that thread.
     */
    GroupAccess access(int thread, int threads);

    /**
     * Completes work in progress, when no thread uses its access any more.
     *
     * @return the values of all variables.
     * @throws IllegalStateException when copies of a variable differ.
     */
    long[] values();

    @Override
    void close();
}
