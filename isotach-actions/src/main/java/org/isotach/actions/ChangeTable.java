/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;

import org.isotach.Isochron;
import org.isotach.mbm.MessagePort;
import org.isotach.smm.LocalMemory;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.UpdateFunction;

/**
 * Changes of several variables in the form that the memory takes: by address. Belongs to one thread while it is being
 * filled; after that, any number of threads may use it.
 */
final class ChangeTable implements Cargo
{
    private int[] addresses = {};
    private UpdateFunction[] functions = {};
    private long[] arguments = {};
    private int count;

    /**
     * @param access  the access of the variables.
     * @param changes changes of variables of one Isotach.
     * @return this.
     */
    ChangeTable fill(final VariableAccess access, final Change[] changes)
    {
        if (addresses.length < Objects.requireNonNull(changes, "changes").length)
        {
            addresses = new int[changes.length];
            functions = new UpdateFunction[changes.length];
            arguments = new long[changes.length];
        }
        count = changes.length;
        for (int i = 0; i < count; i++)
        {
            if (null == changes[i])
            {
                throw new NullPointerException("change " + i + " is null");
            }
            final IsoVariable variable = changes[i].variable();
            if (variable.access() != access)
            {
                throw new IllegalArgumentException("variable " + variable + " belongs to another Isotach: apply" +
                    " its changes with that one");
            }
            addresses[i] = variable.address();
            functions[i] = changes[i].function();
            arguments[i] = changes[i].argument();
        }
        return this;
    }

    boolean tryApply(final LocalMemory local)
    {
        return local.tryUpdate(addresses, functions, arguments, count);
    }

    @Override
    public void load(final Isochron isochron, final MemoryPort memory, final MessagePort messages)
    {
        for (int i = 0; i < count; i++)
        {
            memory.update(isochron, addresses[i], functions[i], arguments[i]);
        }
    }

    void signal(final Watchers watchers)
    {
        for (int i = 0; i < count; i++)
        {
            watchers.signal(addresses[i]);
        }
    }

    @Override
    public String toString()
    {
        return count + " changes";
    }
}
