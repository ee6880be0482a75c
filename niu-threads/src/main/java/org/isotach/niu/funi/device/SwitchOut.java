/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * Takes a device away from a process (Hoe, FUNet, section 4.2): arrivals are rejected, and retrieval and dispatch stop,
 * until all acknowledgements have come; then the registers are saved. What was accepted and not delivered is drained
 * into memory of the system. Lines that wait to be sent again stay in their context of the packet cache.
 */
final class SwitchOut
{
    private enum Step
    {
        BEGIN, STOP, DRAIN, END
    }

    private final DeviceState device;
    private final MemberContext member;
    private final int patience;
    private Step step = Step.BEGIN;
    private int attempts;
    private boolean isForced;

    /**
     * @param patience how often it looks for acknowledgements before it goes on without them.
     */
    SwitchOut(final DeviceState device, final MemberContext member, final int patience)
    {
        this.device = device;
        this.member = member;
        this.patience = patience;
    }

    /**
     * Does what can be done now.
     *
     * @return true if that was the last step.
     */
    boolean advance()
    {
        final RegisterFile registers = device.registers;
        switch (step)
        {
            case BEGIN:
                member.unmap();
                device.changeModes(0, Control.CTXM | Control.CRQM);
                step = Step.STOP;
                break;
            case STOP:
                if (hasStopped(registers.control()))
                {
                    member.save();
                    beginDrain(registers);
                    step = Step.DRAIN;
                }
                break;
            case DRAIN:
                if (0 != (registers.control() & Control.CTXR2))
                {
                    member.drained(registers.get(Register.RPRQ_HD), registers.get(Register.RQRQ_HD));
                    device.changeModes(Control.DRAIN, Control.CRQM);
                    step = Step.END;
                }
                break;
            default:
                break;
        }
        return Step.END == step;
    }

    private boolean hasStopped(final int control)
    {
        if (0 == (control & Control.CRQR))
        {
            return false;
        }
        if (0 != (control & Control.CTXR1_WAITING))
        {
            attempts++;
            isForced = attempts > patience;
            return isForced;
        }
        return 0 != (control & Control.CTXR1);
    }

    private void beginDrain(final RegisterFile registers)
    {
        device.memory(member.drainMemory());
        registers.set(Register.Q_MASK, MemberContext.DRAIN_SLOTS - 1);
        registers.setBase(Queue.RPRQ, member.drainBase(true));
        registers.setBase(Queue.RQRQ, member.drainBase(false));
        // An acknowledgement that comes after this is discarded: it must not free a line of the next process.
        registers.setGroup(Groups.SYSTEM);
        device.changeModes(Control.CRQM, Control.DRAIN);
    }

    /**
     * Returns whether acknowledgements are missing: the process cannot go on.
     */
    boolean isForced()
    {
        return isForced;
    }

    @Override
    public String toString()
    {
        return "SwitchOut{step=" + step + ", attempts=" + attempts + ", " + member + '}';
    }
}
