/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.OperationExecutor;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.execute.Deliveries;
import org.isotach.niu.link.DrivenWindow;
import org.isotach.niu.link.ModelExchange;
import org.isotach.niu.link.PacketLink;
import org.isotach.niu.spi.LocalWork;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.niu.spi.OperationReader;
import org.isotach.niu.spi.ReplyHandler;
import org.isotach.niu.status.CounterCells;
import org.isotach.niu.trace.HostRecorder;

/**
 * The interface of a host for the authors of models, besides the one for applications ({@link Host}). Use it to put
 * operations of your own, signals, or deliveries on isochrons. See {@link Host#models()}.
 * <p>
 * Methods are threadsafe unless they say otherwise.
 */
public interface ModelHost
{
    /**
     * Creates the poll that an application thread of this host makes when one of its calls has failed.
     *
     * @param failuresPerPoll number of failures per poll of the host, 1..{@link FailurePoll#FAILURES_PER_ROUND}: 1 if
     *                        polls send and receive what the calls need.
     * @return a new one.
     */
    FailurePoll failurePoll(int failuresPerPoll);

    /**
     * Ends this host, in the pulse of the notice that is being given. Everything with a timestamp up to that pulse has
     * been executed here, nothing with a later one will be, and nothing can be issued from here any more; threads that
     * wait at this host are told. If all hosts are shut down in one pulse, the cluster ends, and {@link
     * Cluster#close()} waits for nothing else. Only from inside a {@link NoticeListener} of this host.
     *
     * @param pulse  pulse of the notice.
     * @param reason the cause of the shutdown, for messages.
     */
    void shutDown(long pulse, String reason);

    /**
     * Returns whether {@link Host#isochron()} of this host created an isochron.
     *
     * @param isochron the isochron.
     * @return true if it did.
     */
    boolean isHostOf(Isochron isochron);

    /**
     * Adds the executor of an operation family at this host.
     *
     * @param family            0..15, except 2, which belongs to the cluster itself.
     * @param operationExecutor executes the operations.
     * @param replyHandler      takes their results.
     * @throws IllegalArgumentException when the family is out of range.
     * @throws IllegalStateException    when the family has a model already.
     * @throws HostExpelledException    when the host was expelled.
     */
    void register(
        int family, OperationExecutor operationExecutor, ReplyHandler replyHandler);

    /**
     * Sets the reader of the operations of a family, for traces ({@link ClusterContext#trace}). Without it traces show
     * numbers.
     *
     * @param family 0..15.
     * @param reader reads the operations of the family at all hosts.
     */
    void readOperationsWith(int family, OperationReader reader);

    /**
     * Returns the counters that the owner of the executor of this host writes. Only from inside an {@link
     * OperationExecutor} of this host.
     *
     * @return always the same object.
     */
    CounterCells counters();

    /**
     * Creates counters for one application thread of this host.
     *
     * @param owner is reachable as long as somebody can write to the cells; what is written later is lost.
     * @return new cells.
     */
    CounterCells newCounters(Object owner);

    /**
     * Returns the recorder of the events of this host.
     *
     * @return the recorder, null without a trace.
     */
    HostRecorder recorder();

    /**
     * Adds the only executor of operations at this host, and switches order off. Frames execute when they arrive,
     * whatever their timestamps are: those of one host in issue order, each of them as a whole. Hosts do not agree on
     * the order, or the pulse, in which they execute frames of different hosts. Notices keep their pulses, after all
     * isochrons that their senders have issued before.
     *
     * @param family            0..15, except 2, which belongs to the cluster itself.
     * @param operationExecutor executes the operations.
     * @param replyHandler      takes their results.
     * @param isStamped         true to stamp isochrons nevertheless, as with order on. If false, no token waits for
     *                          them, and their timestamps mean nothing.
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
     * Sends the result of an operation back. Only from inside an {@link OperationExecutor} of this host; never waits.
     *
     * @param issuer host that issued the operation; not this one.
     * @param family family of the operation.
     * @param slot   the slot that the issuer put into the operation.
     * @param value  the result.
     */
    void reply(int issuer, int family, int slot, long value);

    /**
     * Starts a thread of the cluster, which works for a model until the cluster is closed: {@link Cluster#close} stops
     * the task, and waits for the end of the thread.
     *
     * @param name part of the name of the thread, behind that of the host.
     * @param task done by the thread. What it throws goes to the error handler of the cluster, and ends the thread.
     * @param stop makes the task return; called once, by another thread.
     * @throws org.isotach.ClusterClosedException if the cluster, or the host, is closed.
     * @throws HostExpelledException              if the host was expelled.
     */
    void startThread(String name, Runnable task, Runnable stop);

    /**
     * Creates a window of this host for data outside of logical time. Its receiving end puts the messages where the
     * receiver finds them.
     *
     * @param receiver takes the messages, on the thread that sends them.
     * @return a new window for one sending thread; null if links have no faults, so that memory is enough.
     */
    // This type is in a package that is exported to org.isotach.mbm only.
    @SuppressWarnings("exports")
    DrivenWindow newWindow(DrivenWindow.Receiver receiver);

    /**
     * Creates a link for packets outside of logical time, from this host to another one, or to itself. Its ends belong
     * to threads of their hosts, and wake nobody. With {@link ClusterContext#linkFaults} packets are lost, doubled,
     * late and out of order, except on a link of a host to itself.
     *
     * @param receiver number of the receiving host.
     * @param capacity memory for packets on their way, in bytes: a power of two, 64..2^30.
     * @return a new link.
     * @throws IllegalArgumentException when there is no such host, or the capacity is out of range.
     */
    // This type is in a package that is exported to org.isotach.mbm only.
    @SuppressWarnings("exports")
    PacketLink newPacketLink(int receiver, int capacity);

    /**
     * Takes no more isochrons with operations of a family; a thread that issues one gets a {@link
     * ClusterClosedException}. Call this until it returns true: then everything that this host has issued, or ever will
     * issue, with operations of the family comes before anything that is issued after that.
     *
     * @param family 0..15.
     * @return false if (in {@link ThreadingMode#INVOKER}) another thread is working for the host, or there is no room.
     * @throws IllegalArgumentException when the family is out of range.
     */
    boolean tryCloseFamily(int family);

    /**
     * Takes notices at this host from now on, but none that were published before.
     *
     * @param listener takes all notices.
     * @throws IllegalStateException when the host has a listener already.
     * @throws HostExpelledException when the host was expelled.
     */
    void listen(NoticeListener listener);

    /**
     * Issues a marker after everything that this host has issued, if that is possible at once.
     *
     * @param marker a marker that is not on its way already.
     * @return false if there is no room at present, or (in {@link ThreadingMode#INVOKER}) another thread is working for
     * the host.
     * @throws ClusterClosedException when the cluster or the host takes nothing any more.
     */
    boolean tryIssue(Marker marker);

    /**
     * Does the same as {@link #tryIssue(Marker)} from inside a {@link NoticeListener} of this host, whether or not the
     * host is closed. When the cluster is closed nobody is left to take the notice, so nothing is done.
     *
     * @param marker a marker that is not on its way already.
     * @return false if there is no room at present.
     */
    boolean tryIssueFromListener(Marker marker);

    /**
     * Returns what executes work that concerns only this host without an isochron.
     *
     * @return always the same object.
     */
    LocalWork localWork();

    /**
     * Hands the rest of the frame that is being executed to the application of this host, once per frame however often
     * it is called. Only from inside an {@link OperationExecutor} of this host.
     *
     * @param pulse  pulse in which the frame executes.
     * @param frame  memory that holds the frame, see {@link Isochron#leaveToApplications()}.
     * @param offset index in bytes of the first operation for the application.
     * @param limit  index in bytes of the end of the frame.
     * @return true if the rest of the frame is for applications only: no more of it needs to be executed.
     */
    boolean deliverFrame(long pulse, OffHeapBuffer frame, int offset, int limit);

    /**
     * Hands a notice to the application of this host. Only from inside a {@link NoticeListener} of this host.
     *
     * @param pulse  pulse in which the notice was given.
     * @param notice the notice.
     */
    void deliverNotice(long pulse, long notice);

    /**
     * Returns the queue of frames and notices that the application has not taken yet, in order of execution.
     *
     * @return always the same object.
     */
    // This type is in a package that is exported to org.isotach.mbm only.
    @SuppressWarnings("exports")
    Deliveries deliveries();

    /**
     * Reports an error to the error handler of the cluster.
     *
     * @param error the error.
     */
    void report(Throwable error);

    /**
     * Reports what code of the user has thrown to the error handler of the cluster, as the cause of an {@link
     * org.isotach.IsotachException}. That is reported even if the cause throws when it is asked for its text.
     *
     * @param what  has happened, in words to which the text of the cause is added.
     * @param cause thrown by the code of the user.
     */
    void report(String what, Throwable cause);

    /**
     * Runs code of the user on behalf of this host. Only from inside an {@link OperationExecutor}, a {@link
     * ReplyHandler} or a {@link NoticeListener} of this host. The code can neither issue nor wait. Its exceptions go to
     * the error handler of the cluster.
     *
     * @param handler the code.
     * @throws HostExpelledException when the host was expelled before the code returned, see {@link Cluster#expel}: the
     *                               caller must not touch anything, and must let the exception pass.
     */
    void runHandler(Runnable handler);

    /**
     * Runs code of the user on behalf of this host, inside a call of an application thread, which is not the owner of
     * the host. The code can neither issue nor wait. Its exceptions go to the error handler of the cluster. Meanwhile
     * other threads work for the host, and run its other handlers.
     *
     * @param handler the code.
     */
    void runHandlerOfCaller(Runnable handler);

    /**
     * Refuses a call from inside a handler.
     *
     * @param what the call, as the message names it.
     * @throws IllegalStateException when the calling thread is inside a handler.
     */
    void checkNotInHandler(String what);

    /**
     * Does what each read without an isochron does first: {@link #checkNotInHandler} and {@link #checkOpen}, and then
     * looks whether everything has been executed that this host had issued before the call. If it returns true to an
     * application thread, and that thread then reads state that the executor publishes for other threads, it reads what
     * a purely local isochron would read if it were issued now (V1 section 3.2.2), or something later.
     *
     * @param what the read, as the message names it.
     * @return true if so: then everything that its execution did happens-before the return.
     * @throws IllegalStateException  when the calling thread is inside a handler.
     * @throws ClusterClosedException when the host, or the cluster, is closed, or the host was expelled or shut down.
     */
    boolean mayRead(String what);

    /**
     * Returns whether threads that wait at this host have nothing left to wait for: the cluster has been closed, or the
     * host shut down.
     *
     * @return true if so; it stays true.
     */
    boolean isOver();

    /**
     * Returns whether nothing of the cluster has ended so far: one look, in place of {@link #isOver()} and {@link
     * Host#isExpelled()}. The end of issuing at one host counts, too, and an expulsion that has failed.
     *
     * @return false if something of that may have happened; it stays false, so all hosts ask the others from then on.
     */
    boolean isUndisturbed();

    /**
     * Returns whether this host has ended: {@link Cluster#expel} has taken it over, so that no thread works for it any
     * more, or its models have been told that the cluster is closed.
     *
     * @return true if so: then everything that the models have done happens-before the return. While the models of an
     * expelled host are told that the cluster is closed, it is false again.
     */
    boolean hasEnded();

    /**
     * Refuses the call if nothing can be issued from this host any more.
     *
     * @throws ClusterClosedException when the host, or the cluster, is closed, or the host was expelled or shut down.
     */
    void checkOpen();

    /**
     * Refuses the call in a cluster with other members.
     *
     * @param what what does not go from one member to another; in messages.
     * @throws IllegalStateException when the cluster has other members.
     */
    void checkNoMembers(String what);

    /**
     * Returns the member of a cluster in several JVMs to which a host belongs.
     *
     * @param host number of the host.
     * @return number of the member; 0 if the cluster has no other members.
     */
    default int memberOf(final int host)
    {
        return null == exchange() ? 0 : exchange().hosts().memberOf(host);
    }

    /**
     * Returns the name of the member to which a host belongs.
     *
     * @param host number of the host.
     * @return the name; null if the cluster has no other members.
     */
    default String nameOfMember(final int host)
    {
        return null == exchange() ? null : exchange().hosts().nameOfMember(host);
    }

    /**
     * Describes a host in messages.
     *
     * @param host number of the host.
     * @return its number, and the name of its member, if that is another one: "host 2", or "host 2 of member right".
     */
    default String describe(final int host)
    {
        final String name = "host " + host;
        return null == exchange() || exchange().hosts().isOwn(host) ? name :
            name + " of member " + nameOfMember(host);
    }

    /**
     * Returns what the model tells those of other members besides isochrons and notices.
     *
     * @return always the same object; null if the cluster has no other members.
     */
    // This type is in a package that is exported to org.isotach.mbm only.
    @SuppressWarnings("exports")
    ModelExchange exchange();

    /**
     * Says how a model is set up. Members of a cluster in several JVMs compare it when they join, and a difference is
     * named in these words. It has no effect in a cluster in one JVM.
     *
     * @param what  is set up, in words that no other model uses. The same words again, with another value, leave the
     *              value open.
     * @param value that all members must have in common, in every JVM the same for the same; empty if it is open: then
     *              they must only have set up the same.
     * @throws IllegalStateException when this member has joined the others.
     */
    void setUpAs(String what, String value);
}
