/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views;

import org.isotach.IsotachException;
import org.isotach.niu.spi.View;

/**
 * Keeps the view in force of each cluster, for each of its launches, outside of all of them. It must be one for all
 * members, whatever fails: what it has taken it never forgets while the launch lasts, and of two calls that expect
 * the same it takes one. What it has of launches that have ended may be deleted by hand, where it can be. A {@link
 * ViewRegister} does the rest. Threadsafe.
 */
public interface ViewStore
{
    /**
     * Largest length of a name.
     */
    int MAX_NAME_LENGTH = 255;

    /**
     * Returns the view in force.
     *
     * @param cluster name of the cluster, with that of its launch: 1 to {@value #MAX_NAME_LENGTH} characters.
     * @return the view; null if there is none of that name.
     * @throws IsotachException if it is of no use to try again.
     * @throws Exception        if the store cannot be reached, or anything else has gone wrong.
     */
    View read(String cluster) throws Exception;

    /**
     * Puts a view into force, if another one is: a single step, whoever else tries.
     *
     * @param cluster  name of the cluster.
     * @param expected view that must be in force; null if there must be none.
     * @param next     view that follows.
     * @return false if another view is in force; then nothing has changed.
     * @throws IsotachException if it is of no use to try again; then nothing has changed.
     * @throws Exception        if the store cannot be reached, or anything else has gone wrong; the view may be in
     *                          force nevertheless, now or later, as long as the expected one is.
     */
    boolean compareAndSet(String cluster, View expected, View next) throws Exception;
}
