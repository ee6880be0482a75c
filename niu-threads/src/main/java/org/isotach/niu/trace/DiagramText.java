/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The descriptions of the elements of a diagram.
 */
final class DiagramText
{
    private static final double NS_PER_US = 1000;

    private final Trace trace;

    DiagramText(final Trace trace)
    {
        this.trace = trace;
    }

    String of(final TracedIsochron isochron)
    {
        final List<String> lines = new ArrayList<>();
        lines.add("isochron of " + trace.hostNames().get(isochron.issuer()) +
            (isochron.isExecuted() ? ", pulse " + isochron.pulse() : ", issued and not executed yet"));
        lines.addAll(isochron.text().lines());
        if (isochron.isExecuted())
        {
            lines.add("executed at " + isochron.executions().stream()
                .map(execution -> trace.hostNames().get(execution.host()) +
                (execution.pulse() == isochron.pulse() ? "" : " (in pulse " + execution.pulse() + "!)"))
                .collect(Collectors.joining(", ")));
        }
        final TraceEvent issued = isochron.issued();
        if (null != issued)
        {
            lines.add("issued at pulse " + issued.pulse() + atOnce(isochron) + latency(isochron));
        }
        return String.join("\n", lines);
    }

    /**
     * A purely local isochron executes where it is issued, before its host goes on to the pulses that have begun since.
     */
    private static String atOnce(final TracedIsochron isochron)
    {
        return isochron.isExecuted() && isochron.issued().pulse() > isochron.pulse() ?
            ", and executed at once: purely local, behind what its host had executed" : "";
    }

    private static String latency(final TracedIsochron isochron)
    {
        final long last = isochron.executions().stream().mapToLong(TraceEvent::timeNs).max().orElse(0);
        // Without a clock all times are 0; an event is recorded a moment after it has happened.
        final long ns = last - isochron.issued().timeNs();
        return 0 == last || ns <= 0 ? "" :
            String.format(Locale.ROOT, ", executed everywhere %.1f us later", ns / NS_PER_US);
    }

    String of(final Reservations.Bar bar)
    {
        final String holder = trace.hostNames().get(trace.isochrons().get(bar.from()).issuer());
        return String.join(", ", bar.names()) + " at " + trace.hostNames().get(bar.host()) + ": reserved by " +
            holder + " in pulse " + trace.isochrons().get(bar.from()).pulse() + end(bar.to(), ", and not assigned yet");
    }

    /**
     * Describes the reads of one isochron that wait for the same other isochron.
     */
    String ofReads(final List<Reservations.Wait> reads)
    {
        final Reservations.Wait wait = reads.get(0);
        final String names =
            reads.stream().map(Reservations.Wait::name).distinct().collect(Collectors.joining(", "));
        final TracedIsochron holder = trace.isochrons().get(wait.holder());
        return "read of " + names + " by " + trace.hostNames().get(wait.host()) + " in pulse " +
            trace.isochrons().get(wait.from()).pulse() + ": waits for " + trace.hostNames().get(holder.issuer()) +
            ", which has made a reservation in pulse " + holder.pulse() + end(wait.to(), ", and has not assigned yet");
    }

    private String end(final int isochron, final String open)
    {
        return Reservations.OPEN == isochron ? open :
            ", assigned in pulse " + trace.isochrons().get(isochron).pulse();
    }

    @Override
    public String toString()
    {
        return "DiagramText{" + trace + '}';
    }
}
