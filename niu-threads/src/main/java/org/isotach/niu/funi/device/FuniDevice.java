/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.function.Consumer;

import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.TryLock;

/**
 * The network interface of one host (Hoe, FUNet, chapter 5): registers, retrieval and dispatch with the packet cache,
 * delivery with its receive buffers, and the protocol of acknowledgements. It works for one process at a time, and
 * knows its memory only. In each step all engines advance, as hardware does.
 */
final class FuniDevice extends ExclusiveUnit
{
    private final DeviceState state;
    private final ReceiveFifo requests;
    private final ReceiveFifo replies;
    private final ReceiveFifo accesses;
    private final ReceiveFifo answers;
    private final NetworkInput input;
    private final Dispatch dispatch;
    private final Retrieval retrieval;
    private final Delivery delivery;
    private final Bells bells;
    private boolean isReset;

    // How often the bell had rung when there was nothing to do.
    private volatile long quietRings = -1;

    /**
     * @param ports  of all devices, by host.
     * @param errors takes what the code of users throws, and throws nothing.
     */
    FuniDevice(
        final int host,
        final int fifoLength,
        final InputPort[] ports,
        final Bells bells,
        final Consumer<Throwable> errors)
    {
        super("host-" + host + "/funi", new TryLock());
        this.bells = bells;
        state = new DeviceState(host, bells, errors);
        requests = new ReceiveFifo(fifoLength);
        replies = new ReceiveFifo(fifoLength);
        accesses = new ReceiveFifo(fifoLength);
        answers = new ReceiveFifo(fifoLength);
        input = new NetworkInput(state, ports, bells, requests, replies, accesses, answers);
        dispatch = new Dispatch(state, ports, bells);
        retrieval = new Retrieval(state);
        delivery = new Delivery(state, requests, replies, accesses, answers);
        // As after a reset.
        state.registers.changeModes(0, Control.CTXM);
    }

    @Override
    public int work()
    {
        final long rings = bells.rings(state.host);
        state.beginStep();
        if (state.isIn(Control.RESET))
        {
            return reset();
        }
        isReset = false;
        final int work = input.advance() + dispatch.advance() + retrieval.advance() + delivery.advance();
        state.registers.setStatus(state.modes(), status());
        // Nobody rings when there is room in the network again.
        if (0 == work && rings != quietRings && !input.isAckWaiting() && 0 == dispatch.ready())
        {
            quietRings = rings;
        }
        return work;
    }

    /**
     * Returns whether nothing has happened since a step that did nothing: there is nothing to do.
     */
    boolean isQuiet()
    {
        return quietRings == bells.rings(state.host);
    }

    private int reset()
    {
        retrieval.reset();
        delivery.reset();
        requests.clear();
        replies.clear();
        accesses.clear();
        answers.clear();
        state.registers.setStatus(state.modes(), Control.CTXR1 | Control.CTXR2);
        final int work = isReset ? 0 : 1;
        isReset = true;
        return work;
    }

    private int status()
    {
        int status = 0;
        if (state.isIn(Control.CTXM))
        {
            final boolean isDrained = requests.isEmpty() && replies.isEmpty() && accesses.isEmpty() &&
                answers.isEmpty() && delivery.isIdle();
            status = !retrieval.isIdle() ? 0 : state.isAcknowledged() ? Control.CTXR1 : Control.CTXR1_WAITING;
            status |= isDrained ? Control.CTXR2 : 0;
        }
        if (state.isIn(Control.CRQM) && delivery.isIdle())
        {
            status |= Control.CRQR;
        }
        if (state.isIn(Control.CSQM) && retrieval.isIdle())
        {
            status |= Control.CSQR;
        }
        return status;
    }

    ReceiveFifo replies()
    {
        return replies;
    }

    Delivery delivery()
    {
        return delivery;
    }

    DeviceState state()
    {
        return state;
    }

    @Override
    public String toString()
    {
        return unitName() + '{' + state + ", " + input + ", " + retrieval + ", " + delivery + '}';
    }
}
