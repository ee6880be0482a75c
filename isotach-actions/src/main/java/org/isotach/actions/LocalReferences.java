/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.Consumer;

import org.isotach.mbm.MessagePort;

/**
 * The objects of {@link IsoReference}s in one JVM. Whoever replaces an object puts the new one into the table before,
 * and retires the old one after. All methods are threadsafe.
 */
final class LocalReferences extends References
{
    private final ObjectTable table = new ObjectTable();

    /**
     * @return a handle for an object to which a variable will refer.
     */
    long add(final Object object)
    {
        return null == object ? NULL : table.add(object);
    }

    @Override
    Object find(final long handle)
    {
        return table.get(handle);
    }

    @Override
    void remove(final long handle)
    {
        table.remove(handle);
    }

    @Override
    int size()
    {
        return table.size();
    }

    @Override
    long assign(
        final long before,
        final Object object,
        final Consumer<Consumer<MessagePort>> enclosures,
        final Object variable)
    {
        return add(object);
    }

    @Override
    void notAssigned(final long handle)
    {
        remove(handle);
    }

    @Override
    void replaced(final long before)
    {
        retire(before);
    }
}
