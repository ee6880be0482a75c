/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.niu.Host;
import org.isotach.niu.StallReport;

/**
 * The threads that are inside bodies, so that an action inside an action is refused instead of waiting for itself. This
 * is a table by thread, because a thread local would cost memory in each of many virtual threads. All methods are
 * threadsafe.
 */
final class Bodies
{
    private static final VarHandle THREAD;

    static
    {
        try
        {
            THREAD = MethodHandles.lookup().findVarHandle(Snapshot.class, "thread", Thread.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final Registry<Snapshot> registry = new Registry<>();

    /**
     * Notes that the calling thread enters a body.
     */
    void enter(final Snapshot body)
    {
        body.begun++;
        // Opaque, as the registry publishes it. A fence for each would be a tenth of a short action.
        THREAD.setOpaque(body, Thread.currentThread());
        body.place = registry.add(body);
    }

    /**
     * Notes that the thread leaves a body.
     */
    void exit(final Snapshot body)
    {
        THREAD.setOpaque(body, null);
        registry.remove(body.place);
    }

    /**
     * Refuses a call that is an action by itself inside a body.
     *
     * @param call description of the call, for the message.
     */
    void checkOutside(final Object call)
    {
        final Snapshot body = current();
        if (null != body)
        {
            throw new IllegalStateException(call + " inside the body of " + body + ": an action inside an action" +
                " could wait for itself; declare all variables with one update(), and use the Action of the body");
        }
    }

    /**
     * Reports the bodies that run at present while their variables are reserved, and their threads, if any thread
     * waits.
     *
     * @param only the host that counts for what was reserved without a session: then there is no other one.
     */
    void addStalls(final StallReport report, final boolean isAnybodyWaiting, final Host only)
    {
        registry.forEach(body ->
        {
            final Thread thread = body.thread;
            if (isAnybodyWaiting && null != thread && body instanceof Action action && isHolding(action.run()))
            {
                final Host host = action.run().host();
                report.add(
                    null == host ? only.id() : host.id(),
                    "isotach-actions",
                    body,
                    body.begun,
                    () -> "the body of " + body + " has not returned: thread '" + thread.getName() + "' runs it");
            }
        });
    }

    /**
     * What a host has reserved that is gone counts as not reserved.
     */
    private static boolean isHolding(final Wait run)
    {
        final Host host = run.host();
        return run.heldCount() > 0 && (null == host || !Run.isGone(host));
    }

    /**
     * Returns the thread that runs the body whose action holds a version; null if there is none.
     */
    Thread holderOf(final long version)
    {
        final Thread[] found = new Thread[1];
        registry.forEach(body ->
            found[0] = body instanceof Action action && action.run().holds(version) ? body.thread : found[0]);
        return found[0];
    }

    private Snapshot current()
    {
        if (registry.isClear())
        {
            return null;
        }
        final Thread thread = Thread.currentThread();
        final int first = Registry.ownPlace();
        for (int place = first; place < first + Registry.OWN_PLACES; place++)
        {
            final Snapshot body = registry.own(place);
            if (null != body && body.thread == thread)
            {
                return body;
            }
        }
        if (registry.isWithoutOthers())
        {
            return null;
        }
        final Snapshot[] found = new Snapshot[1];
        registry.forEachOther(body ->
        {
            if (body.thread == thread)
            {
                found[0] = body;
            }
        });
        return found[0];
    }
}
