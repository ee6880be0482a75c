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
     * UPDATE: gives the variable the value of a function of its old value and an argument, at the logical time of the
     * isochron, at all copies. It needs no reservation and delays no other thread; several UPDATEs in one isochron are
     * one atomic action.
     * <p>
     * If the variable is unsubstantiated, the UPDATE waits for the ASSIGN of the SCHED before it, behind the UPDATEs
     * that already wait for it. From then on the variable waits for the UPDATE: later READs get its result, and a later
     * WRITE or SCHED replaces it. If the SCHED is taken back, by a CANCEL or because its host was expelled, the UPDATE
     * changes the value before the SCHED.
     * <p>
     * A function that throws leaves the value unchanged, at every copy, and the error handler of the cluster is told.
     * The same holds for an UPDATE that comes when 65,536 others wait for the same SCHED.
     *
     * @param isochron the isochron to append to, open.
     * @param address  the address of the variable.
     * @param function a built-in function, {@link UpdateFunction#ADD} for example, or a result of
     *                 {@link SharedMemory#registerFunction}.
     * @param argument the second argument of the function; the first one is the value of the variable.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of the variable are lost.
     * @throws IllegalStateException     if the function is not registered at all hosts, or the isochron is not open or
     *                                   belongs to another host.
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
     * Does the same as {@link MemoryPort#update}, and delivers the old value of the variable: the value of a
     * {@link MemoryPort#read} directly before it. The value comes from the nearest copy, and counts as one of the reads
     * that the host may have outstanding.
     *
     * @param isochron the isochron to append to, open.
     * @param address  the address of the variable.
     * @param function the function, see {@link MemoryPort#update}.
     * @param argument the second argument of the function.
     * @param into     receives the old value; invalid until then. It fails with {@link UpdateFailedException} if the
     *                 UPDATE has changed nothing, see {@link MemoryPort#update}. It fails with
     *                 {@link SchedCancelledException} or {@link org.isotach.HostExpelledException} if the UPDATE waited
     *                 for a SCHED that was taken back after the variable had been overwritten, and with
     *                 {@link org.isotach.HostExpelledException} if the host that was to answer is expelled.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of the variable are lost.
     * @throws IllegalStateException     if the function is not registered at all hosts, the isochron is not open or
     *                                   belongs to another host, or {@code into} waits for another result.
     * @throws IsochronTooLargeException if the operation does not fit, or the isochron has more results than the host
     *                                   may have outstanding reads.
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
     * Does the same as {@link MemoryPort#getAndUpdate}, and delivers the new value of the variable.
     *
     * @param isochron the isochron to append to, open.
     * @param address  the address of the variable.
     * @param function the function, see {@link MemoryPort#update}.
     * @param argument the second argument of the function.
     * @param into     receives the new value, see {@link MemoryPort#getAndUpdate}.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of the variable are lost.
     * @throws IllegalStateException     as for {@link MemoryPort#getAndUpdate}.
     * @throws IsochronTooLargeException as for {@link MemoryPort#getAndUpdate}.
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
     * UPDATE that gives the variable a value if it has the expected one, and changes nothing otherwise.
     *
     * @param isochron the isochron to append to, open.
     * @param address  the address of the variable.
     * @param expected the expected value.
     * @param value    the new value.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of the variable are lost.
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
     * Does the same as {@link MemoryPort#compareAndSet}, and delivers the old value of the variable, the witness: the
     * new value was set if and only if the witness equals the expected value.
     *
     * @param isochron the isochron to append to, open.
     * @param address  the address of the variable.
     * @param expected the expected value.
     * @param value    the new value.
     * @param witness  receives the old value, see {@link MemoryPort#getAndUpdate}.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of the variable are lost.
     * @throws IllegalStateException     if the isochron is not open or belongs to another host, or {@code witness}
     *                                   waits for another result.
     * @throws IsochronTooLargeException as for {@link MemoryPort#getAndUpdate}.
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
