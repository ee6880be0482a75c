/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.driver;

import java.io.File;

import io.aeron.CommonContext;

import org.agrona.IoUtil;

/**
 * The directory of a media driver inside this JVM, with a name that no other one has. It is in shared memory, some
 * 100 MB, and no later driver would find it and use it again: so it is deleted when the JVM ends without closing the
 * driver, too. Only a JVM that is killed leaves it behind.
 */
public final class UniqueDirectory implements AutoCloseable
{
    private final String name = CommonContext.generateRandomDirName();
    private final Thread hook =
        new Thread(() -> IoUtil.delete(new File(name), true), "isotach-aeron-directory");

    /**
     * Chooses the name; the driver makes the directory.
     */
    public UniqueDirectory()
    {
        try
        {
            Runtime.getRuntime().addShutdownHook(hook);
        }
        catch (final IllegalStateException ex)
        {
            // The JVM is ending: what happens now has to close the driver.
        }
    }

    /**
     * Returns the name for the driver and its clients.
     *
     * @return its path.
     */
    public String name()
    {
        return name;
    }

    /**
     * Leaves the directory to the driver, which deletes it when it is closed.
     */
    @Override
    public void close()
    {
        try
        {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
        catch (final IllegalStateException ex)
        {
            // The JVM is ending: the hook finds nothing, or what is left.
        }
    }
}
