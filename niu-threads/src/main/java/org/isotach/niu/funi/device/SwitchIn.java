/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * Gives a device to a process (Hoe, FUNet, section 4.2): the device sends to itself what was drained, under a group of
 * its own, so that it is in the receive buffers again; then the registers are restored, group and modes last. Until
 * then nothing is delivered: the buffers have room for all that was in them.
 * <p>
 * The printed program clears TICKET before it sends: that would say that all lines are occupied.
 */
final class SwitchIn
{
    private enum Step
    {
        BEGIN, SEND, STOP, END
    }

    private final DeviceState device;
    private final MemberContext member;
    private Step step = Step.BEGIN;

    SwitchIn(final DeviceState device, final MemberContext member)
    {
        this.device = device;
        this.member = member;
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
                if (0 == member.drained(true) + member.drained(false))
                {
                    end();
                    break;
                }
                beginToSend(registers);
                step = Step.SEND;
                break;
            case SEND:
                if (isSent(registers, Queue.RPSQ) && isSent(registers, Queue.RQSQ) &&
                    (PacketCache.ALL | PacketCache.HIDDEN) == device.free())
                {
                    device.changeModes(0, Control.CTXM);
                    step = Step.STOP;
                }
                break;
            case STOP:
                if (0 != (registers.control() & Control.CTXR1))
                {
                    end();
                }
                break;
            default:
                break;
        }
        return Step.END == step;
    }

    private void beginToSend(final RegisterFile registers)
    {
        device.memory(member.drainMemory());
        registers.set(Register.Q_MASK, MemberContext.DRAIN_SLOTS - 1);
        registers.setBase(Queue.RPSQ, member.drainBase(true));
        registers.setBase(Queue.RQSQ, member.drainBase(false));
        registers.set(Register.RPSQ_HD, member.drained(true));
        registers.set(Register.RQSQ_HD, member.drained(false));
        registers.set(Register.TICKET, PacketCache.ALL);
        registers.setHiddenLines(PacketCache.HIDDEN);
        registers.setGroup(Groups.RESTORE);
        device.changeModes(Control.CTXM | Control.CSQM, Control.CRQM);
    }

    private static boolean isSent(final RegisterFile registers, final Queue queue)
    {
        return registers.get(queue.head()) == registers.get(queue.tail());
    }

    private void end()
    {
        member.drained(0, 0);
        member.map();
        // Outside of the monitor of its registers: the waker may wait for somebody who uses them.
        device.wakeProcess();
        step = Step.END;
    }

    @Override
    public String toString()
    {
        return "SwitchIn{step=" + step + ", " + member + '}';
    }
}
