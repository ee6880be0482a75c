/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.function.Consumer;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.OperationExecutor;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.execute.Deliveries;
import org.isotach.niu.link.ReliableChannel;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.niu.spi.OperationReader;
import org.isotach.niu.spi.ReplyHandler;
import org.isotach.niu.status.CounterCells;
import org.isotach.niu.trace.HostRecorder;

/**
 * All that a model may ask of a host, besides what an application may ask of it ({@link Host}): for those who put
 * operations of their own, signals, or deliveries on isochrons. See {@link Host#models()}.
 * <p>
 * Methods are threadsafe where they do not say otherwise.
 */
public interface ModelHost
{
    /**
     * What an application thread of this host does when one of its calls has failed.
     *
     * @param failuresPerPoll after how many failures the host is polled, 1..{@link FailurePoll#FAILURES_PER_ROUND}: 1
     *                        if what the calls are for is sent and received in polls.
     * @return a new one.
     */
    FailurePoll failurePoll(int failuresPerPoll);

    /**
     * The end of this host, in the pulse of the notice that is being given. Everything that has a
     * timestamp up to that pulse has been executed here, nothing that has a later one will be, and nothing can be
     * issued from here any more; whoever waits at this host is told. If all hosts are shut down in one pulse, that is
     * the end of the cluster, and {@link Cluster#close()} waits for nothing else. Only from inside a
     * {@link NoticeListener} of this host.
     *
     * @param pulse  of the notice.
     * @param reason who, or what, has done it, for messages.
     */
    void shutDown(long pulse, String reason);

    /**
     * Was an isochron made by {@link Host#isochron()} of this host?
     *
     * @param isochron in question.
     * @return true if it was.
     */
    boolean isHostOf(Isochron isochron);

    /**
     * Adds the executor of an operation family at this host.
     *
     * @param family            0..15, except 2, which is that of the cluster itself.
     * @param operationExecutor of the operations.
     * @param replyHandler      of their results.
     * @throws IllegalArgumentException when the family is out of range.
     * @throws IllegalStateException    when it has a model already.
     * @throws HostExpelledException    when the host was expelled.
     */
    void register(
        int family, OperationExecutor operationExecutor, ReplyHandler replyHandler);

    /**
     * Says how to read the operations of a family, for traces ({@link ClusterContext#trace}). Without it they have
     * numbers there.
     *
     * @param family 0..15.
     * @param reader of its operations at all hosts.
     */
    void readOperationsWith(int family, OperationReader reader);

    /**
     * What the owner of the executor of this host counts. Only from inside an {@link OperationExecutor} of this host.
     *
     * @return always the same object.
     */
    CounterCells counters();

    /**
     * What one application thread of this host counts.
     *
     * @param owner whoever writes to the cells; as long as it is reachable they are its own.
     * @return new cells.
     */
    CounterCells newCounters(Object owner);

    /**
     * What records what happens at this host.
     *
     * @return the recorder, null if there is no trace.
     */
    HostRecorder recorder();

    /**
     * Adds the only executor of operations at this host, for which order is off. Frames execute when
     * they arrive, whatever their timestamps are: those of one host in issue order, each of them as a whole. Hosts do
     * not agree in what order, or in which pulse, they execute what different hosts have issued. Notices keep their
     * pulses, behind all isochrons that their senders have issued before.
     *
     * @param family            0..15, except 2, which is that of the cluster itself.
     * @param operationExecutor of the operations.
     * @param replyHandler      of their results.
     * @param isStamped         are isochrons stamped nevertheless, as they are with order on? If not, no token waits
     *                          for them, and their timestamps mean nothing.
     * @throws IllegalArgumentException when the family is out of range.
     * @throws IllegalStateException    when the host has a model already.
     * @throws HostExpelledException    when the host was expelled.
     */
    void registerWithoutOrder(
        int family,
        OperationExecutor operationExecutor,
        ReplyHandler replyHandler,
        boolean isStamped);

    /**
     * Sends the result of an operation back. Only from inside an {@link OperationExecutor} of this
     * host; never waits.
     *
     * @param issuer host that issued the operation, another one than this.
     * @param family of the operation.
     * @param slot   that the issuer put into the operation.
     * @param value  the result.
     */
    void reply(int issuer, int family, int slot, long value);

    /**
     * A channel of this host for what is sent outside of logical time. Its receiving end puts the
     * messages where the receiver finds them.
     *
     * @param receiver is given the messages, on the thread that sends them.
     * @return a new channel for one sending thread; null if links have no faults, and nothing but memory is needed.
     */
    // Of a package that is exported to org.isotach.mbm only.
    @SuppressWarnings("exports")
    ReliableChannel reliableChannel(Consumer<byte[]> receiver);

    /**
     * Takes no isochrons any more that have operations of a family; the thread that issues one is told
     * by a {@link ClusterClosedException}. To be called until it returns true: then everything that this host has
     * issued, or ever will, with operations of the family comes before what is issued after that.
     *
     * @param family 0..15.
     * @return false if (in {@link ThreadingMode#INVOKER}) another thread is at work for the host, or there is no room.
     * @throws IllegalArgumentException when the family is out of range.
     */
    boolean tryCloseFamily(int family);

    /**
     * Takes notices at this host from now on. What was published before is not given.
     *
     * @param listener to be given all notices.
     * @throws IllegalStateException when the host has a listener already.
     * @throws HostExpelledException when the host was expelled.
     */
    void listen(NoticeListener listener);

    /**
     * Issues a marker behind everything that this host has issued, if that is possible at once.
     *
     * @param marker which is not on its way already.
     * @return false if there is no room at present, or (in {@link ThreadingMode#INVOKER}) another thread is at work for
     * the host.
     * @throws ClusterClosedException when the cluster, or the host, takes nothing any more.
     */
    boolean tryIssue(Marker marker);

    /**
     * As {@link #tryIssue(Marker)}, from inside a {@link NoticeListener} of this host, and whether the
     * host is closed or not. When the cluster is closed there is nobody left to notice it, so nothing is done.
     *
     * @param marker which is not on its way already.
     * @return false if there is no room at present.
     */
    boolean tryIssueFromListener(Marker marker);

    /**
     * Makes the calling thread the owner of this host, to execute what concerns this host alone without an isochron, as
     * one would that is issued now: if nothing is pending that this host has issued before (V1 section 3.2.2), nobody
     * is at work for it, everything is taken, and no trace is wanted. Waits for a moment for an owner that is at work.
     * A call of {@link #endLocal} must follow, with nothing in between that waits. Not from inside a handler.
     *
     * @return false if that is not possible at present: issue an isochron.
     */
    boolean tryBeginLocal();

    /**
     * Ends what {@link #tryBeginLocal} has begun, and counts it as an isochron.
     *
     * @param isExecuted false if there was nothing to be executed after all, or if it was cut short by what it threw.
     */
    void endLocal(boolean isExecuted);

    /**
     * Hands the rest of the frame that is being executed to the application of this host, once per
     * frame however often it is called. Only from inside an {@link OperationExecutor} of this host.
     *
     * @param pulse  in which the frame executes.
     * @param frame  memory that holds the frame, see {@link Isochron#leaveToApplications()}.
     * @param offset index in bytes of the first operation that the application is to see.
     * @param limit  index in bytes of the end of the frame.
     * @return true if the rest of the frame is for applications alone: nothing of it is left to be executed.
     */
    boolean deliverFrame(long pulse, OffHeapBuffer frame, int offset, int limit);

    /**
     * Hands a notice to the application of this host. Only from inside a {@link NoticeListener} of this
     * host.
     *
     * @param pulse  in which the notice was given.
     * @param notice what it says.
     */
    void deliverNotice(long pulse, long notice);

    /**
     * What this host has for its application, in order of execution.
     *
     * @return always the same object.
     */
    // Of a package that is exported to org.isotach.mbm only.
    @SuppressWarnings("exports")
    Deliveries deliveries();

    /**
     * Tells the error handler of the cluster.
     *
     * @param error what is wrong.
     */
    void report(Throwable error);

    /**
     * Runs code of the user on behalf of this host. Only from inside an {@link OperationExecutor}, a
     * {@link ReplyHandler} or a {@link NoticeListener} of this host. Meanwhile the thread can neither issue nor wait.
     * What the code throws goes to the error handler of the cluster.
     *
     * @param handler to be run.
     * @throws HostExpelledException when the host was expelled before the code returned, see {@link Cluster#expel}: the
     *                               caller must not touch anything, and passes it on.
     */
    void runHandler(Runnable handler);

    /**
     * Refuses a call from inside a handler.
     *
     * @param what the call, for the message.
     * @throws IllegalStateException when the calling thread is inside a handler.
     */
    void checkNotInHandler(String what);

    /**
     * Has everything been executed that this host had issued before the call? Whoever is told so, on an application
     * thread, and then reads state of the executor that is made to be read by others, reads what a purely local
     * isochron would read, were it issued now (V1 section 3.2.2), or something later.
     *
     * @return true if so: then all that was done when it was executed happens-before the return.
     */
    boolean isNothingPending();

    /**
     * Is there nothing left for whoever waits at this host: has the cluster been closed, or the host shut down?
     *
     * @return true if so, and from then on.
     */
    boolean isOver();

    /**
     * Refuses to go on when nothing can be issued from this host any more.
     *
     * @throws ClusterClosedException when the host, or the cluster, is closed, or the host was expelled or shut down.
     */
    void checkOpen();
}
