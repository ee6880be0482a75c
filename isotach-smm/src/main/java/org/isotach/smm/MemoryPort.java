/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Objects;

import org.isotach.Isochron;
import org.isotach.IsochronTooLargeException;
import org.isotach.memory.Padded;
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
    private final SharedMemoryManager manager;
    private final Host host;
    private final MemoryWriter writer;
    private final SchedLedger scheds;
    private final TakeWriter takes;
    private final OptimisticReads optimisticReads;

    MemoryPort(final SharedMemoryManager manager)
    {
        this.manager = manager;
        host = manager.host();
        writer = new MemoryWriter(manager);
        scheds = writer.scheds();
        takes = new TakeWriter(manager, writer);
        optimisticReads = new OptimisticReads(
            host.models(), manager.store(), address -> manager.pageTable().page(address));
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
        writer.read(isochron, manager.pageTable().page(address), address, into);
    }

    /**
     * Reads variables of which this host holds copies, at once and at one point of the order, as an isochron of READs
     * would do that is issued now, but without its cost. It is possible when everything has been executed that this
     * host has issued before, when all variables have values here, and none of them is changed meanwhile. Other
     * variables do not matter.
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
        return optimisticReads.tryRead(addresses, values);
    }

    /**
     * Begins to read copies that this host holds, all at one point of the order, as an isochron of READs would do that
     * is issued now (V1 section 3.2.2), but without its cost, and in the way of
     * {@link java.util.concurrent.locks.StampedLock#tryOptimisticRead}: {@link #localValue} gives values that may be
     * from different points of the order until {@link #validate} says that they are not. It is possible when
     * everything has been executed that this host has issued before, and valid when all variables that were read had
     * values at this host when it began, and none of them has been changed meanwhile; else issue an isochron. Other
     * variables do not matter.
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
        return optimisticReads.begin();
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
        return optimisticReads.value(address);
    }

    /**
     * Ends an optimistic read.
     * <p>
     * A read that is the first one to be disturbed after many that were not is not valid, whichever variables were
     * changed: try again, once or twice, before you issue an isochron. {@link #snapshot} does that.
     *
     * @param stamp of the last {@link #tryOptimisticRead} of this port, with no {@link #tryReadLocal}, and no read of a
     *              {@link Snapshot}, behind it.
     * @return true if all that {@link #localValue} has returned since is of one point of the order; false if one of the
     * variables may have been changed meanwhile or has no value here, because it has no copy or waits for an ASSIGN, or
     * if the stamp is 0, or of another read.
     */
    public boolean validate(final long stamp)
    {
        return optimisticReads.isValid(stamp);
    }

    /**
     * Prepares to read variables again and again, at one point of the order each time, without isochrons as long as
     * that is possible.
     *
     * @param addresses of the variables.
     * @return what reads them, for the thread of this port; to be made once and reused.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws PageLostException         when all copies of one of them are lost.
     */
    public Snapshot snapshot(final int... addresses)
    {
        return new Snapshot(manager, writer, optimisticReads, addresses);
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
        writer.append(isochron, manager.pageTable().page(address), MemoryOperation.WRITE, address, value);
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
        writer.writeAll(isochron, addresses, values);
    }

    /**
     * UPDATE: gives the variable the value of a function of its value and an argument, at the logical time of the
     * isochron, at all copies. It needs no reservation and holds nobody up; several in one isochron are one atomic
     * action.
     * <p>
     * If the variable is unsubstantiated, the UPDATE waits for the ASSIGN of the SCHED before it, behind the UPDATEs
     * that wait for it already, and the variable waits for the UPDATE from then on: READs behind it get what it
     * computes, WRITE and SCHED cover it. If the SCHED is taken back, by a CANCEL or because its host was expelled, the
     * UPDATE changes what was before the SCHED.
     * <p>
     * A function that throws leaves the value as it is, at every copy, and the error handler of the cluster is told. So
     * it is with an UPDATE that comes when 65,536 others wait for the same SCHED.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param function one of the built-in ones, {@link UpdateFunction#ADD} for example, or what
     *                 {@link SharedMemory#registerFunction} has returned.
     * @param argument of the function, its second one.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalStateException     when the function is not registered at all hosts, or the isochron is not open
     *                                   or belongs to another host.
     * @throws IsochronTooLargeException when the operation does not fit.
     */
    public void update(
        final Isochron isochron, final int address, final UpdateFunction function, final long argument)
    {
        final PageTable.Page page = manager.pageTable().page(address);
        manager.functions().check(function);
        writer.update(isochron, page, address, function, argument);
    }

    /**
     * As {@link #update}, and delivers the value that the variable had before: that of a {@link #read} directly in
     * front of it. It comes from the nearest copy, and takes up one of the reads that the host may have outstanding.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param function as of {@link #update}.
     * @param argument of the function.
     * @param into     where the value will arrive; invalid until then. It fails with {@link UpdateFailedException} if
     *                 the UPDATE has changed nothing, see {@link #update}, with {@link SchedCancelledException} or
     *                 {@link org.isotach.HostExpelledException} if the UPDATE waited for a SCHED that was taken back
     *                 after the variable had been overwritten, and if the host that was to answer is expelled.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws PageLostException         when all its copies are lost.
     * @throws IllegalStateException     when the function is not registered at all hosts, the isochron is not open or
     *                                   belongs to another host, or {@code into} waits for another result.
     * @throws IsochronTooLargeException when the operation does not fit, or the isochron has more results than the
     *                                   host may have outstanding reads.
     */
    public void getAndUpdate(
        final Isochron isochron,
        final int address,
        final UpdateFunction function,
        final long argument,
        final IsoValue into)
    {
        update(isochron, address, function, argument, into, MemoryOperation.OLD_VALUE);
    }

    /**
     * As {@link #getAndUpdate}, and delivers the value that the variable has behind it.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param function as of {@link #update}.
     * @param argument of the function.
     * @param into     where the value will arrive, see {@link #getAndUpdate}.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws PageLostException         when all its copies are lost.
     * @throws IllegalStateException     as of {@link #getAndUpdate}.
     * @throws IsochronTooLargeException as of {@link #getAndUpdate}.
     */
    public void updateAndGet(
        final Isochron isochron,
        final int address,
        final UpdateFunction function,
        final long argument,
        final IsoValue into)
    {
        update(isochron, address, function, argument, into, MemoryOperation.NEW_VALUE);
    }

    private void update(
        final Isochron isochron,
        final int address,
        final UpdateFunction function,
        final long argument,
        final IsoValue into,
        final int result)
    {
        Objects.requireNonNull(into, "into");
        final PageTable.Page page = manager.pageTable().page(address);
        manager.functions().check(function);
        writer.update(isochron, page, address, function, argument, 0, into, result);
    }

    /**
     * UPDATE that gives the variable a value if it has the expected one, and leaves it alone otherwise.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param expected value.
     * @param value    to be set.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalStateException     when the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException when the operation does not fit.
     * @see #update
     */
    public void compareAndSet(final Isochron isochron, final int address, final long expected, final long value)
    {
        final PageTable.Page page = manager.pageTable().page(address);
        writer.update(isochron, page, address, UpdateFunction.COMPARE_AND_SET, value, expected, null, 0);
    }

    /**
     * As {@link #compareAndSet}, and delivers the value that the variable had before, the witness: the new one was set
     * if and only if it is the expected one.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param expected value.
     * @param value    to be set.
     * @param witness  where the value before will arrive, see {@link #getAndUpdate}.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws PageLostException         when all its copies are lost.
     * @throws IllegalStateException     when the isochron is not open or belongs to another host, or {@code witness}
     *                                   waits for another result.
     * @throws IsochronTooLargeException as of {@link #getAndUpdate}.
     */
    public void compareAndExchange(
        final Isochron isochron, final int address, final long expected, final long value, final IsoValue witness)
    {
        Objects.requireNonNull(witness, "witness");
        final PageTable.Page page = manager.pageTable().page(address);
        writer.update(
            isochron,
            page,
            address,
            UpdateFunction.COMPARE_AND_SET,
            value,
            expected,
            witness,
            MemoryOperation.OLD_VALUE);
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
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalStateException     when this port has no SCHED of the variable outstanding, or the isochron is
     *                                   not open or belongs to another host.
     * @throws IsochronTooLargeException when the operation does not fit.
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
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalArgumentException  when no SCHED can have this version.
     * @throws IllegalStateException     when the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException when the operation does not fit.
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
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalStateException     when this port has no SCHED of the variable outstanding, or the isochron is
     *                                   not open or belongs to another host.
     * @throws IsochronTooLargeException when the operation does not fit.
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
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalArgumentException  when no SCHED can have this version.
     * @throws IllegalStateException     when the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException when the operation does not fit.
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
     * @throws IllegalArgumentException  when there are no addresses, or more than {@code into} has room for.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws PageLostException         when all copies of one of them are lost.
     * @throws IllegalStateException     when the isochron is not open or belongs to another host, or {@code into} holds
     *                                   variables or waits for values.
     * @throws IsochronTooLargeException when the operation does not fit, or the isochron has more reads than the host
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
     * @throws IndexOutOfBoundsException when there are too few values.
     * @throws PageLostException         when all copies of one of the variables are lost: {@link #cancel} them all.
     * @throws IllegalStateException     when this port does not hold them, or the isochron is not open or belongs to
     *                                   another host.
     * @throws IsochronTooLargeException when the operation does not fit.
     */
    public void assign(final Isochron isochron, final TakenVariables taken, final long[] values)
    {
        checkHeld(taken);
        Objects.checkFromIndexSize(0, taken.count(), values.length);
        final PageTable pages = manager.pageTable();
        final boolean isOnePage = pages.haveOneCopyset(taken.addresses(), taken.count());
        takes.assign(isochron, pages, isOnePage, taken, values);
    }

    /**
     * CANCEL of all variables that were taken, see {@link #cancel(Isochron, int)}; also of those all copies of which
     * are lost.
     *
     * @param isochron to append to, open.
     * @param taken    by this port; it holds them no more.
     * @throws IllegalStateException     when this port does not hold them, or the isochron is not open or belongs to
     *                                   another host.
     * @throws IsochronTooLargeException when the operations do not fit.
     */
    public void cancel(final Isochron isochron, final TakenVariables taken)
    {
        checkHeld(taken);
        takes.cancel(isochron, manager.pageTable(), taken);
    }

    private void checkHeld(final TakenVariables taken)
    {
        if (!taken.isHeldBy(manager, scheds.portId()) && !taken.isHeldBy(manager, manager.local().portId()))
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
     * @throws IllegalStateException when this port has no SCHED of the variable outstanding, or has an isochron open,
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
