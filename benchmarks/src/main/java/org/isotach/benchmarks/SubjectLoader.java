/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads all classes that a subject uses, except the JDK and {@link TurnSubject}, for this subject alone: so they are
 * profiled and compiled as if it were alone in its JVM. Something may be left out for a subject, as its name says.
 */
final class SubjectLoader extends URLClassLoader
{
    /**
     * Behind the name of a subject whose cluster counts nothing.
     */
    static final String WITHOUT_COUNTERS = "-without-counters";

    /**
     * Behind the name of a subject whose cluster finds no flight recorder.
     */
    static final String WITHOUT_JFR = "-without-jfr";

    private static final String COUNTERS = "org.isotach.niu.status.CounterCells";
    private static final String FLIGHT_EVENTS = "org.isotach.niu.jfr.FlightEvents";

    private final String subject;

    private SubjectLoader(final URL[] classPath, final String subject)
    {
        super(classPath, new InCommon());
        this.subject = subject;
    }

    /**
     * Opens a subject in a class loader of its own.
     *
     * @param classPath where its classes are.
     * @throws IllegalArgumentException when they are not there, or refuse the subject.
     */
    static TurnSubject open(final List<Path> classPath, final TurnKind kind, final String subject, final int payload)
    {
        final SubjectLoader loader = new SubjectLoader(urls(classPath), subject);
        try
        {
            return (TurnSubject)loader.loadClass(TurnLoops.class.getName())
                .getMethod("open", String.class, String.class, int.class)
                .invoke(null, kind.toString(), whole(subject), payload);
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

    private static String whole(final String subject)
    {
        return subject.replace(WITHOUT_COUNTERS, "").replace(WITHOUT_JFR, "");
    }

    @Override
    protected Class<?> findClass(final String name) throws ClassNotFoundException
    {
        if (FLIGHT_EVENTS.equals(name) && subject.endsWith(WITHOUT_JFR))
        {
            throw new ClassNotFoundException(name);
        }
        return COUNTERS.equals(name) && subject.endsWith(WITHOUT_COUNTERS) ? noCounters() : super.findClass(name);
    }

    private Class<?> noCounters() throws ClassNotFoundException
    {
        try (InputStream in = SubjectLoader.class.getResourceAsStream(CounterCells.class.getSimpleName() + ".class"))
        {
            // One char per byte, in both directions.
            final byte[] bytes = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                .replace(CounterCells.class.getName().replace('.', '/'), COUNTERS.replace('.', '/'))
                .getBytes(StandardCharsets.ISO_8859_1);
            return defineClass(COUNTERS, bytes, 0, bytes.length);
        }
        catch (final IOException ex)
        {
            throw new ClassNotFoundException(COUNTERS, ex);
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
