/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * Runs at the host that receives a request (Martin, HPAM, section 4). It runs to completion on the thread that polls
 * the port, and everything else at that host waits meanwhile, so it should be short. It may reply, once; it may use the
 * port for nothing else, and must not wait.
 */
@FunctionalInterface
public interface RequestHandler
{
    /**
     * Handles a request. If it does not reply, an empty reply frees the place of the request at its sender. An
     * exception goes to the error handler of the cluster; the request counts as handled.
     *
     * @param request valid until this method returns.
     */
    void handle(Request request);
}
