/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.memory;

import org.isotach.Isochron;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Where the JVM puts fields: it may move them about, also into gaps in front of those of the superclass. JOL looks with
 * methods that newer JVMs refuse.
 */
@EnabledForJreRange(max = JRE.JAVA_22)
class PaddedTest
{
    private static final int PADDING = 128;

    @ParameterizedTest
    @ValueSource(classes = { OneBoolean.class, OneReference.class, OneLong.class, Several.class, Isochron.class })
    void shouldKeepFieldsOffWhatLiesInFront(final Class<?> padded)
    {
        for (final FieldLayout field : ClassLayout.parseClass(padded).fields())
        {
            assertTrue(
                Padded.class.getSimpleName().equals(field.classShortName()) || field.offset() >= PADDING,
                field::toString);
        }
    }

    @SuppressWarnings("unused")
    private static final class OneBoolean extends Padded
    {
        private boolean flag;
    }

    @SuppressWarnings("unused")
    private static final class OneReference extends Padded
    {
        private Object reference;
    }

    @SuppressWarnings("unused")
    private static final class OneLong extends Padded
    {
        private long word;
    }

    @SuppressWarnings("unused")
    private static final class Several extends Padded
    {
        private byte small;
        private int number;
        private int another;
        private long word;
    }
}
