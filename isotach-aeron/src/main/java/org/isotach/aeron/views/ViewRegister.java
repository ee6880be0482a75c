/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.isotach.IsotachException;
import org.isotach.IsotachInterruptedException;
import org.isotach.niu.spi.View;
import org.isotach.niu.spi.ViewAuthority;

/**
 * An authority whose views are in a {@link ViewStore}. It owns the rule that view k + 1 is agreed with only if view k
 * is in force, so of the two sides of a network that is cut, one goes on at most: the one that has reached the store
 * first. What was agreed with is agreed with again, so a proposal whose answer was lost is repeated without harm.
 * <p>
 * Every call has a thread of its own, for a store that hangs: the caller goes on after {@link
 * ViewRegisterContext#timeout}. Threadsafe.
 */
public final class ViewRegister implements ViewAuthority
{
    private static final long PAUSE_MS = 20;

    private final ViewStore store;
    private final ViewRegisterContext context;
    private final String name;
    private final View first;

    // Of the register, for all launches.
    private final AtomicBoolean isClosed;

    /**
     * One call: it is tried again until it succeeds, or until its caller has gone.
     */
    private final class Call
    {
        private final Callable<View> attempt;
        private final CompletableFuture<View> result = new CompletableFuture<>();
        private volatile Exception lastFailure;

        Call(final Callable<View> attempt)
        {
            this.attempt = attempt;
        }

        void run()
        {
            while (!result.isDone())
            {
                try
                {
                    result.complete(attempt.call());
                }
                catch (final IsotachException | Error ex)
                {
                    result.completeExceptionally(ex);
                }
                catch (final Exception ex)
                {
                    lastFailure = ex;
                    pause();
                }
            }
        }

        private void pause()
        {
            try
            {
                Thread.sleep(PAUSE_MS);
            }
            catch (final InterruptedException ex)
            {
                // Only the store can have interrupted it; whether there is a caller is seen in the loop.
                lastFailure = ex;
            }
        }
    }

    private ViewRegister(
        final ViewStore store, final ViewRegisterContext context, final String name, final AtomicBoolean isClosed)
    {
        this.store = store;
        this.context = context;
        this.name = name;
        this.isClosed = isClosed;
        first = View.first(context.members().count());
    }

    /**
     * Creates the authority, which does nothing yet.
     *
     * @param store   keeps the views; it stays open when the authority is closed.
     * @param context the settings; what is changed there later has no effect.
     * @return the authority.
     * @throws IllegalArgumentException when the name of the cluster or its members are not set.
     */
    public static ViewRegister on(final ViewStore store, final ViewRegisterContext context)
    {
        final ViewRegisterContext own = context.copy();
        return new ViewRegister(store, own, own.clusterName(), new AtomicBoolean());
    }

    /**
     * Returns a register of the views of one launch. The store keeps them under the name of the cluster, {@code #} and
     * the number of the launch, in 16 hexadecimal digits. So a cluster that is launched again does not meet what was
     * decided before, and two that have one name by mistake do not meet each other.
     *
     * @param launch number of the launch.
     * @return that register; closing one of them closes all.
     */
    @Override
    public ViewRegister ofLaunch(final long launch)
    {
        return new ViewRegister(
            store, context, ViewRegisterContext.nameOfLaunch(context.clusterName(), launch), isClosed);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException when the view has a member that the one in force does not have.
     * @throws IllegalStateException    when the authority is closed.
     */
    @Override
    public View propose(final View next)
    {
        final View inForce = call(() -> tryPropose(next), "whether it has agreed with " + next +
            " is not known: propose the same again when it can be reached");
        if (!mayFollow(next, inForce))
        {
            throw new IllegalArgumentException(
                next + " of cluster " + name + " (expected: members of " + inForce + " only)");
        }
        return inForce;
    }

    /**
     * Returns false if a view would follow another one, and has members which that does not have.
     */
    private static boolean mayFollow(final View next, final View inForce)
    {
        return inForce.number() + 1 != next.number() || 0 == (next.members() & ~inForce.members());
    }

    /**
     * Returns the view in force. Those of a cluster that runs are at its launch, see {@link #ofLaunch}.
     *
     * @return the view; that with all members, if nothing was agreed with.
     * @throws IsotachException      if the store cannot be reached, or has not answered in time.
     * @throws IllegalStateException when the authority is closed.
     */
    public View inForce()
    {
        return call(this::read, "which view is in force is not known");
    }

    private View tryPropose(final View next) throws Exception
    {
        final View inForce = read();
        if (inForce.number() + 1 != next.number() || !mayFollow(next, inForce))
        {
            return inForce;
        }
        if (store.compareAndSet(name, inForce, next))
        {
            return next;
        }
        final View since = read();
        if (since.equals(inForce))
        {
            // Tried again, after a pause.
            throw new IOException("it has refused " + next + ", and still has " + inForce);
        }
        return since;
    }

    /**
     * Returns what is in force. The first one who asks puts all members into force.
     */
    private View read() throws Exception
    {
        View inForce = store.read(name);
        if (null == inForce)
        {
            inForce = store.compareAndSet(name, null, first) ?
                first : store.read(name);
        }
        if (null == inForce)
        {
            // Tried again, after a pause.
            throw new IOException("it has refused " + first + ", and has none");
        }
        if (0 != (inForce.members() & ~first.members()) || 0 == inForce.number() && !inForce.equals(first))
        {
            throw new IsotachException("cluster " + name + " has " + inForce + " in " +
                text(store, store::toString) + ", and not the " + context.members().count() + " members of " +
                context.members() + ": give each cluster a name of its own, ViewRegisterContext.clusterName()");
        }
        return inForce;
    }

    private View call(final Callable<View> attempt, final String consequence)
    {
        if (isClosed.get())
        {
            throw new IllegalStateException("the register of views of cluster " + name + " is closed");
        }
        final Call call = new Call(attempt);
        final Thread thread = new Thread(call::run, "isotach-views-" + name);
        thread.setDaemon(true);
        thread.start();
        try
        {
            return call.result.get(context.timeout().toNanos(), TimeUnit.NANOSECONDS);
        }
        catch (final TimeoutException ex)
        {
            throw (IsotachException)new IsotachException(
                failed(call, "has not answered within " + context.timeout(), consequence)).initCause(call.lastFailure);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw (IsotachInterruptedException)new IsotachInterruptedException(failed(
                call, "was not waited for, as this thread was interrupted", consequence)).initCause(call.lastFailure);
        }
        catch (final ExecutionException ex)
        {
            if (ex.getCause() instanceof Error)
            {
                throw (Error)ex.getCause();
            }
            throw (RuntimeException)ex.getCause();
        }
        finally
        {
            // It tries no more.
            call.result.cancel(false);
        }
    }

    private String failed(final Call call, final String what, final String consequence)
    {
        final Exception cause = call.lastFailure;
        return text(store, store::toString) + ", which keeps the views of cluster " + name + ", " + what +
            (null == cause ? "" : " (" + text(cause, cause::getMessage) + ')') + "; " + consequence;
    }

    /**
     * Returns what code of users says of something of its own, or the name of its class.
     */
    private static String text(final Object what, final Supplier<String> says)
    {
        try
        {
            final String text = says.get();
            return null == text ? what.getClass().getName() : text;
        }
        catch (final Throwable ex)
        {
            return what.getClass().getName();
        }
    }

    /**
     * Proposes nothing any more. The store stays open.
     */
    @Override
    public void close()
    {
        isClosed.set(true);
    }

    @Override
    public String toString()
    {
        return "ViewRegister{" + store + ", " + name + ", " + context + (isClosed.get() ? ", closed" : "") + '}';
    }
}
