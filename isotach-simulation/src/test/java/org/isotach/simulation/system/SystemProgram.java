/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Host;
import org.isotach.simulation.Program;
import org.isotach.simulation.Simulation;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.TakenVariables;
import org.isotach.smm.UpdateFunction;

/**
 * A random program of one application thread: reads, writes and schedules variables, does structured atomic actions,
 * sends messages and signals, takes part in barriers, and closes. The first program of a host receives, too. What it
 * does, and what it gets, is recorded.
 */
final class SystemProgram implements Program
{
    static final int MAX_OPERATIONS = 4;
    static final int MAX_TAKEN = 3;

    /**
     * One more than tables for 64 have room for.
     */
    static final int MANY = 65;
    static final int MAX_MESSAGE_LENGTH = 40;
    static final int SIGNAL_CHANNELS = 2;
    static final int BARRIER_CHANNELS = 2;

    private static final Operation.Function[] FUNCTIONS = Operation.Function.values();
    private static final Operation.Kind[] UPDATES =
    {
        Operation.Kind.UPDATE, Operation.Kind.GET_AND_UPDATE, Operation.Kind.UPDATE_AND_GET
    };

    private static final int HEADER_LENGTH = 2 * Integer.BYTES;
    private static final int MAX_ACTIONS = 12;
    private static final int STORM_CHANCE = 256;
    private static final int STORM_FACTOR = 32;
    private static final int MARK_CHANCE = 4;
    private static final int MANY_CHANCE = 4;
    private static final int HAND_OVER_SHARES = 16;
    private static final int HAND_OVER_SHARE = 8;

    // The first operation that is no message.
    private static final int WITHOUT_MESSAGES = 3;

    private final Simulation simulation;
    private final Records records;
    private final Random random;

    // Null if it sends no messages.
    private final Messaging messaging;
    private final int host;
    private final int number;
    private final Isochron isochron;
    private final MemoryPort memory;
    private final MessagePort messages;
    private final Host niu;

    /**
     * All programs of the host.
     */
    private final List<SystemProgram> siblings;

    /**
     * Null for all but the first program of the host.
     */
    private final Mailbox mailbox;

    /**
     * Null as the mailbox.
     */
    private final NonIsotachProgram nonIsotach;
    private final BarrierProgram barriers;
    private final int[] addresses;

    /**
     * Those of which the host has copies.
     */
    private final int[] localAddresses;
    private final int patience;
    private final int actions;

    /**
     * Does it do next to nothing but signal?
     */
    private final boolean isStorming;

    /**
     * Does it issue marks? They end runs, so most programs do not.
     */
    private final boolean isMarking;

    /**
     * Does it not wait for the completion of its last barriers?
     */
    private final boolean isLeavingEarly;

    /**
     * Do programs assign what others have scheduled?
     */
    private final boolean areHandingOver;
    private final Map<Integer, Long> scheduled = new LinkedHashMap<>();
    private final List<Operation.Result> values = new ArrayList<>();

    /**
     * What it has taken, with the versions of these SCHEDs in the records; null if it holds nothing.
     */
    private TakenVariables taken;
    private TakenVariables takenBefore;
    private long takenVersion;
    private Issued open;
    private int openReads;
    private Map<Integer, Long> scheduledBefore;
    private Issued last;
    private Issued lastIssued;
    private Delivery held;
    private long seen = -1;
    private int done;
    private int nextValue;
    private boolean isActing;
    private boolean isTakingOver;
    private boolean isClosing;

    SystemProgram(
        final Simulation simulation,
        final Records records,
        final SharedMemory sharedMemory,
        final Messaging messaging,
        final Host niu,
        final int number,
        final List<SystemProgram> siblings)
    {
        this.simulation = simulation;
        this.records = records;
        this.messaging = messaging;
        this.niu = niu;
        this.number = number;
        host = niu.id();
        random = new Random(simulation.random().nextLong());
        this.siblings = siblings;
        isochron = niu.isochron();
        memory = sharedMemory.port(niu);
        messages = null == messaging ? null : messaging.port(isochron);
        mailbox = siblings.isEmpty() && null != messaging ? messaging.mailbox(niu) : null;
        nonIsotach = null == mailbox ? null :
            new NonIsotachProgram(simulation, records.nonIsotach, random, messaging.nonIsotachPort(niu));
        barriers = null == mailbox ? null : new BarrierProgram(records, host, messages, mailbox);
        siblings.add(this);
        // Mostly few variables, so that programs meet.
        addresses = random.ints(0 == random.nextInt(8) ? 8 : 3, 0, (int)records.pageMap.variables()).toArray();
        localAddresses = IntStream.of(addresses)
            .filter(address -> records.pageMap.holds(address / records.pageMap.pageSize(), host)).toArray();
        // Who seldom receives issues more at a time.
        patience = 2 << random.nextInt(4);
        isLeavingEarly = random.nextBoolean();
        // It depends on the seed alone: all other runs stay as they are.
        areHandingOver = HAND_OVER_SHARE == new SplittableRandom(~simulation.seed()).nextInt(HAND_OVER_SHARES);
        isMarking = 0 == random.nextInt(MARK_CHANCE);
        isStorming = 0 == random.nextInt(STORM_CHANCE);
        actions = simulation.upTo(MAX_ACTIONS) * (isStorming ? STORM_FACTOR : 1);
        if (null != mailbox)
        {
            messaging.handler(niu, 0, this::handle);
        }
    }

    @Override
    public boolean step()
    {
        if (null != mailbox && 0 == random.nextInt(patience))
        {
            receive();
        }
        else if (0 == random.nextInt(8))
        {
            niu.poll();
            observe();
        }
        else if (null != nonIsotach && 0 == random.nextInt(8))
        {
            nonIsotach.step();
        }
        else if (null != open)
        {
            tryIssue();
        }
        else if (!isClosing && !records.handedOver.isEmpty() && (done >= actions || random.nextBoolean()))
        {
            openHandedOver();
        }
        else if (isActing)
        {
            assignWhenRead();
        }
        else if (done < actions)
        {
            done++;
            act();
        }
        else if (owes())
        {
            openAssign();
        }
        else
        {
            return areAllRead() && isochron.isExecuted() && tryClose();
        }
        return false;
    }

    private void act()
    {
        final int choice = isStorming && 0 < random.nextInt(8) ? 0 : random.nextInt(8);
        if (0 == choice && records.isSignalled[host])
        {
            final Issued signal = Issued.signal(host, number, 1 + random.nextInt(SIGNAL_CHANNELS));
            signal.seen = seen;
            if (messages.trySignal(signal.channel))
            {
                issued(signal);
                mayMark();
            }
        }
        else if (1 == choice && null != barriers && barriers.mayParticipate(1))
        {
            participate(1);
        }
        else if (6 == choice && null != barriers && barriers.mayParticipate(2))
        {
            participate(2);
        }
        else if (2 == choice && !owes())
        {
            openAction();
        }
        else if (4 == choice && null == taken && random.nextBoolean())
        {
            openTake();
        }
        else if (5 == choice && maySendMany())
        {
            openMany();
        }
        else if (3 == choice && tryReadLocal())
        {
            simulation.note(records.localReads.get(records.localReads.size() - 1));
        }
        else if (null != messages && records.hosts > 1 && 0 == random.nextInt(4))
        {
            openMessages();
        }
        else
        {
            openAny();
        }
    }

    private void participate(final int channel)
    {
        final Issued participation = Issued.participation(host, number, channel);
        participation.seen = seen;
        if (barriers.tryParticipate(channel))
        {
            issued(participation);
        }
    }

    private boolean tryReadLocal()
    {
        final long[] read = new long[localAddresses.length];
        // Both ways in turn.
        if (0 == (records.localReads.size() & 1) ?
            !memory.tryReadLocal(localAddresses, read) : !tryReadOptimistically(read))
        {
            return false;
        }
        records.localReads.add(
            new LocalRead(host, records.traces.get(host).size(), lastIssued, localAddresses, read));
        return true;
    }

    private boolean tryReadOptimistically(final long[] read)
    {
        final long stamp = memory.tryOptimisticRead();
        for (int i = 0; i < read.length; i++)
        {
            read[i] = memory.localValue(localAddresses[i]);
        }
        return memory.validate(stamp);
    }

    private void issued(final Issued action)
    {
        records.add(action);
        simulation.note(action);
    }

    private void begin()
    {
        isochron.begin();
        open = Issued.isochron(host, number);
        open.id = records.isochrons.size();
        records.isochrons.add(open);
        openReads = values.size();
        scheduledBefore = new LinkedHashMap<>(scheduled);
        takenBefore = taken;
        if (0 == random.nextInt(8))
        {
            beFresh();
        }
    }

    private void beginTraced()
    {
        begin();
        open.isTraced = true;
        Trace.append(isochron, open.id);
    }

    /**
     * Messages for mailboxes and nothing else, so that its frame is executed by handing it over.
     */
    private void openMessages()
    {
        begin();
        final int other = (host + 1 + random.nextInt(records.hosts - 1)) % records.hosts;
        send(Operation.Kind.MESSAGE, anyReceivers() | 1 << other);
        if (random.nextBoolean())
        {
            send(Operation.Kind.MESSAGE, anyReceivers());
        }
        tryIssue();
    }

    private void openAny()
    {
        beginTraced();
        for (int i = 1 + random.nextInt(MAX_OPERATIONS); i > 0; i--)
        {
            final int address = addresses[random.nextInt(addresses.length)];
            switch (null == messages ? WITHOUT_MESSAGES + random.nextInt(11 - WITHOUT_MESSAGES) : random.nextInt(11))
            {
                case 0:
                case 1:
                    send(Operation.Kind.MESSAGE, anyReceivers());
                    break;
                case 2:
                    send(Operation.Kind.TO_HANDLER, anyReceivers());
                    break;
                case 3:
                    write(address);
                    break;
                case 4:
                    writeBoth(address, addresses[random.nextInt(addresses.length)]);
                    break;
                case 5:
                    schedOrAssign(address);
                    break;
                case 6:
                case 7:
                case 8:
                    update(address);
                    break;
                default:
                    read(address);
                    break;
            }
        }
        tryIssue();
    }

    /**
     * A structured atomic action: reads and schedules at one point of logical time, and assigns, or cancels, when it
     * has read.
     */
    private void openAction()
    {
        if (random.nextBoolean())
        {
            isActing = true;
            openTake();
            return;
        }
        beginTraced();
        final int first = addresses[0];
        final int second = addresses[1];
        read(first);
        sched(first);
        if (second != first)
        {
            read(second);
            sched(second);
        }
        isActing = true;
        tryIssue();
    }

    /**
     * READ and SCHED of several variables, perhaps of one twice, beside a WRITE.
     */
    private void openTake()
    {
        beginTraced();
        if (random.nextBoolean())
        {
            write(addresses[0]);
        }
        final int[] variables = maySendMany() ? many() :
            random.ints(1 + random.nextInt(MAX_TAKEN), 0, addresses.length).map(i -> addresses[i]).toArray();
        taken = new TakenVariables(variables.length);
        memory.take(isochron, variables, taken);
        for (int i = 0; i < variables.length; i++)
        {
            values.add(Operation.Result.of(taken, i));
            open.operations.add(Operation.read(variables[i], values.get(values.size() - 1)));
        }
        takenVersion = records.scheds + 1;
        for (final int address : variables)
        {
            open.operations.add(Operation.sched(address, ++records.scheds));
        }
        tryIssue();
    }

    private boolean maySendMany()
    {
        return niu.context().readCap() >= MANY && 0 == random.nextInt(MANY_CHANCE);
    }

    /**
     * One variable again and again, so that one host answers.
     */
    private int[] many()
    {
        final int[] variables = new int[MANY];
        Arrays.fill(variables, addresses[random.nextInt(addresses.length)]);
        return variables;
    }

    /**
     * More operations than links, and tables, begin with: results of one host, UPDATEs that wait, or SCHEDs.
     */
    private void openMany()
    {
        beginTraced();
        switch (random.nextInt(3))
        {
            case 0:
                readMany();
                break;
            case 1:
                updateMany();
                break;
            default:
                schedOrAssignAll();
                break;
        }
        tryIssue();
    }

    private void readMany()
    {
        final int[] variables = many();
        final TakenVariables read = new TakenVariables(variables.length);
        memory.read(isochron, variables, read);
        for (int i = 0; i < variables.length; i++)
        {
            values.add(Operation.Result.of(read, i));
            open.operations.add(Operation.read(variables[i], values.get(values.size() - 1)));
        }
    }

    private void updateMany()
    {
        final int[] variables = many();
        schedOrAssign(variables[0]);
        for (final int address : variables)
        {
            final long argument = uniqueValue();
            memory.update(isochron, address, records.functions.get(Operation.Function.COMBINE), argument);
            updated(Operation.Kind.UPDATE, address, Operation.Function.COMBINE, argument, 0, null);
        }
    }

    private void schedOrAssignAll()
    {
        for (final int address : IntStream.of(addresses).distinct().toArray())
        {
            schedOrAssign(address);
        }
    }

    private void assignOrCancelTaken()
    {
        final boolean isCancelled = 0 == random.nextInt(8);
        final long[] assigned = new long[taken.count()];
        for (int i = 0; i < assigned.length; i++)
        {
            assigned[i] = uniqueValue();
            open.operations.add(isCancelled ?
                Operation.cancel(taken.address(i), takenVersion + i) :
                Operation.assign(taken.address(i), takenVersion + i, assigned[i]));
        }
        if (isCancelled)
        {
            memory.cancel(isochron, taken);
        }
        else
        {
            memory.assign(isochron, taken, assigned);
        }
        taken = null;
    }

    private boolean owes()
    {
        return !scheduled.isEmpty() || null != taken;
    }

    private void assignWhenRead()
    {
        if (areAllRead())
        {
            isActing = false;
            openAssign();
        }
    }

    private void openAssign()
    {
        beginTraced();
        if (null != taken && (scheduled.isEmpty() || random.nextBoolean()))
        {
            assignOrCancelTaken();
        }
        for (final Integer address : List.copyOf(scheduled.keySet()))
        {
            if (open.operations.size() < MAX_OPERATIONS)
            {
                assignOrCancel(address);
            }
        }
        tryIssue();
    }

    /**
     * Gives away what it has scheduled, and has seen executed.
     */
    private void mayHandOver()
    {
        if (areHandingOver && null == open && !isActing && isochron.isExecuted() && random.nextBoolean())
        {
            for (final Integer address : List.copyOf(scheduled.keySet()))
            {
                records.handedOver.add(
                    new Records.HandedOver(address, memory.handOver(address), scheduled.remove(address)));
            }
        }
    }

    /**
     * Assigns, or cancels, what was given away: by this program or by another one, which may be at another host.
     */
    private void openHandedOver()
    {
        final Records.HandedOver given = records.handedOver.remove();
        beginTraced();
        beFresh();
        if (0 == random.nextInt(4))
        {
            memory.cancel(isochron, given.address(), given.version());
            open.operations.add(Operation.cancel(given.address(), given.number()));
        }
        else
        {
            final long value = uniqueValue();
            memory.assign(isochron, given.address(), given.version(), value);
            open.operations.add(Operation.assign(given.address(), given.number(), value));
        }
        isTakingOver = true;
        tryIssue();
    }

    private void schedOrAssign(final int address)
    {
        if (scheduled.containsKey(address))
        {
            assignOrCancel(address);
        }
        else
        {
            sched(address);
        }
    }

    private void read(final int address)
    {
        final IsoValue value = new IsoValue();
        values.add(Operation.Result.of(value));
        memory.read(isochron, address, value);
        open.operations.add(Operation.read(address, values.get(values.size() - 1)));
    }

    private void write(final int address)
    {
        final long value = uniqueValue();
        memory.write(isochron, address, value);
        open.operations.add(Operation.write(address, value));
    }

    private void writeBoth(final int first, final int second)
    {
        final int[] both = { first, second };
        final long[] written = { uniqueValue(), uniqueValue() };
        memory.write(isochron, both, written);
        for (int i = 0; i < both.length; i++)
        {
            open.operations.add(Operation.write(both[i], written[i]));
        }
    }

    private void update(final int address)
    {
        final Operation.Function function = FUNCTIONS[random.nextInt(FUNCTIONS.length)];
        final long argument = uniqueValue();
        // Mostly not what is there, except at the start; and where somebody has set it for that.
        final long expected = random.nextBoolean() ? 0 : argument - 1;
        final Operation.Kind kind = UPDATES[random.nextInt(UPDATES.length)];
        final IsoValue into = Operation.Kind.UPDATE == kind ? null : new IsoValue();
        if (Operation.Function.COMPARE_AND_SET == function)
        {
            compareAndSet(address, argument, expected, into);
            return;
        }
        final UpdateFunction updateFunction = records.functions.get(function);
        if (null == into)
        {
            memory.update(isochron, address, updateFunction, argument);
        }
        else if (Operation.Kind.GET_AND_UPDATE == kind)
        {
            memory.getAndUpdate(isochron, address, updateFunction, argument, into);
        }
        else
        {
            memory.updateAndGet(isochron, address, updateFunction, argument, into);
        }
        updated(kind, address, function, argument, 0, into);
    }

    private void compareAndSet(final int address, final long argument, final long expected, final IsoValue into)
    {
        if (null == into)
        {
            memory.compareAndSet(isochron, address, expected, argument);
        }
        else
        {
            memory.compareAndExchange(isochron, address, expected, argument, into);
        }
        updated(
            null == into ? Operation.Kind.UPDATE : Operation.Kind.GET_AND_UPDATE,
            address,
            Operation.Function.COMPARE_AND_SET,
            argument,
            expected,
            into);
    }

    private void updated(
        final Operation.Kind kind,
        final int address,
        final Operation.Function function,
        final long argument,
        final long expected,
        final IsoValue into)
    {
        final Operation.Result result = null == into ? null : Operation.Result.of(into);
        if (null != result)
        {
            values.add(result);
        }
        open.operations.add(Operation.update(kind, address, function, argument, expected, result));
    }

    private void sched(final int address)
    {
        memory.sched(isochron, address);
        final long version = ++records.scheds;
        scheduled.put(address, version);
        open.operations.add(Operation.sched(address, version));
    }

    private void assignOrCancel(final int address)
    {
        if (0 == random.nextInt(8))
        {
            memory.cancel(isochron, address);
            open.operations.add(Operation.cancel(address, scheduled.remove(address)));
        }
        else
        {
            final long value = uniqueValue();
            memory.assign(isochron, address, value);
            open.operations.add(Operation.assign(address, scheduled.remove(address), value));
        }
    }

    private long uniqueValue()
    {
        // All bits count, and the sign.
        return -((number + 1L) << 40) + nextValue++;
    }

    private int anyReceivers()
    {
        final int receivers = 1 << random.nextInt(records.hosts);
        return 0 == random.nextInt(3) ? receivers | random.nextInt(1 << records.hosts) : receivers;
    }

    private void send(final Operation.Kind kind, final int receivers)
    {
        final HostSet set = new HostSet(records.hosts);
        for (int receiver = 0; receiver < records.hosts; receiver++)
        {
            if (0 != (receivers & 1 << receiver))
            {
                set.add(receiver);
            }
        }
        final int length = HEADER_LENGTH + random.nextInt(MAX_MESSAGE_LENGTH - HEADER_LENGTH + 1);
        final MessageBuffer buffer = Operation.Kind.MESSAGE == kind ?
            messages.claim(set, length) : messages.claimForHandler(set, 0, length);
        final int place = open.operations.size();
        buffer.putInt(0, open.id);
        buffer.putInt(Integer.BYTES, place);
        for (int i = HEADER_LENGTH; i < length; i++)
        {
            buffer.putByte(i, pattern(open.id, place, i));
        }
        open.operations.add(Operation.message(kind, receivers));
    }

    private void tryIssue()
    {
        open.time = niu.logicalTime();
        open.step = simulation.step();
        open.seen = seen;
        for (int receiver = 0; receiver < records.hosts; receiver++)
        {
            if (isochron.destinations().contains(receiver))
            {
                open.destinations |= 1 << receiver;
            }
        }
        if (isochron.tryIssue())
        {
            issued(open);
            last = open;
            lastIssued = open;
            open = null;
            isTakingOver = false;
            mayMark();
        }
        else if (!isActing && !isTakingOver && open.isTraced && open.operations.size() < MAX_OPERATIONS &&
            0 == random.nextInt(4))
        {
            // An action would read behind its own SCHED, before it assigns.
            append();
        }
        else if ((!scheduledBefore.isEmpty() || null != takenBefore || !records.handedOver.isEmpty()) &&
            openReads < values.size())
        {
            // Perhaps it waits for room for reads that wait for an ASSIGN of this program, or that was given away.
            isochron.abandon();
            values.subList(openReads, values.size()).clear();
            scheduled.clear();
            scheduled.putAll(scheduledBefore);
            taken = takenBefore;
            isActing = false;
            if (owes())
            {
                openAssign();
            }
            else
            {
                openHandedOver();
            }
        }
    }

    /**
     * An isochron that was not issued is open and unchanged, and takes more.
     */
    private void append()
    {
        final int address = addresses[random.nextInt(addresses.length)];
        switch (random.nextInt(4))
        {
            case 0:
                write(address);
                break;
            case 1:
                beFresh();
                break;
            default:
                read(address);
                break;
        }
    }

    private void beFresh()
    {
        isochron.fresh();
        open.isFresh = records.hosts > 1;
    }

    private void mayMark()
    {
        if (isMarking && random.nextBoolean())
        {
            final Mark mark = new Mark(simulation, niu);
            if (niu.models().tryIssue(mark))
            {
                issued(Issued.mark(host, number, mark));
            }
        }
    }

    private void observe()
    {
        if (null != last && null == open && isochron.isExecuted())
        {
            records.observed.add(last);
            last = null;
        }
        mayHandOver();
    }

    private boolean areAllRead()
    {
        for (final Operation.Result value : values)
        {
            if (!value.isReady() && !value.isFailed())
            {
                return false;
            }
        }
        return true;
    }

    private void receive()
    {
        checkHeld();
        held = mailbox.receive();
        if (null == held)
        {
            return;
        }
        seen = held.pulse();
        switch (held.kind())
        {
            case MESSAGE:
                checkHeld();
                records.received.get(host).add(new Received(
                    held.kind(), seen, held.sender(), held.message().getInt(0), held.message().getInt(Integer.BYTES)));
                break;
            case BARRIER:
                records.received.get(host).add(new Received(
                    held.kind(), seen, -1, barriers.completed(held.channel()), held.channel()));
                break;
            default:
                records.received.get(host).add(new Received(held.kind(), seen, -1, 0, held.channel()));
                break;
        }
    }

    private void handle(final int sender, final MessageView message)
    {
        check(message);
        final List<Execution> executions = records.traces.get(host);
        final Execution last = executions.isEmpty() ? null : executions.get(executions.size() - 1);
        if (null == last || last.id() != message.getInt(0))
        {
            throw new AssertionError(
                "a message of isochron " + message.getInt(0) + " was handled when " + last + " was executed");
        }
        records.handled.get(host).add(new Received(
            Delivery.Kind.MESSAGE, last.pulse(), sender, message.getInt(0), message.getInt(Integer.BYTES)));
    }

    /**
     * A message stays as it is as long as it is held.
     */
    private void checkHeld()
    {
        if (null != held && Delivery.Kind.MESSAGE == held.kind())
        {
            check(held.message());
        }
    }

    private static void check(final MessageView message)
    {
        final int id = message.getInt(0);
        final int place = message.getInt(Integer.BYTES);
        for (int i = HEADER_LENGTH; i < message.length(); i++)
        {
            if (pattern(id, place, i) != message.getByte(i))
            {
                throw new AssertionError("message " + place + " of isochron " + id + " was overwritten");
            }
        }
    }

    private static byte pattern(final int id, final int place, final int index)
    {
        return (byte)(id * 7 + place * 31 + index);
    }

    private boolean tryClose()
    {
        if (null != barriers && !barriers.tryLeave(isLeavingEarly))
        {
            // They will be complete: whoever participates no more leaves.
            receive();
            return false;
        }
        if (null != nonIsotach && !nonIsotach.isDone())
        {
            nonIsotach.step();
            return false;
        }
        isClosing = true;
        if (null == mailbox)
        {
            return true;
        }
        for (final SystemProgram sibling : siblings)
        {
            if (!sibling.isClosing)
            {
                return false;
            }
        }
        nonIsotach.receive();
        return messaging.tryClose(niu);
    }

    @Override
    public String toString()
    {
        return "program " + number + " of host " + host + ", " + done + " of " + actions + " actions, open: " + open;
    }
}
