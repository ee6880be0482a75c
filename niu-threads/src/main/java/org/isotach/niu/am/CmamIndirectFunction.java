/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * A function that an indirect message of {@link Cmam} calls: it also gets its own number, by which a program can find
 * what belongs to it.
 */
@FunctionalInterface
public interface CmamIndirectFunction
{
    /**
     * Called by the thread of the receiver, inside one of its calls. The function of a request may reply.
     *
     * @param function number of this function.
     * @param i1       first word.
     * @param i2       second word.
     * @param i3       third word.
     * @param i4       fourth word.
     */
    void call(int function, int i1, int i2, int i3, int i4);
}
