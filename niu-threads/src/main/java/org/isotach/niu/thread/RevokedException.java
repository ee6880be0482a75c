/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import org.isotach.HostExpelledException;

/**
 * Thrown when a thread returns from a handler of a host that was expelled meanwhile: its work for the host has been
 * taken away from it. No code between the handler and the code that took the {@link TryLock} may catch it.
 */
final class RevokedException extends HostExpelledException
{
    private static final long serialVersionUID = 1L;

    RevokedException(final int host)
    {
        super("host " + host + " was expelled while this thread was inside one of its handlers");
    }
}
