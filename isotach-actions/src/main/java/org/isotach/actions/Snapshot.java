/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.Objects;

/**
 * The values that declared variables had at one point in the order.
 * <p>
 * <b>Note:</b> this class is not threadsafe, and is valid only inside the function or body that receives it.
 */
public sealed class Snapshot permits Action, ReservedValues
{
    private static final int BEFORE_FIRST = -1;

    // So far from each address that the difference is negative.
    private static final int NO_ADDRESS = Integer.MIN_VALUE;

    /**
     * The thread that runs a body with this object, for {@link Bodies}; other threads may read it at any time.
     */
    volatile Thread thread;

    /**
     * Number of bodies that have begun with this object, for {@link Bodies}; other threads may read it at any time.
     */
    long begun;

    /**
     * Set and interpreted by {@link Bodies}.
     */
    int place;

    private Footprint footprint;
    private long[] values;
    private Object[] objects = {};
    private boolean isOpen;

    // Address of the first variable, if the values are those of variables that all stand in a row, see
    // Footprint.isRow(), and this is open.
    private int first = NO_ADDRESS;

    // Index of the variable that was used last.
    private int last;

    Snapshot()
    {
    }

    /**
     * @param declared the variables that may be read.
     * @param words    the values of all words, in the order of the footprint.
     */
    final void open(final Footprint declared, final long[] words)
    {
        // As in RunOperations.begin().
        if (footprint != declared)
        {
            footprint = declared;
        }
        if (values != words)
        {
            values = words;
        }
        last = BEFORE_FIRST;
        first = declared.isRow() && declared.variables() == words.length ? declared.firstAddress() : NO_ADDRESS;
        isOpen = true;
    }

    final void close()
    {
        isOpen = false;
        first = NO_ADDRESS;
    }

    final void makeRoom(final Footprint declared)
    {
        if (objects.length < declared.variables())
        {
            objects = new Object[declared.variables()];
        }
    }

    /**
     * Replaces handles by objects, while the handles are valid. With other members it may wait, and fail.
     */
    final void resolve(final Footprint declared, final long[] words, final References references)
    {
        makeRoom(declared);
        for (int i = 0; i < declared.variables(); i++)
        {
            if (declared.variable(i) instanceof IsoReference)
            {
                objects[i] = references.get(words[declared.firstWord(i)]);
            }
        }
    }

    /**
     * Does the same as {@link #resolve} with handles that were read outside of the epochs of the references.
     *
     * @return false if the objects of some are not there: then read anew.
     */
    final boolean tryResolve(final Footprint declared, final long[] words, final References references)
    {
        makeRoom(declared);
        for (int i = 0; i < declared.variables(); i++)
        {
            if (declared.variable(i) instanceof IsoReference)
            {
                final long handle = words[declared.firstWord(i)];
                objects[i] = references.getIfThere(handle);
                if (!References.isFound(handle, objects[i]))
                {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Takes the objects that another snapshot of the same variables has.
     */
    final void copyObjects(final Snapshot other)
    {
        System.arraycopy(other.objects, 0, objects, 0, footprint.variables());
    }

    /**
     * Drops the references to all objects, so that they can be collected.
     */
    final void forget()
    {
        Arrays.fill(objects, null);
    }

    final Footprint footprint()
    {
        return footprint;
    }

    final long[] values()
    {
        return values;
    }

    final Object[] objects()
    {
        return objects;
    }

    /**
     * The value of a variable.
     *
     * @param variable a variable that was declared.
     * @return the value.
     * @throws IllegalArgumentException if the variable was not declared.
     * @throws IllegalStateException    if the function or body has ended.
     */
    public final long get(final IsoLong variable)
    {
        return word(variable);
    }

    /**
     * The value of a variable.
     *
     * @param variable a variable that was declared.
     * @return the value.
     * @throws IllegalArgumentException if the variable was not declared.
     * @throws IllegalStateException    if the function or body has ended.
     */
    public final int get(final IsoInt variable)
    {
        return (int)word(variable);
    }

    /**
     * The value of a variable.
     *
     * @param variable a variable that was declared.
     * @return the value.
     * @throws IllegalArgumentException if the variable was not declared.
     * @throws IllegalStateException    if the function or body has ended.
     */
    public final double get(final IsoDouble variable)
    {
        return Double.longBitsToDouble(word(variable));
    }

    /**
     * The value of a variable.
     *
     * @param variable a variable that was declared.
     * @return the value.
     * @throws IllegalArgumentException if the variable was not declared.
     * @throws IllegalStateException    if the function or body has ended.
     */
    public final boolean get(final IsoBoolean variable)
    {
        return 0 != word(variable);
    }

    /**
     * The object of a variable.
     *
     * @param variable a variable that was declared.
     * @param <T>      type of the object.
     * @return the object, or null if there is none.
     * @throws IllegalArgumentException if the variable was not declared.
     * @throws IllegalStateException    if the function or body has ended.
     */
    @SuppressWarnings("unchecked")
    public final <T> T get(final IsoReference<T> variable)
    {
        // The variable only ever holds objects of this type.
        return (T)objects[indexOf(variable)];
    }

    /**
     * The components of a variable.
     *
     * @param variable a variable that was declared.
     * @param <T>      type of the record.
     * @return a new record.
     * @throws IllegalArgumentException if the variable was not declared.
     * @throws IllegalStateException    if the function or body has ended.
     */
    public final <T extends Record> T get(final IsoStruct<T> variable)
    {
        final int index = indexOf(variable);
        return variable.layout().read(values, footprint.firstWord(index));
    }

    /**
     * Returns the word of a variable. A loop over variables needs no more registers than there are, so that no value
     * takes the way through memory: a search through the footprint would.
     */
    private long word(final IsoVariable variable)
    {
        final int place = Objects.requireNonNull(variable, "variable").address() - first;
        final long[] words = values;
        // An Isotach has one variable at an address.
        return place >= 0 && place < words.length && variable.access() == footprint.access() ? words[place] :
            words[footprint.firstWord(indexOf(variable))];
    }

    final void checkOpen()
    {
        if (!isOpen)
        {
            throw new IllegalStateException(describeEnd());
        }
    }

    /**
     * Says that there are no values any more, and what to do.
     */
    String describeEnd()
    {
        return this + " is over: use its action, or snapshot, inside the body, on the thread that runs the body";
    }

    final int indexOf(final IsoVariable variable)
    {
        checkOpen();
        final int index = footprint.indexInRow(variable);
        return index < 0 ? indexNear(variable) : index;
    }

    private int indexNear(final IsoVariable variable)
    {
        // Variables are mostly used in the order in which they were declared, or one is read and then set.
        final int next = footprint.isAt(last, variable) ? last : last + 1;
        final int index = footprint.isAt(next, variable) ? next : footprint.index(variable);
        if (index < 0)
        {
            throw new IllegalArgumentException("variable " + variable + " is not declared by " + footprint +
                ": " + footprint.remedy());
        }
        last = index;
        return index;
    }

    @Override
    public String toString()
    {
        return null == footprint ? "an action that has not begun" : footprint.toString();
    }
}
