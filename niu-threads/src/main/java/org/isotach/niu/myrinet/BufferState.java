/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

/**
 * What the holder of a {@link Buffer} may do with it. It is the state of the handle: a buffer that has been sent is
 * {@link #LENT} for the handle of its sender, and {@link #RECEIVED} for the handle that its receiver gets.
 * <pre>
 *            tryBuffer            send, lend
 *    FREE -------------&gt; OWNED -----------------&gt; LENT
 *      ^       free        |   &lt;- - - - - - - - -   |
 *      +-------------------+     back, after lend   | free, after lend
 *      +--------------------------------------------+
 *
 *            tryReceive             send
 *    FREE --------------&gt; RECEIVED --------&gt; LENT
 *      ^         free        |
 *      +---------------------+
 * </pre>
 */
public enum BufferState
{
    /**
     * In no use: everything throws {@link IllegalStateException}, but questions about its state and {@link
     * Buffer#capacity()}.
     */
    FREE,

    /**
     * Taken from the pool of the own host: may be read, written, sent and freed.
     */
    OWNED,

    /**
     * Sent. Everything throws as for {@link #FREE}; only a buffer that was lent can be freed, and belongs to
     * this handle again when its receivers have freed it.
     */
    LENT,

    /**
     * Received: may be read, written (but not if it is shared by several receivers), sent on and freed.
     */
    RECEIVED
}
