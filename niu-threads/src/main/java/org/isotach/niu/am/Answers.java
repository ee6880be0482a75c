/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.memory.OffHeapBuffer;

/**
 * Takes the answer to the request whose handler is running.
 */
interface Answers
{
    void checkReplyHandler(int handler);

    void checkTransfer(OffHeapBuffer source, int offset, int length);

    void reply(int handler, long a0, long a1, long a2, long a3);

    void replyTransfer(int handler, OffHeapBuffer source, int offset, int length, long pointer, long argument);

    /**
     * Returns whether there is an answer to the request, after a call that has thrown.
     */
    boolean hasAnswered();
}
