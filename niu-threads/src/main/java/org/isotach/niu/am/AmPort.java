/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Objects;
import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachTimeoutException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.FailurePoll;
import org.isotach.niu.Host;

/**
 * Sends active messages of one host, and runs the handlers for those that arrive there. Handlers run inside the calls
 * of this class, and nowhere else: a program that computes for long should {@link #poll()} now and then, because others
 * wait for its answers. With {@link Progress#CLUSTER} a thread of the cluster runs them as well; a try may then fail
 * only because that thread is running one.
 * <p>
 * Calls that wait serve the port meanwhile, so hosts that send to each other do not block each other. In {@link
 * org.isotach.niu.ThreadingMode#INVOKER}, calls without success work for the host as well, as those of other models do.
 * <p>
 * When the cluster is closed, or this host expelled, each call that sends or polls throws, and so does each wait unless
 * there is nothing to wait for; what is outstanding has failed, see {@link ActiveMessages#onFailed}.
 * <p>
 * <b>Note:</b> this class is not threadsafe, except for {@link #switchIn()}: a port belongs to one application thread
 * at a time. In paranoid mode a call of another one throws an {@link org.isotach.IsotachException} meanwhile.
 */
public final class AmPort extends Padded
{
    private static final int FAILURES_PER_POLL = 128;

    private final int self;
    private final Program program;
    private final AmCounters counters = new AmCounters();
    private final HandlerRunner runner;
    private final OwnRequests own;
    private final PortService service;
    private final PortChecks checks;
    private final OutgoingTransfer outgoing;
    private final FailurePoll failurePoll;
    private final WaitingTransfer transferring;

    AmPort(final Host host, final Program program, final Card card)
    {
        this.program = program;
        self = host.id();
        failurePoll = host.models().failurePoll(FAILURES_PER_POLL);
        runner = new HandlerRunner(host, program, counters);
        own = new OwnRequests(self, program, runner);
        service = null == runner.user() ? new PortService(host, program, card, runner, own, counters) :
            new ConfinedService(host, program, card, runner, own, counters);
        checks = new PortChecks(self, program, runner, service.gate());
        outgoing = new OutgoingTransfer(service.requester(), program);
        transferring = new WaitingTransfer(service, outgoing);
    }

    /**
     * Starts the thread of the cluster.
     *
     * @return stops it.
     */
    Runnable startServer(final Host host)
    {
        final PortServer server =
            new PortServer(self, service::serveByCluster, service::end, service.arrivals(), service.waits().waiter(),
                runner::report);
        server.start(host.models());
        return server::stop;
    }

    /**
     * The number of the host of this port.
     *
     * @return the number.
     */
    public int self()
    {
        return self;
    }

    /**
     * The number of hosts.
     *
     * @return the number, this host included.
     */
    public int size()
    {
        return program.hosts().length;
    }

    /**
     * Sends a request of four words, and polls. A request of a host to itself is no packet: its handler, and that of
     * its reply, have run when the call returns.
     *
     * @param target  number of a host.
     * @param handler number that {@link ActiveMessages#onRequest} has returned.
     * @param a0      first word.
     * @param a1      second word.
     * @param a2      third word.
     * @param a3      fourth word.
     * @return false if nothing was sent, because {@link AmContext#depth()} requests to the target are outstanding, the
     * link is full, or another program is switched in.
     * @throws IllegalArgumentException if there is no such host or handler.
     * @throws IllegalStateException    if the call comes from inside a handler.
     * @throws HostExpelledException    if one of the two hosts was expelled.
     * @throws IsotachTimeoutException  if the target has not answered for {@link AmContext#giveUp}.
     * @throws ClusterClosedException   if the cluster is closed.
     */
    public boolean tryRequest(
        final int target, final int handler, final long a0, final long a1, final long a2, final long a3)
    {
        checks.request(target, handler, "AmPort.tryRequest()");
        final boolean isSent = service.trySend(target, handler, a0, a1, a2, a3);
        return self == target ? isSent : served(isSent);
    }

    /**
     * Sends as {@link #tryRequest} does, and serves the port until that is possible.
     *
     * @param target  number of a host.
     * @param handler number that {@link ActiveMessages#onRequest} has returned.
     * @param a0      first word.
     * @param a1      second word.
     * @param a2      third word.
     * @param a3      fourth word.
     * @throws IllegalStateException   also inside the condition of a wait, if there is no room at that moment.
     * @throws IsotachTimeoutException if it takes longer than the time limit of the cluster; nothing was sent. All else
     *                                 as for {@link #tryRequest}.
     */
    public void request(
        final int target, final int handler, final long a0, final long a1, final long a2, final long a3)
    {
        checks.request(target, handler, "AmPort.request()");
        if (!service.trySend(target, handler, a0, a1, a2, a3))
        {
            service.awaitSent(target, handler, a0, a1, a2, a3);
        }
        // It was open a moment ago.
        service.serveOpen();
    }

    /**
     * Copies memory to a registered region of another host, and runs a request handler there after that, with the
     * argument, the pointer and the length as its first three words. What is longer than {@link
     * AmContext#maxTransferLength()} is cut into pieces, so a call may send a part: call it again, with the same
     * arguments, until it returns true. The source must not change until then.
     *
     * @param target   number of a host.
     * @param handler  number that {@link ActiveMessages#onRequest} has returned.
     * @param source   memory to copy from.
     * @param offset   index in bytes of the first byte.
     * @param length   in bytes; 0 copies nothing, and runs the handler.
     * @param pointer  where to copy to, see {@link Region#pointer}.
     * @param argument any word.
     * @return true if everything is sent.
     * @throws IllegalArgumentException     if there is no such host or handler, or the target has not registered that
     *                                      memory.
     * @throws IndexOutOfBoundsException    if the source has no such bytes.
     * @throws IllegalStateException        if the call comes from inside a handler, or another transfer has begun.
     * @throws org.isotach.IsotachException if the target has closed the region meanwhile. All else as for {@link
     *                                      #tryRequest}.
     */
    public boolean tryTransfer(
        final int target,
        final int handler,
        final OffHeapBuffer source,
        final int offset,
        final int length,
        final long pointer,
        final long argument)
    {
        checks.transfer(target, handler, source, offset, length, "AmPort.tryTransfer()");
        if (self == target)
        {
            return own.tryTransfer(handler, source, offset, length, pointer, argument);
        }
        outgoing.begin(target, handler, source, offset, length, pointer, argument);
        return served(service.tryAdvance(outgoing));
    }

    /**
     * Copies as {@link #tryTransfer} does, and serves the port until everything is sent.
     *
     * @param target   number of a host.
     * @param handler  number that {@link ActiveMessages#onRequest} has returned.
     * @param source   memory to copy from.
     * @param offset   index in bytes of the first byte.
     * @param length   in bytes; 0 copies nothing, and runs the handler.
     * @param pointer  where to copy to, see {@link Region#pointer}.
     * @param argument any word.
     * @throws IllegalStateException   also inside the condition of a wait, if there is no room at that moment; a part
     *                                 may have been sent.
     * @throws IsotachTimeoutException if it takes longer than the time limit of the cluster; a part may have been sent.
     *                                 All else as for {@link #tryTransfer}.
     */
    public void transfer(
        final int target,
        final int handler,
        final OffHeapBuffer source,
        final int offset,
        final int length,
        final long pointer,
        final long argument)
    {
        checks.transfer(target, handler, source, offset, length, "AmPort.transfer()");
        if (self == target)
        {
            if (!own.tryTransfer(handler, source, offset, length, pointer, argument))
            {
                service.awaitSent(
                    () -> own.tryTransfer(handler, source, offset, length, pointer, argument), "the port");
            }
            return;
        }
        outgoing.begin(target, handler, source, offset, length, pointer, argument);
        try
        {
            if (!service.tryAdvance(outgoing))
            {
                service.awaitSent(transferring, transferring);
            }
        }
        finally
        {
            outgoing.end();
        }
        service.serve();
    }

    /**
     * Sends four words to all other hosts: there is no window, no answer, and no repetition, so each host gets them at
     * most once.
     *
     * @param handler number that {@link ActiveMessages#onReply} has returned.
     * @param a0      first word.
     * @param a1      second word.
     * @param a2      third word.
     * @param a3      fourth word.
     * @return to how many hosts there was room to send them.
     * @throws IllegalArgumentException if there is no such handler.
     * @throws IllegalStateException    if the call comes from inside a handler.
     * @throws ClusterClosedException   if the cluster is closed, or this host was expelled.
     */
    public int broadcast(final int handler, final long a0, final long a1, final long a2, final long a3)
    {
        checks.broadcast(handler, "AmPort.broadcast()");
        return service.broadcast(handler, a0, a1, a2, a3, null, 0);
    }

    /**
     * Copies memory to the same place of all other hosts that have registered it, as {@link #broadcast} sends words.
     *
     * @param handler  number that {@link ActiveMessages#onReply} has returned.
     * @param source   memory to copy from.
     * @param offset   index in bytes of the first byte.
     * @param length   in bytes, 0..{@link AmContext#maxTransferLength()}.
     * @param pointer  where to copy to, see {@link Region#pointer}.
     * @param argument any word.
     * @return to how many hosts there was room to send it.
     * @throws IllegalArgumentException  if there is no such handler, or the length is out of range.
     * @throws IndexOutOfBoundsException if the source has no such bytes. All else as for {@link #broadcast}.
     */
    public int broadcastTransfer(
        final int handler,
        final OffHeapBuffer source,
        final int offset,
        final int length,
        final long pointer,
        final long argument)
    {
        checks.broadcast(handler, "AmPort.broadcastTransfer()");
        runner.checkTransfer(source, offset, length);
        return service.broadcast(handler, argument, pointer, length, 0, source, offset);
    }

    /**
     * Runs the handlers of everything that has arrived, and repeats what is not answered in time.
     *
     * @return how many packets have arrived, 0 if none.
     * @throws IllegalStateException  if the call comes from inside a handler.
     * @throws ClusterClosedException if the cluster is closed, or this host was expelled.
     */
    public int poll()
    {
        runner.checkOutside("AmPort.poll()");
        final int done = service.serve();
        if (0 == done)
        {
            failurePoll.poll();
        }
        return done;
    }

    /**
     * Serves the port until a condition is true, which handlers make true. A thread that waits here parks, and costs
     * nothing.
     *
     * @param condition to wait for. What it throws ends the call. It may use the port, but must not wait there, as each
     *                  read of {@link org.isotach.niu.am.global global memory} does.
     * @param what      a name for it; its {@code toString()} is part of the messages.
     * @throws IllegalStateException   if the call comes from inside a handler, or the condition of another wait.
     * @throws IsotachTimeoutException if it takes longer than the time limit of the cluster.
     * @throws ClusterClosedException  if the cluster is closed, or this host was expelled.
     */
    public void await(final BooleanSupplier condition, final Object what)
    {
        runner.checkOutside("AmPort.await()");
        service.await(Objects.requireNonNull(condition, "condition"), what);
    }

    /**
     * Serves the port until all requests have been answered, or have failed, and the handlers for that have run.
     *
     * @throws IllegalStateException   if the call comes from inside a handler, or the condition of a wait.
     * @throws IsotachTimeoutException if it takes longer than the time limit of the cluster.
     * @throws ClusterClosedException  if the cluster is closed, or this host was expelled.
     */
    public void awaitAnswers()
    {
        runner.checkOutside("AmPort.awaitAnswers()");
        service.await(null, null);
    }

    /**
     * Requests to all hosts without an answer.
     *
     * @return their number.
     */
    public int outstanding()
    {
        return service.requester().outstanding();
    }

    /**
     * Requests to a host without an answer.
     *
     * @param target number of the host.
     * @return their number, 0..{@link AmContext#depth()}.
     * @throws IllegalArgumentException if there is no such host.
     */
    public int outstanding(final int target)
    {
        service.gate().checkTarget(target);
        return service.requester().outstanding(target);
    }

    /**
     * Lets transfers write to memory of this host, see {@link AmContext#directTransfers} for when they do.
     *
     * @param memory the memory.
     * @return its registration, which a close ends.
     */
    public Region register(final OffHeapBuffer memory)
    {
        return program.regions()[self].add(Objects.requireNonNull(memory, "memory"));
    }

    /**
     * Switches this program in at this host, and the one that shares its links out (Martin, HPAM, section 5.3). Any
     * thread may call it at any time. What arrives for a program that is switched out is kept for it, as long as there
     * is room.
     */
    public void switchIn()
    {
        service.switchIn();
    }

    /**
     * What this port has counted.
     *
     * @return always the same object.
     */
    public AmCounters counters()
    {
        return counters;
    }

    @Override
    public String toString()
    {
        return "AmPort{host=" + self + ", outstanding=" + outstanding() + ", " + counters + '}';
    }

    /**
     * Each call of the port polls, in the end.
     */
    private boolean served(final boolean isSent)
    {
        if (0 == service.serveOpen() && !isSent)
        {
            failurePoll.poll();
        }
        return isSent;
    }
}
