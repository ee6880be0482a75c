/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.util.Objects;

/**
 * Makes arrays of variables of an {@link Isotach}. Each array has a name, each of its variables an address and an
 * initial value. All methods are threadsafe.
 */
abstract class ArrayFactory
{
    private final Access access;
    private final VariableMaker maker;

    ArrayFactory(final Access access, final VariableMaker maker)
    {
        this.access = access;
        this.maker = maker;
    }

    /**
     * Makes an array of variables, named {@code name[0]} and so on.
     *
     * @param name    the name of the array, unique in this Isotach.
     * @param count   number of variables, at least 1.
     * @param initial initial value of each variable.
     * @return the variables.
     * @throws IllegalArgumentException if another variable has this name, or the count is less than 1.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public IsoLong[] longs(final String name, final int count, final long initial)
    {
        return maker.array(
            name, count, initial, IsoLong[]::new, (i, address) -> new IsoLong(access, name, i, address));
    }

    /**
     * Makes an array of variables, as {@link Isotach#longs} does.
     *
     * @param name    the name of the array, unique in this Isotach.
     * @param count   number of variables, at least 1.
     * @param initial initial value of each variable.
     * @return the variables.
     * @throws IllegalArgumentException if another variable has this name, or the count is less than 1.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public IsoInt[] ints(final String name, final int count, final int initial)
    {
        return maker.array(
            name, count, initial, IsoInt[]::new, (i, address) -> new IsoInt(access, name, i, address));
    }

    /**
     * Makes an array of variables, as {@link Isotach#longs} does.
     *
     * @param name    the name of the array, unique in this Isotach.
     * @param count   number of variables, at least 1.
     * @param initial initial value of each variable.
     * @return the variables.
     * @throws IllegalArgumentException if another variable has this name, or the count is less than 1.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public IsoDouble[] doubles(final String name, final int count, final double initial)
    {
        return maker.array(
            name, count, Double.doubleToRawLongBits(initial), IsoDouble[]::new,
            (i, address) -> new IsoDouble(access, name, i, address));
    }

    /**
     * Makes an array of variables, as {@link Isotach#longs} does.
     *
     * @param name    the name of the array, unique in this Isotach.
     * @param count   number of variables, at least 1.
     * @param initial initial value of each variable.
     * @return the variables.
     * @throws IllegalArgumentException if another variable has this name, or the count is less than 1.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public IsoBoolean[] booleans(final String name, final int count, final boolean initial)
    {
        return maker.array(
            name, count, initial ? 1 : 0, IsoBoolean[]::new, (i, address) -> new IsoBoolean(access, name, i, address));
    }

    /**
     * Makes an array of variables that refer to objects, as {@link Isotach#longs} does.
     *
     * @param name    the name of the array, unique in this Isotach.
     * @param count   number of variables, at least 1.
     * @param initial the object that each variable refers to, or null.
     * @param <T>     type of the objects.
     * @return the variables.
     * @throws IllegalArgumentException if another variable has this name, the count is less than 1, or, in a cluster
     *                                  with members, the codec does not take the object, or makes too many bytes of it.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public <T> IsoReference<T>[] references(final String name, final int count, final T initial)
    {
        return maker.references(name, count, initial);
    }

    /**
     * Makes an array of variables as {@link Isotach#references(String, int, Object)} does, which refer to null.
     *
     * @param name  the name of the array, unique in this Isotach.
     * @param count number of variables, at least 1.
     * @param <T>   type of the objects.
     * @return the variables.
     * @throws IllegalArgumentException if another variable has this name, or the count is less than 1.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public <T> IsoReference<T>[] references(final String name, final int count)
    {
        return references(name, count, null);
    }

    /**
     * Makes an array of variables with the components of a record, as {@link Isotach#longs} does. All components are
     * initially 0, false, or the first constant.
     *
     * @param name  the name of the array, unique in this Isotach.
     * @param count number of variables, at least 1.
     * @param type  class of the record, whose components are primitive types and enums.
     * @param <T>   type of the record.
     * @return the variables.
     * @throws IllegalArgumentException if another variable has this name, the count is less than 1, a component does
     *                                  not fit into a word, or the record is not accessible: see
     *                                  {@link Isotach#structs(String, int, Class, MethodHandles.Lookup)}.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public <T extends Record> IsoStruct<T>[] structs(final String name, final int count, final Class<T> type)
    {
        return structs(name, count, type, null);
    }

    /**
     * Makes an array of variables as {@link Isotach#structs(String, int, Class)} does, for a record whose module does
     * not open its package.
     *
     * @param name   the name of the array, unique in this Isotach.
     * @param count  number of variables, at least 1.
     * @param type   class of the record.
     * @param lookup the lookup of the caller, {@code MethodHandles.lookup()}; null for none.
     * @param <T>    type of the record.
     * @return the variables.
     */
    public <T extends Record> IsoStruct<T>[] structs(
        final String name, final int count, final Class<T> type, final MethodHandles.Lookup lookup)
    {
        final StructLayout<T> layout = new StructLayout<>(Objects.requireNonNull(type, "type"), lookup);
        return maker.structs(name, count, layout, new long[layout.words()]);
    }

    /**
     * Makes an array of variables with the components of a record, as {@link Isotach#longs} does.
     *
     * @param name    the name of the array, unique in this Isotach.
     * @param count   number of variables, at least 1.
     * @param initial initial value of each variable, whose class has components of primitive types and enums only.
     * @param <T>     type of the record.
     * @return the variables.
     * @throws IllegalArgumentException if another variable has this name, the count is less than 1, a component does
     *                                  not fit into a word, or the record is not accessible: see
     *                                  {@link Isotach#structs(String, int, Record, MethodHandles.Lookup)}.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public <T extends Record> IsoStruct<T>[] structs(final String name, final int count, final T initial)
    {
        return structs(name, count, initial, null);
    }

    /**
     * Makes an array of variables as {@link Isotach#structs(String, int, Record)} does, for a record whose module does
     * not open its package.
     *
     * @param name    the name of the array, unique in this Isotach.
     * @param count   number of variables, at least 1.
     * @param initial initial value of each variable.
     * @param lookup  the lookup of the caller, {@code MethodHandles.lookup()}; null for none.
     * @param <T>     type of the record.
     * @return the variables.
     */
    public <T extends Record> IsoStruct<T>[] structs(
        final String name, final int count, final T initial, final MethodHandles.Lookup lookup)
    {
        final StructLayout<T> layout = StructLayout.of(initial, lookup);
        final long[] words = new long[layout.words()];
        // First, because an accessor may throw.
        layout.write(initial, words, 0);
        return maker.structs(name, count, layout, words);
    }
}
