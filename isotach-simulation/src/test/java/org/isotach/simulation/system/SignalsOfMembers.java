/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

import org.isotach.niu.Host;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.simulation.Invariant;
import org.isotach.simulation.Program;

/**
 * Notices that hosts of all members give each other. Each host that listens gets all of them, in the order of their
 * pulses, behind what is executed up to that pulse, and in front of what is executed later (theorem 4).
 */
final class SignalsOfMembers implements Invariant
{
    // More than a log has room for.
    private static final int MAX_SIGNALS = 80;
    private static final int MAX_DELAY = 100;

    /**
     * What a listener got, and how much had left a trace at its host then.
     */
    private record Got(long pulse, long notice, int executed)
    {
    }

    /**
     * Tells all hosts in the first pulse in which that is possible, or some pulses later.
     */
    private final class Signal implements Marker
    {
        private final long notice;
        private final int delay;

        Signal(final long notice, final int delay)
        {
            this.notice = notice;
            this.delay = delay;
        }

        @Override
        public long pass(final long pulse)
        {
            passed.add(new Got(pulse + delay, notice, 0));
            return pulse + delay;
        }

        @Override
        public long notice()
        {
            return notice;
        }
    }

    /**
     * Writes down what it gets.
     */
    private final class Listener implements NoticeListener
    {
        private final int host;
        private final List<Got> got = new ArrayList<>();

        Listener(final int host)
        {
            this.host = host;
        }

        @Override
        public void onNotice(final long pulse, final long notice)
        {
            got.add(new Got(pulse, notice, records.traces.get(host).size()));
        }

        @Override
        public int doWork()
        {
            return 0;
        }
    }

    private final Records records;
    private final List<Got> passed = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();
    private long issued;

    SignalsOfMembers(final Records records)
    {
        this.records = records;
    }

    void listen(final Host host)
    {
        final Listener listener = new Listener(host.id());
        host.models().listen(listener);
        listeners.add(listener);
    }

    /**
     * Tries to signal, now and then, until it has done so often enough.
     */
    Program program(final Host host, final Random random)
    {
        final int[] left = { random.nextInt(MAX_SIGNALS) };
        return () ->
        {
            // What is due late keeps the log from being given back.
            final int delay = random.nextInt(0 == random.nextInt(8) ? MAX_DELAY : 3);
            if (left[0] > 0 && random.nextBoolean() && host.models().tryIssue(new Signal(issued, delay)))
            {
                issued++;
                left[0]--;
            }
            else
            {
                host.poll();
            }
            return 0 == left[0];
        };
    }

    @Override
    public String violation()
    {
        if (passed.size() != issued)
        {
            return issued + " signals were issued, " + passed.size() + " have passed";
        }
        passed.sort(Comparator.comparingLong(Got::pulse).thenComparingLong(Got::notice));
        for (final Listener listener : listeners)
        {
            final String wrong = violation(listener);
            if (null != wrong)
            {
                return "host " + listener.host + ": " + wrong;
            }
        }
        return null;
    }

    private String violation(final Listener listener)
    {
        if (listener.got.size() != passed.size())
        {
            return listener.got.size() + " notices of " + passed.size();
        }
        final List<Execution> executions = records.traces.get(listener.host);
        for (int i = 0; i < passed.size(); i++)
        {
            final Got got = listener.got.get(i);
            if (got.pulse != passed.get(i).pulse || got.notice != passed.get(i).notice)
            {
                return got + " instead of " + passed.get(i);
            }
            for (int k = 0; k < executions.size(); k++)
            {
                final Execution execution = executions.get(k);
                if (records.isochrons.get(execution.id()).isStamped() &&
                    k < got.executed != execution.pulse() <= got.pulse)
                {
                    return got + ", and execution " + k + " is " + execution;
                }
            }
        }
        return null;
    }
}
