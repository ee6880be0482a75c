/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Maps the components of a record to words, one word each: {@link IsoStruct} reads and writes records with it.
 * <p>
 * Immutable and threadsafe.
 *
 * @param <T> type of the record.
 */
final class StructLayout<T extends Record>
{
    // A method has at most 255 parameters, and each component takes two: the array and an index.
    private static final int MAX_COMPONENTS = 100;
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private final Class<T> type;

    // (long[] words, int first) -> Object
    private final MethodHandle reader;

    // (Object record) -> long, one for each component.
    private final MethodHandle[] writers;

    /**
     * @param type   class of the record.
     * @param lookup the lookup of the user, null for that of this library.
     * @throws IllegalArgumentException if a component does not fit into a word, or the record is not accessible.
     */
    StructLayout(final Class<T> type, final MethodHandles.Lookup lookup)
    {
        this.type = type;
        final RecordComponent[] components = type.getRecordComponents();
        if (null == components || 0 == components.length || components.length > MAX_COMPONENTS)
        {
            throw new IllegalArgumentException("record " + type.getName() + " has " +
                (null == components ? 0 : components.length) + " components (expected: a record of 1.." +
                MAX_COMPONENTS + " components)");
        }
        Arrays.stream(components).forEach(this::checkWord);
        writers = new MethodHandle[components.length];
        MethodHandle constructor = constructor(lookup, components);
        for (int i = components.length - 1; i >= 0; i--)
        {
            writers[i] = writer(accessor(lookup, components[i]), components[i]);
            final MethodHandle word = MethodHandles.insertArguments(wordAt(), 2, i);
            constructor = MethodHandles.collectArguments(
                constructor, i, MethodHandles.filterReturnValue(word, fromWord(components[i].getType())));
        }
        final int[] order = new int[2 * components.length];
        Arrays.setAll(order, i -> i & 1);
        reader = MethodHandles.permuteArguments(
            constructor.asType(constructor.type().changeReturnType(Object.class)),
            MethodType.methodType(Object.class, long[].class, int.class),
            order);
    }

    /**
     * Makes the layout of a record's class.
     */
    @SuppressWarnings("unchecked")
    static <T extends Record> StructLayout<T> of(final T record, final MethodHandles.Lookup lookup)
    {
        // The class of a record has no other subclasses.
        return new StructLayout<>((Class<T>)Objects.requireNonNull(record, "record").getClass(), lookup);
    }

    int words()
    {
        return writers.length;
    }

    /**
     * Returns the names of the components, in the order of the words.
     */
    List<String> components()
    {
        return Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList();
    }

    /**
     * Makes a record of its words.
     */
    T read(final long[] words, final int first)
    {
        try
        {
            return type.cast((Object)reader.invokeExact(words, first));
        }
        catch (final RuntimeException | Error ex)
        {
            throw ex;
        }
        catch (final Throwable ex)
        {
            throw new IllegalStateException("the constructor of record " + type.getName() + " has thrown", ex);
        }
    }

    /**
     * Writes the words of a record.
     */
    void write(final T value, final long[] words, final int first)
    {
        final Object components = type.cast(Objects.requireNonNull(value, type.getName()));
        try
        {
            for (int i = 0; i < writers.length; i++)
            {
                words[first + i] = (long)writers[i].invokeExact(components);
            }
        }
        catch (final RuntimeException | Error ex)
        {
            throw ex;
        }
        catch (final Throwable ex)
        {
            throw new IllegalStateException("an accessor of record " + type.getName() + " has thrown", ex);
        }
    }

    private void checkWord(final RecordComponent component)
    {
        final Class<?> of = component.getType();
        if (!of.isPrimitive() && !of.isEnum())
        {
            throw new IllegalArgumentException("component " + component.getName() + " of record " + type.getName() +
                " is a " + of.getTypeName() + " (expected: a primitive type or an enum, which fits a word); put" +
                " objects into an IsoReference");
        }
    }

    private MethodHandle constructor(final MethodHandles.Lookup lookup, final RecordComponent[] components)
    {
        final Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try
        {
            if (null != lookup)
            {
                return lookup.findConstructor(type, MethodType.methodType(void.class, types));
            }
            final Constructor<T> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return LOOKUP.unreflectConstructor(constructor);
        }
        catch (final ReflectiveOperationException | RuntimeException ex)
        {
            throw unreachable(ex);
        }
    }

    private MethodHandle accessor(final MethodHandles.Lookup lookup, final RecordComponent component)
    {
        try
        {
            if (null != lookup)
            {
                return lookup.unreflect(component.getAccessor());
            }
            component.getAccessor().setAccessible(true);
            return LOOKUP.unreflect(component.getAccessor());
        }
        catch (final ReflectiveOperationException | RuntimeException ex)
        {
            throw unreachable(ex);
        }
    }

    private IllegalArgumentException unreachable(final Exception cause)
    {
        return new IllegalArgumentException("record " + type.getName() + " cannot be reached from module " +
            "org.isotach.actions: open its package to that, or pass MethodHandles.lookup() with it", cause);
    }

    private MethodHandle writer(final MethodHandle accessor, final RecordComponent component)
    {
        final MethodHandle word = MethodHandles.filterReturnValue(accessor, toWord(component));
        return word.asType(MethodType.methodType(long.class, Object.class));
    }

    private static MethodHandle wordAt()
    {
        return find("wordAt", long.class, long[].class, int.class, int.class);
    }

    private static MethodHandle fromWord(final Class<?> of)
    {
        if (of.isEnum())
        {
            final MethodHandle constant = find("constant", Object.class, Object[].class, long.class);
            return MethodHandles.insertArguments(constant, 0, (Object)of.getEnumConstants())
                .asType(MethodType.methodType(of, long.class));
        }
        if (double.class == of)
        {
            return find("doubleOf", double.class, long.class);
        }
        if (float.class == of)
        {
            return find("floatOf", float.class, long.class);
        }
        if (boolean.class == of)
        {
            return find("booleanOf", boolean.class, long.class);
        }
        return MethodHandles.explicitCastArguments(
            MethodHandles.identity(long.class), MethodType.methodType(of, long.class));
    }

    private MethodHandle toWord(final RecordComponent component)
    {
        final Class<?> of = component.getType();
        if (of.isEnum())
        {
            final String name = "component " + component.getName() + " of record " + type.getName();
            return MethodHandles.insertArguments(find("ordinal", long.class, String.class, Enum.class), 0, name)
                .asType(MethodType.methodType(long.class, of));
        }
        if (double.class == of)
        {
            return find("wordOf", long.class, double.class);
        }
        if (float.class == of)
        {
            return find("wordOf", long.class, float.class);
        }
        return MethodHandles.explicitCastArguments(
            MethodHandles.identity(long.class), MethodType.methodType(long.class, of));
    }

    private static MethodHandle find(final String name, final Class<?> result, final Class<?>... parameters)
    {
        try
        {
            return LOOKUP.findStatic(StructLayout.class, name, MethodType.methodType(result, parameters));
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private static long wordAt(final long[] words, final int first, final int component)
    {
        return words[first + component];
    }

    private static Object constant(final Object[] constants, final long word)
    {
        return constants[(int)word];
    }

    private static long ordinal(final String component, final Enum<?> constant)
    {
        return Objects.requireNonNull(constant, component).ordinal();
    }

    private static double doubleOf(final long word)
    {
        return Double.longBitsToDouble(word);
    }

    private static float floatOf(final long word)
    {
        return Float.intBitsToFloat((int)word);
    }

    private static boolean booleanOf(final long word)
    {
        return 0 != word;
    }

    private static long wordOf(final double value)
    {
        return Double.doubleToRawLongBits(value);
    }

    private static long wordOf(final float value)
    {
        return Float.floatToRawIntBits(value);
    }

    @Override
    public String toString()
    {
        return "StructLayout{" + type.getName() + ", words=" + writers.length + '}';
    }
}
