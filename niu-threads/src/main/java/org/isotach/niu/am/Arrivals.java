/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * Runs the handlers for what a transport brings.
 */
interface Arrivals
{
    /**
     * Runs the handler of a request, if there is one.
     *
     * @return true if it has replied.
     */
    boolean request(int source, AmPacket packet);

    /**
     * Runs the handler of a reply or a broadcast, if there is one.
     */
    void reply(int source, AmPacket packet);

    /**
     * A request will not be answered.
     */
    void failed(int target, AmPacket packet, Failure.Reason reason);

    /**
     * Returns whether a handler of replies with this number would run.
     */
    boolean hasReplyHandler(int handler);

    /**
     * Reports what was thrown outside of handlers. Throws nothing.
     */
    void report(Throwable error);
}
