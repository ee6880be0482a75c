/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * Weakened: all objects of a place have one handle.
 */
final class SameHandles extends ObjectTable
{
    @Override
    long nextUse(final long handle)
    {
        return handle;
    }
}
