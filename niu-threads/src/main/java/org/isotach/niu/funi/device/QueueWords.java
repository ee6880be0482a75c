/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * The registers of one queue, for engines that look at them for each packet. See {@link RegisterFile} for who releases
 * what to whom.
 */
final class QueueWords
{
    private final RegisterWord mask;
    private final RegisterWord base;
    private final RegisterWord head;
    private final RegisterWord tail;

    QueueWords(final RegisterFile registers, final Queue queue)
    {
        mask = registers.word(Register.Q_MASK);
        base = registers.word(queue.base());
        head = registers.word(queue.head());
        tail = registers.word(queue.tail());
    }

    int mask()
    {
        return (int)mask.get();
    }

    /**
     * Returns where the producer is. With a mask that a process has changed meanwhile, or written wrongly, it still is
     * in the queue.
     */
    int head(final int bits)
    {
        // Acquire: the slots up to the head. Partners: moveHead(), RegisterFile.set().
        return (int)head.get() & bits;
    }

    /**
     * Returns where the consumer is, as {@link #head}.
     */
    int tail(final int bits)
    {
        // Acquire: the slots before the tail were read. Partners: moveTail(), RegisterFile.set().
        return (int)tail.get() & bits;
    }

    void moveHead(final int value)
    {
        // Release: the slots up to the head. Partners: head(), RegisterFile.get().
        head.set(value);
    }

    void moveTail(final int value)
    {
        // Release: the slots before the tail were read. Partners: tail(), RegisterFile.get().
        tail.set(value);
    }

    /**
     * Returns the address of a slot.
     */
    int slot(final int index)
    {
        return (int)base.get() + index * Slot.LENGTH;
    }

    /**
     * Returns whether head and tail are the same, with any mask.
     */
    boolean isEmpty()
    {
        return head.get() == tail.get();
    }

    @Override
    public String toString()
    {
        return tail + ".." + head;
    }
}
