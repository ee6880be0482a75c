/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * A function that an indirect message of {@link Cmam} calls, with up to 20 words and its own number.
 */
@FunctionalInterface
public interface CmamIndirectBlockFunction
{
    /**
     * Called by the thread of the receiver, inside one of its calls. The function of a request may reply.
     *
     * @param function number of this function.
     * @param block    the words, which end with the call.
     * @param nbyte    their length in bytes.
     */
    void call(int function, CmamBlock block, int nbyte);
}
