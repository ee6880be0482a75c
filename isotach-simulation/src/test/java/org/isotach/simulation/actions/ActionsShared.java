/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.isotach.actions.ObjectCodec;
import org.isotach.simulation.Simulation;

/**
 * What all members of a run of actions share, outside of isotach: what the programs have seen, and what must be true at
 * the end of all of them.
 */
final class ActionsShared
{
    final Simulation simulation;
    final SerialOrder order = new SerialOrder();
    final List<ActionsProgram> programs = new ArrayList<>();
    final List<ActionsRun> members = new ArrayList<>();
    int nextBit;

    // Smallest value that the counter can have: additions have returned. And the largest one that somebody has read.
    long counted;
    long seen;

    /**
     * Steps go from member to member as their numbers, texts as they are.
     */
    static final class StepCodec implements ObjectCodec
    {
        private static final char TEXT = '"';
        private final Map<String, SerialOrder.Step> steps = new ConcurrentHashMap<>();

        @Override
        public byte[] encode(final Object object)
        {
            if (object instanceof String text)
            {
                return (TEXT + text).getBytes();
            }
            final SerialOrder.Step step = (SerialOrder.Step)object;
            final String number = Long.toString(step.number());
            steps.put(number, step);
            return number.getBytes();
        }

        @Override
        public Object decode(final byte[] bytes)
        {
            final String text = new String(bytes);
            return TEXT == text.charAt(0) ? text.substring(1) : steps.get(text);
        }
    }

    ActionsShared(final Simulation simulation)
    {
        this.simulation = simulation;
    }

    boolean isOver()
    {
        return programs.stream().allMatch(ActionsProgram::isOver);
    }

    String serialOrder()
    {
        List<SerialOrder.Step> first = null;
        for (final ActionsRun member : members)
        {
            for (final List<SerialOrder.Step> received : member.received())
            {
                if (null != first && !first.equals(received))
                {
                    return "one subscriber has received " + first + ", and another one " + received;
                }
                first = received;
            }
        }
        if (null != first)
        {
            first.forEach(order::received);
        }
        return order.violation();
    }

    String bodiesOnce()
    {
        return programs.stream().map(ActionsProgram::problem).filter(problem -> null != problem)
            .findFirst().orElse(null);
    }

    /**
     * Adds a thread for each program, two for each member that do what the library has no threads for here, and what is
     * checked at the end.
     */
    void start()
    {
        for (final ActionsProgram program : programs)
        {
            simulation.thread("program-" + program.number(), program.host(), program::run);
        }
        for (final ActionsRun member : members)
        {
            final String suffix = 1 == members.size() ? "" : "-" + members.indexOf(member);
            simulation.thread(
                "tend" + suffix, member.host(), () -> member.host().waiter().await(member::tend, "all programs"));
            simulation.thread("work" + suffix, member.host(), () ->
            {
                // Perhaps it has no program.
                member.join();
                member.host().waiter().await(member::work, "all programs");
            });
        }
        simulation.atEnd("NothingReserved", members.get(0)::nothingReserved);
        for (final ActionsRun member : members)
        {
            simulation.atEnd("MoneyKept", member::moneyKept);
        }
        simulation.atEnd("BodiesOnce", this::bodiesOnce);
        simulation.atEnd("SerialOrder", this::serialOrder);
    }
}
