/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Threads and ownership: units, their owners, the threads of a cluster, doorbells and handlers (docs/protocol.md,
 * sections 13 and 18). Not for users.
 */
package org.isotach.niu.thread;
