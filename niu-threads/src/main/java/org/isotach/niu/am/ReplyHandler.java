/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * Runs at the host that receives a reply, or a broadcast (Martin, HPAM, section 4). It may not use the port: so
 * everything that a request starts comes to an end. It should be short, and must not wait.
 */
@FunctionalInterface
public interface ReplyHandler
{
    /**
     * Handles a reply. An exception goes to the error handler of the cluster; the reply counts as handled.
     *
     * @param reply valid until this method returns.
     */
    void handle(Reply reply);
}
