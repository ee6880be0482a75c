/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.UpdateFailedException;
import org.isotach.smm.UpdateFunction;

/**
 * UPDATEs whose function throws for some values, beside others, on variables that are scheduled, assigned and written
 * meanwhile. Each isochron also counts, so its count says where it stands in the order. A memory that executes one
 * isochron after the other has the same results: where the function throws, the value stays as it is at every copy, the
 * result fails, and the error handler is told once by each host with a copy.
 */
final class ThrowingUpdatesScenario implements Scenario
{
    private static final int MAX_HOSTS = 4;
    private static final int MAX_THREADS = 4;
    private static final int MAX_ROUNDS = 10;
    private static final int MAX_OPERATIONS = 4;
    private static final int MAX_PAGES = 2;
    private static final int PAGE_SIZE = 2;
    private static final int MAX_ISOCHRON_LENGTH = 480;
    private static final int MAX_RESULTS = 256;

    // Address of the count, which is never scheduled. All hosts have a copy of its page.
    private static final int COUNT = 0;
    private static final int NUMBER = 7;

    /**
     * What an UPDATE computes.
     */
    private enum Function
    {
        ADD(UpdateFunction.ADD),
        AND(UpdateFunction.AND),
        OR(UpdateFunction.OR),
        MIN(UpdateFunction.MIN),
        REFUSING(null);

        private static final Function[] ALL = values();
        private final UpdateFunction builtIn;

        Function(final UpdateFunction builtIn)
        {
            this.builtIn = builtIn;
        }

        static boolean isRefused(final long value, final long argument)
        {
            return 0 == Math.floorMod(value + argument, 3);
        }

        long compute(final long value, final long argument)
        {
            switch (this)
            {
                case ADD:
                    return value + argument;
                case AND:
                    return value & argument;
                case OR:
                    return value | argument;
                case MIN:
                    return value < argument ? value : argument;
                default:
                    return isRefused(value, argument) ? value : 31 * value + argument;
            }
        }
    }

    /**
     * What the function throws.
     */
    private static final class Refused extends RuntimeException
    {
        private static final long serialVersionUID = 1L;
        private final int host;
        private final long argument;

        Refused(final int host, final long argument)
        {
            super("refused at host " + host, null, false, false);
            this.host = host;
            this.argument = argument;
        }
    }

    /**
     * Kinds of operations.
     */
    private enum Kind
    {
        READ, WRITE, SCHED, UPDATE, GET_AND_UPDATE, UPDATE_AND_GET
    }

    /**
     * An operation as it was issued.
     */
    private static final class Operation
    {
        private final Kind kind;
        private final int address;
        private final Function function;
        private final IsoValue result = new IsoValue();

        // Of a SCHED, what is assigned later.
        private long value;

        Operation(final Kind kind, final int address, final Function function, final long value)
        {
            this.kind = kind;
            this.address = address;
            this.function = function;
            this.value = value;
        }

        private boolean hasResult()
        {
            return Kind.READ == kind || Kind.GET_AND_UPDATE == kind || Kind.UPDATE_AND_GET == kind;
        }

        @Override
        public String toString()
        {
            return kind + " " + address + (null == function ? "" : " " + function) + ' ' + value;
        }
    }

    /**
     * An isochron as it was issued.
     */
    private record Issued(IsoValue count, List<Operation> operations)
    {
    }

    @Override
    public void prepare(final Simulation simulation)
    {
        final Random random = simulation.random();
        final int hosts = 1 + simulation.upTo(MAX_HOSTS - 1);
        final Set<List<Long>> told = new HashSet<>();
        final List<String> problems = new ArrayList<>();
        final Cluster cluster = simulation.launch(new ClusterContext()
            .topology(ScenarioRun.oneOrTwoSwitches(simulation, hosts))
            .sendRingSize(2 << random.nextInt(3))
            .linkRingSize(1 << random.nextInt(3))
            .linkLength(1024 << random.nextInt(3))
            .readCap(MAX_RESULTS)
            .maxIsochronLength(MAX_ISOCHRON_LENGTH)
            .slabLength(3 * MAX_ISOCHRON_LENGTH)
            .errorHandler(error ->
            {
                final boolean isExpected = error.getCause() instanceof Refused refused &&
                    told.add(List.of((long)refused.host, refused.argument));
                if (!isExpected)
                {
                    problems.add("reported: " + error);
                }
            }));
        final Run run = new Run(simulation, cluster, told, problems);
        final int threads = simulation.upTo(MAX_THREADS);
        for (int i = 0; i < threads; i++)
        {
            final Host host = cluster.host(i % hosts);
            final Member member = new Member(run, host, new Random(random.nextLong()));
            simulation.thread("thread-" + i, host, member::run);
        }
        simulation.atEnd("Results", run::results);
        simulation.atEnd("SameCopies", run::copies);
        simulation.atEnd("Reports", run::reports);
    }

    /**
     * What the threads share.
     */
    private static final class Run
    {
        private final Simulation simulation;
        private final Cluster cluster;
        private final PageMap pageMap;
        private final SharedMemory memory;
        private final UpdateFunction refusing;
        private final List<Issued> issued = new ArrayList<>();

        // Host and argument: each UPDATE has an argument of its own.
        private final Set<List<Long>> told;
        private final List<String> problems;
        private final Map<Integer, Long> values = new HashMap<>();
        private final Set<List<Long>> expected = new HashSet<>();
        private long arguments;

        Run(
            final Simulation simulation,
            final Cluster cluster,
            final Set<List<Long>> told,
            final List<String> problems)
        {
            this.simulation = simulation;
            this.cluster = cluster;
            this.told = told;
            this.problems = problems;
            final int hosts = cluster.hostCount();
            final PageMap.Builder builder = PageMap.builder().pageSize(PAGE_SIZE).everywhere(0);
            final int pages = simulation.upTo(MAX_PAGES);
            for (int page = 1; page < pages; page++)
            {
                builder.page(page, simulation.random().ints(2, 0, hosts).distinct().toArray());
            }
            pageMap = builder.build();
            memory = SharedMemory.on(cluster, pageMap);
            UpdateFunction function = null;
            for (int i = 0; i < hosts; i++)
            {
                final int host = i;
                function = memory.registerFunction(cluster.host(host), NUMBER, (value, argument) ->
                {
                    if (Function.isRefused(value, argument))
                    {
                        throw new Refused(host, argument);
                    }
                    return Function.REFUSING.compute(value, argument);
                });
            }
            refusing = function;
        }

        /**
         * Executes one isochron after the other.
         */
        String results()
        {
            issued.sort(Comparator.comparingLong(isochron -> isochron.count().get()));
            for (int i = 0; i < issued.size(); i++)
            {
                if (i != issued.get(i).count().get())
                {
                    return "no isochron has counted " + i;
                }
                for (final Operation operation : issued.get(i).operations())
                {
                    final String mistake = replay(operation);
                    if (null != mistake)
                    {
                        return "isochron " + i + ", " + operation + ": " + mistake;
                    }
                }
            }
            return null;
        }

        private String replay(final Operation operation)
        {
            final long before = values.getOrDefault(operation.address, 0L);
            long after = before;
            boolean isRefused = false;
            switch (operation.kind)
            {
                case READ:
                    break;
                case WRITE, SCHED:
                    after = operation.value;
                    break;
                default:
                    after = operation.function.compute(before, operation.value);
                    isRefused = Function.REFUSING == operation.function && Function.isRefused(before, operation.value);
                    break;
            }
            values.put(operation.address, after);
            if (isRefused)
            {
                expect(operation);
            }
            return operation.hasResult() ?
                compare(operation.result, isRefused, Kind.UPDATE_AND_GET == operation.kind ? after : before) : null;
        }

        private void expect(final Operation operation)
        {
            for (int host = 0; host < cluster.hostCount(); host++)
            {
                if (pageMap.holds(operation.address / PAGE_SIZE, host))
                {
                    expected.add(List.of((long)host, operation.value));
                }
            }
        }

        private static String compare(final IsoValue result, final boolean isRefused, final long value)
        {
            try
            {
                final long found = result.get();
                return isRefused ? "its function has thrown, and the result is " + found :
                    value == found ? null : "the result is " + found + " and not " + value;
            }
            catch (final UpdateFailedException ex)
            {
                return isRefused ? null : "" + ex;
            }
        }

        String copies()
        {
            for (int i = 0; i < cluster.hostCount(); i++)
            {
                final Isochron isochron = cluster.host(i).isochron();
                final MemoryPort port = memory.port(cluster.host(i));
                for (int address = 1; address < pageMap.variables(); address++)
                {
                    if (pageMap.holds(address / PAGE_SIZE, i))
                    {
                        final IsoValue copy = new IsoValue();
                        port.read(isochron.begin(), address, copy);
                        isochron.issue();
                        final long value = values.getOrDefault(address, 0L);
                        if (value != copy.await())
                        {
                            return "the copy of variable " + address + " at host " + i + " is " + copy.get() +
                                " and not " + value;
                        }
                    }
                }
            }
            return null;
        }

        String reports()
        {
            if (!problems.isEmpty())
            {
                return problems.get(0);
            }
            return told.equals(expected) ? null : "told " + told + " and not " + expected;
        }
    }

    /**
     * One thread. It waits for results when it has assigned everything: until then somebody may wait for it.
     */
    private static final class Member extends ScenarioMember
    {
        private final Run run;
        private final Random random;
        private final MemoryPort port;
        private final int rounds;
        private final Map<Integer, Operation> scheduled = new HashMap<>();
        private final List<IsoValue> results = new ArrayList<>();

        Member(final Run run, final Host host, final Random random)
        {
            super(host);
            this.run = run;
            this.random = random;
            port = run.memory.port(host);
            rounds = run.simulation.upTo(MAX_ROUNDS);
        }

        void run()
        {
            for (int i = 0; i < rounds; i++)
            {
                final Issued next = new Issued(new IsoValue(), new ArrayList<>());
                port.getAndUpdate(isochron.begin(), COUNT, UpdateFunction.ADD, 1, next.count());
                results.add(next.count());
                for (int k = 1 + random.nextInt(MAX_OPERATIONS); k > 0; k--)
                {
                    append(next);
                }
                run.issued.add(next);
                isochron.issue();
                run.simulation.pause();
                if (random.nextBoolean())
                {
                    assignAll();
                }
            }
            assignAll();
            host.waiter().await(
                () -> results.stream().noneMatch(IsoValue::isOutstanding), "results", Long.MAX_VALUE);
        }

        private void assignAll()
        {
            if (!scheduled.isEmpty())
            {
                isochron.begin();
                scheduled.forEach((address, sched) -> port.assign(isochron, address, sched.value));
                scheduled.clear();
                isochron.issue();
            }
        }

        private void append(final Issued next)
        {
            final int address = 1 + random.nextInt((int)run.pageMap.variables() - 1);
            switch (random.nextInt(8))
            {
                case 0:
                    final Operation read = new Operation(Kind.READ, address, null, 0);
                    port.read(isochron, address, read.result);
                    add(next, read);
                    break;
                case 1:
                    final Operation write = new Operation(Kind.WRITE, address, null, random.nextInt(100));
                    port.write(isochron, address, write.value);
                    add(next, write);
                    break;
                case 2, 3:
                    if (!scheduled.containsKey(address))
                    {
                        final Operation sched = new Operation(Kind.SCHED, address, null, random.nextInt(100));
                        port.sched(isochron, address);
                        scheduled.put(address, sched);
                        add(next, sched);
                    }
                    break;
                default:
                    update(next, address);
                    break;
            }
        }

        private void update(final Issued next, final int address)
        {
            final Function function = random.nextBoolean() ? Function.REFUSING :
                Function.ALL[random.nextInt(Function.ALL.length)];
            final UpdateFunction code = null == function.builtIn ? run.refusing : function.builtIn;
            final Kind[] kinds = { Kind.UPDATE, Kind.GET_AND_UPDATE, Kind.UPDATE_AND_GET };
            final Operation update =
                new Operation(kinds[random.nextInt(kinds.length)], address, function, ++run.arguments);
            switch (update.kind)
            {
                case UPDATE:
                    port.update(isochron, address, code, update.value);
                    break;
                case GET_AND_UPDATE:
                    port.getAndUpdate(isochron, address, code, update.value, update.result);
                    break;
                default:
                    port.updateAndGet(isochron, address, code, update.value, update.result);
                    break;
            }
            add(next, update);
        }

        private void add(final Issued next, final Operation operation)
        {
            next.operations().add(operation);
            if (operation.hasResult())
            {
                results.add(operation.result);
            }
        }
    }
}
