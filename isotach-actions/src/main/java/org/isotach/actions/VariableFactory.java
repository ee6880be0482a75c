/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * Makes the variables of an {@link Isotach}. Each variable has a name, an address and an initial value. If a variable
 * cannot get its initial value, its name may be given again, but its words stay in use: something may still be on its
 * way there. All methods are threadsafe.
 */
abstract class VariableFactory
{
    // A variable that is no struct has one word.
    private static final List<String> WORD = List.of();

    private final Engine engine;
    private final Access access;
    private final Allocator allocator;

    // Null without other members.
    private final ReferencesOfMembers references;

    VariableFactory(final IsotachParts parts)
    {
        engine = parts.engine;
        access = parts.access;
        allocator = parts.allocator;
        references = parts.references instanceof ReferencesOfMembers ofMembers ? ofMembers : null;
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
        return initialized(new IsoLong(access, name, IsoVariable.NO_INDEX, allocate(name, 1, WORD)[0]), initial);
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
        return initialized(new IsoInt(access, name, IsoVariable.NO_INDEX, allocate(name, 1, WORD)[0]), initial);
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
        return initialized(
            new IsoDouble(access, name, IsoVariable.NO_INDEX, allocate(name, 1, WORD)[0]),
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
        return initialized(
            new IsoBoolean(access, name, IsoVariable.NO_INDEX, allocate(name, 1, WORD)[0]), initial ? 1 : 0);
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
        final byte[] bytes = null == references || null == initial ? null : references.encode(name, initial);
        final int address = allocate(name, 1, WORD)[0];
        final IsoReference<T> reference = new IsoReference<>(access, name, IsoVariable.NO_INDEX, address);
        if (null != bytes)
        {
            engine.declarations().initialize(
                new int[]{ address },
                references.initial(address, initial),
                "an object of " + bytes.length + " bytes, SHA-256 " + sha256(bytes));
        }
        else if (null != initial)
        {
            initialize(name, () -> reference.set(initial));
        }
        return reference;
    }

    private static String sha256(final byte[] bytes)
    {
        try
        {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("every Java platform has SHA-256", ex);
        }
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
     * Makes a variable with the components of a record. All components are initially 0.
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
        final StructLayout<T> layout = new StructLayout<>(type, lookup);
        return new IsoStruct<>(access, name, allocate(name, 1, layout.components())[0], layout);
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
        final int[] addresses = allocate(name, count, WORD);
        final IsoLong[] variables = new IsoLong[count];
        Arrays.setAll(variables, i -> new IsoLong(access, name, i, addresses[i]));
        return initialized(name, variables, addresses, initial);
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
        final int[] addresses = allocate(name, count, WORD);
        final IsoInt[] variables = new IsoInt[count];
        Arrays.setAll(variables, i -> new IsoInt(access, name, i, addresses[i]));
        return initialized(name, variables, addresses, initial);
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
        final int[] addresses = allocate(name, count, WORD);
        final IsoDouble[] variables = new IsoDouble[count];
        Arrays.setAll(variables, i -> new IsoDouble(access, name, i, addresses[i]));
        return initialized(name, variables, addresses, Double.doubleToRawLongBits(initial));
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
        final int[] addresses = allocate(name, count, WORD);
        final IsoBoolean[] variables = new IsoBoolean[count];
        Arrays.setAll(variables, i -> new IsoBoolean(access, name, i, addresses[i]));
        return initialized(name, variables, addresses, initial ? 1 : 0);
    }

    private int[] allocate(final String name, final int count, final List<String> components)
    {
        Objects.requireNonNull(name, "name");
        engine.checkOpen("variable " + name);
        final Declarations declarations = engine.declarations();
        if (null == declarations)
        {
            return allocator.allocate(name, count, components);
        }
        declarations.checkOpen(name);
        final int[] addresses = allocator.allocate(name, count, components);
        declarations.declare(name, addresses, Allocator.wordsOf(components));
        return addresses;
    }

    private <V extends IsoVariable> V initialized(final V variable, final long word)
    {
        if (0 != word)
        {
            if (null == engine.declarations())
            {
                initialize(variable.name(), () -> access.write(variable.address(), word, variable));
            }
            else
            {
                engine.declarations().initialize(new int[]{ variable.address() }, word);
            }
        }
        return variable;
    }

    private <V extends IsoVariable> V[] initialized(
        final String name, final V[] variables, final int[] addresses, final long word)
    {
        if (0 != word)
        {
            if (null == engine.declarations())
            {
                initialize(name, () -> access.fill(addresses, word, variables[0]));
            }
            else
            {
                engine.declarations().initialize(addresses, word);
            }
        }
        return variables;
    }

    /**
     * Writes initial values. If that fails, the caller has no variable, and may make it again.
     */
    private void initialize(final String name, final Runnable write)
    {
        boolean isWritten = false;
        try
        {
            write.run();
            isWritten = true;
        }
        finally
        {
            if (!isWritten)
            {
                allocator.release(name);
            }
        }
    }

    /**
     * Names of all variables.
     *
     * @return the names, sorted; an array has one name.
     */
    public List<String> names()
    {
        return allocator.names();
    }
}
