/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.driver;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import io.aeron.CommonContext;

import org.agrona.IoUtil;

/**
 * The directory of a media driver inside this JVM, with a name that no other one has. It is in shared memory, some
 * 100 MB, and no later driver would find it and use it again: so it is deleted when the JVM ends without closing the
 * driver, too. A JVM that is killed leaves it behind, and so does one whose driver makes files until its very end.
 */
public final class UniqueDirectory implements AutoCloseable
{
    private final String name = CommonContext.generateRandomDirName();
    private final Thread hook = new Thread(this::deleteAtTheEnd, "isotach-aeron-directory");

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
     * Programs may use the driver in shutdown hooks of their own, which run at the same time. What is registered here
     * is deleted when all hooks have ended, the last one first.
     */
    private void deleteAtTheEnd()
    {
        deleteOnExit(name);
    }

    /**
     * Lets the JVM delete a directory at its very end. For shutdown hooks, and for the directory of a driver of this
     * JVM only: no other one may have taken its place there.
     *
     * @param directory with all that is in it by now.
     */
    public static void deleteOnExit(final String directory)
    {
        try (Stream<Path> files = Files.walk(Path.of(directory)))
        {
            files.forEach(file -> file.toFile().deleteOnExit());
        }
        catch (final IOException | UncheckedIOException ex)
        {
            // There is none, or the driver is deleting it.
        }
    }

    /**
     * Deletes what a driver has left that could not be launched, or that an error has ended: only its own end deletes
     * the directory. Call it behind that.
     */
    @Override
    public void close()
    {
        IoUtil.delete(new File(name), true);
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
