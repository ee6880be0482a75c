/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.jfr;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;

import org.isotach.niu.status.Counter;
import org.isotach.niu.status.Counters;
import org.isotach.niu.status.HostStatus;

/**
 * Reports the events of one cluster to the flight recorder. The only class of the library, besides the events, that
 * needs the module {@code jdk.jfr}. Threadsafe.
 */
final class FlightEvents extends ClusterEvents
{
    // Asked whether a recording runs: a new one each time would make garbage in each wait.
    private final WaitEvent anyWait = new WaitEvent();
    private final NoRoomEvent anyNoRoom = new NoRoomEvent();
    private final ReservedEvent anyReserved = new ReservedEvent();
    private final ReservationLookEvent anyLook = new ReservationLookEvent();
    private final Source source;
    private final Listener listener = new Listener(this);

    // Reservations of the last sample, each with an event that began when it was first seen.
    private final Map<Object, ReservedEvent> seen = new HashMap<>();
    private long look;
    private boolean isClosed;

    /**
     * What the recorder keeps: a cluster that nobody closes, and that has no threads, can be collected nevertheless.
     */
    private static final class Listener implements FlightRecorderListener
    {
        private final WeakReference<FlightEvents> events;
        private final Runnable stateHook = () -> tell(FlightEvents::tellState);
        private final Runnable reservationHook = () -> tell(FlightEvents::lookForReservations);

        Listener(final FlightEvents events)
        {
            this.events = new WeakReference<>(events);
        }

        @Override
        public void recorderInitialized(final FlightRecorder recorder)
        {
            tell(open ->
            {
                synchronized (open.seen)
                {
                    if (!open.isClosed)
                    {
                        FlightRecorder.addPeriodicEvent(ClusterStateEvent.class, stateHook);
                        FlightRecorder.addPeriodicEvent(ReservationLookEvent.class, reservationHook);
                    }
                }
            });
        }

        @Override
        public void recordingStateChanged(final Recording recording)
        {
            tell(FlightEvents::forgetUnlessRecorded);
        }

        private void tell(final Consumer<FlightEvents> call)
        {
            final FlightEvents open = events.get();
            if (null == open)
            {
                remove();
            }
            else
            {
                call.accept(open);
            }
        }

        void remove()
        {
            FlightRecorder.removeListener(this);
            if (FlightRecorder.isInitialized())
            {
                FlightRecorder.removePeriodicEvent(stateHook);
                FlightRecorder.removePeriodicEvent(reservationHook);
            }
        }
    }

    FlightEvents(final Source source)
    {
        this.source = source;
    }

    @Override
    public void launched()
    {
        // The listener is called when a recording starts, or at once, and a thread of the recorder asks for the state
        // from then on. Nothing of the recorder is initialized before that.
        FlightRecorder.addListener(listener);
    }

    @Override
    public Span beginWait(final int host)
    {
        return anyWait.isEnabled() ? newWait(host) : null;
    }

    private static Span newWait(final int host)
    {
        final WaitEvent event = new WaitEvent();
        event.begin();
        return what ->
        {
            event.end();
            if (event.shouldCommit())
            {
                event.host = host;
                event.waitedFor = String.valueOf(what);
                event.commit();
            }
        };
    }

    @Override
    public Span beginNoRoom(final int host)
    {
        return anyNoRoom.isEnabled() ? newNoRoom(host) : null;
    }

    private static Span newNoRoom(final int host)
    {
        final NoRoomEvent event = new NoRoomEvent();
        event.begin();
        return what ->
        {
            event.end();
            if (event.shouldCommit())
            {
                event.host = host;
                event.commit();
            }
        };
    }

    @Override
    public Span beginExpel(final int host)
    {
        final ExpelEvent event = new ExpelEvent();
        if (!event.isEnabled())
        {
            return null;
        }
        event.begin();
        return what ->
        {
            event.end();
            if (event.shouldCommit())
            {
                event.host = host;
                event.result = String.valueOf(what);
                event.commit();
            }
        };
    }

    @Override
    public void handlerError(final Throwable error)
    {
        final HandlerErrorEvent event = new HandlerErrorEvent();
        if (event.shouldCommit())
        {
            event.error = error.getClass().getName();
            event.message = messageOf(error);
            event.commit();
        }
    }

    private static String messageOf(final Throwable error)
    {
        try
        {
            return error.getMessage();
        }
        catch (final Throwable ex)
        {
            // It is the code of a user.
            return "its getMessage() throws " + ex.getClass().getName();
        }
    }

    @Override
    public void close()
    {
        synchronized (seen)
        {
            isClosed = true;
            seen.values().forEach(ReservedEvent::tell);
            seen.clear();
        }
        listener.remove();
    }

    private void tellState()
    {
        final Counters counters = source.counters();
        for (final HostStatus host : source.status().hosts())
        {
            final ClusterStateEvent event = new ClusterStateEvent();
            event.host = host.id();
            event.name = host.name();
            event.state = host.state();
            event.pulse = host.pulse();
            event.onTheWay = host.onTheWay();
            event.unread = host.unread();
            event.linksShort = host.links().size();
            event.issued = counters.value(host.id(), Counter.ISOCHRONS_ISSUED);
            event.executed = counters.value(host.id(), Counter.FRAMES_EXECUTED);
            event.readsWaited = counters.value(host.id(), Counter.READS_WAITED);
            event.noRoom = counters.value(host.id(), Counter.NO_ROOM);
            event.snapshotsAtOnce = counters.value(host.id(), Counter.SNAPSHOTS_AT_ONCE);
            event.snapshotsAnew = counters.value(host.id(), Counter.SNAPSHOTS_ANEW);
            event.snapshotsInOrder = counters.value(host.id(), Counter.SNAPSHOTS_IN_ORDER);
            event.commit();
        }
        tellReservationsThatLast();
    }

    /**
     * One that is never given back would not be in any recording otherwise.
     */
    private void tellReservationsThatLast()
    {
        synchronized (seen)
        {
            for (final ReservedEvent event : seen.values())
            {
                if (event.isOld)
                {
                    event.end();
                    event.tell();
                }
                event.isOld = true;
            }
        }
    }

    /**
     * Nobody looks any more: what was seen would be in the next recording, though it has begun, or even ended, before.
     */
    private void forgetUnlessRecorded()
    {
        synchronized (seen)
        {
            if (!areReservationsRecorded())
            {
                seen.clear();
            }
        }
    }

    private boolean areReservationsRecorded()
    {
        return anyReserved.isEnabled() && anyLook.isEnabled();
    }

    private void lookForReservations()
    {
        synchronized (seen)
        {
            look++;
        }
        source.forEachReservation((key, variable, holder, owner, readers) ->
        {
            // Most are over before they are worth an event. Without the lock: names may come from code of a user.
            if (isToDescribe(key, readers.size()))
            {
                describe(key, variable.get(), holder, owner.get());
            }
        });
        synchronized (seen)
        {
            seen.values().removeIf(this::isOver);
        }
    }

    private boolean isToDescribe(final Object key, final int readsWaiting)
    {
        synchronized (seen)
        {
            // At each one: the last recording may have stopped meanwhile, and forgotten what was seen.
            if (isClosed || !areReservationsRecorded())
            {
                return false;
            }
            final ReservedEvent event = seen.computeIfAbsent(key, unused -> begun());
            event.look = look;
            event.readsWaiting = Math.max(event.readsWaiting, readsWaiting);
            event.end();
            return event.isToDescribe();
        }
    }

    private void describe(final Object key, final String variable, final int holder, final String owner)
    {
        synchronized (seen)
        {
            final ReservedEvent event = seen.get(key);
            if (null != event)
            {
                event.host = holder;
                event.variable = variable;
                event.owner = owner;
            }
        }
    }

    private boolean isOver(final ReservedEvent event)
    {
        final boolean isOver = look != event.look;
        if (isOver)
        {
            // The last look recorded its end: no more is known.
            event.ended = true;
            event.tell();
        }
        return isOver;
    }

    private static ReservedEvent begun()
    {
        final ReservedEvent event = new ReservedEvent();
        event.begin();
        return event;
    }

    @Override
    public String toString()
    {
        return "FlightEvents{" + source + '}';
    }
}
