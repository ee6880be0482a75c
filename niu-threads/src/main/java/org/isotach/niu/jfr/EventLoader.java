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
     * Returns the events of a cluster.
     *
     * @param source sampled from time to time while a recording runs.
     * @return events that record nothing if the JDK has no flight recorder.
     */
    public static ClusterEvents eventsOf(final ClusterEvents.Source source)
    {
        try
        {
            // By name, because otherwise this class could not be verified without the flight recorder.
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
