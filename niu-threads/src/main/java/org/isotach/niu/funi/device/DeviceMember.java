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

    DeviceMember(final MemberContext context, final int size, final IntSupplier work)
    {
        this.context = context;
        this.size = size;
        this.work = work;
        registers = new UserRegisters(context);
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
     * Returns its memory.
     *
     * @return always the same object; the bytes behind {@link #length()} belong to the system.
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
     * Sets who is woken when something has arrived, or the device has taken something. Without that a process looks by
     * itself.
     *
     * @param waker of the thread that uses the registers.
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
