/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.MemberLostException;
import org.isotach.Topology;
import org.isotach.actions.BasicObjectCodec;
import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoReference;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.Snapshot;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.smm.SchedCancelledException;

/**
 * Two to four members that change a reference, and a number which says what its object is, together. One of them ends
 * at some step, or is not heard any more by another one, perhaps with a part of what was on its way, and the others
 * expel it: in one run of four while the members still compare their variables. Those that stay have the same object,
 * which is that of the number, and go on.
 */
final class LostReferencesScenario implements Scenario
{
    private static final int MAX_MEMBERS = 4;
    private static final int ROUNDS = 8;
    private static final int STEPS = 3000;
    private static final int MAX_STEPS = 400_000;
    private static final int MAX_OBJECTS = 4;
    private static final int EARLY_CHANCE = 4;
    private static final int EARLY_STEPS = 300;

    @Override
    public void prepare(final Simulation simulation)
    {
        final Run run = new Run(simulation, 1 + simulation.upTo(MAX_MEMBERS - 1));
        run.start();
        final long step = 1 + simulation.random().nextInt(run.losesEarly ? EARLY_STEPS : STEPS);
        simulation.always("End", () -> run.loseWhenDue(step));
        simulation.always(Simulation.NO_ERRORS, run.errors::violation);
        simulation.atEnd("Objects", run::problem);
        simulation.atEnd("SameObjects", run::sameObjects);
        simulation.atEnd("GoesOn", run::goesOn);
    }

    /**
     * Returns the object that belongs to a number: sometimes none.
     */
    private static String textOf(final long number)
    {
        return 0 == number % 4 ? null : "text of " + number;
    }

    /**
     * What all members share.
     */
    private static final class Run
    {
        private final Simulation simulation;
        private final Random random;
        private final Members names;
        private final MemoryTrunks trunks;
        private final List<Member> members = new ArrayList<>();
        private final int victim;
        private final boolean crashes;
        private final boolean losesTail;
        private final boolean losesEarly;
        private final Set<Integer> outcasts = new TreeSet<>();
        private final Set<Integer> gone = new TreeSet<>();
        private final Set<Long> numbers = new HashSet<>();
        private long lastNumber = 1;
        private int metEachOther;
        private int joined;
        private int steps;
        private int stepsTogether;
        private String problem;
        private final UnexplainedErrors errors = new UnexplainedErrors();

        Run(final Simulation simulation, final int count)
        {
            this.simulation = simulation;
            random = simulation.random();
            final Members.Builder builder = Members.builder();
            final Topology.Builder switches = Topology.builder();
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
                }
            }
            names = builder.build();
            trunks = new MemoryTrunks(count, 1 << random.nextInt(8), new Random(random.nextLong()));
            victim = random.nextInt(count);
            crashes = random.nextBoolean();
            losesTail = random.nextBoolean();
            losesEarly = 0 == random.nextInt(EARLY_CHANCE);
            numbers.add(lastNumber);
            final Topology topology = switches.build();
            final MemoryAuthority authority = new MemoryAuthority(count);
            for (int member = 0; member < count; member++)
            {
                members.add(new Member(this, member, simulation.launch(
                    new ClusterContext()
                        .topology(topology)
                        .paranoid(0 == random.nextInt(4))
                        .sendRingSize(4 << random.nextInt(3))
                        .errorHandler(errors),
                    new Membership(
                        names, names.name(member), trunks, Membership.JOIN_TIMEOUT_DEFAULT, authority))));
            }
        }

        void start()
        {
            for (final Member member : members)
            {
                member.cluster.tryJoin();
            }
            for (final Member member : members)
            {
                for (final Host host : member.cluster.localHosts())
                {
                    member.programs++;
                    simulation.thread("host-" + host.id(), host, () -> member.run(host));
                }
                final Host first = member.cluster.localHosts().get(0);
                simulation.thread("tend-" + member.number, first, member::tend);
                for (int other = 0; other < members.size(); other++)
                {
                    final int outcast = other;
                    if (other != member.number)
                    {
                        simulation.thread("operator-" + member.number + "-" + other, first,
                            () -> expel(member, outcast));
                    }
                }
            }
        }

        String loseWhenDue(final long step)
        {
            steps++;
            stepsTogether += isTogether() ? 1 : 0;
            if (stepsTogether == step && outcasts.isEmpty() && !isOver())
            {
                loseOne();
            }
            return steps <= MAX_STEPS ? null : "after " + steps + " steps there is no end: " + members +
                ", outcasts " + outcasts + ", gone " + gone;
        }

        /**
         * Returns whether all members know each other, or have also compared their variables; nobody is lost before.
         */
        private boolean isTogether()
        {
            return (losesEarly ? metEachOther : joined) == members.stream().mapToInt(member -> member.programs).sum();
        }

        private void loseOne()
        {
            final int other = (victim + 1 + random.nextInt(members.size() - 1)) % members.size();
            if (crashes)
            {
                simulation.note("member " + victim + " ends");
                gone.add(victim);
                for (int i = 0; i < members.size(); i++)
                {
                    if (i != victim)
                    {
                        trunks.stop(victim, i, losesTail);
                        trunks.stop(i, victim, true);
                    }
                }
                simulation.crash(members.get(victim).cluster);
            }
            else
            {
                simulation.note("member " + other + " does not hear member " + victim);
                trunks.stop(victim, other, losesTail);
            }
            outcasts.add(victim);
        }

        private void expel(final Member member, final int other)
        {
            boolean isDone = false;
            while (!isDone && !isOver() && !gone.contains(member.number))
            {
                if (outcasts.contains(other))
                {
                    try
                    {
                        member.cluster.expelMember(names.name(other));
                        isDone = true;
                    }
                    catch (final MemberLostException ex)
                    {
                        leave(member);
                    }
                    catch (final IsotachException ex)
                    {
                        simulation.note(ex.getMessage());
                    }
                }
                simulation.pause();
            }
        }

        void leave(final Member member)
        {
            gone.add(member.number);
            outcasts.add(member.number);
        }

        /**
         * Returns whether all programs have ended, and all that stay know of all that have left.
         */
        boolean isOver()
        {
            return members.stream().allMatch(member -> gone.contains(member.number) ||
                isStaying(member) && 0 == member.programs - member.ended && member.isSettled());
        }

        /**
         * Returns whether a member stays. That is also true of one that the others were to expel, and that is left
         * alone.
         */
        private boolean isStaying(final Member member)
        {
            return !gone.contains(member.number) && (!outcasts.contains(member.number) ||
                gone.size() == members.size() - 1);
        }

        private List<Member> staying()
        {
            return members.stream().filter(this::isStaying).toList();
        }

        long nextNumber()
        {
            numbers.add(++lastNumber);
            return lastNumber;
        }

        void note(final boolean isTrue, final String what)
        {
            if (!isTrue && null == problem)
            {
                problem = what;
            }
        }

        String problem()
        {
            return problem;
        }

        String sameObjects()
        {
            String first = null;
            for (final Member member : staying())
            {
                final String own = member.read();
                if (null != first && !first.equals(own))
                {
                    return "member " + member.number + " has " + own + ", another one " + first;
                }
                first = own;
            }
            return problem;
        }

        /**
         * Whoever stays can change the variables, and nobody keeps objects that no variable has.
         */
        String goesOn()
        {
            for (int round = 0; round < MAX_OBJECTS; round++)
            {
                for (final Member member : staying())
                {
                    member.change();
                }
            }
            final String different = sameObjects();
            if (null != different)
            {
                return different;
            }
            for (final Member member : staying())
            {
                if (member.isotach.objects() > MAX_OBJECTS)
                {
                    return "member " + member.number + " keeps " + member.isotach.objects() +
                        " objects of one variable";
                }
            }
            return null;
        }
    }

    /**
     * One member.
     */
    private static final class Member
    {
        private final Run run;
        private final int number;
        private final Cluster cluster;
        private final Isotach isotach;
        private final IsoReference<String> text;
        private final IsoLong label;
        private int programs;
        private int ended;

        Member(final Run run, final int number, final Cluster cluster)
        {
            this.run = run;
            this.number = number;
            this.cluster = cluster;
            isotach = Isotach.on(cluster, new IsotachContext().membership(null, new BasicObjectCodec())
                .copies(cluster.hostCount()).sessions(cluster.localHosts().size()).memory(1024));
            text = isotach.reference("text", textOf(1));
            label = isotach.longVariable("label", 1);
        }

        void run(final Host host)
        {
            boolean isThere = true;
            try
            {
                join();
                run.joined++;
                for (int round = 0; round < ROUNDS; round++)
                {
                    act(run.random.nextInt(4));
                    run.simulation.pause();
                }
            }
            catch (final MemberLostException ex)
            {
                isThere = false;
            }
            ended++;
            while (isThere && !run.isOver() && !run.gone.contains(number) && !host.isShutDown())
            {
                host.poll();
                run.simulation.pause();
            }
            if (!isThere || host.isShutDown())
            {
                run.leave(this);
            }
        }

        /**
         * A member that is lost is an error until this one knows that it is out.
         */
        private void join()
        {
            cluster.join();
            run.metEachOther++;
            boolean hasJoined = false;
            while (!hasJoined)
            {
                try
                {
                    isotach.join();
                    hasJoined = true;
                }
                catch (final MemberLostException ex)
                {
                    throw ex;
                }
                catch (final IsotachException ex)
                {
                    run.note(!run.outcasts.isEmpty(), "nobody has left, and member " + number + " cannot join: " + ex);
                    run.simulation.pause();
                }
            }
        }

        /**
         * What the library has no thread for here.
         */
        void tend()
        {
            while (!(isotach.tend() && run.isOver()) && !run.gone.contains(number))
            {
                run.simulation.pause();
            }
        }

        private void act(final int what)
        {
            try
            {
                switch (what)
                {
                    case 0:
                        change();
                        break;
                    case 1:
                        final long next = run.nextNumber();
                        isotach.write(batch -> batch.set(text, textOf(next)).set(label, next));
                        break;
                    case 2:
                        isotach.update().reading(label, text).execute(action -> check(action, "an action"));
                        break;
                    default:
                        read();
                        break;
                }
            }
            catch (final MemberLostException ex)
            {
                throw ex;
            }
            catch (final HostExpelledException | SchedCancelledException ex)
            {
                run.note(!run.outcasts.isEmpty(), "nobody has left, and member " + number + " gets " + ex);
            }
        }

        private void change()
        {
            final long next = run.nextNumber();
            isotach.update(label, text).execute(action ->
            {
                check(action, "a change");
                run.simulation.pause();
                action.set(label, next).set(text, textOf(next));
            });
        }

        private String read()
        {
            return isotach.snapshot(now ->
            {
                check(now, "a snapshot");
                return now.get(label) + ", \"" + now.get(text) + '"';
            }, label, text);
        }

        private void check(final Snapshot now, final String what)
        {
            run.note(run.numbers.contains(now.get(label)) && Objects.equals(textOf(now.get(label)), now.get(text)),
                what + " of member " + number + " finds " + now.get(label) + " and \"" + now.get(text) + '"');
        }

        /**
         * Returns whether it knows of all that have left.
         */
        private boolean isSettled()
        {
            for (final int outcast : run.outcasts)
            {
                for (final Host host : run.members.get(outcast).cluster.localHosts())
                {
                    if (outcast != number && !cluster.host(host.id()).isExpelled())
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
            return "member " + number + ", " + ended + " of " + programs + " programs have ended" +
                (isSettled() ? "" : ", not settled") + ' ' + cluster.stalls();
        }
    }
}
