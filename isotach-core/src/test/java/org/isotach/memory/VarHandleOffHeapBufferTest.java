/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.memory;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

/**
 * All that {@link OffHeapBufferTest} says, also on JVMs that use the other kind of buffer.
 */
class VarHandleOffHeapBufferTest extends OffHeapBufferTest
{
    private static final int FIRST_JDK_THAT_WARNS_OF_UNSAFE = 24;

    @Override
    OffHeapBuffer allocate(final long length)
    {
        return OffHeapBuffer.allocate(length, VarHandleOffHeapBuffer::new);
    }

    @Test
    void shouldBeUsedWhereTheJvmWouldWarnOfTheOther()
    {
        final boolean isUnsafe = Runtime.version().feature() < FIRST_JDK_THAT_WARNS_OF_UNSAFE &&
            List.of("amd64", "x86_64", "aarch64").contains(System.getProperty("os.arch"));
        assertEquals(isUnsafe, UnsafeAccess.isAvailable());
        assertSame(
            isUnsafe ? UnsafeOffHeapBuffer.class : VarHandleOffHeapBuffer.class, OffHeapBuffer.allocate(1).getClass());
    }
}
