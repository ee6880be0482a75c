/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * A function that a message of {@link Cmam} calls at its receiver, with four words.
 */
@FunctionalInterface
public interface CmamFunction
{
    /**
     * Called by the thread of the receiver, inside one of its calls. The function of a request may reply.
     *
     * @param i1 first word.
     * @param i2 second word.
     * @param i3 third word.
     * @param i4 fourth word.
     */
    void call(int i1, int i2, int i3, int i4);
}
