/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Objects;

import org.isotach.Isochron;
import org.isotach.IsochronTooLargeException;

/**
 * The UPDATEs of a {@link MemoryPort}.
 */
abstract class UpdatingPort extends OptimisticPort
{
    private final SharedMemoryManager manager;
    private final MemoryWriter writer;

    UpdatingPort(final SharedMemoryManager manager, final MemoryWriter writer)
    {
        super(manager, writer);
        this.manager = manager;
        this.writer = writer;
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
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws IllegalStateException     if the function is not registered at all hosts, or the isochron is not open
     *                                   or belongs to another host.
     * @throws IsochronTooLargeException if the operation does not fit.
     */
    public void update(
        final Isochron isochron, final int address, final UpdateFunction function, final long argument)
    {
        final PageTable.Page page = manager.pageTable().page(address);
        manager.functions().check(function);
        writer.update(isochron, page, address, function, argument);
    }

    /**
     * As {@link MemoryPort#update}, and delivers the value that the variable had before: that of a {@link
     * MemoryPort#read} directly in front of it. It comes from the nearest copy, and takes up one of the reads that the
     * host may have outstanding.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param function as of {@link MemoryPort#update}.
     * @param argument of the function.
     * @param into     where the value will arrive; invalid until then. It fails with {@link UpdateFailedException} if
     *                 the UPDATE has changed nothing, see {@link MemoryPort#update}, with {@link
     *                 SchedCancelledException} or {@link org.isotach.HostExpelledException} if the UPDATE waited for a
     *                 SCHED that was taken back after the variable had been overwritten, and if the host that was to
     *                 answer is expelled.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all its copies are lost.
     * @throws IllegalStateException     if the function is not registered at all hosts, the isochron is not open or
     *                                   belongs to another host, or {@code into} waits for another result.
     * @throws IsochronTooLargeException if the operation does not fit, or the isochron has more results than the
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
     * As {@link MemoryPort#getAndUpdate}, and delivers the value that the variable has behind it.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param function as of {@link MemoryPort#update}.
     * @param argument of the function.
     * @param into     where the value will arrive, see {@link MemoryPort#getAndUpdate}.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all its copies are lost.
     * @throws IllegalStateException     as of {@link MemoryPort#getAndUpdate}.
     * @throws IsochronTooLargeException as of {@link MemoryPort#getAndUpdate}.
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
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host.
     * @throws IsochronTooLargeException if the operation does not fit.
     * @see MemoryPort#update
     */
    public void compareAndSet(final Isochron isochron, final int address, final long expected, final long value)
    {
        final PageTable.Page page = manager.pageTable().page(address);
        writer.update(isochron, page, address, UpdateFunction.COMPARE_AND_SET, value, expected, null, 0);
    }

    /**
     * As {@link MemoryPort#compareAndSet}, and delivers the value that the variable had before, the witness: the new
     * one was set if and only if it is the expected one.
     *
     * @param isochron to append to, open.
     * @param address  of the variable.
     * @param expected value.
     * @param value    to be set.
     * @param witness  where the value before will arrive, see {@link MemoryPort#getAndUpdate}.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all its copies are lost.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host, or {@code witness}
     *                                   waits for another result.
     * @throws IsochronTooLargeException as of {@link MemoryPort#getAndUpdate}.
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
}
