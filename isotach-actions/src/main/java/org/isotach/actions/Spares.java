/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * A pool of objects. It drops objects if it has too many; a caller that gets none makes one. All methods are threadsafe
 * and never wait.
 *
 * @param <T> type of the objects.
 */
interface Spares<T>
{
    /**
     * @return an object that was given back, null if none was found.
     */
    T take();

    void give(T object);
}
