/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

/**
 * Takes the results of operations that its host has issued.
 */
@FunctionalInterface
public interface ReplyHandler
{
    /**
     * A result has arrived. Called once per result, by the one thread that works for the executor of the host at that
     * moment; must not wait. Its exceptions go to the error handler of the cluster.
     *
     * @param slot  the slot that the issuer put into the operation.
     * @param value the result.
     */
    void onReply(int slot, long value);
}
