/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.am.AmPort;
import org.isotach.niu.am.Failure;
import org.isotach.niu.am.Region;
import org.isotach.niu.am.Reply;
import org.isotach.niu.am.Request;
import org.isotach.niu.am.SmallCopies;
import org.isotach.niu.spi.LinkFaults;

/**
 * Hosts send each other active messages and transfers, on links without and with faults, with windows down to one
 * request. In every other run one of them crashes, in a step that the seed determines, and another one expels it.
 */
final class ActiveMessagesScenario implements Scenario
{
    /**
     * As many as most programs take, about; the order of steps is another one in each run.
     */
    private static final int STEPS = 1500;

    private static final int MAX_HOSTS = 3;
    private static final int MAX_MESSAGES = 12;
    private static final int MAX_STEPS = 400_000;
    private static final int PACKET_LENGTH = 128;

    // Up to three pieces.
    private static final int MAX_LENGTH = 160;
    private static final long CLOSED = 0x5A5A_5A5A_5A5A_5A5AL;

    @Override
    public void prepare(final Simulation simulation)
    {
        final int hosts = 1 + simulation.upTo(MAX_HOSTS);
        final Random random = simulation.random();
        final Cluster cluster = launch(simulation, hosts);
        final AmContext context = settings(random);
        final Run run = new Run(simulation, cluster, context);
        run.startAll(host -> new Member(run, host), Member::run);
        if (random.nextBoolean())
        {
            run.crashLater(STEPS);
        }
        simulation.thread("time", run.survivor(), run::passTime);
        simulation.always("End", () -> run.step(MAX_STEPS));
        simulation.always("Outstanding", run::outstanding);
        simulation.always("PayloadBeforeNotice", () -> run.missing);
        simulation.always("Order", () -> run.disorder);
        simulation.always("Closed", () -> run.late);
        simulation.always("ExactlyOnce", run::exactlyOnce);
        simulation.atEnd("NoLoss", run::noLoss);
        simulation.atEnd("Closed", run::closed);
        simulation.atEnd("Broadcasts", run::broadcasts);
    }

    /**
     * Every other run has faults, and packets that come late more often than they are lost.
     */
    static Cluster launch(final Simulation simulation, final int hosts)
    {
        final LinkFaults faults = simulation.random().nextBoolean() ? LinkFaults.NONE :
            new LinkFaults(0.1, 0.2, 0.2, 0.1, 0.05, simulation.seed());
        return simulation.launch(ScenarioRun.smallContext(simulation, hosts).linkFaults(faults));
    }

    /**
     * Windows down to one request, pieces of 72 bytes in packets, and of 8 bytes and more in copies.
     */
    static AmContext settings(final Random random)
    {
        final AmContext context = new AmContext()
            .depth(1 << random.nextInt(3))
            .maxPacketLength(PACKET_LENGTH)
            .inOrder(random.nextBoolean())
            .timerWheel(0 == random.nextInt(4))
            // A poll takes one microsecond.
            .firstTimeout(Duration.ofNanos(1_000L << random.nextInt(4)))
            .directTransfers(random.nextInt(4) > 0);
        return SmallCopies.in(context, 8 << random.nextInt(5));
    }

    /**
     * What the programs share.
     */
    private static final class Run extends CrashingRun<Member>
    {
        final ActiveMessages am;
        final AmContext context;
        final int request;
        final int transfer;
        final int oneWay;
        final int broadcast;

        // Of transfers to memory that is closed meanwhile.
        final int passing;
        private final int hosts;

        // By sender and number: how often a request was handled, answered, and has failed.
        private final int[] handled;
        private final int[] answered;
        private final int[] failed;
        private final boolean[] isAnswerDue;

        // By sender and receiver: the last number; and the last broadcast, and how many there were.
        private final long[] lastNumbers;
        private final long[] lastBroadcasts;

        // What is wrong with the bytes of a transfer, the order of requests, the end of a region, and all else.
        private String missing;
        private String disorder;
        private String late;
        private String violation;

        Run(final Simulation simulation, final Cluster cluster, final AmContext context)
        {
            super(simulation, cluster);
            this.context = context;
            hosts = cluster.hostCount();
            handled = new int[hosts * MAX_MESSAGES];
            answered = new int[hosts * MAX_MESSAGES];
            failed = new int[hosts * MAX_MESSAGES];
            isAnswerDue = new boolean[hosts * MAX_MESSAGES];
            lastNumbers = new long[hosts * hosts];
            lastBroadcasts = new long[hosts * hosts];
            Arrays.fill(lastNumbers, -1);
            am = ActiveMessages.on(cluster, context);
            final int reply = am.onReply(this::onReply);
            request = am.onRequest(arrived ->
            {
                onRequest(arrived);
                simulation.pause();
                arrived.reply(reply, arrived.arg(0), arrived.source(), 0, 0);
            });
            oneWay = am.onRequest(this::onRequest);
            transfer = am.onRequest(arrived ->
            {
                onRequest(arrived);
                members.get(arrived.self()).checkLanded(arrived);
                arrived.reply(reply, arrived.arg(0), arrived.source(), 0, 0);
            });
            passing = am.onRequest(arrived ->
            {
                onRequest(arrived);
                members.get(arrived.self()).checkOpen();
                arrived.reply(reply, arrived.arg(0), arrived.source(), 0, 0);
            });
            broadcast = am.onReply(this::onBroadcast);
            am.onFailed(this::onFailed);
        }

        @Override
        boolean isFinished(final Member member)
        {
            return member.isFinished;
        }

        private int index(final int sender, final long number)
        {
            return sender * MAX_MESSAGES + (int)number;
        }

        private void onRequest(final Request arrived)
        {
            final long number = arrived.arg(0);
            handled[index(arrived.source(), number)]++;
            final int pair = arrived.source() * hosts + arrived.self();
            if (context.inOrder() && number <= lastNumbers[pair])
            {
                disorder = "host " + arrived.self() + " handles request " + number + " of host " + arrived.source() +
                    " after " + lastNumbers[pair];
            }
            lastNumbers[pair] = number;
            if (context.inOrder())
            {
                members.get(arrived.self()).checkNothingEarly(arrived.source(), number);
            }
        }

        private void onReply(final Reply arrived)
        {
            if (arrived.arg(1) != arrived.self())
            {
                violation = "host " + arrived.self() + " gets a reply for host " + arrived.arg(1);
            }
            answered[index(arrived.self(), arrived.arg(0))]++;
        }

        private void onBroadcast(final Reply arrived)
        {
            final int pair = arrived.source() * hosts + arrived.self();
            if (arrived.arg(0) <= lastBroadcasts[pair])
            {
                violation = "host " + arrived.self() + " gets broadcast " + arrived.arg(0) + " of host " +
                    arrived.source() + " after " + lastBroadcasts[pair];
            }
            lastBroadcasts[pair] = arrived.arg(0);
        }

        private void onFailed(final Failure failure)
        {
            final boolean isDenied =
                Failure.Reason.DENIED == failure.reason() && members.get(failure.target()).isClosed;
            if (!isDenied && (!isCrashed(failure.target()) || Failure.Reason.EXPELLED != failure.reason()))
            {
                violation = "a request of host " + failure.self() + " to host " + failure.target() + " fails: " +
                    failure.reason();
            }
            if (failure.handler() >= 0)
            {
                failed[index(failure.self(), failure.arg(0))]++;
            }
        }

        String outstanding()
        {
            for (final Member member : members)
            {
                for (int target = 0; target < hosts; target++)
                {
                    final int count = member.port.outstanding(target);
                    if (count < 0 || count > context.depth())
                    {
                        return member + " has " + count + " requests to host " + target + " outstanding";
                    }
                }
            }
            return null;
        }

        String exactlyOnce()
        {
            for (int i = 0; i < handled.length; i++)
            {
                if (handled[i] > 1 || answered[i] + failed[i] > 1)
                {
                    return "request " + i % MAX_MESSAGES + " of host " + i / MAX_MESSAGES + " was handled " +
                        handled[i] + " times, answered " + answered[i] + ", and has failed " + failed[i];
                }
            }
            return violation;
        }

        String noLoss()
        {
            for (final Member member : members)
            {
                for (int number = 0; number < member.sent && !isCrashed(member.host.id()); number++)
                {
                    final int i = index(member.host.id(), number);
                    final boolean isToVictim = isCrashed(member.targets[number]);
                    final int successes = member.mayBeDenied[number] ? 1 - failed[i] : 1;
                    if (!isToVictim && (successes != handled[i] || failed[i] > 1 - successes) ||
                        isAnswerDue[i] && 1 != answered[i] + failed[i])
                    {
                        return "request " + number + " of " + member + " to host " + member.targets[number] +
                            " was handled " + handled[i] + " times, answered " + answered[i] + ", and has failed " +
                            failed[i];
                    }
                }
            }
            return expulsion();
        }

        String closed()
        {
            return members.stream().filter(Member::isWrittenAfterClose).findAny()
                .map(member -> "memory of " + member + " has been written after its region was closed").orElse(null);
        }

        private static void pollAll(final Member member)
        {
            while (member.port.poll() > 0)
            {
                // The next ones may be there.
            }
        }

        /**
         * On links without faults nothing is lost of them. Nobody waits for them, so the last ones may not be read yet.
         */
        String broadcasts()
        {
            if (!hasCrashed())
            {
                // One poll takes at most some packets of each link, and there may be many repeats before a broadcast.
                members.forEach(Run::pollAll);
            }
            for (int pair = 0; pair < lastBroadcasts.length && !hasCrashed(); pair++)
            {
                final Member sender = members.get(pair / hosts);
                if (cluster.context().linkFaults().isNone() && pair / hosts != pair % hosts &&
                    0 == sender.port.counters().unsent() && lastBroadcasts[pair] != sender.broadcasts)
                {
                    return "host " + pair % hosts + " has broadcast " + lastBroadcasts[pair] + " of " + sender +
                        ", which has sent " + sender.broadcasts;
                }
            }
            return null;
        }
    }

    /**
     * One host.
     */
    private static final class Member extends ScenarioMember
    {
        final AmPort port;
        final int[] targets = new int[MAX_MESSAGES];
        final boolean[] mayBeDenied = new boolean[MAX_MESSAGES];
        int sent;
        long broadcasts;
        boolean isClosed;
        boolean isFinished;
        private final Run run;
        private final Random random;
        private final OffHeapBuffer source = OffHeapBuffer.allocate(MAX_LENGTH);

        // A place for each sender and number, with the number in all its bytes.
        private final OffHeapBuffer landing;
        private final Region region;

        // Others write to it until it is closed.
        private final OffHeapBuffer passing = OffHeapBuffer.allocate(MAX_LENGTH);
        private final Region passingRegion;

        Member(final Run run, final int id)
        {
            super(run.cluster.host(id));
            this.run = run;
            random = run.simulation.random();
            port = run.am.port(host);
            landing = OffHeapBuffer.allocate((long)run.hosts * MAX_MESSAGES * MAX_LENGTH);
            region = port.register(landing);
            passingRegion = port.register(passing);
        }

        void run()
        {
            try
            {
                final int count = run.simulation.upTo(MAX_MESSAGES);
                final int last = random.nextInt(count);
                for (int number = 0; number < count; number++)
                {
                    send(number);
                    if (number == last)
                    {
                        close();
                    }
                    for (int i = random.nextInt(4); i > 0; i--)
                    {
                        run.simulation.pause();
                        port.poll();
                    }
                }
                port.awaitAnswers();
            }
            finally
            {
                // Nobody waits for a member that has failed.
                isFinished = true;
            }
            // Others may still want something.
            while (!run.isOver())
            {
                port.poll();
                run.simulation.pause();
            }
        }

        private void send(final int number)
        {
            final int target = random.nextInt(run.hosts);
            final int kind = random.nextInt(7);
            if (0 == kind)
            {
                broadcasts++;
                port.broadcast(run.broadcast, broadcasts, 0, 0, 0);
            }
            targets[number] = target;
            sent = number + 1;
            run.isAnswerDue[run.index(host.id(), number)] = 1 != kind;
            try
            {
                switch (kind)
                {
                    case 1:
                        port.request(target, run.oneWay, number, 0, 0, 0);
                        break;
                    case 2:
                        transfer(target, number);
                        break;
                    case 6:
                        transferToPassing(target, number);
                        break;
                    case 3:
                        while (!port.tryRequest(target, run.request, number, 0, 0, 0))
                        {
                            run.simulation.pause();
                        }
                        break;
                    default:
                        port.request(target, run.request, number, 0, 0, 0);
                        break;
                }
            }
            catch (final HostExpelledException ex)
            {
                if (!run.isCrashed(target))
                {
                    throw ex;
                }
                // Not sent; as if it had failed.
                run.failed[run.index(host.id(), number)]++;
            }
        }

        private void transfer(final int target, final int number)
        {
            final int length = random.nextInt(MAX_LENGTH + 1);
            for (int i = 0; i < length; i++)
            {
                source.putByte(i, (byte)(number + 1));
            }
            final long pointer = run.members.get(target).region.pointer(place(host.id(), number));
            transfer(target, run.transfer, length, pointer, number);
        }

        /**
         * In one call, or in as many as it takes.
         */
        private void transfer(
            final int target, final int handler, final int length, final long pointer, final int number)
        {
            if (0 == number % 2)
            {
                port.transfer(target, handler, source, 0, length, pointer, number);
                return;
            }
            while (!port.tryTransfer(target, handler, source, 0, length, pointer, number))
            {
                run.simulation.pause();
            }
        }

        /**
         * The memory may be closed before, or in the middle.
         */
        private void transferToPassing(final int target, final int number)
        {
            mayBeDenied[number] = true;
            final Member receiver = run.members.get(target);
            try
            {
                final int length = random.nextInt(MAX_LENGTH + 1);
                transfer(target, run.passing, length, receiver.passingRegion.pointer(0), number);
            }
            catch (final HostExpelledException ex)
            {
                throw ex;
            }
            catch (final IsotachException | IllegalArgumentException ex)
            {
                if (!receiver.isClosed)
                {
                    throw ex;
                }
                run.failed[run.index(host.id(), number)]++;
            }
        }

        private void close()
        {
            isClosed = true;
            passingRegion.close();
            passing.fillLongs(0, CLOSED, MAX_LENGTH / Long.BYTES);
        }

        boolean isWrittenAfterClose()
        {
            for (int i = 0; i < MAX_LENGTH && isClosed; i += Long.BYTES)
            {
                if (CLOSED != passing.getLong(i))
                {
                    return true;
                }
            }
            return false;
        }

        void checkOpen()
        {
            if (isClosed)
            {
                run.late = "the handler of a transfer to memory of " + this + " runs after it was closed";
            }
        }

        private static int place(final int sender, final long number)
        {
            return (sender * MAX_MESSAGES + (int)number) * MAX_LENGTH;
        }

        /**
         * Bytes of transfers that were sent after a request are not there when that is handled.
         */
        void checkNothingEarly(final int sender, final long number)
        {
            for (int later = (int)number + 1; later < MAX_MESSAGES; later++)
            {
                if (0 != landing.getByte(place(sender, later)))
                {
                    run.disorder = "bytes of request " + later + " of host " + sender + " are there before request " +
                        number + " is handled";
                }
            }
        }

        void checkLanded(final Request arrived)
        {
            final int place = place(arrived.source(), arrived.arg(0));
            final long length = arrived.arg(2);
            if (Region.offset(arrived.arg(1)) != place)
            {
                run.missing = "a transfer to " + place + " says " + Region.offset(arrived.arg(1));
            }
            for (int i = 0; i < length; i++)
            {
                if (landing.getByte(place + i) != (byte)(arrived.arg(0) + 1))
                {
                    run.missing = "byte " + i + " of " + length + " of request " + arrived.arg(0) + " of host " +
                        arrived.source() + " is not there when its handler runs";
                }
            }
        }
    }
}
