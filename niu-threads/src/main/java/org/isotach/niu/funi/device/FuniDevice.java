/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.TryLock;

/**
 * The network interface of one host (Hoe, FUNet, chapter 5): registers, retrieval and dispatch with the packet cache,
 * delivery with its receive buffers, and the protocol of acknowledgements. It works for one process at a time, and
 * knows its memory only. In each step all engines advance, as hardware does; those that have nothing to do are left out
 * ({@link Engines}).
 */
final class FuniDevice extends ExclusiveUnit implements Intake
{
    private static final int MOVES = 8;

    private final DeviceState state;
    private final ReceiveFifo requests;
    private final ReceiveFifo replies;
    private final ReceiveFifo accesses;
    private final ReceiveFifo answers;
    private final NetworkInput input;
    private final Dispatch dispatch;
    private final Retrieval retrieval;
    private final HandOver handOver;
    private final Delivery delivery;
    private final InputPort port;
    private boolean isReset;

    // The modes for which the status was written last.
    private long shownModes = -1;

    /**
     * @param ports  of all devices, by host.
     * @param others all devices, by host, which may be set later; empty if nothing is to be handed over to them.
     * @param errors takes what the code of users throws, and throws nothing.
     */
    FuniDevice(
        final int host,
        final int fifoLength,
        final InputPort[] ports,
        final Intake[] others,
        final Bells bells,
        final Consumer<Throwable> errors)
    {
        super("host-" + host + "/funi", new TryLock());
        port = ports[host];
        state = new DeviceState(host, bells, errors);
        requests = new ReceiveFifo(fifoLength);
        replies = new ReceiveFifo(fifoLength);
        accesses = new ReceiveFifo(fifoLength);
        answers = new ReceiveFifo(fifoLength);
        input = new NetworkInput(state, ports, bells, requests, replies, accesses, answers);
        dispatch = new Dispatch(state, ports, bells);
        retrieval = new Retrieval(state);
        handOver = new HandOver(state, others);
        delivery = new Delivery(state, requests, replies, accesses, answers);
        // As after a reset.
        state.registers.changeModes(0, Control.CTXM);
    }

    @Override
    public int work()
    {
        return work(1);
    }

    /**
     * Does one step; or several at once, each packet from its send queue into the network, and those that have arrived
     * into their receive queue, one after the other. That is as if the other engines had stood still meanwhile. Or each
     * message from its send queue into the receive queue of another device ({@link HandOver}).
     *
     * @param moves 1 for a step, or most steps of each engine.
     */
    private int work(final int moves)
    {
        state.beginStep();
        if (state.isIn(Control.RESET))
        {
            return reset();
        }
        isReset = false;
        int work = input.advance();
        if (isPending(Engines.DISPATCH))
        {
            work += dispatch();
        }
        final int handed = moves > 1 && isPending(Engines.RETRIEVAL) && retrieval.isIdle() ?
            handOver.advance(moves) : 0;
        work += 0 == handed ? send(moves) : handed;
        if (isPending(Engines.DELIVERY))
        {
            work += deliver(moves);
        }
        if (state.modes() != shownModes || state.isIn(Control.CTXM | Control.CRQM | Control.CSQM))
        {
            show(status());
        }
        return work;
    }

    private boolean isPending(final int engine)
    {
        return 0 != (state.engines.pending() & engine);
    }

    private int send(final int moves)
    {
        int work = 0;
        int done = 1;
        for (int sent = 0; done > 0 && sent < moves && isPending(Engines.RETRIEVAL); sent++)
        {
            done = advance(retrieval, Engines.RETRIEVAL, moves);
            work += done;
            if (moves > 1 && isPending(Engines.DISPATCH))
            {
                done = dispatch();
                work += done;
            }
        }
        return work;
    }

    private int deliver(final int moves)
    {
        int work = 0;
        int done = 1;
        while (done > 0 && work < moves && isPending(Engines.DELIVERY))
        {
            done = advance(delivery, Engines.DELIVERY, moves);
            work += done;
        }
        if (0 == done)
        {
            state.engines.waitForRoom(!delivery.isDone());
        }
        return work;
    }

    private int dispatch()
    {
        final int work = dispatch.advance();
        // What is ready and was not sent stays: nobody rings when there is room in the network again.
        if (0 == dispatch.ready())
        {
            state.engines.remove(Engines.DISPATCH);
        }
        return work;
    }

    /**
     * Lets an engine go on until it is done with a packet.
     *
     * @param moves most steps.
     */
    private int advance(final Engine engine, final int bit, final int moves)
    {
        int work = 0;
        int done;
        do
        {
            done = engine.advance();
            work += done;
        }
        while (work < moves && done > 0 && !engine.isIdle());
        if (0 == done)
        {
            state.engines.remove(bit);
        }
        return work;
    }

    /**
     * Takes a message that another device hands over, in one step of both. If somebody else serves this device, or
     * anything is under way that the message could overtake, nothing is done. What this device was rung for stays for
     * whoever serves it.
     */
    @Override
    public boolean tryTake(final HandedMessage message)
    {
        if (!lock().tryEnter())
        {
            return false;
        }
        boolean isTaken = false;
        try
        {
            state.lookAtModes();
            isTaken = state.isInOrder() && input.isIdle() && delivery.tryTake(message);
        }
        finally
        {
            exit();
        }
        if (isTaken)
        {
            // Without the lock: that is the code of a user.
            state.wakeProcess();
        }
        return isTaken;
    }

    /**
     * Gives the device back. Its own thread may have been turned away meanwhile: it is woken if anything is left.
     */
    private void exit()
    {
        lock().exit();
        final Bell bell = state.engines.bell();
        if (bell.isServed())
        {
            // Either that thread finds the device free before it parks, or it is seen to be parked, and what it was
            // rung for is seen here. Partner: Parking.
            VarHandle.fullFence();
            if (!isQuiet())
            {
                bell.wake();
            }
        }
    }

    private void show(final int status)
    {
        shownModes = state.modes();
        state.registers.setStatus(shownModes, status);
    }

    /**
     * Advances until there is nothing to do.
     *
     * @param most steps.
     * @return how much was done, 0 if nothing.
     */
    int doSteps(final int most)
    {
        if (isQuiet() || !lock().tryEnter())
        {
            return 0;
        }
        try
        {
            int work = 0;
            int done;
            int left = most;
            do
            {
                done = work(MOVES);
                work += done;
                left--;
            }
            while (done > 0 && left > 0 && !isQuiet());
            return work;
        }
        finally
        {
            exit();
        }
    }

    /**
     * Returns whether there is nothing to do.
     */
    boolean isQuiet()
    {
        return state.engines.isQuiet() && port.isEmpty();
    }

    private int reset()
    {
        retrieval.reset();
        delivery.reset();
        requests.clear();
        replies.clear();
        accesses.clear();
        answers.clear();
        show(Control.CTXR1 | Control.CTXR2);
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
