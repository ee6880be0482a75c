/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A set to which threads add objects for a while. Each thread uses its own bucket first, and nothing is allocated. All
 * methods are threadsafe and never wait.
 *
 * @param <T> type of the objects, which are compared by identity.
 */
final class Registry<T>
{
    /**
     * Number of places that a thread finds its own objects in; {@link #isClear} looks at as many.
     */
    static final int OWN_PLACES = 2;

    /**
     * Never a place of an object; removing it has no effect.
     */
    static final int NO_PLACE = Integer.MIN_VALUE;

    private static final int BUCKET = OWN_PLACES;
    private static final int BUCKETS = 1024;

    private static final VarHandle PLACES = MethodHandles.arrayElementVarHandle(Object[].class);

    private final Object[] places = new Object[BUCKET * BUCKETS];

    // Objects of threads whose bucket is full, by places of their own, below 0: an object may be added again before it
    // is removed.
    private final ConcurrentMap<Integer, T> others = new ConcurrentHashMap<>();
    private final AtomicInteger otherPlaces;

    // Set before the first of them is added, and for ever: asking the map takes longer.
    private volatile boolean hasHadOthers;

    Registry()
    {
        this(0);
    }

    /**
     * @param others 0; another number for tests, as if so many objects had had no place of their own.
     */
    Registry(final int others)
    {
        otherPlaces = new AtomicInteger(-others);
    }

    /**
     * @return the place of the object, for {@link #remove}.
     */
    int add(final T object)
    {
        final int first = bucket();
        for (int place = first; place < first + BUCKET; place++)
        {
            // Volatile: a thread that looks for the object after this finds it. Partner: forEach().
            if (null == places[place] && PLACES.compareAndSet(places, place, null, object))
            {
                return place;
            }
        }
        hasHadOthers = true;
        int place = NO_PLACE;
        while (NO_PLACE == place)
        {
            place = otherPlaces.decrementAndGet() | Integer.MIN_VALUE;
        }
        others.put(place, object);
        return place;
    }

    void remove(final int place)
    {
        if (place < 0)
        {
            others.remove(place);
        }
        else
        {
            // Release: a thread that finds the place free may use it. Partner: add().
            PLACES.setRelease(places, place, null);
        }
    }

    /**
     * Returns whether the calling thread has nothing here, as its own places are free, and nobody needs others. Each
     * call of the library asks this, so it is done in a few instructions, without a loop.
     *
     * @return false if it may have something.
     */
    boolean isClear()
    {
        final Object[] all = places;
        final int first = bucket();
        return null == all[first + 1] && null == all[first] && isWithoutOthers();
    }

    boolean isWithoutOthers()
    {
        return !hasHadOthers || others.isEmpty();
    }

    /**
     * Returns the first place of the calling thread. There, and in the {@link #OWN_PLACES} - 1 places behind it, the
     * thread finds everything that it has put there itself.
     */
    static int ownPlace()
    {
        return bucket();
    }

    /**
     * @param place a place of the calling thread.
     * @return the object there, null if there is none.
     */
    @SuppressWarnings("unchecked")
    T own(final int place)
    {
        // Plain: what counts is what this thread has written itself.
        return (T)places[place];
    }

    void forEachOther(final Consumer<? super T> action)
    {
        others.values().forEach(action);
    }

    @SuppressWarnings("unchecked")
    void forEach(final Consumer<? super T> action)
    {
        for (int place = 0; place < places.length; place++)
        {
            // Volatile. Partner: add().
            final T object = (T)PLACES.getVolatile(places, place);
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
