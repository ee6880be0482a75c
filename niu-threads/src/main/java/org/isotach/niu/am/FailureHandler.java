/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * Told of each request that will never be answered. It runs at the host that has sent the request, in place of the
 * handler of its reply, and like one: it may not use the port.
 */
@FunctionalInterface
public interface FailureHandler
{
    /**
     * Handles a failure. An exception goes to the error handler of the cluster.
     *
     * @param failure valid until this method returns.
     */
    void handle(Failure failure);
}
