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
            return (T)accessible(owner, name).get(owner);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw outOfDate(owner, name, ex);
        }
    }

    /**
     * Puts something else into a field, before the library reads it.
     */
    public static void write(final Object owner, final String name, final Object value)
    {
        try
        {
            accessible(owner, name).set(owner, value);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw outOfDate(owner, name, ex);
        }
    }

    private static Field accessible(final Object owner, final String name) throws NoSuchFieldException
    {
        final Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static AssertionError outOfDate(final Object owner, final String name, final Exception cause)
    {
        return new AssertionError("the audit is out of date: " + owner.getClass() + " has no field " + name, cause);
    }
}
