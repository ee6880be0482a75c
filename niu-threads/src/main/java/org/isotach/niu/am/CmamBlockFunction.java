/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * A function that a message of {@link Cmam} calls at its receiver, with up to 20 words.
 */
@FunctionalInterface
public interface CmamBlockFunction
{
    /**
     * Called by the thread of the receiver, inside one of its calls. The function of a request may reply.
     *
     * @param block the words, which end with the call.
     * @param nbyte their length in bytes.
     */
    void call(CmamBlock block, int nbyte);
}
