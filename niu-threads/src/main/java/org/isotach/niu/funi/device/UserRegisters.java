/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * The registers as a process reaches them: its own, whether a device works for it or not. What it may not write is
 * ignored (Hoe, FUNet, sections 3.1.2 and 4.1.2). Whatever it writes, only its own gang can be harmed.
 * <p>
 * Who fills the last slot of a send queue destroys that queue (section 3.2.2): it looks empty, and its packets are
 * lost. As in the paper nothing checks that, except in paranoid mode. {@link DevicePort#tryClaim} never gives it.
 * <p>
 * Threadsafe.
 */
public final class UserRegisters
{
    private final MemberContext context;
    private final boolean isParanoid;

    /**
     * @param isParanoid refuses heads of send queues that overtake their tails.
     */
    UserRegisters(final MemberContext context, final boolean isParanoid)
    {
        this.context = context;
        this.isParanoid = isParanoid;
    }

    /**
     * Reads a register.
     *
     * @param register the register.
     * @return its value, with as many bits as it has.
     */
    public int read(final Register register)
    {
        return context.read(register);
    }

    /**
     * Reads the register at an address in the page.
     *
     * @param address of which the bits 2 to 6 count.
     * @return its value; 0 if there is no such register.
     */
    public int read(final int address)
    {
        final Register register = Register.at(address);
        return null == register ? 0 : read(register);
    }

    /**
     * Writes a register. Writing a base sets head and tail of its queue to 0.
     *
     * @param register the register; GID, TICKET, and bits of CNTL other than {@link Control#CRQM} and {@link
     *                 Control#CSQM} stay as they are.
     * @param value    of which as many bits count as it has.
     * @throws IllegalStateException in paranoid mode, if the register is the head of a send queue, and that queue would
     *                               have no empty slot; nothing is written then.
     */
    public void write(final Register register, final int value)
    {
        if (isParanoid && (Register.RPSQ_HD == register || Register.RQSQ_HD == register))
        {
            context.checkRoom(register, value);
        }
        context.write(register, value);
    }

    /**
     * Writes the register at an address in the page.
     *
     * @param address of which the bits 2 to 6 count; nothing is written if there is no such register.
     * @param value   of which as many bits count as it has.
     * @throws IllegalStateException as {@link #write(Register, int)} does.
     */
    public void write(final int address, final int value)
    {
        final Register register = Register.at(address);
        if (null != register)
        {
            write(register, value);
        }
    }

    @Override
    public String toString()
    {
        return "UserRegisters{" + context + '}';
    }
}
