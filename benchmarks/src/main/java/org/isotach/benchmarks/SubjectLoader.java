/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads all classes that a subject uses, except the JDK and {@link TurnSubject}, for this subject alone: so they are
 * profiled and compiled as if it were alone in its JVM.
 */
final class SubjectLoader extends URLClassLoader
{
    private SubjectLoader(final URL[] classPath)
    {
        super(classPath, new InCommon());
    }

    /**
     * Opens a subject in a class loader of its own.
     *
     * @param classPath where its classes are.
     * @throws IllegalArgumentException when they are not there, or refuse the subject.
     */
    static TurnSubject open(final List<Path> classPath, final TurnKind kind, final String subject, final int payload)
    {
        final SubjectLoader loader = new SubjectLoader(urls(classPath));
        try
        {
            return (TurnSubject)loader.loadClass(TurnLoops.class.getName())
                .getMethod("open", String.class, String.class, int.class)
                .invoke(null, kind.toString(), subject, payload);
        }
        catch (final InvocationTargetException ex)
        {
            throw new IllegalArgumentException(subject + ": " + ex.getCause().getMessage(), ex.getCause());
        }
        catch (final ReflectiveOperationException | LinkageError | ClassCastException ex)
        {
            throw new IllegalArgumentException(
                subject + ": " + classPath + " (expected: benchmarks.jar of a version that can take turns)", ex);
        }
    }

    /**
     * The class path of this JVM.
     */
    static List<Path> classPath()
    {
        final List<Path> classPath = new ArrayList<>();
        for (final String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator")))
        {
            classPath.add(Path.of(entry));
        }
        return classPath;
    }

    private static URL[] urls(final List<Path> classPath)
    {
        final URL[] urls = new URL[classPath.size()];
        for (int i = 0; i < urls.length; i++)
        {
            try
            {
                urls[i] = classPath.get(i).toUri().toURL();
            }
            catch (final MalformedURLException ex)
            {
                throw new IllegalArgumentException("class path: " + classPath.get(i), ex);
            }
        }
        return urls;
    }

    /**
     * The JDK, and the interface of subjects.
     */
    private static final class InCommon extends ClassLoader
    {
        InCommon()
        {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(final String name) throws ClassNotFoundException
        {
            if (TurnSubject.class.getName().equals(name))
            {
                return TurnSubject.class;
            }
            throw new ClassNotFoundException(name);
        }
    }
}
