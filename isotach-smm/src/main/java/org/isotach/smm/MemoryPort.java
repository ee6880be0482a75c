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
public final class MemoryPort extends UpdatingPort
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
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host, or {@code into}
     *                                   waits for another read.
     * @throws IsochronTooLargeException if the operation does not fit, or the isochron has more reads than the
     *                                   host may have outstanding.
     */
    public void read(final Isochron isochron, final int address, final IsoValue into)
    {
        writer.read(isochron, manager.pageTable().page(address), address, into);
    }

    /**
     * WRITE: gives the variable a value. If it is unsubstantiated it is substantiated by that; reads that wait for an
     * ASSIGN go on waiting for it.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param value    to be written.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException if the operation does not fit.
     */
    public void write(final Isochron isochron, final int address, final long value)
    {
        writer.append(isochron, manager.pageTable().page(address), MemoryOperation.WRITE, address, value);
    }

    /**
     * WRITE of several variables, in the order of the array, as {@link #write(Isochron, int, long)} of each of them
     * would do it: from some eight variables on in less time, and all of them or none.
     *
     * @param isochron  to append to, open.
     * @param addresses of the variables.
     * @param values    to be written, one for each address; what is behind them is not looked at.
     * @throws IndexOutOfBoundsException if there is no such variable, or {@code values} is too short; nothing was
     *                                   appended.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException if the operations do not fit; nothing was appended.
     */
    public void write(final Isochron isochron, final int[] addresses, final long[] values)
    {
        writer.writeAll(isochron, addresses, values);
    }

    /**
     * SCHED: reserves the variable at the logical time of the isochron for a value that will be assigned later; until
     * then it is unsubstantiated.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @return the version that the variable waits for, for {@link #assign(Isochron, int, long, long)} by another
     * port; never 0.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws IllegalStateException     if this port has a SCHED of the variable outstanding, or the isochron is
     *                                   not open or belongs to another host.
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
     * ASSIGN: delivers the value for the own outstanding SCHED of the variable. Reads that wait for it get the value;
     * the variable gets it unless a later WRITE or SCHED has replaced the SCHED.
     *
     * @param isochron to append to, open; the one of the SCHED or a later one.
     * @param address  of the variable.
     * @param value    to be assigned.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws IllegalStateException     if this port has no SCHED of the variable outstanding, or the isochron is
     *                                   not open or belongs to another host.
     * @throws IsochronTooLargeException if the operation does not fit.
     */
    public void assign(final Isochron isochron, final int address, final long value)
    {
        writer.assign(isochron, manager.pageTable().page(address), address, scheds.outstanding(address), value);
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
     * @throws IndexOutOfBoundsException if there is no such variable.
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
     * CANCEL: takes the own outstanding SCHED of the variable back, as if it had never been. Unless a later WRITE or
     * SCHED has replaced it, the variable waits for the SCHED before, or has the value that it had before; and so it is
     * with the reads that wait for the SCHED. If what they would have got has been overwritten meanwhile they fail,
     * {@link SchedCancelledException}.
     * <p>
     * For those who cannot learn what to assign, since their own read has failed, or who change nothing after all.
     *
     * @param isochron to append to, open; the one of the SCHED or a later one.
     * @param address  of the variable.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws IllegalStateException     if this port has no SCHED of the variable outstanding, or the isochron is
     *                                   not open or belongs to another host.
     * @throws IsochronTooLargeException if the operation does not fit.
     */
    public void cancel(final Isochron isochron, final int address)
    {
        writer.cancel(isochron, manager.pageTable().page(address), address, scheds.outstanding(address));
    }

    /**
     * CANCEL of a SCHED of any port, by its version.
     *
     * @param isochron to append to, open; later in logical time than the SCHED, see
     *                 {@link #assign(Isochron, int, long, long)}.
     * @param address  of the variable.
     * @param version  as {@link #sched} or {@link #handOver} returned it.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws IllegalArgumentException  if no SCHED can have this version.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException if the operation does not fit.
     * @see #cancel(Isochron, int)
     */
    public void cancel(final Isochron isochron, final int address, final long version)
    {
        final PageTable.Page page = manager.pageTable().page(address);
        Version.check(version, host.hostCount());
        writer.cancel(isochron, page, address, version);
    }

    /**
     * READ and SCHED of several variables, as one operation: what a structured atomic action begins with (V1 section
     * 2.1.2). All are read before any is scheduled, as one {@link #read} and one {@link #sched} of each would do it, in
     * a fraction of the time. A variable may be named twice; the last of its values counts then. Values that another
     * host answers count as one outstanding read each, those of own copies together as one.
     * <p>
     * Each {@link TakenVariables} stands for itself: a port may take variables that it holds already, by another take
     * or a {@link #sched}; their values are those that it has still to assign. They are assigned and cancelled
     * together, and cannot be handed over.
     *
     * @param isochron  to append to, open.
     * @param addresses of the variables.
     * @param into      where the values will arrive. It holds the variables until they are assigned or cancelled.
     * @throws IllegalArgumentException  if there are no addresses, or more than {@code into} has room for.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of one of them are lost.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host, or {@code into} holds
     *                                   variables or waits for values.
     * @throws IsochronTooLargeException if the operation does not fit, or the isochron has more reads than the host
     *                                   may have outstanding.
     */
    public void take(final Isochron isochron, final int[] addresses, final TakenVariables into)
    {
        into.checkFree(addresses.length);
        final PageTable pages = manager.pageTable();
        final boolean isOnePage = pages.haveOneCopyset(addresses);
        takes.take(isochron, pages, isOnePage, addresses, into);
    }

    /**
     * ASSIGN of all variables that were taken.
     *
     * @param isochron to append to, open.
     * @param taken    by this port; it holds them no more.
     * @param values   of the variables, in the order in which they were taken; what is behind them is not looked at.
     * @throws IndexOutOfBoundsException if there are too few values.
     * @throws PageLostException         if all copies of one of the variables are lost: {@link #cancel} them all.
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
        takes.assign(isochron, pages, isOnePage, taken, values);
    }

    /**
     * CANCEL of all variables that were taken, see {@link #cancel(Isochron, int)}; also of those all copies of which
     * are lost.
     *
     * @param isochron to append to, open.
     * @param taken    by this port; it holds them no more.
     * @throws IllegalStateException     if this port does not hold them, or the isochron is not open or belongs to
     *                                   another host.
     * @throws IsochronTooLargeException if the operations do not fit.
     */
    public void cancel(final Isochron isochron, final TakenVariables taken)
    {
        checkHeld(taken);
        takes.cancel(isochron, manager.pageTable(), taken);
    }

    private void checkHeld(final TakenVariables taken)
    {
        if (!taken.isHeldBy(manager, scheds.portId()) && !taken.isHeldBy(manager, local.portId()))
        {
            throw new IllegalStateException(taken + " of another port, or assigned or cancelled already: this port of" +
                " host " + host.id() + " assigns what it has taken, once");
        }
    }

    /**
     * Gives the right, and the duty, to assign an outstanding SCHED of this port away; the variable may be scheduled
     * by this port again after that.
     *
     * @param address of the variable.
     * @return the version for {@link #assign(Isochron, int, long, long)} and {@link #cancel(Isochron, int, long)}.
     * @throws IllegalStateException if this port has no SCHED of the variable outstanding, or has an isochron open,
     *                               or the call comes from inside a handler.
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
     * SCHEDs of this port whose ASSIGN, or CANCEL, was not appended yet.
     *
     * @return number of variables.
     */
    public int outstandingScheds()
    {
        return scheds.size();
    }

    @Override
    public String toString()
    {
        return "MemoryPort{host=" + host.id() + ", port=" + scheds.portId() + ", outstandingScheds=" + scheds.size() +
            '}';
    }
}
