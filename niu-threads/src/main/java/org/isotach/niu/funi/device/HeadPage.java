/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * The heads of the receive queues of one process in memory, each on a cache line of its own (Hoe, FUNet, sections 2.7
 * and 5.2.3): the device writes one when it has delivered something, so a process that polls in vain reads its cache,
 * and not the device. Threadsafe, with one writer at a time.
 */
final class HeadPage
{
    private final RegisterWord replies = new RegisterWord();
    private final RegisterWord requests = new RegisterWord();

    int get(final Queue queue)
    {
        // Acquire: the slots before the head. Partner: set().
        return (int)word(queue).get();
    }

    void set(final Queue queue, final int head)
    {
        // Release: the slots before the head. Partner: get().
        word(queue).set(head);
    }

    private RegisterWord word(final Queue queue)
    {
        return Queue.RPRQ == queue ? replies : requests;
    }
}
