/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * When to give an executor a task again that has one already. It may be busy, or may have dropped the task, so the time
 * doubles. It counts looks, all by one thread at a time.
 */
final class Patience
{
    // About a second.
    private static final int MAX_LOOKS = 1 << 10;

    private volatile boolean isAsked;
    private int looks;
    private int looksLeft;

    /**
     * Looks once.
     *
     * @return whether to give it a task.
     */
    boolean isOver()
    {
        final boolean hasTask = isAsked;
        if (hasTask && looksLeft > 0)
        {
            looksLeft--;
            return false;
        }
        looks = hasTask ? Math.min(2 * looks, MAX_LOOKS) : 1;
        looksLeft = looks;
        return true;
    }

    /**
     * Notes that the executor is about to get a task.
     */
    void asks()
    {
        isAsked = true;
    }

    /**
     * Notes that a task has begun, or was refused. Threadsafe.
     */
    void ends()
    {
        isAsked = false;
    }

    @Override
    public String toString()
    {
        return "Patience{isAsked=" + isAsked + ", looks=" + looks + '}';
    }
}
