/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.isotach.niu.spi.OperationListener;

/**
 * Executes the reservations of a trace once more, to find from where to where a variable is reserved at a host, which
 * reads wait for its value, and which messages arrive.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class Reservations
{
    /**
     * End of a reservation or wait that has not ended within the trace.
     */
    static final int OPEN = Integer.MAX_VALUE;

    /**
     * Variables that a host has reserved together, and that are settled together.
     *
     * @param host  where they are reserved.
     * @param names of the variables.
     * @param from  place in the order of the isochron that reserves them.
     * @param to    of the isochron that settles them, {@link #OPEN} for none.
     */
    record Bar(int host, List<String> names, int from, int to)
    {
    }

    /**
     * A read that waits for a reserved variable.
     *
     * @param host   that has issued the read.
     * @param name   of the variable.
     * @param from   place in the order of the isochron that reads.
     * @param to     place of the isochron that gives the value, {@link #OPEN} for none.
     * @param holder place of the isochron that has reserved the variable.
     */
    record Wait(int host, String name, int from, int to, int holder)
    {
    }

    /**
     * A message that arrives at a host.
     *
     * @param host     the receiver.
     * @param isochron place in the order of the isochron.
     */
    record Arrival(int host, int isochron)
    {
    }

    private record Reservation(int host, long variable, String name, long version, int from)
    {
    }

    private record WaitingRead(int reader, String name, int from)
    {
    }

    private record BarKey(int host, int from, int to)
    {
    }

    private final Map<BarKey, List<String>> bars = new LinkedHashMap<>();
    private final List<Wait> waits = new ArrayList<>();
    private final List<Arrival> arrivals = new ArrayList<>();

    /**
     * @param walk      reads operations.
     * @param order     isochrons in their order.
     * @param hostCount number of hosts.
     */
    Reservations(final OperationWalk walk, final List<TracedIsochron> order, final int hostCount)
    {
        for (int host = 0; host < hostCount; host++)
        {
            final HostState state = new HostState(host);
            for (int i = 0; i < order.size(); i++)
            {
                if (null != order.get(i).executionAt(host))
                {
                    state.begin(i, order.get(i).issuer());
                    walk.read(order.get(i).words(), host, state);
                }
            }
            state.end();
        }
    }

    List<Bar> bars()
    {
        final List<Bar> all = new ArrayList<>();
        bars.forEach((key, names) -> all.add(new Bar(key.host, List.copyOf(names), key.from, key.to)));
        return all;
    }

    List<Wait> waits()
    {
        return List.copyOf(waits);
    }

    List<Arrival> deliveries()
    {
        return List.copyOf(arrivals);
    }

    /**
     * The variables of one host: their reservations, the last one first, and the reads that wait for each.
     */
    private final class HostState implements OperationListener
    {
        private final int host;
        private final Map<Long, Deque<Reservation>> reserved = new HashMap<>();
        private final Map<Reservation, List<WaitingRead>> readers = new LinkedHashMap<>();

        // Variables that were reserved, and overwritten before they were settled.
        private final Map<Long, Reservation> open = new LinkedHashMap<>();
        private int current;
        private int issuer;

        HostState(final int host)
        {
            this.host = host;
        }

        void begin(final int isochron, final int issuerOfIsochron)
        {
            current = isochron;
            issuer = issuerOfIsochron;
        }

        @Override
        public void operation(final String verb, final String object, final String detail)
        {
            // Only the effects of an operation count here.
        }

        @Override
        public void reserved(final long variable, final String name, final long version)
        {
            final Reservation reservation = new Reservation(host, variable, name, version, current);
            reserved.computeIfAbsent(variable, key -> new ArrayDeque<>()).push(reservation);
            open.put(version, reservation);
        }

        @Override
        public void settled(final long variable, final long version, final boolean isAssigned)
        {
            final Reservation reservation = open.remove(version);
            if (null == reservation)
            {
                return;
            }
            addBar(reservation, current);
            final Deque<Reservation> stack = reserved.getOrDefault(variable, new ArrayDeque<>());
            final Reservation below = below(stack, reservation);
            final List<WaitingRead> waiting = readers.remove(reservation);
            if (isAssigned)
            {
                dropFrom(stack, reservation);
            }
            else
            {
                stack.remove(reservation);
            }
            if (null != waiting && (isAssigned || null == below))
            {
                waiting.forEach(read -> addWait(read, reservation, current));
            }
            else if (null != waiting)
            {
                readers.computeIfAbsent(below, key -> new ArrayList<>()).addAll(waiting);
            }
        }

        private static Reservation below(final Deque<Reservation> stack, final Reservation reservation)
        {
            final Iterator<Reservation> all = stack.iterator();
            while (all.hasNext())
            {
                if (all.next() == reservation)
                {
                    return all.hasNext() ? all.next() : null;
                }
            }
            return null;
        }

        /**
         * Earlier reservations do not count any more.
         */
        private static void dropFrom(final Deque<Reservation> stack, final Reservation reservation)
        {
            if (stack.contains(reservation))
            {
                Reservation last = stack.pollLast();
                while (last != reservation)
                {
                    last = stack.pollLast();
                }
            }
        }

        @Override
        public void overwritten(final long variable)
        {
            reserved.remove(variable);
        }

        @Override
        public void answered(final long variable, final String name)
        {
            final Deque<Reservation> stack = reserved.get(variable);
            if (null != stack && !stack.isEmpty())
            {
                readers.computeIfAbsent(stack.peek(), key -> new ArrayList<>())
                    .add(new WaitingRead(issuer, name, current));
            }
        }

        @Override
        public void delivered()
        {
            final Arrival arrival = new Arrival(host, current);
            // An isochron may have several messages for a host.
            if (arrivals.isEmpty() || !arrivals.get(arrivals.size() - 1).equals(arrival))
            {
                arrivals.add(arrival);
            }
        }

        void end()
        {
            open.values().forEach(reservation -> addBar(reservation, OPEN));
            readers.forEach((reservation, all) -> all.forEach(read -> addWait(read, reservation, OPEN)));
        }

        private void addBar(final Reservation reservation, final int to)
        {
            bars.computeIfAbsent(new BarKey(host, reservation.from(), to), key -> new ArrayList<>())
                .add(reservation.name());
        }

        private void addWait(final WaitingRead read, final Reservation reservation, final int to)
        {
            // A read comes before the reservation of its variable by the same isochron.
            waits.add(new Wait(read.reader(), read.name(), read.from(), to, reservation.from()));
        }
    }

    @Override
    public String toString()
    {
        return "Reservations{bars=" + bars.size() + ", waits=" + waits.size() + '}';
    }
}
