/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * Objects that threads put there for a while, each thread near its own place, without allocation. All methods are
 * threadsafe, and wait for nobody.
 *
 * @param <T> type of the objects, which are compared by identity.
 */
final class Registry<T>
{
    /**
     * Place of what is in no bucket.
     */
    static final int NO_PLACE = -1;

    private static final int BUCKET = 8;
    private static final int BUCKETS = 128;

    private final AtomicReferenceArray<T> places = new AtomicReferenceArray<>(BUCKET * BUCKETS);

    // Of threads whose bucket is full.
    private final ConcurrentMap<T, T> others = new ConcurrentHashMap<>();

    /**
     * @return the place, for {@link #remove}.
     */
    int add(final T object)
    {
        final int first = bucket();
        for (int place = first; place < first + BUCKET; place++)
        {
            // Volatile: who looks for the object after this finds it. Partners: first(), forEach().
            if (null == places.getPlain(place) && places.compareAndSet(place, null, object))
            {
                return place;
            }
        }
        others.put(object, object);
        return NO_PLACE;
    }

    void remove(final T object, final int place)
    {
        if (NO_PLACE == place)
        {
            others.remove(object);
        }
        else
        {
            // Release: who finds the place free may use it. Partner: add().
            places.setRelease(place, null);
        }
    }

    boolean isWithoutOthers()
    {
        return others.isEmpty();
    }

    /**
     * Of the bucket of the calling thread; what it has put there itself it finds.
     *
     * @param index 0 .. {@link #BUCKET} - 1.
     * @return what is there, null if nothing.
     */
    T own(final int index)
    {
        return places.getOpaque(bucket() + index);
    }

    static int ownPlaces()
    {
        return BUCKET;
    }

    void forEachOther(final Consumer<? super T> action)
    {
        others.keySet().forEach(action);
    }

    void forEach(final Consumer<? super T> action)
    {
        for (int place = 0; place < places.length(); place++)
        {
            // Partner: add().
            final T object = places.get(place);
            if (null != object)
            {
                action.accept(object);
            }
        }
        forEachOther(action);
    }

    private static int bucket()
    {
        return BUCKET * Slots.place(Thread.currentThread(), BUCKETS);
    }
}
