/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.jfr;

/**
 * Finds out whether there is a flight recorder.
 */
public final class EventLoader
{
    private static final ClusterEvents NONE = new ClusterEvents();

    private EventLoader()
    {
    }

    /**
     * What a cluster tells its events.
     *
     * @param source is looked at from time to time while somebody records.
     * @return what records nothing where the JDK has no flight recorder.
     */
    public static ClusterEvents eventsOf(final ClusterEvents.Source source)
    {
        try
        {
            Class.forName("jdk.jfr.FlightRecorder", false, EventLoader.class.getClassLoader());
            return new FlightEvents(source);
        }
        catch (final ClassNotFoundException | LinkageError ex)
        {
            // An image without the module jdk.jfr.
            return NONE;
        }
    }
}
