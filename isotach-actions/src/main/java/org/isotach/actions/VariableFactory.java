/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Objects;

/**
 * Makes the variables of an {@link Isotach}. Each variable has a name, an address and an initial value. All methods are
 * threadsafe.
 */
abstract class VariableFactory extends ArrayFactory
{
    private final Access access;
    private final VariableMaker maker;

    VariableFactory(final IsotachParts parts)
    {
        this(parts.access, new VariableMaker(parts));
    }

    private VariableFactory(final Access access, final VariableMaker maker)
    {
        super(access, maker);
        this.access = access;
        this.maker = maker;
    }

    /**
     * Makes a variable.
     *
     * @param name    its name, unique in this Isotach.
     * @param initial its initial value.
     * @return the variable.
     * @throws IllegalArgumentException if another variable has this name.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public IsoLong longVariable(final String name, final long initial)
    {
        return maker.initialized(new IsoLong(access, name, IsoVariable.NO_INDEX, maker.allocateWord(name)), initial);
    }

    /**
     * Makes a variable as {@link Isotach#longVariable(String, long)} does, with the value 0.
     *
     * @param name its name, unique in this Isotach.
     * @return the variable.
     * @throws IllegalArgumentException if another variable has this name.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public IsoLong longVariable(final String name)
    {
        return longVariable(name, 0);
    }

    /**
     * Makes a variable.
     *
     * @param name    its name, unique in this Isotach.
     * @param initial its initial value.
     * @return the variable.
     * @throws IllegalArgumentException if another variable has this name.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public IsoInt intVariable(final String name, final int initial)
    {
        return maker.initialized(new IsoInt(access, name, IsoVariable.NO_INDEX, maker.allocateWord(name)), initial);
    }

    /**
     * Makes a variable as {@link Isotach#intVariable(String, int)} does, with the value 0.
     *
     * @param name its name, unique in this Isotach.
     * @return the variable.
     * @throws IllegalArgumentException if another variable has this name.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public IsoInt intVariable(final String name)
    {
        return intVariable(name, 0);
    }

    /**
     * Makes a variable.
     *
     * @param name    its name, unique in this Isotach.
     * @param initial its initial value.
     * @return the variable.
     * @throws IllegalArgumentException if another variable has this name.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public IsoDouble doubleVariable(final String name, final double initial)
    {
        return maker.initialized(
            new IsoDouble(access, name, IsoVariable.NO_INDEX, maker.allocateWord(name)),
            Double.doubleToRawLongBits(initial));
    }

    /**
     * Makes a variable as {@link Isotach#doubleVariable(String, double)} does, with the value 0.
     *
     * @param name its name, unique in this Isotach.
     * @return the variable.
     * @throws IllegalArgumentException if another variable has this name.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public IsoDouble doubleVariable(final String name)
    {
        return doubleVariable(name, 0);
    }

    /**
     * Makes a variable.
     *
     * @param name    its name, unique in this Isotach.
     * @param initial its initial value.
     * @return the variable.
     * @throws IllegalArgumentException if another variable has this name.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public IsoBoolean booleanVariable(final String name, final boolean initial)
    {
        return maker.initialized(
            new IsoBoolean(access, name, IsoVariable.NO_INDEX, maker.allocateWord(name)), initial ? 1 : 0);
    }

    /**
     * Makes a variable as {@link Isotach#booleanVariable(String, boolean)} does, with the value false.
     *
     * @param name its name, unique in this Isotach.
     * @return the variable.
     * @throws IllegalArgumentException if another variable has this name.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public IsoBoolean booleanVariable(final String name)
    {
        return booleanVariable(name, false);
    }

    /**
     * Makes a variable that refers to an object.
     *
     * @param name    its name, unique in this Isotach.
     * @param initial the object, or null.
     * @param <T>     type of the object.
     * @return the variable.
     * @throws IllegalArgumentException if another variable has this name, or, in a cluster with members, the codec does
     *                                  not take the object, or makes too many bytes of it.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public <T> IsoReference<T> reference(final String name, final T initial)
    {
        return maker.reference(name, initial);
    }

    /**
     * Makes a variable as {@link Isotach#reference(String, Object)} does, which refers to null.
     *
     * @param name its name, unique in this Isotach.
     * @param <T>  type of the object.
     * @return the variable.
     * @throws IllegalArgumentException if another variable has this name.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public <T> IsoReference<T> reference(final String name)
    {
        return reference(name, null);
    }

    /**
     * Makes a variable with the components of a record. All components are initially 0, false, or the first constant.
     *
     * @param name its name, unique in this Isotach.
     * @param type class of the record, whose components are primitive types and enums.
     * @param <T>  type of the record.
     * @return the variable.
     * @throws IllegalArgumentException if another variable has this name, a component does not fit into a word, or the
     *                                  record is not accessible: see
     *                                  {@link Isotach#struct(String, Class, MethodHandles.Lookup)}.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public <T extends Record> IsoStruct<T> struct(final String name, final Class<T> type)
    {
        return struct(name, type, null);
    }

    /**
     * Makes a variable as {@link Isotach#struct(String, Class)} does, for a record whose module does not open its
     * package.
     *
     * @param name   its name, unique in this Isotach.
     * @param type   class of the record.
     * @param lookup the lookup of the caller, {@code MethodHandles.lookup()}; null for none.
     * @param <T>    type of the record.
     * @return the variable.
     */
    public <T extends Record> IsoStruct<T> struct(
        final String name, final Class<T> type, final MethodHandles.Lookup lookup)
    {
        return struct(name, new StructLayout<>(Objects.requireNonNull(type, "type"), lookup));
    }

    /**
     * Makes a variable with the components of a record.
     *
     * @param name    its name, unique in this Isotach.
     * @param initial its initial value, whose class has components of primitive types and enums only.
     * @param <T>     type of the record.
     * @return the variable.
     * @throws IllegalArgumentException if another variable has this name, a component does not fit into a word, or the
     *                                  record is not accessible: see
     *                                  {@link Isotach#struct(String, Record, MethodHandles.Lookup)}.
     * @throws IllegalStateException    if the memory is full, or the call is inside the body of an action.
     */
    public <T extends Record> IsoStruct<T> struct(final String name, final T initial)
    {
        return struct(name, initial, null);
    }

    /**
     * Makes a variable as {@link Isotach#struct(String, Record)} does, for a record whose module does not open its
     * package.
     *
     * @param name    its name, unique in this Isotach.
     * @param initial its initial value.
     * @param lookup  the lookup of the caller, {@code MethodHandles.lookup()}; null for none.
     * @param <T>     type of the record.
     * @return the variable.
     */
    public <T extends Record> IsoStruct<T> struct(
        final String name, final T initial, final MethodHandles.Lookup lookup)
    {
        final StructLayout<T> layout = StructLayout.of(initial, lookup);
        final long[] words = new long[layout.words()];
        // First, because an accessor may throw.
        layout.write(initial, words, 0);
        return maker.initialized(struct(name, layout), words);
    }

    private <T extends Record> IsoStruct<T> struct(final String name, final StructLayout<T> layout)
    {
        return new IsoStruct<>(
            access, name, IsoVariable.NO_INDEX, maker.allocate(name, layout.components()), layout);
    }

    /**
     * Names of all variables.
     *
     * @return the names, sorted; an array has one name.
     */
    public List<String> names()
    {
        return maker.names();
    }
}
