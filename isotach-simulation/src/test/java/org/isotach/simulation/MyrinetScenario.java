/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

import org.isotach.HostExpelledException;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.myrinet.Buffer;
import org.isotach.niu.myrinet.BufferState;
import org.isotach.niu.myrinet.Channel;
import org.isotach.niu.myrinet.MyrinetAudit;
import org.isotach.niu.myrinet.MyrinetContext;
import org.isotach.niu.myrinet.Network;
import org.isotach.niu.myrinet.Nic;
import org.isotach.niu.myrinet.Rpp;

/**
 * Three hosts send each other buffers from small pools in all the ways there are, pass them on, keep them for a while,
 * and have a reliable connection from each to the next one. In one run of four links have faults. In one run of three
 * one host crashes in some step, and is expelled some time later.
 */
final class MyrinetScenario implements Scenario
{
    private static final int HOSTS = 3;
    private static final int RAW = 0;
    private static final int IN = 1;
    private static final int OUT = 2;
    private static final int LENGTH = 64;
    private static final int INLINE = 16;
    private static final int MESSAGES = 12;
    private static final int WINDOW = 2;
    private static final int MAX_STEPS_BEFORE_CRASH = 600;

    // In the content of a buffer: who may receive it.
    private static final int TARGETS_SHIFT = 24;

    // More than it takes when everything is lost as often as it can be.
    private static final int MAX_FRUITLESS_STEPS = 60_000;

    @Override
    public void prepare(final Simulation simulation)
    {
        final Run run = new Run(simulation, simulation.launch(ScenarioRun.smallContext(simulation, HOSTS)));
        for (int host = 0; host < HOSTS; host++)
        {
            run.members.add(new Member(run, run.cluster.host(host)));
        }
        for (final Member member : run.members)
        {
            member.connect();
            simulation.program("host-" + member.host.id(), member.host, member::step);
        }
        if (run.crashes)
        {
            simulation.thread("expel", run.cluster.host((run.victim + 1) % HOSTS), run::expel);
        }
        simulation.always("Progress", run::progress);
        simulation.always("Conservation", run::conservation);
        simulation.atEnd("AllReturned", run::allReturned);
    }

    /**
     * What the programs share.
     */
    private static final class Run extends ScenarioRun<Member>
    {
        final Network network;
        final boolean crashes;
        final int victim;
        final boolean hasFaults;
        int busy;
        long underWay;
        private final int crashStep;
        private int fruitlessSteps;
        private boolean hasCrashed;
        private boolean isExpelled;

        Run(final Simulation simulation, final Cluster cluster)
        {
            super(simulation, cluster);
            final Random random = simulation.random();
            network = Network.on(cluster, new MyrinetContext()
                .bufferLength(LENGTH)
                .buffers(2 + random.nextInt(3))
                .channels(3)
                .channelLength(2 * WINDOW)
                .inlineLength(INLINE));
            hasFaults = !cluster.context().linkFaults().isNone();
            crashes = 0 == random.nextInt(3);
            victim = random.nextInt(HOSTS);
            crashStep = 1 + random.nextInt(MAX_STEPS_BEFORE_CRASH);
        }

        void done()
        {
            fruitlessSteps = 0;
        }

        String progress()
        {
            if (crashes && !hasCrashed && steps() >= crashStep)
            {
                hasCrashed = true;
                simulation.note("host " + victim + " crashes");
                simulation.crash(cluster.host(victim));
                members.get(victim).finish();
            }
            end(Integer.MAX_VALUE);
            fruitlessSteps++;
            return fruitlessSteps <= MAX_FRUITLESS_STEPS ? null :
                "nothing has come to an end in the last " + MAX_FRUITLESS_STEPS + " steps: " + members;
        }

        void expel()
        {
            while (!hasCrashed)
            {
                simulation.pause();
            }
            pause(simulation.random().nextInt(64));
            cluster.expel(victim);
            isExpelled = true;
        }

        /**
         * Without faults and crashes, everything that was sent arrives.
         */
        boolean isOver()
        {
            return 0 == busy && (!crashes || isExpelled) && (hasFaults || crashes || 0 == underWay);
        }

        String conservation()
        {
            for (int host = 0; host < HOSTS; host++)
            {
                final String violation = MyrinetAudit.conservation(network, host);
                if (null != violation)
                {
                    return violation;
                }
            }
            return null;
        }

        /**
         * Also what the host had that is gone, but not what it took from its own pool.
         */
        String allReturned()
        {
            members.forEach(Member::close);
            network.close();
            for (int host = 0; host < HOSTS; host++)
            {
                final String violation = crashes && victim == host ? null : MyrinetAudit.allFree(network, host);
                if (null != violation)
                {
                    return violation;
                }
            }
            return null;
        }
    }

    /**
     * The program of one host.
     */
    private static final class Member extends ScenarioMember
    {
        private final Run run;
        private final Random random;
        private final Channel raw;
        private final Deque<Buffer> held = new ArrayDeque<>();
        private final Set<Long> received = new HashSet<>();
        private Rpp in;
        private Rpp out;
        private int rawLeft;
        private int toSend;
        private int toReceive;
        private long sent;
        private boolean isBusy = true;

        Member(final Run run, final Host host)
        {
            super(host);
            this.run = run;
            random = run.simulation.random();
            raw = run.network.nic(host.id()).open(RAW);
            rawLeft = run.simulation.upTo(MESSAGES);
            run.busy++;
        }

        void connect()
        {
            final int next = (host.id() + 1) % HOSTS;
            final int before = (host.id() + HOSTS - 1) % HOSTS;
            in = new Rpp(run.network.nic(host.id()), run.network.nic(host.id()).open(IN), route(before), OUT, WINDOW);
            out = new Rpp(run.network.nic(host.id()), run.network.nic(host.id()).open(OUT), route(next), IN, WINDOW);
            toSend = MESSAGES;
            toReceive = MESSAGES;
        }

        private int route(final int target)
        {
            return run.network.route(host.id(), target);
        }

        boolean step()
        {
            if (host.isExpelled())
            {
                return true;
            }
            switch (random.nextInt(4))
            {
                case 0:
                    sendRaw();
                    break;
                case 1:
                    receiveRaw();
                    break;
                case 2:
                    sendInOrder();
                    break;
                default:
                    receiveInOrder();
                    break;
            }
            if (isBusy && 0 == rawLeft && 0 == toReceive && 0 == toSend &&
                (null == out || 0 == out.unacknowledged()))
            {
                finish();
            }
            return run.isOver();
        }

        void finish()
        {
            if (isBusy)
            {
                isBusy = false;
                run.busy--;
                run.done();
            }
        }

        private void sendRaw()
        {
            run.network.nic(host.id()).tick();
            if (0 == rawLeft)
            {
                return;
            }
            final Buffer buffer = run.network.nic(host.id()).tryBuffer();
            if (null == buffer)
            {
                freeHeld();
                return;
            }
            buffer.length(random.nextBoolean() ? INLINE : LENGTH);
            try
            {
                if (trySend(buffer))
                {
                    sent++;
                    rawLeft--;
                    run.done();
                }
            }
            catch (final HostExpelledException ex)
            {
                rawLeft--;
            }
            if (BufferState.OWNED == buffer.state())
            {
                buffer.free();
            }
        }

        private boolean trySend(final Buffer buffer)
        {
            final Nic nic = run.network.nic(host.id());
            final int target = (host.id() + 1 + random.nextInt(HOSTS - 1)) % HOSTS;
            mark(buffer, 1 << target);
            switch (random.nextInt(4))
            {
                case 0:
                    if (nic.tryLend(route(target), RAW, buffer))
                    {
                        // Free before sent is allowed.
                        buffer.free();
                        run.underWay++;
                        return true;
                    }
                    return false;
                case 1:
                    final int[] targets = { (host.id() + 1) % HOSTS, (host.id() + 2) % HOSTS };
                    mark(buffer, 1 << targets[0] | 1 << targets[1]);
                    return sent(nic.tryMulticast(targets, RAW, buffer), 2);
                case 2:
                    final Buffer second = nic.tryBuffer();
                    return null != second && tryGather(target, buffer, second);
                default:
                    return sent(nic.trySend(route(target), RAW, buffer), 1);
            }
        }

        private boolean sent(final boolean isSent, final int buffers)
        {
            run.underWay += isSent ? buffers : 0;
            return isSent;
        }

        private boolean tryGather(final int target, final Buffer first, final Buffer second)
        {
            boolean isSent = false;
            sent++;
            mark(second.length(LENGTH), 1 << target);
            try
            {
                isSent = sent(run.network.nic(host.id()).tryGather(route(target), RAW, first, second), 2);
                return isSent;
            }
            finally
            {
                if (!isSent)
                {
                    second.free();
                }
            }
        }

        private void mark(final Buffer buffer, final int targets)
        {
            fill(buffer, buffer.length(), ((long)host.id() << Integer.SIZE) + ((long)targets << TARGETS_SHIFT) + sent);
        }

        private void receiveRaw()
        {
            Buffer buffer = raw.tryReceive();
            while (null != buffer)
            {
                final Buffer next = buffer.next();
                check(buffer);
                if (0 == (buffer.getLong(0) >>> TARGETS_SHIFT & 1 << host.id()))
                {
                    throw new Violation("Addressed", this + " has received what is for others", null);
                }
                run.underWay--;
                // Small payloads may be doubled: they are copied.
                if (buffer.length() == LENGTH && !received.add(buffer.getLong(0)))
                {
                    throw new Violation("NoDouble", this + " has received " + buffer.getLong(0) + " twice", null);
                }
                run.done();
                dispose(buffer);
                buffer = next;
            }
            if (0 == random.nextInt(3))
            {
                freeHeld();
            }
        }

        private void dispose(final Buffer buffer)
        {
            switch (random.nextInt(3))
            {
                case 0:
                    held.add(buffer);
                    break;
                case 1:
                    if (buffer.isShared() || !tryPassOn(buffer))
                    {
                        buffer.free();
                    }
                    break;
                default:
                    buffer.free();
                    break;
            }
        }

        private boolean tryPassOn(final Buffer buffer)
        {
            final int target = (host.id() + 1 + random.nextInt(HOSTS - 1)) % HOSTS;
            if (0 == rawLeft)
            {
                return false;
            }
            try
            {
                mark(buffer, 1 << target);
                sent++;
                return sent(run.network.nic(host.id()).trySend(route(target), RAW, buffer), 1);
            }
            catch (final HostExpelledException ex)
            {
                return false;
            }
        }

        private void freeHeld()
        {
            final Buffer buffer = held.poll();
            if (null != buffer)
            {
                check(buffer);
                buffer.free();
            }
        }

        private void sendInOrder()
        {
            if (null == out)
            {
                return;
            }
            try
            {
                final Buffer buffer = toSend > 0 ? out.tryBuffer() : null;
                if (null == buffer)
                {
                    out.poll();
                    if (run.cluster.host((host.id() + 1) % HOSTS).isExpelled())
                    {
                        throw new HostExpelledException("nobody acknowledges any more");
                    }
                    return;
                }
                fill(buffer, 0 == toSend % 2 ? INLINE : LENGTH, MESSAGES - toSend);
                boolean isSent = false;
                try
                {
                    isSent = out.trySend(buffer);
                }
                finally
                {
                    if (!isSent)
                    {
                        buffer.free();
                    }
                }
                if (isSent)
                {
                    toSend--;
                    run.done();
                }
            }
            catch (final HostExpelledException ex)
            {
                toSend = 0;
                out.close();
                out = null;
            }
        }

        private void receiveInOrder()
        {
            if (null == in)
            {
                return;
            }
            try
            {
                final Buffer buffer = in.tryReceive();
                if (null != buffer)
                {
                    final long number = MESSAGES - toReceive;
                    if (number != buffer.getLong(0))
                    {
                        throw new Violation(
                            "Order", this + " has received " + buffer.getLong(0) + " instead of " + number, null);
                    }
                    check(buffer);
                    buffer.free();
                    toReceive--;
                    run.done();
                }
                else if (run.cluster.host((host.id() + HOSTS - 1) % HOSTS).isExpelled())
                {
                    // Nothing that has not arrived by now will.
                    toReceive = 0;
                    in.close();
                    in = null;
                }
            }
            catch (final HostExpelledException ex)
            {
                toReceive = 0;
                in.close();
                in = null;
            }
        }

        void close()
        {
            if (host.isExpelled() || run.crashes && run.victim == host.id())
            {
                return;
            }
            while (!held.isEmpty())
            {
                freeHeld();
            }
            if (null != out)
            {
                out.close();
            }
            if (null != in)
            {
                in.close();
            }
        }

        private static void fill(final Buffer buffer, final int length, final long value)
        {
            buffer.length(length);
            for (int i = 0; i < length; i += Long.BYTES)
            {
                buffer.putLong(i, value);
            }
        }

        private void check(final Buffer buffer)
        {
            for (int i = Long.BYTES; i < buffer.length(); i += Long.BYTES)
            {
                if (buffer.getLong(i) != buffer.getLong(0))
                {
                    throw new Violation("SourceStable", this + " has received " + buffer.getLong(0) + " and " +
                        buffer.getLong(i) + " in one buffer", null);
                }
            }
        }

        @Override
        public String toString()
        {
            return super.toString() + " (" + rawLeft + " to send, " + toSend + " and " + toReceive +
                " to send and receive in order, " + held.size() + " held)";
        }
    }
}
