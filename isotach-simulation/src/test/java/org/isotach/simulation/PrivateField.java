/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

/**
 * Looks into private fields of the library, which has no code for its own audits.
 */
public final class PrivateField
{
    private PrivateField()
    {
    }

    /**
     * A field, to be kept in a constant by those who read it often.
     */
    public static VarHandle of(final Class<?> owner, final String name, final Class<?> type)
    {
        try
        {
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).findVarHandle(owner, name, type);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new AssertionError("the audit is out of date: " + owner + " has no field " + type + ' ' + name, ex);
        }
    }

    /**
     * What is in a field, for those who read it once.
     */
    @SuppressWarnings("unchecked")
    public static <T> T read(final Object owner, final String name)
    {
        try
        {
            final Field field = owner.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return (T)field.get(owner);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new AssertionError("the audit is out of date: " + owner.getClass() + " has no field " + name, ex);
        }
    }
}
