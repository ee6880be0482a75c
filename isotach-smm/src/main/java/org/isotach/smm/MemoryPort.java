/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Arrays;
import java.util.Objects;

import org.agrona.collections.Long2LongHashMap;

import org.isotach.Isochron;
import org.isotach.IsochronParticipant;
import org.isotach.IsochronTooLargeException;
import org.isotach.OffHeapBuffer;
import org.isotach.OperationHeader;
import org.isotach.Padded;
import org.isotach.niu.Host;

/**
 * The shared memory as one application thread uses it: appends operations to the isochrons of its host.
 * <p>
 * READ goes to the nearest copy of the variable; the others go to all copies (V1 section 3.2.4). An address is
 * {@code page * pageSize + index}. An operation that throws is not appended, and the isochron is as before. From inside
 * a handler every operation throws {@link IllegalStateException}.
 * <p>
 * The idiom for a structured atomic action: one isochron reads and schedules everything that the action needs, the
 * program computes, a second isochron assigns. Reads of others that come in between wait for the values. It never
 * aborts, and cannot deadlock as long as every SCHED is assigned, or cancelled.
 * <p>
 * <b>Note:</b> this class is not threadsafe: a port belongs to one application thread at a time, as does the isochron
 * that it is used with.
 */
public final class MemoryPort extends Padded
{
    private static final int INITIAL_CAPACITY = 16;

    private final HostMemory hostMemory;
    private final Host host;
    private final VariableStore store;
    private final ReadSlots readSlots;
    private final int portId;
    private final Participant participant = new Participant();

    // The own SCHEDs without ASSIGN: address to version.
    private final Long2LongHashMap scheduled = new Long2LongHashMap(Version.SUBSTANTIATED);
    private long schedCount;

    // What has to be done, or taken back, when the open isochron is issued, or abandoned.
    private Isochron joined;
    private IsoValue[] reads = new IsoValue[INITIAL_CAPACITY];
    private int[] readOffsets = new int[INITIAL_CAPACITY];
    private int[] slots = new int[INITIAL_CAPACITY];
    private int readCount;
    private int preparedCount;
    private int slotHint;
    private long[] undo = new long[2 * INITIAL_CAPACITY];
    private int undoLength;

    // When a variable was last read optimistically that had no value at this host. Not reset by the next read, which
    // may be a part of the one that read the variable.
    private long missingStamp = Host.NO_LOCAL_READ;

    // Who is to be named when an ASSIGN is missing; read by other threads, for messages only.
    private volatile Thread owner;

    MemoryPort(final HostMemory hostMemory)
    {
        this.hostMemory = hostMemory;
        host = hostMemory.host();
        store = hostMemory.store();
        readSlots = hostMemory.readSlots();
        portId = hostMemory.addPort(participant);
    }

    /**
     * The host that the port belongs to.
     *
     * @return the host.
     */
    public Host host()
    {
        return host;
    }

    /**
     * READ: delivers the value that the variable has at the logical time of the isochron, as soon as it is known. If
     * the variable is unsubstantiated then, the read waits for the ASSIGN of the SCHED before it.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param into     where the value will arrive; invalid until then.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalStateException     when the isochron is not open or belongs to another host, or {@code into}
     *                                   waits for another read.
     * @throws IsochronTooLargeException when the operation does not fit, or the isochron has more reads than the
     *                                   host may have outstanding.
     */
    public void read(final Isochron isochron, final int address, final IsoValue into)
    {
        final PageTable.Page page = hostMemory.pageTable().page(address);
        join(isochron);
        if (readCount == readSlots.capacity())
        {
            throw new IsochronTooLargeException("isochron has " + readCount + " reads already, as many as host " +
                host.id() + " may have outstanding: issue fewer at a time, or raise ClusterContext.readCap");
        }
        into.checkNotPending("another read");
        final int offset = isochron.append(MemoryOperation.SHORT_LENGTH);
        into.pending(hostMemory, address, page.nearestHost);
        isochron.buffer().putLong(
            offset,
            OperationHeader.encode(MemoryOperation.READ, MemoryOperation.SHORT_LENGTH, page.nearestHost, address));
        isochron.touch(page.nearestHost, page.nearestDistance);
        if (readCount == reads.length)
        {
            reads = Arrays.copyOf(reads, 2 * readCount);
            readOffsets = Arrays.copyOf(readOffsets, 2 * readCount);
            slots = Arrays.copyOf(slots, 2 * readCount);
        }
        reads[readCount] = into;
        readOffsets[readCount] = offset;
        readCount++;
    }

    /**
     * Reads variables of which this host holds copies, at once and at one point of the order, as an isochron of READs
     * would do that is issued now, but without its cost: an optimistic read, see {@link #tryOptimisticRead}, of all.
     *
     * @param addresses of the variables.
     * @param values    where the values are put, in the same order; undefined if false is returned.
     * @return false if it is not possible at present: issue an isochron.
     * @throws IndexOutOfBoundsException              when there is no such variable, or {@code values} is too short.
     * @throws PageLostException                      when all copies of one of them are lost.
     * @throws IllegalStateException                  when the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException when the cluster, or the host, is closed.
     */
    public boolean tryReadLocal(final int[] addresses, final long[] values)
    {
        final long stamp = tryOptimisticRead();
        Objects.checkFromIndexSize(0, addresses.length, values.length);
        boolean areAllHere = true;
        for (int i = 0; i < addresses.length; i++)
        {
            final int cell = cellWithValue(addresses[i]);
            if (VariableStore.NOT_HERE == cell)
            {
                areAllHere = false;
            }
            else
            {
                values[i] = store.value(cell);
            }
        }
        return areAllHere && host.isLocalReadValid(stamp);
    }

    /**
     * Begins to read copies that this host holds, all at one point of the order, as an isochron of READs would do that
     * is issued now (V1 section 3.2.2), but without its cost, and in the way of
     * {@link java.util.concurrent.locks.StampedLock#tryOptimisticRead}: {@link #localValue} gives values that may be
     * from different points of the order until {@link #validate} says that they are not. It is possible when
     * everything has been executed that this host has issued before, and valid when all variables have values at this
     * host and nothing was executed there meanwhile; else issue an isochron.
     * <pre>{@code
     * final long stamp = port.tryOptimisticRead();
     * final long sum = port.localValue(x) + port.localValue(y);
     * if (!port.validate(stamp))
     * {
     *     // An isochron that reads x and y.
     * }
     * }</pre>
     * It holds nobody up and executes nothing: in {@link org.isotach.niu.ThreadingMode#INVOKER} {@link Host#poll()} in
     * between, or nothing new will ever be read.
     *
     * @return a stamp for {@link #validate}; 0, which is never valid, if it is not possible at present.
     * @throws IllegalStateException              when the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException when the cluster, or the host, is closed.
     */
    public long tryOptimisticRead()
    {
        host.checkNotInHandler("MemoryPort.tryOptimisticRead()");
        return host.beginLocalRead();
    }

    /**
     * The value of a variable for an optimistic read, for what it is worth: only a {@link #validate} behind it tells.
     * Until then, and without {@link #tryOptimisticRead} before it, it may be anything: an older or a newer value, one
     * of another point of the order than the values beside it, 0 if the variable has no value here.
     *
     * @param address of the variable.
     * @return the value that its copy has, or may have had, or 0.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws PageLostException         when all its copies are lost.
     */
    public long localValue(final int address)
    {
        if (store.hasAllValues())
        {
            try
            {
                // The address is compared with its limit here, and nowhere else.
                return store.valueAt(address);
            }
            catch (final IndexOutOfBoundsException ex)
            {
                return checkedLocalValue(address);
            }
        }
        return checkedLocalValue(address);
    }

    /**
     * Ends an optimistic read.
     *
     * @param stamp of the last {@link #tryOptimisticRead} of this port.
     * @return true if all that {@link #localValue} has returned since is of one point of the order; false if something
     * may have been executed at this host meanwhile, if one of the variables has no value here, because it has no copy
     * or waits for an ASSIGN, or if the stamp is 0. After a variable without a value it is false for all reads of this
     * port, until something is executed at this host, an isochron with a READ of an own copy, for example.
     */
    public boolean validate(final long stamp)
    {
        return host.isLocalReadValid(stamp) && stamp != missingStamp;
    }

    private long checkedLocalValue(final int address)
    {
        final int cell = cellWithValue(address);
        if (VariableStore.NOT_HERE == cell)
        {
            // If something has been executed since the read began, it is not valid anyway.
            missingStamp = host.localReadStamp();
            return 0;
        }
        return store.value(cell);
    }

    /**
     * Where a value of a variable is, {@link VariableStore#NOT_HERE} if it has none here. Refuses what is nowhere.
     */
    private int cellWithValue(final int address)
    {
        final int cell = store.cellWithValue(address);
        if (VariableStore.NOT_HERE == cell)
        {
            hostMemory.pageTable().page(address);
        }
        return cell;
    }

    /**
     * WRITE: gives the variable a value. If it is unsubstantiated it is substantiated by that; reads that wait for an
     * ASSIGN go on waiting for it.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param value    to be written.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalStateException     when the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException when the operation does not fit.
     */
    public void write(final Isochron isochron, final int address, final long value)
    {
        appendShort(isochron, hostMemory.pageTable().page(address), MemoryOperation.WRITE, address, value);
    }

    /**
     * WRITE of several variables, in the order of the array, as {@link #write(Isochron, int, long)} of each of them
     * would do it: from some eight variables on in less time, and all of them or none.
     *
     * @param isochron  to append to, open.
     * @param addresses of the variables.
     * @param values    to be written, one for each address; what is behind them is not looked at.
     * @throws IndexOutOfBoundsException when there is no such variable, or {@code values} is too short; nothing was
     *                                   appended.
     * @throws IllegalStateException     when the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException when the operations do not fit; nothing was appended.
     */
    public void write(final Isochron isochron, final int[] addresses, final long[] values)
    {
        final int count = addresses.length;
        Objects.checkFromIndexSize(0, count, values.length);
        final PageTable pageTable = hostMemory.pageTable();
        final boolean isOneCopyset = pageTable.haveOneCopyset(addresses);
        join(isochron);
        int offset = isochron.append(count, MemoryOperation.SHORT_LENGTH);
        final OffHeapBuffer buffer = isochron.buffer();
        for (int i = 0; i < count; i++)
        {
            buffer.putLong(
                offset,
                OperationHeader.encode(MemoryOperation.WRITE, MemoryOperation.SHORT_LENGTH, 0, addresses[i]));
            buffer.putLong(offset + MemoryOperation.FIRST_OFFSET, values[i]);
            offset += MemoryOperation.SHORT_LENGTH;
        }
        final int distinct = isOneCopyset ? Math.min(count, 1) : count;
        for (int i = 0; i < distinct; i++)
        {
            final PageTable.Page page = pageTable.page(addresses[i]);
            isochron.touch(page.copyset, page.farthestDistance);
        }
    }

    /**
     * WRITE of a 32-bit view: the upper half of the variable becomes the sign.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param value    to be written.
     * @see #write(Isochron, int, long)
     */
    public void writeInt(final Isochron isochron, final int address, final int value)
    {
        write(isochron, address, value);
    }

    /**
     * WRITE of a 64-bit floating point number.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param value    to be written.
     * @see #write(Isochron, int, long)
     */
    public void writeDouble(final Isochron isochron, final int address, final double value)
    {
        write(isochron, address, Double.doubleToRawLongBits(value));
    }

    /**
     * WRITE of a 32-bit floating point number.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param value    to be written.
     * @see #write(Isochron, int, long)
     */
    public void writeFloat(final Isochron isochron, final int address, final float value)
    {
        write(isochron, address, Float.floatToRawIntBits(value));
    }

    /**
     * SCHED: reserves the variable at the logical time of the isochron for a value that will be assigned later; until
     * then it is unsubstantiated.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @return the version that the variable waits for, for {@link #assign(Isochron, int, long, long)} by another
     * port; never 0.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalStateException     when this port has a SCHED of the variable outstanding, or the isochron is
     *                                   not open or belongs to another host.
     * @throws IsochronTooLargeException when the operation does not fit.
     */
    public long sched(final Isochron isochron, final int address)
    {
        final long outstanding = scheduled.get(address);
        if (Version.SUBSTANTIATED != outstanding)
        {
            throw new IllegalStateException("variable " + address + " is scheduled by this port already, version " +
                Version.toString(outstanding) + ": assign it, or handOver() the version, before the next sched");
        }
        final long version = Version.of(host.id(), portId, schedCount + 1);
        appendShort(isochron, hostMemory.pageTable().page(address), MemoryOperation.SCHED, address, version);
        schedCount++;
        if (Thread.currentThread() != owner)
        {
            owner = Thread.currentThread();
        }
        remember(address, Version.SUBSTANTIATED);
        scheduled.put(address, version);
        return version;
    }

    /**
     * ASSIGN: delivers the value for the own outstanding SCHED of the variable. Reads that wait for it get the value;
     * the variable gets it unless a later WRITE or SCHED has replaced the SCHED.
     *
     * @param isochron to append to, open; the one of the SCHED or a later one.
     * @param address  of the variable.
     * @param value    to be assigned.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalStateException     when this port has no SCHED of the variable outstanding, or the isochron is
     *                                   not open or belongs to another host.
     * @throws IsochronTooLargeException when the operation does not fit.
     */
    public void assign(final Isochron isochron, final int address, final long value)
    {
        appendAssign(isochron, hostMemory.pageTable().page(address), address, outstanding(address), value);
    }

    /**
     * ASSIGN of a 32-bit view: the upper half of the variable becomes the sign.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param value    to be assigned.
     * @see #assign(Isochron, int, long)
     */
    public void assignInt(final Isochron isochron, final int address, final int value)
    {
        assign(isochron, address, value);
    }

    /**
     * ASSIGN of a 64-bit floating point number.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param value    to be assigned.
     * @see #assign(Isochron, int, long)
     */
    public void assignDouble(final Isochron isochron, final int address, final double value)
    {
        assign(isochron, address, Double.doubleToRawLongBits(value));
    }

    /**
     * ASSIGN of a 32-bit floating point number.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param value    to be assigned.
     * @see #assign(Isochron, int, long)
     */
    public void assignFloat(final Isochron isochron, final int address, final float value)
    {
        assign(isochron, address, Float.floatToRawIntBits(value));
    }

    /**
     * ASSIGN for a SCHED of any port, by its version: the right to assign can be handed on.
     *
     * @param isochron to append to, open; it must be later in logical time than the SCHED, which is the case when the
     *                 version was handed over through isotach memory, or when the SCHED was seen to be executed before
     *                 and the isochron is {@link Isochron#fresh}.
     * @param address  of the variable.
     * @param version  as {@link #sched} or {@link #handOver} returned it.
     * @param value    to be assigned.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalArgumentException  when no SCHED can have this version.
     * @throws IllegalStateException     when the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException when the operation does not fit.
     * @see #assign(Isochron, int, long)
     */
    public void assign(final Isochron isochron, final int address, final long version, final long value)
    {
        final PageTable.Page page = hostMemory.pageTable().page(address);
        checkVersion(version);
        appendAssign(isochron, page, address, version, value);
    }

    /**
     * CANCEL: takes the own outstanding SCHED of the variable back, as if it had never been. Unless a later WRITE or
     * SCHED has replaced it, the variable waits for the SCHED before, or has the value that it had before; and so it is
     * with the reads that wait for the SCHED. If what they would have got has been overwritten meanwhile they fail,
     * {@link SchedCancelledException}.
     * <p>
     * For those who cannot learn what to assign, since their own read has failed, or who change nothing after all.
     *
     * @param isochron to append to, open; the one of the SCHED or a later one.
     * @param address  of the variable.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalStateException     when this port has no SCHED of the variable outstanding, or the isochron is
     *                                   not open or belongs to another host.
     * @throws IsochronTooLargeException when the operation does not fit.
     */
    public void cancel(final Isochron isochron, final int address)
    {
        appendCancel(isochron, hostMemory.pageTable().page(address), address, outstanding(address));
    }

    /**
     * CANCEL of a SCHED of any port, by its version.
     *
     * @param isochron to append to, open; later in logical time than the SCHED, see
     *                 {@link #assign(Isochron, int, long, long)}.
     * @param address  of the variable.
     * @param version  as {@link #sched} or {@link #handOver} returned it.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalArgumentException  when no SCHED can have this version.
     * @throws IllegalStateException     when the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException when the operation does not fit.
     * @see #cancel(Isochron, int)
     */
    public void cancel(final Isochron isochron, final int address, final long version)
    {
        final PageTable.Page page = hostMemory.pageTable().page(address);
        checkVersion(version);
        appendCancel(isochron, page, address, version);
    }

    /**
     * Gives the right, and the duty, to assign an outstanding SCHED of this port away; the variable may be scheduled
     * by this port again after that.
     *
     * @param address of the variable.
     * @return the version for {@link #assign(Isochron, int, long, long)} and {@link #cancel(Isochron, int, long)}.
     * @throws IllegalStateException when this port has no SCHED of the variable outstanding, or has an isochron open,
     *                               or the call comes from inside a handler.
     */
    public long handOver(final int address)
    {
        host.checkNotInHandler("MemoryPort.handOver()");
        if (null != joined)
        {
            throw new IllegalStateException("handOver of variable " + address +
                " while an isochron of this port is open: issue() or abandon() it first");
        }
        final long version = scheduled.remove(address);
        if (Version.SUBSTANTIATED == version)
        {
            throw new IllegalStateException("variable " + address + " is not scheduled by this port: nothing to" +
                " hand over");
        }
        return version;
    }

    /**
     * SCHEDs of this port whose ASSIGN, or CANCEL, was not appended yet.
     *
     * @return number of variables.
     */
    public int outstandingScheds()
    {
        return scheduled.size();
    }

    @Override
    public String toString()
    {
        return "MemoryPort{host=" + host.id() + ", port=" + portId + ", outstandingScheds=" + scheduled.size() + '}';
    }

    private void join(final Isochron isochron)
    {
        if (joined != isochron)
        {
            joinFirst(isochron);
        }
    }

    private void joinFirst(final Isochron isochron)
    {
        if (!host.isHostOf(isochron))
        {
            throw new IllegalStateException("isochron of host " + isochron.hostId() +
                (isochron.hostId() == host.id() ? " of another cluster" : "") +
                " used with a memory port of host " + host.id() + ": use the port of the same host");
        }
        if (null != joined)
        {
            throw new IllegalStateException("this port takes part in another open isochron of host " + host.id() +
                ": issue() or abandon() that one first, or use a port for each");
        }
        isochron.join(participant);
        joined = isochron;
    }

    private void appendShort(
        final Isochron isochron, final PageTable.Page page, final int opcode, final int address, final long word)
    {
        join(isochron);
        final int offset = isochron.append(MemoryOperation.SHORT_LENGTH);
        final OffHeapBuffer buffer = isochron.buffer();
        buffer.putLong(offset, OperationHeader.encode(opcode, MemoryOperation.SHORT_LENGTH, 0, address));
        buffer.putLong(offset + MemoryOperation.FIRST_OFFSET, word);
        isochron.touch(page.copyset, page.farthestDistance);
    }

    private void appendAssign(
        final Isochron isochron,
        final PageTable.Page page,
        final int address,
        final long version,
        final long value)
    {
        join(isochron);
        final int offset = isochron.append(MemoryOperation.ASSIGN_LENGTH);
        final OffHeapBuffer buffer = isochron.buffer();
        buffer.putLong(
            offset, OperationHeader.encode(MemoryOperation.ASSIGN, MemoryOperation.ASSIGN_LENGTH, 0, address));
        buffer.putLong(offset + MemoryOperation.FIRST_OFFSET, version);
        buffer.putLong(offset + MemoryOperation.SECOND_OFFSET, value);
        isochron.touch(page.copyset, page.farthestDistance);
        settle(address, version);
    }

    private void appendCancel(
        final Isochron isochron, final PageTable.Page page, final int address, final long version)
    {
        appendShort(isochron, page, MemoryOperation.CANCEL, address, version);
        settle(address, version);
    }

    private long outstanding(final int address)
    {
        final long version = scheduled.get(address);
        if (Version.SUBSTANTIATED == version)
        {
            throw new IllegalStateException("variable " + address + " is not scheduled by this port: sched() it in an" +
                " earlier operation, or name the version that another port handed over");
        }
        return version;
    }

    private void checkVersion(final long version)
    {
        final int schedHost = Version.host(version);
        if (schedHost < 0 || schedHost >= host.hostCount())
        {
            throw new IllegalArgumentException("version: " + Version.toString(version) +
                " (expected: what sched() or handOver() returned in this cluster)");
        }
    }

    /**
     * An ASSIGN or CANCEL was appended.
     */
    private void settle(final int address, final long version)
    {
        if (version == scheduled.get(address))
        {
            scheduled.remove(address);
            remember(address, version);
        }
    }

    /**
     * Notes what was scheduled before an operation, in case that the isochron is abandoned.
     */
    private void remember(final int address, final long versionBefore)
    {
        if (undoLength == undo.length)
        {
            undo = Arrays.copyOf(undo, 2 * undoLength);
        }
        undo[undoLength++] = address;
        undo[undoLength++] = versionBefore;
    }

    private void leave()
    {
        if (readCount > 0)
        {
            Arrays.fill(reads, 0, readCount, null);
            readCount = 0;
            preparedCount = 0;
        }
        undoLength = 0;
        joined = null;
    }

    private void releaseSlots()
    {
        for (int i = 0; i < preparedCount; i++)
        {
            readSlots.tryFree(slots[i], reads[i]);
        }
        preparedCount = 0;
    }

    /**
     * Keeps the promises of the operations; not part of the public port.
     */
    private final class Participant implements IsochronParticipant, PortOwner
    {
        @Override
        public String describe()
        {
            final Thread thread = owner;
            return null == thread ? "port " + portId :
                "thread '" + thread.getName() + (thread.isAlive() ? "'" : "', which has ended");
        }

        @Override
        public boolean prepare()
        {
            final boolean mayHaveFailed = hostMemory.hasExpelled();
            while (preparedCount < readCount)
            {
                if (mayHaveFailed && reads[preparedCount].isFailed())
                {
                    // By an earlier attempt: nobody will answer it.
                    slots[preparedCount++] = ReadSlots.NONE;
                    continue;
                }
                final int slot = readSlots.claim(reads[preparedCount], slotHint);
                if (ReadSlots.NONE == slot)
                {
                    // Nobody keeps some slots while it waits for more: two threads would wait for each other.
                    releaseSlots();
                    return false;
                }
                slotHint = slot + 1;
                slots[preparedCount] = slot;
                joined.buffer().putLong(readOffsets[preparedCount] + MemoryOperation.FIRST_OFFSET, slot);
                preparedCount++;
            }
            // After the slots were claimed. See HostMemory.hostExpelled().
            if (hostMemory.hasExpelled())
            {
                for (int i = 0; i < readCount; i++)
                {
                    hostMemory.checkSource(slots[i], reads[i]);
                }
            }
            return true;
        }

        @Override
        public void issued()
        {
            for (int i = 0; i < readCount; i++)
            {
                reads[i].issued(slots[i]);
            }
            leave();
        }

        @Override
        public void abandoned()
        {
            for (int i = 0; i < readCount; i++)
            {
                // One that is just failing will be failed by who has taken it out of its slot, and must not be reused
                // before.
                if (i >= preparedCount || readSlots.tryFree(slots[i], reads[i]))
                {
                    reads[i].reset();
                }
            }
            for (int i = undoLength - 2; i >= 0; i -= 2)
            {
                if (Version.SUBSTANTIATED == undo[i + 1])
                {
                    scheduled.remove(undo[i]);
                }
                else
                {
                    scheduled.put(undo[i], undo[i + 1]);
                }
            }
            leave();
        }
    }
}
