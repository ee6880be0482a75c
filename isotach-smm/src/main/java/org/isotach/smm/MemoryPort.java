/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Objects;

import org.isotach.Isochron;
import org.isotach.IsochronTooLargeException;
import org.isotach.niu.Host;

/**
 * The shared memory of one application thread: appends operations to the isochrons of its host.
 * <p>
 * READ goes to the nearest copy of the variable, all other operations go to all copies (V1 section 3.2.4). An address
 * is {@code page * pageSize + index}. An operation that throws is not appended, and leaves the isochron unchanged.
 * Inside a handler every operation throws {@link IllegalStateException}.
 * <p>
 * The idiom for a structured atomic action: one isochron reads and schedules all the variables of the action, the
 * program computes, and a second isochron assigns. Reads by others in between wait for the values. The action never
 * aborts, and cannot deadlock as long as every SCHED is assigned or cancelled.
 * <p>
 * <b>Note:</b> this class is not threadsafe: a port, and the isochron that it is used with, belong to one application
 * thread at a time. Give them to another thread only while the isochron is not open, and after {@link #validate} has
 * ended an optimistic read. With {@link org.isotach.niu.ClusterContext#paranoid(boolean)} a thread that uses them
 * beside another one gets an {@link org.isotach.IsotachException}: for an operation while that one has the isochron
 * open, or waits for it; for a local read, or one of a {@link Snapshot}, while that one is inside such a read, or has
 * begun an optimistic read that is not validated yet. All memory operations of an isochron are those of one port; every
 * other port throws {@link IllegalStateException}.
 */
public final class MemoryPort extends UpdatingPort implements AutoCloseable
{
    private final SharedMemoryManager manager;
    private final Host host;
    private final MemoryWriter writer;
    private final SchedLedger scheds;
    private final TakeWriter takes;
    private final LocalMemory local;

    MemoryPort(final SharedMemoryManager manager, final LocalMemory local)
    {
        this(manager, local, new MemoryWriter(manager));
    }

    private MemoryPort(final SharedMemoryManager manager, final LocalMemory local, final MemoryWriter writer)
    {
        super(manager, writer);
        this.manager = manager;
        this.local = local;
        this.writer = writer;
        host = manager.host();
        scheds = writer.scheds();
        takes = new TakeWriter(manager, writer);
    }

    /**
     * The host of this port.
     *
     * @return the host.
     */
    public Host host()
    {
        return host;
    }

    /**
     * READ: delivers the value of the variable at the logical time of the isochron, as soon as it is known. If the
     * variable is unsubstantiated at that time, the read waits for the ASSIGN of the SCHED before it.
     *
     * @param isochron the isochron to append to, open.
     * @param address  the address of the variable.
     * @param into     receives the value; invalid until then.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of the variable are lost.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host, or {@code into} waits
     *                                   for another read.
     * @throws IsochronTooLargeException if the operation does not fit, or the isochron has more reads than the host may
     *                                   have outstanding.
     */
    public void read(final Isochron isochron, final int address, final IsoValue into)
    {
        writer.read(isochron, manager.pageTable().page(address), address, into);
    }

    /**
     * READ of several variables in one operation: all values are those at the logical time of the isochron, and arrive
     * together, as soon as all are known. It does the same as one {@link #read(Isochron, int, IsoValue)} of each
     * variable, in a fraction of the time. Nothing is scheduled, so nothing is to be assigned. Each value that another
     * host answers counts as one outstanding read; all values of local copies that follow each other count as one.
     *
     * @param isochron  the isochron to append to, open.
     * @param addresses the addresses of the variables.
     * @param into      receives the values, and holds nothing.
     * @throws IllegalArgumentException  if there are no addresses, or more than {@code into} has room for.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of one of the variables are lost.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host, or {@code into} holds
     *                                   variables or waits for values.
     * @throws IsochronTooLargeException if the operation does not fit, or the isochron has more reads than the host may
     *                                   have outstanding.
     */
    public void read(final Isochron isochron, final int[] addresses, final TakenVariables into)
    {
        into.checkFree(addresses.length);
        takes.read(isochron, manager.pageTable(), addresses, into);
    }

    /**
     * WRITE: gives the variable a value. An unsubstantiated variable becomes substantiated; reads that wait for an
     * ASSIGN continue to wait for it.
     *
     * @param isochron the isochron to append to, open.
     * @param address  the address of the variable.
     * @param value    the new value.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of the variable are lost.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException if the operation does not fit.
     */
    public void write(final Isochron isochron, final int address, final long value)
    {
        writer.append(isochron, manager.pageTable().page(address), MemoryOperation.WRITE, address, value);
    }

    /**
     * WRITE of several variables, in the order of the array. It does the same as {@link #write(Isochron, int, long)} of
     * each variable, but appends all of them or none, and takes less time for about eight variables or more.
     *
     * @param isochron  the isochron to append to, open.
     * @param addresses the addresses of the variables.
     * @param values    the new values, one for each address; further elements are ignored.
     * @throws IndexOutOfBoundsException if there is no such variable, or {@code values} is too short; nothing is
     *                                   appended.
     * @throws PageLostException         if all copies of one of the variables are lost.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException if the operations do not fit; nothing is appended.
     */
    public void write(final Isochron isochron, final int[] addresses, final long[] values)
    {
        writer.writeAll(isochron, addresses, values, addresses.length);
    }

    /**
     * Does the same as {@link #write(Isochron, int[], long[])} for the first variables of an array.
     *
     * @param isochron  the isochron to append to, open.
     * @param addresses the addresses of the variables.
     * @param values    the new values.
     * @param count     number of variables; further elements of the arrays are ignored.
     * @throws IndexOutOfBoundsException if there is no such variable, or an array is too short; nothing is appended.
     * @throws PageLostException         if all copies of one of the variables are lost.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException if the operations do not fit; nothing is appended.
     */
    public void write(final Isochron isochron, final int[] addresses, final long[] values, final int count)
    {
        Objects.checkFromIndexSize(0, count, addresses.length);
        writer.writeAll(isochron, addresses, values, count);
    }

    /**
     * SCHED: reserves the variable at the logical time of the isochron for a value that is assigned later. Until then
     * the variable is unsubstantiated.
     *
     * @param isochron the isochron to append to, open.
     * @param address  the address of the variable.
     * @return the version that the variable waits for, never 0; another port needs it for
     *         {@link #assign(Isochron, int, long, long)}.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of the variable are lost.
     * @throws IllegalStateException     if this port has a SCHED of the variable outstanding, or the isochron is not
     *                                   open or belongs to another host.
     * @throws IsochronTooLargeException if the operation does not fit.
     */
    public long sched(final Isochron isochron, final int address)
    {
        final long version = scheds.next(address);
        writer.append(isochron, manager.pageTable().page(address), MemoryOperation.SCHED, address, version);
        scheds.add(address, version);
        return version;
    }

    /**
     * ASSIGN: delivers the value for the outstanding SCHED of this port. Reads that wait for the SCHED get the value;
     * the variable gets it, unless a later WRITE or SCHED has replaced the SCHED.
     *
     * @param isochron the isochron to append to, open; the isochron of the SCHED or a later one.
     * @param address  the address of the variable.
     * @param value    the value.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of the variable are lost.
     * @throws IllegalStateException     if this port has no SCHED of the variable outstanding, or the isochron is not
     *                                   open or belongs to another host.
     * @throws IsochronTooLargeException if the operation does not fit.
     */
    public void assign(final Isochron isochron, final int address, final long value)
    {
        writer.assign(isochron, manager.pageTable().page(address), address, scheds.outstanding(address), value);
    }

    /**
     * ASSIGN for a SCHED of any port, by its version: a port may hand the right to assign to another port.
     *
     * @param isochron the isochron to append to, open. It must be later in logical time than the SCHED. It is if the
     *                 version was handed over through isotach memory, or if the SCHED had been seen executed before and
     *                 the isochron is {@link Isochron#fresh}.
     * @param address  the address of the variable.
     * @param version  the result of {@link #sched} or {@link #handOver}.
     * @param value    the value.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of the variable are lost.
     * @throws IllegalArgumentException  if no SCHED can have this version.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException if the operation does not fit.
     * @see #assign(Isochron, int, long)
     */
    public void assign(final Isochron isochron, final int address, final long version, final long value)
    {
        final PageTable.Page page = manager.pageTable().page(address);
        Version.check(version, host.hostCount());
        writer.assign(isochron, page, address, version, value);
    }

    /**
     * CANCEL: takes back the outstanding SCHED of this port, as if it had never been. The variable gets back its old
     * value, or waits for the SCHED before, unless a later WRITE or SCHED has replaced the SCHED. The reads that wait
     * for the SCHED do the same. If the value for them has been overwritten in the meantime they fail with
     * {@link SchedCancelledException}.
     * <p>
     * Use it if the value to assign cannot be computed, because a read has failed, or if nothing changes after all; and
     * for a variable all of whose copies are lost, so that the port no longer has a SCHED of it.
     *
     * @param isochron the isochron to append to, open; the isochron of the SCHED or a later one.
     * @param address  the address of the variable.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws IllegalStateException     if this port has no SCHED of the variable outstanding, or the isochron is not
     *                                   open or belongs to another host.
     * @throws IsochronTooLargeException if the operation does not fit.
     */
    public void cancel(final Isochron isochron, final int address)
    {
        writer.cancel(isochron, manager.pageTable().pageOrLost(address), address, scheds.outstanding(address));
    }

    /**
     * CANCEL of a SCHED of any port, by its version.
     *
     * @param isochron the isochron to append to, open; later in logical time than the SCHED, see
     *                 {@link #assign(Isochron, int, long, long)}.
     * @param address  the address of the variable.
     * @param version  the result of {@link #sched} or {@link #handOver}.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws IllegalArgumentException  if no SCHED can have this version.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException if the operation does not fit.
     * @see #cancel(Isochron, int)
     */
    public void cancel(final Isochron isochron, final int address, final long version)
    {
        final PageTable.Page page = manager.pageTable().pageOrLost(address);
        Version.check(version, host.hostCount());
        writer.cancel(isochron, page, address, version);
    }

    /**
     * TAKE: READ and SCHED of several variables in one operation, the beginning of a structured atomic action (V1
     * section 2.1.2). All variables are read before any is scheduled. It does the same as one {@link #read} and one
     * {@link #sched} of each variable, in a fraction of the time. A variable may occur twice; then the last of its new
     * values counts. Each value that another host answers counts as one outstanding read; all values of local copies
     * together count as one.
     * <p>
     * Takes are independent of each other: a port may take variables that it already holds, by another take or a
     * {@link #sched}; their values are then those that the port has yet to assign. The variables of one take are
     * assigned or cancelled together, and cannot be handed over.
     *
     * @param isochron  the isochron to append to, open.
     * @param addresses the addresses of the variables.
     * @param into      receives the values, and holds the variables until they are assigned or cancelled.
     * @throws IllegalArgumentException  if there are no addresses, or more than {@code into} has room for.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of one of the variables are lost.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host, or {@code into} holds
     *                                   variables or waits for values.
     * @throws IsochronTooLargeException if the operation does not fit, or the isochron has more reads than the host may
     *                                   have outstanding.
     */
    public void take(final Isochron isochron, final int[] addresses, final TakenVariables into)
    {
        into.checkFree(addresses.length);
        final PageTable pages = manager.pageTable();
        final boolean isOnePage = pages.haveOneCopyset(addresses);
        takes.take(isochron, pages, isOnePage, addresses, into);
    }

    /**
     * ASSIGN of all variables of a take.
     *
     * @param isochron the isochron to append to, open.
     * @param taken    the variables, taken by this port; it no longer holds them after this call.
     * @param values   the new values, in the order of the take; further elements are ignored.
     * @throws IndexOutOfBoundsException if there are too few values.
     * @throws PageLostException         if all copies of one of the variables are lost: {@link #cancel} all of them.
     * @throws IllegalStateException     if this port does not hold them, or the isochron is not open or belongs to
     *                                   another host.
     * @throws IsochronTooLargeException if the operation does not fit.
     */
    public void assign(final Isochron isochron, final TakenVariables taken, final long[] values)
    {
        checkHeld(taken);
        Objects.checkFromIndexSize(0, taken.count(), values.length);
        final PageTable pages = manager.pageTable();
        final boolean isOnePage = pages.haveOneCopyset(taken.values().addresses(), taken.count());
        writer.checkMayJoin(isochron);
        local.schedule(taken);
        takes.assign(isochron, pages, isOnePage, taken, values);
    }

    /**
     * CANCEL of all variables of a take, see {@link #cancel(Isochron, int)}; variables all of whose copies are lost are
     * included.
     *
     * @param isochron the isochron to append to, open.
     * @param taken    the variables, taken by this port; it no longer holds them after this call.
     * @throws IllegalStateException     if this port does not hold them, or the isochron is not open or belongs to
     *                                   another host.
     * @throws IsochronTooLargeException if the operations do not fit.
     */
    public void cancel(final Isochron isochron, final TakenVariables taken)
    {
        checkHeld(taken);
        writer.checkMayJoin(isochron);
        local.schedule(taken);
        takes.cancel(isochron, manager.pageTable(), taken);
    }

    private void checkHeld(final TakenVariables taken)
    {
        if (!taken.isHeldBy(manager, scheds.portId()) && !taken.isHeldBy(manager, local.portId()))
        {
            throw new IllegalStateException(taken + " of another port, or assigned or cancelled already: this port of" +
                " host " + host.id() + " assigns or cancels only what it has taken, once");
        }
    }

    /**
     * Gives away the right, and the duty, to assign an outstanding SCHED of this port. After that this port may
     * schedule the variable again.
     *
     * @param address the address of the variable.
     * @return the version, for {@link #assign(Isochron, int, long, long)} and {@link #cancel(Isochron, int, long)}.
     * @throws IllegalStateException if this port has no SCHED of the variable outstanding, or has an isochron open, or
     *                               the call comes from inside a handler.
     */
    public long handOver(final int address)
    {
        host.models().checkNotInHandler("MemoryPort.handOver()");
        if (writer.isOpen())
        {
            throw new IllegalStateException("handOver of variable " + address +
                " while an isochron of this port is open: issue() or abandon() it first");
        }
        return scheds.handOver(address);
    }

    /**
     * Number of SCHEDs of this port for which no ASSIGN or CANCEL has been appended yet.
     *
     * @return the number of variables.
     */
    public int outstandingScheds()
    {
        return scheds.size();
    }

    /**
     * Refuses further operations, and gives the number of the port to the next one that the host makes. Values that are
     * awaited still arrive. Closing again has no effect.
     *
     * @throws IllegalStateException if the port takes part in an open isochron, or has outstanding SCHEDs, or the call
     *                               comes from inside a handler. The port stays open.
     */
    @Override
    public void close()
    {
        writer.close();
    }

    @Override
    public String toString()
    {
        return "MemoryPort{host=" + host.id() + ", port=" + scheds.portId() + ", outstandingScheds=" + scheds.size() +
            '}';
    }
}
