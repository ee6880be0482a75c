/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.test.SteppedProgram;

/**
 * A random program of one application thread, in steps that never wait: reads and writes, structured atomic actions,
 * SCHEDs that are assigned sooner or later, by the last step at the latest.
 */
final class RandomProgram implements SteppedProgram
{
    static final int MAX_OPERATIONS = 4;

    /**
     * Number of {@link #combine}.
     */
    static final int COMBINE = 9;

    /**
     * Number of {@link #refuse}.
     */
    static final int REFUSE = 10;

    /**
     * Result of an UPDATE whose function has thrown: no value is the same.
     */
    static final long FAILED = 0xdead_0bad_f00d_0001L;

    // All of them together in another order have another result.
    private static final List<UpdateFunction> FUNCTIONS = List.of(
        UpdateFunction.ADD,
        UpdateFunction.AND,
        UpdateFunction.OR,
        UpdateFunction.XOR,
        UpdateFunction.MIN,
        UpdateFunction.MAX,
        UpdateFunction.EXCHANGE,
        UpdateFunction.COMPARE_AND_SET,
        UpdateFunction.registered(COMBINE),
        UpdateFunction.registered(REFUSE));

    private static final int ISOCHRONS = 24;
    private static final int MAX_ROW = 16;
    private static final int ANY = 5;
    private static final int ID_STRIDE = 1000;

    private final TestCluster cluster;
    private final int host;
    private final int number;
    private final Random random;
    private final MemoryPort port;
    private final Isochron isochron;
    private final int[] addresses;
    private final List<IssuedIsochron> issued = new ArrayList<>();
    private final Map<Integer, Result> values = new HashMap<>();
    private final Map<Integer, Long> scheduled = new HashMap<>();

    // What it has taken together, null if nothing.
    private TakenVariables taken;
    private IssuedIsochron open;
    private Map<Integer, Long> scheduledBefore;
    private final List<Integer> openReads = new ArrayList<>();
    private boolean isActing;
    private int nextValue;

    /**
     * Of a READ, or of one of the variables of a TAKE.
     */
    private record Result(BooleanSupplier hasArrived, LongSupplier value)
    {
        boolean isReady()
        {
            return hasArrived.getAsBoolean();
        }
    }

    /**
     * What a function throws.
     */
    static final class Refused extends RuntimeException
    {
        private static final long serialVersionUID = 1L;

        private Refused()
        {
            super("refused", null, false, false);
        }
    }

    RandomProgram(final TestCluster cluster, final int host, final int number, final long seed)
    {
        this.cluster = cluster;
        this.host = host;
        this.number = number;
        random = new Random(seed);
        port = cluster.memory().port(cluster.host(host));
        isochron = cluster.host(host).isochron();
        final PageMap pageMap = cluster.memory().pageMap();
        // Few variables, so that programs meet.
        addresses = random.ints(3, 0, (int)pageMap.variables()).toArray();
    }

    /**
     * A registered function: who computes it twice, or not in order, has another result.
     */
    static long combine(final long value, final long argument)
    {
        return 31 * value + argument;
    }

    /**
     * A registered function that throws for some values.
     */
    static long refuse(final long value, final long argument)
    {
        if (0 == (value + argument & 3))
        {
            throw new Refused();
        }
        return 17 * value - argument;
    }

    @Override
    public int host()
    {
        return host;
    }

    List<IssuedIsochron> issued()
    {
        return issued;
    }

    Map<Integer, Long> results()
    {
        final Map<Integer, Long> results = new HashMap<>();
        values.forEach((read, result) -> results.put(read, result.value().getAsLong()));
        return results;
    }

    @Override
    public boolean step()
    {
        if (null != open)
        {
            tryIssue();
            return false;
        }
        if (isActing)
        {
            if (areAllRead())
            {
                isActing = false;
                if (null == taken)
                {
                    assignAll();
                }
                else
                {
                    assignTaken();
                }
            }
            return false;
        }
        if (issued.size() < ISOCHRONS)
        {
            openNext();
            return false;
        }
        if (!scheduled.isEmpty())
        {
            assignAll();
            return false;
        }
        return areAllRead();
    }

    private void tryIssue()
    {
        open.time = cluster.host(host).logicalTime();
        if (isochron.tryIssue())
        {
            issued.add(open);
            openReads.clear();
            open = null;
        }
        else if (!scheduledBefore.isEmpty() && !openReads.isEmpty())
        {
            // Perhaps it waits for room for reads that wait for an ASSIGN of this program.
            isochron.abandon();
            openReads.forEach(values::remove);
            openReads.clear();
            scheduled.clear();
            scheduled.putAll(scheduledBefore);
            isActing = false;
            assignAll();
        }
    }

    private boolean areAllRead()
    {
        return values.values().stream().allMatch(Result::isReady);
    }

    private void openNext()
    {
        begin();
        switch (scheduled.isEmpty() ? random.nextInt(12) : ANY)
        {
            case 0:
            case 1:
            case 2:
            case 3:
                openAction();
                break;
            case 4:
                writeRow();
                break;
            default:
                for (int i = 1 + random.nextInt(MAX_OPERATIONS); i > 0; i--)
                {
                    appendAny(address());
                }
                break;
        }
        cluster.log().mark(isochron, open.id);
    }

    /**
     * A structured atomic action: reads and schedules at one point of logical time, and assigns when it has read.
     */
    private void openAction()
    {
        final int first = address();
        final int second = address();
        if (random.nextBoolean())
        {
            isActing = true;
            take(first, second);
            return;
        }
        read(first);
        sched(first);
        if (second != first)
        {
            read(second);
            sched(second);
        }
        isActing = true;
    }

    /**
     * The same as one operation, also of one variable twice.
     */
    private void take(final int... variables)
    {
        taken = new TakenVariables(variables.length);
        port.take(isochron, variables, taken);
        for (int i = 0; i < variables.length; i++)
        {
            final TakenVariables group = taken;
            final int index = i;
            final int read = open.id * MAX_OPERATIONS + i;
            values.put(read, new Result(group::isReady, () -> group.value(index)));
            openReads.add(read);
            append(IssuedIsochron.Kind.READ, variables[i], 0, 0, read);
        }
        for (int i = 0; i < variables.length; i++)
        {
            append(IssuedIsochron.Kind.SCHED, variables[i], taken.firstVersion() + i, 0, 0);
        }
    }

    private void assignTaken()
    {
        begin();
        final long[] assigned = new long[taken.count()];
        for (int i = 0; i < assigned.length; i++)
        {
            assigned[i] = uniqueValue();
            append(IssuedIsochron.Kind.ASSIGN, taken.address(i), taken.firstVersion() + i, assigned[i], 0);
        }
        port.assign(isochron, taken, assigned);
        taken = null;
        cluster.log().mark(isochron, open.id);
    }

    private void appendAny(final int address)
    {
        switch (random.nextInt(7))
        {
            case 0:
                write(address);
                break;
            case 1:
                if (scheduled.containsKey(address))
                {
                    assign(address);
                }
                else
                {
                    sched(address);
                }
                break;
            case 2:
            case 3:
                update(address);
                break;
            default:
                read(address);
                break;
        }
    }

    private void update(final int address)
    {
        final UpdateFunction function = FUNCTIONS.get(random.nextInt(FUNCTIONS.size()));
        final long argument = uniqueValue();
        // At the start it is as expected; later on perhaps behind a CAS of one's own.
        final long expected = random.nextBoolean() ? 0 : argument - 1;
        final boolean isCas = UpdateFunction.COMPARE_AND_SET == function;
        final int read = open.id * MAX_OPERATIONS + open.operations.size();
        switch (random.nextInt(3))
        {
            case 0:
                if (isCas)
                {
                    port.compareAndSet(isochron, address, expected, argument);
                }
                else
                {
                    port.update(isochron, address, function, argument);
                }
                append(IssuedIsochron.Kind.UPDATE, address, expected, argument, 0, function);
                break;
            case 1:
                if (isCas)
                {
                    port.compareAndExchange(isochron, address, expected, argument, newValue(read));
                }
                else
                {
                    port.getAndUpdate(isochron, address, function, argument, newValue(read));
                }
                append(IssuedIsochron.Kind.GET_AND_UPDATE, address, expected, argument, read, function);
                break;
            default:
                if (isCas)
                {
                    port.compareAndSet(isochron, address, expected, argument);
                    append(IssuedIsochron.Kind.UPDATE, address, expected, argument, 0, function);
                }
                else
                {
                    port.updateAndGet(isochron, address, function, argument, newValue(read));
                    append(IssuedIsochron.Kind.UPDATE_AND_GET, address, expected, argument, read, function);
                }
                break;
        }
    }

    private IsoValue newValue(final int read)
    {
        final IsoValue value = new IsoValue();
        values.put(read, new Result(() -> value.isReady() || value.isFailed(), () -> result(value)));
        openReads.add(read);
        return value;
    }

    private static long result(final IsoValue value)
    {
        try
        {
            return value.get();
        }
        catch (final UpdateFailedException ex)
        {
            return FAILED;
        }
    }

    private void assignAll()
    {
        begin();
        final List<Integer> all = new ArrayList<>(scheduled.keySet());
        all.subList(0, Math.min(MAX_OPERATIONS, all.size())).forEach(this::assign);
        cluster.log().mark(isochron, open.id);
    }

    private void begin()
    {
        isochron.begin();
        open = new IssuedIsochron(number * ID_STRIDE + issued.size(), host, number);
        scheduledBefore = Map.copyOf(scheduled);
        if (0 == random.nextInt(8))
        {
            isochron.fresh();
            open.isFresh = true;
        }
    }

    private int address()
    {
        return addresses[random.nextInt(addresses.length)];
    }

    private void read(final int address)
    {
        final int read = open.id * MAX_OPERATIONS + open.operations.size();
        port.read(isochron, address, newValue(read));
        append(IssuedIsochron.Kind.READ, address, 0, 0, read);
    }

    private void write(final int address)
    {
        final long value = uniqueValue();
        port.write(isochron, address, value);
        append(IssuedIsochron.Kind.WRITE, address, 0, value, 0);
    }

    /**
     * Writes a row of variables, which is one operation if it is long; also beyond the end of a page.
     */
    private void writeRow()
    {
        final int variables = (int)cluster.memory().pageMap().variables();
        final int first = random.nextInt(1 + variables / 2);
        final int count = 1 + random.nextInt(Math.min(MAX_ROW, variables - first));
        final int[] row = IntStream.range(first, first + count).toArray();
        final long[] written = new long[row.length];
        for (int i = 0; i < row.length; i++)
        {
            written[i] = uniqueValue();
            append(IssuedIsochron.Kind.WRITE, row[i], 0, written[i], 0);
        }
        port.write(isochron, row, written);
    }

    private void sched(final int address)
    {
        final long version = port.sched(isochron, address);
        scheduled.put(address, version);
        append(IssuedIsochron.Kind.SCHED, address, version, 0, 0);
    }

    private void assign(final int address)
    {
        final long value = uniqueValue();
        port.assign(isochron, address, value);
        append(IssuedIsochron.Kind.ASSIGN, address, scheduled.remove(address), value, 0);
    }

    private void append(
        final IssuedIsochron.Kind kind, final int address, final long version, final long value, final int read)
    {
        append(kind, address, version, value, read, null);
    }

    private void append(
        final IssuedIsochron.Kind kind,
        final int address,
        final long version,
        final long value,
        final int read,
        final UpdateFunction function)
    {
        open.operations.add(
            new IssuedIsochron.Operation(kind, address, version, value, read, nearestCopy(address), function));
    }

    private int nearestCopy(final int address)
    {
        final PageMap pageMap = cluster.memory().pageMap();
        final Topology topology = cluster.cluster().topology();
        return IntStream.of(pageMap.copyset(address / pageMap.pageSize(), topology.hostCount())).boxed()
            .min(Comparator.comparingInt(copy -> topology.distance(host, copy))).orElseThrow();
    }

    private long uniqueValue()
    {
        return (number + 1L << 32) + ++nextValue;
    }

    @Override
    public String toString()
    {
        return "program " + number + " of host " + host + " after " + issued.size() + " isochrons, open: " + open +
            ", scheduled: " + scheduled.keySet() + ", waiting: " +
            values.values().stream().filter(value -> !value.isReady()).toList();
    }
}
