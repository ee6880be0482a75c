/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.memory;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Set;

/**
 * Unchecked access to memory outside the heap by address. It is available if the JVM has {@code sun.misc.Unsafe},
 * allows it, and does not warn of it or {@code isotach.unsafe} asks for it, on processors that allow unaligned words.
 * <p>
 * The class is found by name: it is not a supported part of the JDK, may be missing or denied, and compilers always
 * warn of it. Each access is a constant of a class of its own, which the compiler of the JVM inlines; all of them are
 * null if this memory is not available.
 */
final class UnsafeAccess
{
    private static final int FIRST_JDK_THAT_WARNS = 24;

    // Processors that access words at any address; on others an unaligned word may end the JVM.
    private static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64", "aarch64");

    private static final Object UNSAFE = findUnsafe();

    static final GetByte GET_BYTE = plain(GetByte.class, "getByte");
    static final PutByte PUT_BYTE = plain(PutByte.class, "putByte");
    static final GetInt GET_INT = plain(GetInt.class, "getInt");
    static final PutInt PUT_INT = plain(PutInt.class, "putInt");
    static final GetLong GET_LONG = plain(GetLong.class, "getLong");
    static final PutLong PUT_LONG = plain(PutLong.class, "putLong");
    static final Copy COPY = plain(Copy.class, "copyMemory");
    static final GetLong GET_LONG_VOLATILE = ordered(GetLong.class, "getLongVolatile");
    static final PutLong PUT_LONG_RELEASE = ordered(PutLong.class, "putOrderedLong");
    static final PutLong PUT_LONG_VOLATILE = ordered(PutLong.class, "putLongVolatile");
    static final CompareAndSetLong COMPARE_AND_SET_LONG = ordered(CompareAndSetLong.class, "compareAndSwapLong");

    private UnsafeAccess()
    {
    }

    /**
     * Returns whether this JVM gives access to such memory.
     */
    static boolean isAvailable()
    {
        return null != UNSAFE;
    }

    /**
     * Returns the address of the first byte of a direct buffer, valid while the buffer is reachable.
     */
    static long addressOf(final ByteBuffer bytes)
    {
        try
        {
            return addressOf(UNSAFE, bytes);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private static Object findUnsafe()
    {
        if (!isWanted())
        {
            return null;
        }
        try
        {
            final Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            final Object unsafe = field.get(null);
            // If access is denied, or classes cannot be made at run time, this fails.
            addressOf(unsafe, ByteBuffer.allocateDirect(1));
            plain(unsafe, GetByte.class, "getByte");
            return unsafe;
        }
        catch (final ReflectiveOperationException | RuntimeException | LinkageError | AssertionError ex)
        {
            return null;
        }
    }

    private static boolean isWanted()
    {
        final String wanted = System.getProperty("isotach.unsafe");
        return ARCHITECTURES.contains(System.getProperty("os.arch")) &&
            (null == wanted ? Runtime.version().feature() < FIRST_JDK_THAT_WARNS : Boolean.parseBoolean(wanted));
    }

    private static long addressOf(final Object unsafe, final ByteBuffer bytes) throws ReflectiveOperationException
    {
        final Class<?> type = unsafe.getClass();
        final Object offset = type.getMethod("objectFieldOffset", Field.class)
            .invoke(unsafe, Buffer.class.getDeclaredField("address"));
        return (long)type.getMethod("getLong", Object.class, long.class).invoke(unsafe, bytes, offset);
    }

    private static <T> T plain(final Class<T> type, final String name)
    {
        return isAvailable() ? plain(UNSAFE, type, name) : null;
    }

    private static <T> T plain(final Object unsafe, final Class<T> type, final String name)
    {
        return access(type, name, MethodType.methodType(type, unsafe.getClass()), unsafe);
    }

    /**
     * Methods with a memory order take an object to which the address is relative, null for memory outside the heap.
     */
    private static <T> T ordered(final Class<T> type, final String name)
    {
        return isAvailable() ?
            access(type, name, MethodType.methodType(type, UNSAFE.getClass(), Object.class), UNSAFE, null) : null;
    }

    private static <T> T access(
        final Class<T> type, final String name, final MethodType factoryType, final Object... captured)
    {
        final Method method = type.getDeclaredMethods()[0];
        final MethodType methodType = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        final Class<?> unsafeType = factoryType.parameterType(0);
        final MethodType targetType =
            methodType.insertParameterTypes(0, factoryType.dropParameterTypes(0, 1).parameterList());
        final MethodHandles.Lookup lookup = MethodHandles.lookup();
        try
        {
            final MethodHandle target = lookup.findVirtual(unsafeType, name, targetType);
            return type.cast(LambdaMetafactory
                .metafactory(lookup, method.getName(), factoryType, methodType, target, methodType)
                .getTarget().invokeWithArguments(captured));
        }
        catch (final Throwable ex)
        {
            throw new AssertionError("sun.misc.Unsafe." + name, ex);
        }
    }

    /**
     * Reads a byte.
     */
    interface GetByte
    {
        byte at(long address);
    }

    /**
     * Writes a byte.
     */
    interface PutByte
    {
        void at(long address, byte value);
    }

    /**
     * Reads a 32-bit word.
     */
    interface GetInt
    {
        int at(long address);
    }

    /**
     * Writes a 32-bit word.
     */
    interface PutInt
    {
        void at(long address, int value);
    }

    /**
     * Reads a 64-bit word.
     */
    interface GetLong
    {
        long at(long address);
    }

    /**
     * Writes a 64-bit word.
     */
    interface PutLong
    {
        void at(long address, long value);
    }

    /**
     * Replaces a 64-bit word if it has the expected value.
     */
    interface CompareAndSetLong
    {
        boolean at(long address, long expected, long value);
    }

    /**
     * Copies bytes.
     */
    interface Copy
    {
        void at(long from, long to, long length);
    }
}
