/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.MemberLostException;
import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.PageLostException;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.UpdateFunction;

/**
 * Two to four members, of which one ends at some step, or is not heard any more by another one, perhaps with a part of
 * what was on its way. The others expel it, several of them at the same time, and whoever has to leave too; sometimes
 * one that is well, or ends in the middle of that. In some runs a single host is expelled, too, by another one of its
 * member.
 */
final class LostMemberScenario implements Scenario
{
    private static final int FAMILY = 15;
    private static final int MAX_MEMBERS = 4;
    private static final int PAGE_SIZE = 2;
    private static final int ROUNDS = 8;
    private static final int MAX_DELAY = 100;
    private static final int STEPS = 6000;
    private static final int MAX_STEPS_BETWEEN = 300;
    private static final int MAX_STEPS = 400_000;
    private static final int MAX_SIGNALS = 50;

    // Of those that hear nobody.
    private static final int DEAF_ROUNDS = 24;
    private static final int DEAF_FROM = 200;
    private static final int DEAF_STEPS = 1500;
    private static final int MAX_DEAF_STEPS = 400;

    private final boolean isOneDeaf;

    LostMemberScenario()
    {
        this(false);
    }

    /**
     * @param isOneDeaf true for the runs of {@link DeafMemberScenario}.
     */
    LostMemberScenario(final boolean isOneDeaf)
    {
        this.isOneDeaf = isOneDeaf;
    }

    @Override
    public void prepare(final Simulation simulation)
    {
        start(simulation);
    }

    /**
     * @return the members.
     */
    Cluster[] start(final Simulation simulation)
    {
        final Run run = isOneDeaf ? new Run(simulation, 2 + simulation.upTo(MAX_MEMBERS - 2), true) :
            new Run(simulation, 1 + simulation.upTo(MAX_MEMBERS - 1), false);
        run.start();
        final long step = isOneDeaf ? DEAF_FROM + simulation.random().nextInt(DEAF_STEPS) :
            1 + simulation.random().nextInt(STEPS);
        simulation.always("End", () -> run.loseWhenDue(step));
        simulation.always(Simulation.NO_ERRORS, run.errors::violation);
        final LostMemberRecords records = run.records;
        simulation.atEnd("OneOrder", () -> records.oneOrder(run.stays()));
        simulation.atEnd("AllOrNone", () -> records.allOrNone(run.stays()));
        simulation.atEnd("Last", () -> records.nothingBehindTheLast(run.stays()));
        simulation.atEnd("ExpelledIn", run::expelledIn);
        simulation.atEnd("Causes", () -> records.causes(run.stays()));
        simulation.atEnd("SameCopies", run::sameCopies);
        simulation.atEnd("NobodyElse", run::nobodyElse);
        return run.clusters;
    }

    /**
     * What all members share.
     */
    private static final class Run
    {
        private final Simulation simulation;
        private final Random random;
        private final int count;
        private final Members members;
        private final MemoryTrunks trunks;
        private final Topology topology;
        private final PageMap pageMap;
        private final LostMemberRecords records;
        private final Cluster[] clusters;
        private final SharedMemory[] memories;
        private final List<Program> programs = new ArrayList<>();

        // Members that the others are to expel, that have ended, and that have found themselves out.
        private final Set<Integer> outcasts = new TreeSet<>();
        private final Set<Integer> ended = new TreeSet<>();
        private final Set<Integer> lost = new TreeSet<>();
        private final int victim;
        private final boolean crashes;
        private final boolean losesTail;
        private final boolean isOneMoreExpelled;
        private final boolean crashesOneMore;

        // Hears nobody for some steps before the victim ends, and ends next; -1 for none.
        private final int deaf;
        private final int deafSteps;

        // It hears too little to stay, and has not ended.
        private boolean isDeafDue;
        private boolean areFramesMissing;
        private boolean mayBeNobody;

        // Expelled alone; null in most runs.
        private Program deserter;
        private boolean isDeserting;
        private boolean hasDeserted;
        private long desertionPulse;
        private int desertionCaller;
        private int steps;
        private int nextStep;
        private int notices;
        private final UnexplainedErrors errors = new UnexplainedErrors();

        Run(final Simulation simulation, final int count, final boolean isOneDeaf)
        {
            this.simulation = simulation;
            this.count = count;
            random = simulation.random();
            final Members.Builder builder = Members.builder();
            final Topology.Builder switches = Topology.builder();
            int hosts = 0;
            for (int member = 0; member < count; member++)
            {
                builder.add("member-" + member, "", member);
                switches.addSwitch();
                if (member > 0)
                {
                    switches.connect(random.nextInt(member), member);
                }
                for (int i = 1 + random.nextInt(2); i > 0; i--)
                {
                    switches.addHost(member);
                    hosts++;
                }
            }
            members = builder.build();
            topology = switches.build();
            trunks = new MemoryTrunks(count, 1 << random.nextInt(8), new Random(random.nextLong()));
            records = new LostMemberRecords(hosts);
            pageMap = isOneDeaf ? pagesOfPairs() : PageMap.builder().pageSize(PAGE_SIZE).everywhere(0)
                .page(1, random.ints(2, 0, hosts).distinct().toArray())
                .page(2, random.ints(2, 0, hosts).distinct().toArray()).build();
            clusters = new Cluster[count];
            memories = new SharedMemory[count];
            victim = random.nextInt(count);
            deaf = isOneDeaf ? (victim + 1 + random.nextInt(count - 1)) % count : -1;
            deafSteps = isOneDeaf ? random.nextInt(MAX_DEAF_STEPS) : 0;
            crashes = isOneDeaf || random.nextBoolean();
            losesTail = random.nextBoolean();
            isOneMoreExpelled = !isOneDeaf && count > 2 && 0 == random.nextInt(4);
            crashesOneMore = isOneDeaf || count > 2 && 0 == random.nextInt(4);
            mayBeNobody = isOneDeaf;
        }

        /**
         * For each two members a page that a host of each has.
         */
        private PageMap pagesOfPairs()
        {
            final PageMap.Builder builder = PageMap.builder().pageSize(PAGE_SIZE).everywhere(0);
            int pages = 1;
            for (int second = 1; second < count; second++)
            {
                for (int first = 0; first < second; first++)
                {
                    builder.page(pages++, anyHostOf(first), anyHostOf(second));
                }
            }
            return builder.build();
        }

        private int anyHostOf(final int member)
        {
            final int[] hosts = IntStream.range(0, topology.hostCount())
                .filter(host -> member == topology.switchOf(host)).toArray();
            return hosts[random.nextInt(hosts.length)];
        }

        private boolean isOneDeaf()
        {
            return deaf >= 0;
        }

        void start()
        {
            final MemoryAuthority authority = new MemoryAuthority(count);
            final int linkRingSize = 2 << random.nextInt(4);
            final int linkLength = 1024 << random.nextInt(3);
            for (int member = 0; member < count; member++)
            {
                clusters[member] = simulation.launch(
                    new ClusterContext()
                        .topology(topology)
                        .paranoid(0 == random.nextInt(4))
                        .frames(DrawnFrames.of(simulation))
                        .sendRingSize(2 << random.nextInt(3))
                        .linkRingSize(linkRingSize)
                        .linkLength(linkLength)
                        .readCap(8)
                        .errorHandler(errors),
                    new Membership(
                        members, members.name(member), trunks, Membership.JOIN_TIMEOUT_DEFAULT, authority));
                memories[member] = SharedMemory.on(clusters[member], pageMap);
                for (final Host host : clusters[member].localHosts())
                {
                    new Listener(records, host).register();
                }
            }
            for (final Cluster cluster : clusters)
            {
                cluster.tryJoin();
            }
            for (int member = 0; member < count; member++)
            {
                for (final Host host : clusters[member].localHosts())
                {
                    final Program program = new Program(this, member, host);
                    programs.add(program);
                    simulation.thread("host-" + host.id(), host, program::run);
                }
                for (int other = 0; other < count; other++)
                {
                    if (other != member)
                    {
                        startOperator(member, other);
                    }
                }
            }
            // Draws of its own: all other runs stay as they are.
            final Random own = new Random(Seeds.mix(~simulation.seed()));
            if (3 == own.nextInt(5) && !isOneDeaf())
            {
                startDesertion(own);
            }
        }

        private void startDesertion(final Random own)
        {
            final Program first = programs.get(own.nextInt(programs.size()));
            final int step = 1 + own.nextInt(STEPS);
            // Whoever asks may end, so another host of the member is there, too.
            final int asking = own.nextInt(count);
            for (final Program second : programs)
            {
                if (second.member == first.member && second != first)
                {
                    deserter = first;
                    startExpelling(second, asking, step);
                }
            }
            if (null != deserter && asking != first.member)
            {
                startExpelling(programOf(asking), asking, step);
            }
        }

        private Program programOf(final int member)
        {
            return programs.stream().filter(program -> member == program.member).findFirst().orElseThrow();
        }

        private void startExpelling(final Program at, final int asking, final int step)
        {
            simulation.thread("expel-host-" + deserter.host.id() + "-at-" + at.member, at.host,
                () -> expelHost(at.member, asking, step));
        }

        private void expelHost(final int own, final int asking, final int step)
        {
            while (!isOver() && (steps < step || !haveAllJoinedBefore() || own != asking && !isGone(asking)))
            {
                simulation.pause();
            }
            while (!hasDeserted && !isOver() && !lost.contains(own))
            {
                isDeserting = true;
                try
                {
                    desertionPulse = clusters[own].expel(deserter.host.id());
                    simulation.note("host " + deserter.host.id() + " leaves in pulse " + desertionPulse);
                    desertionCaller = own;
                    hasDeserted = true;
                }
                catch (final MemberLostException ex)
                {
                    leave(own);
                }
                catch (final IsotachException ex)
                {
                    simulation.note(ex.getMessage());
                    simulation.pause();
                }
            }
        }

        private boolean isGone(final int member)
        {
            return ended.contains(member) || lost.contains(member);
        }

        private void startOperator(final int member, final int other)
        {
            final Host host = clusters[member].localHosts().get(0);
            simulation.thread("operator-" + member + "-" + other, host, () -> expel(member, other));
        }

        String loseWhenDue(final long step)
        {
            steps++;
            if (isOneDeaf() && steps == step - deafSteps && !isOver() && haveAllJoined())
            {
                deafen();
            }
            if (steps == step && !isOver() && haveAllJoined())
            {
                loseOne();
            }
            if (steps == nextStep && !isOver())
            {
                loseAnother();
            }
            return steps <= MAX_STEPS ? null : "after " + steps + " steps there is no end: " + this;
        }

        private boolean haveAllJoined()
        {
            for (final Cluster cluster : clusters)
            {
                if (!cluster.tryJoin())
                {
                    return false;
                }
            }
            return true;
        }

        /**
         * Returns whether all members had joined; nobody is lost before.
         */
        private boolean haveAllJoinedBefore()
        {
            try
            {
                return haveAllJoined();
            }
            catch (final IsotachException ex)
            {
                return true;
            }
        }

        /**
         * What the others want of it does not reach it, so what they have heard of the others is ahead of its promise.
         */
        private void deafen()
        {
            isDeafDue = true;
            simulation.note("member " + deaf + " hears nobody");
            for (int other = 0; other < count; other++)
            {
                if (other != deaf)
                {
                    trunks.stop(other, deaf, false);
                }
            }
        }

        private void loseOne()
        {
            final int other = (victim + 1 + random.nextInt(count - 1)) % count;
            // A victim that does not end is heard by others.
            areFramesMissing = losesTail || !crashes;
            if (crashes)
            {
                crash(victim, losesTail);
            }
            else
            {
                simulation.note("member " + other + " does not hear member " + victim);
                trunks.stop(victim, other, losesTail);
            }
            outcasts.add(victim);
            if (isOneMoreExpelled)
            {
                expectLossOf(other);
            }
            else if (crashesOneMore)
            {
                nextStep = steps + 1 + random.nextInt(MAX_STEPS_BETWEEN);
            }
        }

        /**
         * In the middle of the first loss, perhaps, and perhaps a third one in the middle of that; somebody is left.
         */
        private void loseAnother()
        {
            isDeafDue = false;
            final int[] rest = IntStream.range(0, count)
                .filter(member -> !outcasts.contains(member) && !ended.contains(member)).toArray();
            if (rest.length > 1)
            {
                final int drawn = rest[random.nextInt(rest.length)];
                final int next = isOneDeaf() && !outcasts.contains(deaf) ? deaf : drawn;
                final boolean isTailLost = random.nextBoolean();
                crash(next, isTailLost);
                expectLossOf(next);
                areFramesMissing |= isTailLost;
                nextStep = steps + 1 + random.nextInt(MAX_STEPS_BETWEEN);
            }
        }

        /**
         * Of one more, which may be the only one that lacks nothing of what those before it had sent.
         */
        private void expectLossOf(final int member)
        {
            outcasts.add(member);
            mayBeNobody |= areFramesMissing;
        }

        private void crash(final int member, final boolean isTailLost)
        {
            simulation.note("member " + member + " ends");
            ended.add(member);
            for (int other = 0; other < count; other++)
            {
                if (other != member)
                {
                    trunks.stop(member, other, isTailLost);
                    trunks.stop(other, member, true);
                }
            }
            simulation.crash(clusters[member]);
        }

        private void expel(final int member, final int other)
        {
            while (!isOver() && !lost.contains(member))
            {
                if (outcasts.contains(other))
                {
                    pause(random.nextInt(64));
                    try
                    {
                        clusters[member].expelMember(members.name(other));
                        return;
                    }
                    catch (final MemberLostException ex)
                    {
                        leave(member);
                        return;
                    }
                    catch (final IsotachException ex)
                    {
                        simulation.note(ex.getMessage());
                    }
                }
                simulation.pause();
            }
        }

        private void pause(final int times)
        {
            for (int i = 0; i < times; i++)
            {
                simulation.pause();
            }
        }

        void leave(final int member)
        {
            lost.add(member);
            outcasts.add(member);
        }

        /**
         * Returns whether all programs have ended, and all that stay know of all that have left. It stays so: whoever
         * would expel a member is gone by then.
         */
        boolean isOver()
        {
            return !isDeafDue && (!isDeserting || hasDeserted || isGone(deserter.member)) &&
                programs.stream().allMatch(program -> ended.contains(program.member) ||
                program.isDone && (lost.contains(program.member) || isStaying(program.member) &&
                (isDeserter(program) ? hasDeserted : isSettledAt(program.member, program.host))));
        }

        /**
         * Returns whether a host has been expelled alone.
         */
        private boolean isDeserter(final Program program)
        {
            return program == deserter && program.host.isExpelled();
        }

        /**
         * Returns whether a member stays. That is also true of one that the others were to expel, and that is left
         * alone.
         */
        private boolean isStaying(final int member)
        {
            return !ended.contains(member) && !lost.contains(member) && (!outcasts.contains(member) ||
                IntStream.range(0, count).allMatch(
                    other -> other == member || ended.contains(other) || lost.contains(other)));
        }

        private boolean isSettledAt(final int own, final Host host)
        {
            if (hasDeserted && !records.gone.get(host.id()).contains(deserter.host.id()))
            {
                return false;
            }
            for (final int member : outcasts)
            {
                for (final Host out : clusters[member].localHosts())
                {
                    if (own != member && !records.gone.get(host.id()).contains(out.id()))
                    {
                        return false;
                    }
                }
            }
            return true;
        }

        @Override
        public String toString()
        {
            final StringBuilder text = new StringBuilder().append(programs).append(", outcasts ").append(outcasts)
                .append(", ended ").append(ended).append(", lost ").append(lost).append(", over ").append(isOver());
            for (final Cluster cluster : clusters)
            {
                text.append("\n").append(cluster.isClosed()).append(cluster.units()).append(cluster.stalls());
            }
            return text.toString();
        }

        boolean[] stays()
        {
            final boolean[] stays = new boolean[topology.hostCount()];
            for (final Program program : programs)
            {
                stays[program.host.id()] = isStaying(program.member) && !isDeserter(program);
            }
            return stays;
        }

        String sameCopies()
        {
            long expected = 0;
            boolean isFirst = true;
            for (final Program program : programs)
            {
                if (isStaying(program.member) && !isDeserter(program))
                {
                    final long value = program.readFirst();
                    if (!isFirst && value != expected)
                    {
                        return "host " + program.host.id() + " reads " + value + ", others " + expected;
                    }
                    expected = value;
                    isFirst = false;
                }
            }
            return isFirst && !mayBeNobody ? "nobody stays" : null;
        }

        /**
         * The host that is expelled alone leaves everywhere in the pulse that the call has returned, if its caller
         * stays.
         */
        String expelledIn()
        {
            return hasDeserted && isStaying(desertionCaller) ?
                records.expelledIn(deserter.host.id(), desertionPulse, stays()) : null;
        }

        /**
         * Nobody leaves without need.
         */
        String nobodyElse()
        {
            if (!losesTail && crashes && !isOneMoreExpelled && !crashesOneMore && lost.size() > 0)
            {
                return "members " + lost + " have left";
            }
            return null;
        }
    }

    /**
     * Writes down what a host executes, and is told.
     */
    private static final class Listener implements OperationExecutor, NoticeListener
    {
        private final LostMemberRecords records;
        private final Host host;

        Listener(final LostMemberRecords records, final Host host)
        {
            this.records = records;
            this.host = host;
        }

        void register()
        {
            host.models().register(FAMILY, this, (slot, value) ->
            {
                throw new AssertionError("there are no results");
            });
            host.models().listen(this);
        }

        private void add(final String what, final int number, final long pulse)
        {
            records.events.get(host.id()).add(new LostMemberRecords.Event(what, number, pulse));
        }

        @Override
        public int execute(
            final int sender, final long timestamp, final OffHeapBuffer frame, final int offset, final int limit)
        {
            final int number = OperationHeader.address(frame.getLong(offset));
            // Isochrons for other hosts may come in the same frame.
            if (0 != (records.issued.get(number).destinations >>> host.id() & 1))
            {
                add(LostMemberRecords.Event.ISOCHRON, number, timestamp);
            }
            return offset + OperationHeader.LENGTH;
        }

        @Override
        public void hostExpelled(final int expelled, final long pulse)
        {
            add(LostMemberRecords.Event.EXPELLED, expelled, pulse);
            records.gone.get(host.id()).add(expelled);
        }

        @Override
        public void onNotice(final long pulse, final long notice)
        {
            add(LostMemberRecords.Event.NOTICE, (int)notice, pulse);
        }

        @Override
        public int doWork()
        {
            return 0;
        }
    }

    /**
     * Of one host.
     */
    private static final class Program extends ScenarioMember
    {
        private final Run run;
        private final int member;
        private final MemoryPort port;
        private boolean isDone;

        Program(final Run run, final int member, final Host host)
        {
            super(host);
            this.run = run;
            this.member = member;
            port = run.memories[member].port(host);
        }

        void run()
        {
            try
            {
                for (int round = run.isOneDeaf() ? DEAF_ROUNDS : ROUNDS; round > 0; round--)
                {
                    // Who waits, wants more.
                    act(run.isOneDeaf() ? 3 : run.random.nextInt(8));
                }
                isochron.awaitExecuted();
                isDone = true;
                while (!run.isOver() && !host.isShutDown())
                {
                    host.poll();
                    run.simulation.pause();
                }
            }
            catch (final MemberLostException ex)
            {
                isDone = true;
            }
            catch (final HostExpelledException ex)
            {
                if (this != run.deserter)
                {
                    throw ex;
                }
                isDone = true;
            }
            if (host.isShutDown())
            {
                run.leave(member);
            }
        }

        private void act(final int what)
        {
            if (0 == what)
            {
                for (int i = run.random.nextInt(0 == run.random.nextInt(4) ? MAX_SIGNALS : 2); i >= 0; i--)
                {
                    signal();
                }
            }
            else if (1 == what)
            {
                replace();
            }
            else
            {
                isochron.begin();
                if (run.random.nextBoolean())
                {
                    port.update(isochron, 0, UpdateFunction.ADD, 1);
                }
                else
                {
                    updateSome();
                }
                issue();
                if (2 == what)
                {
                    isochron.awaitExecuted();
                }
            }
        }

        /**
         * Variables of which few have a copy, if any of them is left.
         */
        private void updateSome()
        {
            try
            {
                for (int i = run.random.nextInt(3); i >= 0; i--)
                {
                    port.update(isochron, run.random.nextInt((int)run.pageMap.variables()), UpdateFunction.ADD, 1);
                }
            }
            catch (final PageLostException ex)
            {
                isochron.abandon();
                isochron.begin();
                port.update(isochron, 0, UpdateFunction.ADD, 1);
            }
        }

        private void issue()
        {
            int destinations = 0;
            for (int other = 0; other < host.hostCount(); other++)
            {
                destinations |= isochron.destinations().contains(other) ? 1 << other : 0;
            }
            final LostMemberRecords.Issued issued = new LostMemberRecords.Issued(
                host.id(), destinations, run.records.events.get(host.id()).size());
            final int offset = isochron.append(OperationHeader.LENGTH);
            isochron.buffer().putLong(offset, OperationHeader.encode(
                FAMILY << 4, OperationHeader.LENGTH, 0, run.records.issued.size()));
            run.records.issued.add(issued);
            isochron.issue();
            issued.isIssued = true;
        }

        /**
         * Reserves a variable of all, and puts another value in its place.
         */
        private void replace()
        {
            final IsoValue value = new IsoValue();
            isochron.begin();
            port.read(isochron, 1, value);
            port.sched(isochron, 1);
            issue();
            boolean isKnown = true;
            try
            {
                value.await();
            }
            catch (final MemberLostException ex)
            {
                throw ex;
            }
            catch (final IsotachException ex)
            {
                // It waited for a host that has left.
                isKnown = false;
            }
            isochron.begin();
            if (isKnown)
            {
                port.assign(isochron, 1, 2 * value.get() + 1);
            }
            else
            {
                port.cancel(isochron, 1);
            }
            issue();
        }

        private void signal()
        {
            final int delay = run.random.nextInt(0 == run.random.nextInt(8) ? MAX_DELAY : 3);
            final int number = run.notices++;
            final Marker marker = new Marker()
            {
                @Override
                public long pass(final long pulse)
                {
                    return pulse + delay;
                }

                @Override
                public long notice()
                {
                    return number;
                }
            };
            while (!host.models().tryIssue(marker))
            {
                host.poll();
                run.simulation.pause();
            }
        }

        long readFirst()
        {
            return 31 * read(port, 0) + read(port, 1);
        }

        @Override
        public String toString()
        {
            return "host " + host.id() + (isDone ? ", done" : "");
        }
    }
}
