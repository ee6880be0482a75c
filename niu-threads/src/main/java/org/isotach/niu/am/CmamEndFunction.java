/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * Called when a segment of {@link Cmam} is complete.
 */
@FunctionalInterface
public interface CmamEndFunction
{
    /**
     * Called by the thread of the owner, inside one of its calls. The segment is closed already.
     *
     * @param info what its owner has given.
     * @param base where it begins, in bytes.
     */
    void call(Object info, int base);
}
