/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.function.BooleanSupplier;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * Serves a port, whoever calls it, and waits while it serves. It owns the rule that a call ends when there is nothing
 * left to wait for: the cluster is closed, this host or the other one expelled, or the other one silent for too long.
 * <p>
 * <b>Note:</b> belongs to the thread of the port, except for {@link #switchIn}, {@link #end} and {@link
 * #serveByCluster}.
 */
sealed class PortService extends Padded permits ConfinedService
{
    private final int self;
    private final Card card;
    private final int number;
    private final Requester requester;
    private final PortGate gate;
    private final PacketSender sender;
    private final WindowTransport transport;
    private final OwnRequests own;
    private final PortTurn turn;
    private final boolean isTurnShared;
    private final PortWaits waits;

    // Woken by what arrives; another one than that of the application if a thread of the cluster serves the port.
    private final Waiter arrivals;
    private final Sending sending = new Sending();
    private final Serving serving = new Serving();
    private final UnansweredRequests unanswered;

    PortService(
        final Host host,
        final Program program,
        final Card card,
        final HandlerRunner runner,
        final OwnRequests own,
        final AmCounters counters)
    {
        self = host.id();
        this.own = own;
        this.card = card;
        turn = program.turns()[host.id()];
        isTurnShared = turn.isShared();
        waits = new PortWaits(self, host.waiter());
        arrivals = turn.isShared() ? host.waiter() : waits.waiter();
        number = card.join(arrivals, program.key());
        sender = new PacketSender(host.id(), program, card, counters);
        requester = new Requester(program, sender, runner, counters);
        gate = new PortGate(host, program, turn, requester);
        unanswered = new UnansweredRequests(requester, program.hosts());
        final Responder responder = new Responder(host.id(), program, sender, runner, counters);
        runner.answerWith(responder);
        transport = new WindowTransport(program, card, number, requester, responder, runner, counters);
    }

    Requester requester()
    {
        return requester;
    }

    PortGate gate()
    {
        return gate;
    }

    /**
     * Returns the waits of the application.
     */
    PortWaits waits()
    {
        return waits;
    }

    /**
     * Returns the waiter that is woken by what arrives.
     */
    Waiter arrivals()
    {
        return arrivals;
    }

    /**
     * Returns whether there is no other thread, and no other program, that could have the turn, and never will be.
     */
    private boolean isAlone()
    {
        return !isTurnShared && card.isAlone();
    }

    private boolean tryEnter()
    {
        if (!turn.tryEnter())
        {
            return false;
        }
        if (!card.tryEnter(number))
        {
            turn.exit();
            return false;
        }
        return true;
    }

    private void exit()
    {
        card.exit(number);
        turn.exit();
    }

    /**
     * Takes what has arrived.
     *
     * @return how many packets.
     */
    int serve()
    {
        gate.checkOpen();
        return serveOpen();
    }

    /**
     * Does the same as {@link #serve}, for the thread of the cluster.
     */
    final int serveByCluster()
    {
        gate.checkOpen();
        return take();
    }

    /**
     * Does the same as {@link #serve}, behind a {@link PortGate#checkOpen}.
     */
    int serveOpen()
    {
        return take();
    }

    private int take()
    {
        if (isAlone())
        {
            return transport.poll();
        }
        int done = 0;
        if (tryEnter())
        {
            try
            {
                done = transport.poll();
            }
            finally
            {
                exit();
            }
        }
        return done;
    }

    /**
     * Nothing of what is outstanding will be answered. For the thread of the cluster: that of the application may have
     * found the port open, and be about to send, or run a handler.
     */
    void end()
    {
        turn.endWith(() -> requester.failAll(Failure.Reason.CLOSED));
    }

    /**
     * Sends a request, if there is room.
     */
    boolean trySend(
        final int target, final int handler, final long a0, final long a1, final long a2, final long a3)
    {
        if (self == target)
        {
            return own.tryRequest(handler, a0, a1, a2, a3);
        }
        if (isAlone())
        {
            return requester.tryRequest(target, handler, a0, a1, a2, a3);
        }
        if (!tryEnter())
        {
            return false;
        }
        try
        {
            return requester.tryRequest(target, handler, a0, a1, a2, a3);
        }
        finally
        {
            exit();
        }
    }

    /**
     * Sends of a transfer what there is room for. An exception ends the transfer.
     *
     * @return true if everything is sent.
     */
    boolean tryAdvance(final OutgoingTransfer transfer)
    {
        transfer.beginTry();
        if (!tryEnter())
        {
            return false;
        }
        boolean isOpen = false;
        try
        {
            // In the turn: pieces that have failed with the end, in a turn before, say nothing about their memory.
            gate.checkOpen();
            gate.checkReachable(transfer.target());
            final boolean isSent = transfer.advance();
            isOpen = !isSent;
            return isSent;
        }
        finally
        {
            exit();
            if (!isOpen)
            {
                transfer.end();
            }
        }
    }

    int broadcast(
        final int handler,
        final long a0,
        final long a1,
        final long a2,
        final long a3,
        final OffHeapBuffer source,
        final int offset)
    {
        if (!tryEnter())
        {
            return 0;
        }
        try
        {
            return sender.broadcast(handler, a0, a1, a2, a3, source, offset);
        }
        finally
        {
            exit();
        }
    }

    /**
     * Sends a request, and serves until there is room.
     */
    void awaitSent(final int target, final int handler, final long a0, final long a1, final long a2, final long a3)
    {
        sending.set(target, handler, a0, a1, a2, a3);
        waits.await(sending, sending);
    }

    /**
     * Serves until a transfer is sent.
     *
     * @param transfer sends what there is room for, and returns whether that is the rest.
     */
    void awaitSent(final BooleanSupplier transfer, final Object what)
    {
        waits.await(transfer, what);
    }

    /**
     * Serves until a condition is true.
     *
     * @param condition null for: nothing is outstanding.
     */
    void await(final BooleanSupplier condition, final Object what)
    {
        waits.checkNone();
        serving.condition = condition;
        waits.await(serving, null == condition ? unanswered : what);
    }

    void switchIn()
    {
        card.switchIn(number);
    }

    /**
     * A request that waits for room.
     */
    private final class Sending implements BooleanSupplier
    {
        private int target;
        private int handler;
        private long a0;
        private long a1;
        private long a2;
        private long a3;

        void set(
            final int to, final int toHandler, final long w0, final long w1, final long w2, final long w3)
        {
            target = to;
            handler = toHandler;
            a0 = w0;
            a1 = w1;
            a2 = w2;
            a3 = w3;
        }

        @Override
        public boolean getAsBoolean()
        {
            serve();
            gate.checkReachable(target);
            return trySend(target, handler, a0, a1, a2, a3);
        }

        @Override
        public String toString()
        {
            return "room for a request to " + gate.describe(target) + ", to which " + requester.outstanding(target) +
                " are outstanding";
        }
    }

    /**
     * A condition that handlers make true.
     */
    private final class Serving implements BooleanSupplier
    {
        private BooleanSupplier condition;

        @Override
        public boolean getAsBoolean()
        {
            if (isTrue())
            {
                return true;
            }
            serve();
            return isTrue();
        }

        private boolean isTrue()
        {
            return null == condition ? hasAllAnswers() : condition.getAsBoolean();
        }

        /**
         * Looks in a turn of this thread: in that of the other one the handler of the last answer may be running.
         */
        private boolean hasAllAnswers()
        {
            if (!turn.tryEnter())
            {
                return false;
            }
            try
            {
                return 0 == requester.outstanding();
            }
            finally
            {
                turn.exit();
            }
        }
    }
}
