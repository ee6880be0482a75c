/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * A shared variable that refers to an object, or to null. Its word is a handle, which stands for the object in a table
 * of the {@link Isotach}. The object itself is not copied, so it should be immutable. An object leaves the table when
 * no variable refers to it any more, and all actions that may have seen its handle have ended. So an action that only
 * reads a reference, or with several hosts any action on one, keeps all objects, of whatever variable, that are
 * replaced while it waits: keep reservations short.
 * <p>
 * In a cluster with members, each member has an object of its own, which the codec of
 * {@link IsotachContext#membership} makes of bytes, also where the object was set. The bytes go to all members together
 * with the value, and each change is an action that reserves the variable.
 * <p>
 * {@link #get()}, {@link #set} and the other changes are actions by themselves, so they are refused inside bodies; use
 * {@link Action#get(IsoReference)} and {@link Action#set(IsoReference, Object)}. Calls take effect in the order in
 * which a thread, or a chain of happens-before, makes them. The word must not be written through a
 * {@link org.isotach.smm.MemoryPort}.
 * <p>
 * A change waits while the variable is reserved, because it needs the old object. If that wait times out, or is
 * interrupted, {@link #set} and {@link #getAndSet} take place nevertheless, and {@link #compareAndSet} does if the
 * message says so; in a cluster with members, nothing does.
 *
 * @param <T> type of the object.
 */
public final class IsoReference<T> extends IsoVariable
{
    IsoReference(final VariableAccess access, final String name, final int index, final int address)
    {
        super(access, name, index, address);
    }

    /**
     * Reads the variable. The call waits while the variable is reserved.
     *
     * @return the object, or null if there is none.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws org.isotach.HostExpelledException if the object is lost with the member that had set it: set it anew.
     */
    public T get()
    {
        return cast(access().references().get(address(), this));
    }

    /**
     * Writes the variable. The call waits until it knows which object the variable had before.
     *
     * @param value the new object, or null.
     * @throws IllegalStateException    if the call is inside the body of an action.
     * @throws IllegalArgumentException if, in a cluster with members, the codec does not take the object, or makes too
     *                                  many bytes of it: the variable keeps the old one.
     */
    public void set(final T value)
    {
        access().references().set(address(), value, this);
    }

    /**
     * Writes the variable, and returns its old object. Nothing is reserved, unless the cluster has members.
     *
     * @param value the new object, or null.
     * @return the old object, or null if there was none.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws IllegalArgumentException          if, in a cluster with members, the codec does not take the object, or
     *                                           makes too many bytes of it: the variable keeps the old one.
     * @throws org.isotach.HostExpelledException if the old object is lost with the member that had set it: {@link #set}
     *                                           the variable anew.
     */
    public T getAndSet(final T value)
    {
        return cast(access().references().getAndSet(address(), value, this));
    }

    /**
     * Writes the variable if it refers to an expected object. The call compares identities ({@code ==}), as
     * {@link java.util.concurrent.atomic.AtomicReference} does, so the object should come from {@link #get()} or
     * another method of the variable. In a cluster with members, it must be one that was read at this member:
     * {@link #get()} returns the same object until the variable is written again, but never the one that was set.
     * <p>
     * Nothing is reserved, unless the cluster has members, or other threads write the same object again and again.
     *
     * @param expected the expected object, or null.
     * @param value    the new object, or null.
     * @return true if the variable referred to the expected object.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws IllegalArgumentException          if, in a cluster with members, the codec does not take the new object,
     *                                           or makes too many bytes of it: the variable keeps the old one.
     * @throws org.isotach.HostExpelledException if the old object is lost with the member that had set it: {@link #set}
     *                                           the variable anew.
     */
    public boolean compareAndSet(final T expected, final T value)
    {
        return expected == access().references().compareAndExchange(address(), expected, value, this);
    }

    /**
     * Writes the variable if it refers to an expected object, as {@link #compareAndSet} does, and returns its old
     * object.
     *
     * @param expected the expected object, or null.
     * @param value    the new object, or null.
     * @return the old object, or null if there was none; the expected one if the variable was written.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws IllegalArgumentException          as for {@link #compareAndSet}.
     * @throws org.isotach.HostExpelledException as for {@link #compareAndSet}.
     */
    public T compareAndExchange(final T expected, final T value)
    {
        return cast(access().references().compareAndExchange(address(), expected, value, this));
    }

    /**
     * Applies a function to the object of the variable, in an action that reserves the variable: the function runs
     * exactly once, on this thread. It is the body of the action, so it must not call methods that are actions by
     * themselves; if it throws, the variable keeps its old object.
     *
     * @param function gets the old object, or null, and returns the new one, or null.
     * @return the new object: in a cluster with members that of the function, see {@link #compareAndSet}.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws IllegalArgumentException          as for {@link #compareAndSet}.
     * @throws org.isotach.HostExpelledException as for {@link #compareAndSet}, or as for {@link Update#run}.
     */
    public T updateAndGet(final UnaryOperator<T> function)
    {
        return update(function, true);
    }

    /**
     * Applies a function as {@link #updateAndGet} does, and returns the old object.
     *
     * @param function gets the old object, or null, and returns the new one, or null.
     * @return the old object, or null if there was none.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws IllegalArgumentException          as for {@link #compareAndSet}.
     * @throws org.isotach.HostExpelledException as for {@link #compareAndSet}, or as for {@link Update#run}.
     */
    public T getAndUpdate(final UnaryOperator<T> function)
    {
        return update(function, false);
    }

    /**
     * Applies a function of the object and an argument as {@link #updateAndGet} does.
     *
     * @param argument the second argument of the function, which may be null.
     * @param function gets the old object, or null, and the argument, and returns the new object, or null.
     * @return the new object: in a cluster with members that of the function, see {@link #compareAndSet}.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws IllegalArgumentException          as for {@link #compareAndSet}.
     * @throws org.isotach.HostExpelledException as for {@link #compareAndSet}, or as for {@link Update#run}.
     */
    public T accumulateAndGet(final T argument, final BinaryOperator<T> function)
    {
        Objects.requireNonNull(function, "function");
        return update(before -> function.apply(before, argument), true);
    }

    /**
     * Applies a function as {@link #accumulateAndGet} does, and returns the old object.
     *
     * @param argument the second argument of the function, which may be null.
     * @param function gets the old object, or null, and the argument, and returns the new object, or null.
     * @return the old object, or null if there was none.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws IllegalArgumentException          as for {@link #compareAndSet}.
     * @throws org.isotach.HostExpelledException as for {@link #compareAndSet}, or as for {@link Update#run}.
     */
    public T getAndAccumulate(final T argument, final BinaryOperator<T> function)
    {
        Objects.requireNonNull(function, "function");
        return update(before -> function.apply(before, argument), false);
    }

    private T update(final UnaryOperator<T> function, final boolean isNew)
    {
        Objects.requireNonNull(function, "function");
        return cast(access().references().update(before -> function.apply(cast(before)), isNew, this));
    }

    @SuppressWarnings("unchecked")
    private T cast(final Object object)
    {
        // The variable only ever holds objects of this type.
        return (T)object;
    }
}
