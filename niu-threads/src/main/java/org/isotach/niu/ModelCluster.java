/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.HostExpelledException;
import org.isotach.niu.status.StatusSource;

/**
 * The interface of a cluster for the authors of models, besides the one for applications ({@link Cluster}). Use it to
 * add a model once, and to tell what the model waits for. See {@link Cluster#models()}; each host has a {@link
 * ModelHost}.
 * <p>
 * All methods are threadsafe.
 */
public interface ModelCluster
{
    /**
     * Refuses to add a model to this cluster if the cluster has one for the same operations, or is already in use. Call
     * this before creating anything for the model.
     *
     * @param family operation family of the model.
     * @param model  name of the model in messages: the name of the class whose {@code on()} adds it.
     * @throws IllegalArgumentException when the family is out of range.
     * @throws IllegalStateException    when the cluster has a model for the family, or when an isochron, a signal, or a
     *                                  participation in a barrier has been issued.
     * @throws HostExpelledException    when a host was expelled.
     */
    void checkMayAdd(int family, String model);

    /**
     * Adds a source that is asked, from now on, which hosts hold others up. {@link Cluster#stalls()} has its answers.
     *
     * @param source the source to ask.
     */
    void addStallSource(StallSource source);

    /**
     * Adds a source that is asked, from now on, which variables are reserved. {@link Cluster#status()} has its answers.
     *
     * @param source the source to ask.
     */
    void addStatusSource(StatusSource source);
}
