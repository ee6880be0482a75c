/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

/**
 * Work that concerns only one host, and is executed without an isochron, in the same way as a local isochron that is
 * issued at that moment (V1 section 3.2.2). Threadsafe; not from inside a handler.
 */
public interface LocalWork
{
    /**
     * Makes the calling thread the owner of the host. This is possible if nothing that this host has issued before is
     * pending, no other thread works for it, it takes isochrons of all families, and there is no trace. Waits for a
     * moment for an owner that is working, and on the only host of a cluster with threads also for what is pending. A
     * call of {@link #end} or {@link #defer} must follow, with nothing in between that waits.
     *
     * @return false if that was not possible within that moment: issue an isochron.
     */
    boolean tryBegin();

    /**
     * Ends the work that {@link #tryBegin} or {@link #tryResume} has begun, and counts it as an isochron.
     *
     * @param isExecuted false if there was nothing to execute after all, or if an exception cut the work short.
     */
    void end(boolean isExecuted);

    /**
     * Ends the work that {@link #tryBegin} has begun, counts it as an isochron, and defers the rest of it. Whoever
     * becomes owner of the host next does the rest before anything else, so it must be short. If it throws, the owner
     * after that does it again.
     *
     * @param rest the rest of the work, executed as owner unless {@link #tryResume} comes first.
     */
    void defer(Runnable rest);

    /**
     * Makes the calling thread the owner as {@link #tryBegin} does, but without the rest of the work that it has
     * deferred, and without waiting. A call of {@link #end} or {@link #deferAgain} must follow.
     *
     * @param rest what was deferred.
     * @return false if another owner does the rest, or it is still to be done, and work cannot go on at present.
     */
    boolean tryResume(Runnable rest);

    /**
     * Ends the work that {@link #tryResume} has begun as if it had not: the rest is still to be done.
     *
     * @param rest as for {@link #tryResume}.
     */
    void deferAgain(Runnable rest);

    /**
     * Becomes owner, also when {@link #tryBegin} is not possible, and does something that counts as no isochron, after
     * what is deferred.
     *
     * @param task executed as owner; must be short.
     * @return false if there is another owner: nothing has happened.
     */
    boolean tryRun(Runnable task);
}
