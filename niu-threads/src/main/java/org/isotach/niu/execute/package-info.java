/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The receiving side: executes frames in the order of their timestamps and senders, and delivers their contents to the
 * application (docs/protocol.md, sections 5 and 10). Not for users.
 */
package org.isotach.niu.execute;
