/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.LongStream;

/**
 * Gives variables their words and their initial values: at once, or, in a cluster with members, when they have joined.
 * If a variable cannot get its initial value, its name may be given again, but its words stay in use: something may
 * still be on its way there. All methods are threadsafe.
 */
final class VariableMaker
{
    // A variable that is no struct has one word.
    private static final List<String> WORD = List.of();

    private final Engine engine;
    private final Access access;
    private final Allocator allocator;

    // Null without other members.
    private final ReferencesOfMembers references;

    // Null with other members.
    private final LocalReferences localReferences;

    VariableMaker(final IsotachParts parts)
    {
        engine = parts.engine;
        access = parts.access;
        allocator = parts.allocator;
        references = parts.references instanceof ReferencesOfMembers ofMembers ? ofMembers : null;
        localReferences = parts.references instanceof LocalReferences ofThisJvm ? ofThisJvm : null;
    }

    int allocateWord(final String name)
    {
        return allocate(name, WORD);
    }

    /**
     * Makes one of several variables.
     */
    @FunctionalInterface
    interface Element<V>
    {
        V make(int index, int address);
    }

    /**
     * Makes variables with a word each. If memory runs out for them, they have neither words nor a name; with other
     * members those are declared already.
     *
     * @param word  the initial value of each of them.
     * @param array makes the array.
     */
    <V extends IsoVariable> V[] array(
        final String name, final int count, final long word, final IntFunction<V[]> array, final Element<V> element)
    {
        final V[] variables = array(name, allocate(name, count, WORD), WORD, array, element);
        initialize(name, addresses(variables, 0), word, variables[0]);
        return variables;
    }

    /**
     * Does the same with references.
     *
     * @param initial the object of each of them, or null.
     */
    @SuppressWarnings("unchecked")
    <T> IsoReference<T>[] references(final String name, final int count, final T initial)
    {
        final String encoded = encode(name, initial);
        final IsoReference<T>[] variables = array(
            name,
            allocate(name, count, WORD),
            WORD,
            length -> (IsoReference<T>[])new IsoReference<?>[length],
            (i, address) -> new IsoReference<>(access, name, i, address));
        initialize(name, addresses(variables, 0), initial, encoded, variables[0]);
        return variables;
    }

    /**
     * Does the same with structs.
     *
     * @param words the initial value of each of them.
     */
    @SuppressWarnings("unchecked")
    <T extends Record> IsoStruct<T>[] structs(
        final String name, final int count, final StructLayout<T> layout, final long[] words)
    {
        final List<String> components = layout.components();
        final IsoStruct<T>[] variables = array(
            name,
            allocate(name, count, components),
            components,
            length -> (IsoStruct<T>[])new IsoStruct<?>[length],
            (i, address) -> new IsoStruct<>(access, name, i, address, layout));
        for (int component = 0; component < words.length; component++)
        {
            initialize(name, addresses(variables, component), words[component], variables[0]);
        }
        return variables;
    }

    private <V extends IsoVariable> V[] array(
        final String name,
        final int[] addresses,
        final List<String> components,
        final IntFunction<V[]> array,
        final Element<V> element)
    {
        boolean isMade = null != engine.declarations();
        try
        {
            final V[] variables = array.apply(addresses.length);
            for (int i = 0; i < addresses.length; i++)
            {
                variables[i] = element.make(i, addresses[i]);
            }
            isMade = true;
            return variables;
        }
        finally
        {
            if (!isMade)
            {
                allocator.takeBack(name, addresses, components);
            }
        }
    }

    /**
     * @return the address of one word of each variable.
     */
    private static int[] addresses(final IsoVariable[] variables, final int word)
    {
        return Arrays.stream(variables).mapToInt(variable -> variable.address() + word).toArray();
    }

    /**
     * @param components names of the components, one for each word.
     * @return the address of the first word.
     */
    int allocate(final String name, final List<String> components)
    {
        return allocate(name, 1, components)[0];
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

    <V extends IsoVariable> V initialized(final V variable, final long word)
    {
        initialize(variable.name(), new int[]{ variable.address() }, word, variable);
        return variable;
    }

    private void initialize(final String name, final int[] addresses, final long word, final IsoVariable what)
    {
        if (0 != word)
        {
            if (null == engine.declarations())
            {
                initialize(name, () -> access.fill(addresses, i -> word, what));
            }
            else
            {
                engine.declarations().initialize(addresses, word);
            }
        }
    }

    /**
     * @param words the initial value of the struct.
     */
    <V extends IsoStruct<?>> V initialized(final V struct, final long[] words)
    {
        if (null == engine.declarations() && LongStream.of(words).anyMatch(word -> 0 != word))
        {
            // All at once.
            initialize(struct.name(), () -> access.write(struct.addresses(), words, struct));
        }
        else
        {
            for (int i = 0; i < words.length; i++)
            {
                initialize(struct.name(), new int[]{ struct.addresses()[i] }, words[i], struct);
            }
        }
        return struct;
    }

    <T> IsoReference<T> reference(final String name, final T initial)
    {
        final String encoded = encode(name, initial);
        final IsoReference<T> reference =
            new IsoReference<>(access, name, IsoVariable.NO_INDEX, allocateWord(name));
        initialize(name, addresses(new IsoVariable[]{ reference }, 0), initial, encoded, reference);
        return reference;
    }

    /**
     * Encodes an initial object, before its variable has a name.
     *
     * @return what members compare of it; null if there is nothing to compare.
     */
    private String encode(final String name, final Object initial)
    {
        if (null == references || null == initial)
        {
            return null;
        }
        final byte[] bytes = references.encode(name, initial);
        return "an object of " + bytes.length + " bytes, SHA-256 " + sha256(bytes);
    }

    /**
     * @param encoded the result of {@link #encode}.
     */
    private void initialize(
        final String name, final int[] addresses, final Object initial, final String encoded, final IsoVariable what)
    {
        if (null != encoded)
        {
            final long[] handles =
                Arrays.stream(addresses).mapToLong(address -> references.initial(address, initial)).toArray();
            engine.declarations().initialize(addresses, i -> handles[i], encoded);
        }
        else if (null != initial)
        {
            initialize(name, () -> fill(addresses, initial, what));
        }
    }

    /**
     * Gives references a handle each: whoever replaces one of them retires its own.
     */
    private void fill(final int[] addresses, final Object initial, final IsoVariable what)
    {
        final long[] handles = new long[addresses.length];
        boolean isWritten = false;
        try
        {
            Arrays.setAll(handles, i -> localReferences.add(initial));
            access.fill(addresses, i -> handles[i], what);
            isWritten = true;
        }
        finally
        {
            if (!isWritten)
            {
                // Nobody knows the variables, so nobody reads the handles.
                for (final long handle : handles)
                {
                    localReferences.remove(handle);
                }
            }
        }
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

    List<String> names()
    {
        return allocator.names();
    }

    @Override
    public String toString()
    {
        return "VariableMaker{" + allocator + '}';
    }
}
