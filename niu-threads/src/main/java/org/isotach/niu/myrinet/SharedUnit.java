/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What all programs on a network share of one unit: here are the semaphores of the paper. It counts the users, and owns
 * the rule that the first one names the control program. When the last one has gone, the next is the first again.
 * Threadsafe.
 */
final class SharedUnit
{
    private static final Set<String> PROGRAMS = Set.of("interrupt", "polled", "overlapped");

    private final List<UnitUser> users = new ArrayList<>();
    private final ReentrantLock sendLock = new ReentrantLock();

    /**
     * Counts a user, once however often it asks. Users whose thread has ended without a word count no more.
     *
     * @param isForced true to name the control program although there are users.
     * @param name     of the control program, empty for the one that is there.
     * @return {@link MyriCode#OK}, or {@link MyriCode#BAD_MCP}.
     */
    synchronized int init(final UnitUser user, final boolean isForced, final String name)
    {
        // First: its own thread is there.
        user.use();
        dropAbandoned();
        final boolean isNamed = users.isEmpty() || isForced && !name.isEmpty();
        if (isNamed && !PROGRAMS.contains(name))
        {
            return MyriCode.BAD_MCP;
        }
        if (!user.isCounted())
        {
            user.isCounted(true);
            users.add(user);
        }
        return MyriCode.OK;
    }

    private void dropAbandoned()
    {
        for (int i = users.size() - 1; i >= 0; i--)
        {
            if (users.get(i).isAbandoned())
            {
                users.remove(i).isCounted(false);
            }
        }
    }

    /**
     * A user has gone, if it was one.
     */
    synchronized void exit(final UnitUser user)
    {
        users.remove(user);
        user.isCounted(false);
    }

    /**
     * Returns how many users are counted.
     */
    synchronized int users()
    {
        return users.size();
    }

    /**
     * Returns the lock of the send channel.
     */
    ReentrantLock sendLock()
    {
        return sendLock;
    }

    @Override
    public String toString()
    {
        return "SharedUnit{users=" + users() + '}';
    }
}
