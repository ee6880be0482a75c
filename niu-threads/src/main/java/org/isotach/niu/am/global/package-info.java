/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Memory of all hosts of a cluster that each of them reaches by global pointers, in the manner of Split-C, over active
 * messages. Start with {@link org.isotach.niu.am.global.GlobalMemory}.
 * <pre>
 *                host 0                    host 1                    host 2
 *   offset 0   +----------+              +----------+              +----------+
 *              |          |   put, get   |          |    store     |          |
 *   pointer    |          | ===========&gt; |          | ===========&gt; |          |
 *   (1, 64)    |          | &lt;=========== |64        |              |          |
 *              +----------+              +----------+              +----------+
 * </pre>
 * A pointer is a host and an offset, the same word at all hosts. The thread of a host works on its own part itself, and
 * in the handlers of its port for the others. Long copies into it are made by their senders, see {@link
 * org.isotach.niu.am.global.GlobalPort}.
 */
package org.isotach.niu.am.global;
