/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * The registers of a device as the system reaches them, and what else only the system may set: routes, and the memory
 * that is mapped (Hoe, FUNet, sections 3.1.2 and 3.3). Gangs that were opened need none of this; it is for systems of
 * your own, on hosts without gangs.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
public final class SystemRegisters
{
    private final DeviceState state;
    private final Bells bells;
    private final int hostCount;

    SystemRegisters(final DeviceState state, final Bells bells, final int hostCount)
    {
        this.hostCount = hostCount;
        this.state = state;
        this.bells = bells;
    }

    /**
     * Reads a register.
     *
     * @param register the register.
     * @return its value, with as many bits as it has.
     */
    public int read(final Register register)
    {
        state.counts.countAccess(DeviceEvent.REGISTER_READ, false);
        return Register.CNTL == register ? state.registers.control() : state.registers.get(register);
    }

    /**
     * Writes a register. Writing a base sets head and tail of its queue to 0; writing the group forgets which
     * acknowledgements are missing. When {@link Control#RESET} is cleared, {@link Control#CTXM} is set.
     *
     * @param register the register; status bits of CNTL stay as they are.
     * @param value    of which as many bits count as it has.
     */
    public void write(final Register register, final int value)
    {
        state.counts.countAccess(DeviceEvent.REGISTER_WRITE, false);
        final RegisterFile registers = state.registers;
        if (Register.CNTL == register)
        {
            final boolean isEndOfReset = 0 != (registers.control() & Control.RESET) && 0 == (value & Control.RESET);
            final int modes = (isEndOfReset ? Control.CTXM : value) & Control.MODES;
            state.hasError(0 != (modes & Control.MERR));
            registers.changeModes(Control.MODES & ~modes, modes);
        }
        else if (Register.GID == register)
        {
            registers.setGroup(value);
        }
        else if (register.isBase())
        {
            registers.setBase(Queue.withBase(register), value);
        }
        else
        {
            registers.set(register, value);
        }
        bells.of(state.host).ring(Engines.ALL);
    }

    /**
     * Maps memory: addresses are indices in it.
     *
     * @param memory of the process for which the device works.
     */
    public void map(final OffHeapBuffer memory)
    {
        state.memory(new HostMemory(memory, memory.capacity()));
    }

    /**
     * Loads the route table.
     *
     * @param node  that this device is.
     * @param hosts of all nodes; a negative number for a node that cannot be reached.
     * @throws IllegalArgumentException if the node is negative, or a host is none of the cluster.
     */
    public void routes(final int node, final int... hosts)
    {
        if (node < 0)
        {
            throw new IllegalArgumentException("node: " + node + " (expected: at least 0)");
        }
        for (final int host : hosts)
        {
            if (host >= hostCount)
            {
                throw new IllegalArgumentException(
                    "host: " + host + " (expected: below " + hostCount + ", or negative for none)");
            }
        }
        state.routes(new Routes(node, hosts.clone(), new int[hosts.length]));
    }

    /**
     * Sets who is told of interrupts.
     *
     * @param handler of the interrupts of this device.
     */
    public void onInterrupt(final InterruptHandler handler)
    {
        state.interruptHandler(handler);
    }

    /**
     * Returns how often an event has happened at this device.
     *
     * @param event the event.
     * @return number of times since the device was made.
     */
    public long count(final DeviceEvent event)
    {
        return state.counts.get(event);
    }

    @Override
    public String toString()
    {
        return "SystemRegisters{" + state + '}';
    }
}
