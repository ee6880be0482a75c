/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;

import org.isotach.smm.UpdateFunction;

/**
 * A change of one variable, for {@link Isotach#apply}: a function of the value of the variable, which every copy
 * computes at the same point in the order. Made by variables, with {@link IsoLong#add} for example. It has no effect
 * until it is applied.
 * <p>
 * An {@link IsoReference} has no changes of this kind. A copy computes a change from two words, and knows no objects.
 * The word of a reference is a handle: each use would have to put its object into a table before, and to wait for the
 * old handle, to free it, while {@link Isotach#apply} waits for nothing. {@link Isotach#write} sets references and
 * other variables at one point in the order; {@link IsoReference#getAndSet} and others change a single one.
 * <p>
 * A change is left out, and the error handler told, if its function throws, or if 65,536 changes already wait for the
 * same reservation of its variable; the other changes of the same {@link Isotach#apply} take effect nevertheless.
 * <p>
 * Immutable and threadsafe.
 */
public final class Change
{
    private final IsoVariable variable;
    private final UpdateFunction function;
    private final long argument;

    Change(final IsoVariable variable, final UpdateFunction function, final long argument)
    {
        this.variable = variable;
        this.function = Objects.requireNonNull(function, "function");
        this.argument = argument;
    }

    /**
     * The variable to be changed.
     *
     * @return the variable.
     */
    public IsoVariable variable()
    {
        return variable;
    }

    UpdateFunction function()
    {
        return function;
    }

    long argument()
    {
        return argument;
    }

    @Override
    public String toString()
    {
        return variable + " " + function + ' ' + argument;
    }
}
