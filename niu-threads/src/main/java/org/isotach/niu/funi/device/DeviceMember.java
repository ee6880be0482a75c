/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.function.IntSupplier;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Wakeable;

/**
 * What a process has: registers, and memory, which is all that the device reaches for it. Addresses in registers and
 * slots are indices in bytes. Hand this out, and keep the gang.
 * <p>
 * Threadsafe.
 */
public final class DeviceMember
{
    private final MemberContext context;
    private final int size;
    private final UserRegisters registers;
    private final IntSupplier work;

    DeviceMember(final MemberContext context, final int size, final boolean isParanoid, final IntSupplier work)
    {
        this.context = context;
        this.size = size;
        this.work = work;
        registers = new UserRegisters(context, isParanoid);
    }

    /**
     * Returns its number in its gang.
     *
     * @return 0..{@link #size()} - 1.
     */
    public int node()
    {
        return context.node;
    }

    /**
     * Returns the number of members of its gang.
     *
     * @return number of members.
     */
    public int size()
    {
        return size;
    }

    /**
     * Returns its registers.
     *
     * @return always the same object.
     */
    public UserRegisters registers()
    {
        return registers;
    }

    /**
     * Returns the head of a receive queue as the device has written it into memory after the last delivery (Hoe, FUNet,
     * section 2.7). That is no access to the device, so it is the way to poll.
     *
     * @param queue one that receives.
     * @return what {@link Queue#head} has, or had a moment ago.
     * @throws IllegalArgumentException if the queue does not receive.
     */
    public int head(final Queue queue)
    {
        if (!queue.isReceiving())
        {
            throw new IllegalArgumentException("queue: " + queue + " (expected: " + Queue.RPRQ + " or " + Queue.RQRQ +
                ", whose heads devices write)");
        }
        return context.heads().get(queue);
    }

    /**
     * Returns its memory.
     *
     * @return always the same object, until {@link #tryGrow()}.
     */
    public OffHeapBuffer memory()
    {
        return context.memory().buffer();
    }

    /**
     * Returns how much of the memory is mapped.
     *
     * @return the length in bytes.
     */
    public int length()
    {
        return context.memory().limit();
    }

    /**
     * Returns how much of the memory there may be.
     *
     * @return the length in bytes, at least {@link #length()}; see {@link DeviceGang#grow}.
     */
    public int limit()
    {
        return context.limit();
    }

    /**
     * Takes as much memory as {@link #limit()} allows. What is in it stays at the same addresses. It succeeds at a
     * moment at which the device touches no memory, because {@link Control#CRQM} and {@link Control#CSQM} have stopped
     * it.
     *
     * @return true if there is as much now, or was before.
     */
    public boolean tryGrow()
    {
        return context.tryGrow();
    }

    /**
     * Returns which incarnation of its node the member is: a member that is moved gets a higher number than all before.
     *
     * @return at least 1.
     */
    public int incarnation()
    {
        return context.incarnation;
    }

    /**
     * Sets who is woken when something has arrived, or the device has taken something. Without that a process looks by
     * itself.
     *
     * @param waker of the thread that uses the registers. It is called by whoever serves a device, and must not wait:
     *              devices stand still meanwhile. What it throws goes to the error handler of the cluster.
     */
    public void onChange(final Wakeable waker)
    {
        context.waker(waker);
    }

    /**
     * Works for the devices, if the cluster has no threads that do that. Call it while you wait.
     *
     * @return how much was done, 0 if nothing.
     */
    public int work()
    {
        return work.getAsInt();
    }

    @Override
    public String toString()
    {
        return "DeviceMember{" + context + '}';
    }
}
