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
    private static final String FLIGHT_EVENTS = "org.isotach.niu.jfr.FlightEvents";
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
            // By its name, because this class could not be verified either without the flight recorder.
            return (ClusterEvents)Class.forName(FLIGHT_EVENTS)
                .getDeclaredConstructor(ClusterEvents.Source.class).newInstance(source);
        }
        catch (final ReflectiveOperationException | LinkageError ex)
        {
            // An image without the module jdk.jfr.
            return NONE;
        }
    }
}
