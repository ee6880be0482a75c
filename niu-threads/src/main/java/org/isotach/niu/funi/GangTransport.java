/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.niu.Waiter;

/**
 * What carries the packets of one gang.
 */
interface GangTransport extends AutoCloseable
{
    /**
     * Makes the queue pair of a member; of one that has moved, or starts again, another one.
     *
     * @param outer lets its thread wait outside of handlers.
     * @param inner lets its thread wait inside of them.
     */
    QueuePair join(GangState state, Endpoint member, Waiter outer, Waiter inner);

    /**
     * Makes room for queues of some length.
     */
    void grow(int slots);

    void suspend();

    void resume();

    /**
     * Sets who is told, once or twice, when the gang has failed; at once, if it has already.
     */
    void onFail(Runnable listener);

    @Override
    void close();
}
