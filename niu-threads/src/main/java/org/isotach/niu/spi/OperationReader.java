/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import org.isotach.memory.OffHeapBuffer;

/**
 * Describes the operations of a model, for people who look at a trace. It keeps no state and touches none of the model,
 * so any thread may call it at any time.
 */
@FunctionalInterface
public interface OperationReader
{
    /**
     * Describes one operation, as one host executes it.
     *
     * @param frame     memory that holds the operation.
     * @param offset    index in bytes of its header.
     * @param available number of bytes that are available, at least 8: a long operation may have been cut.
     * @param host      number of the host that executes it.
     * @param listener  receives the meaning of the operation, and its effects at that host.
     */
    void read(OffHeapBuffer frame, int offset, int available, int host, OperationListener listener);
}
