/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The message based model: isotach messages, which all hosts receive in one total order together with the operations of
 * their isochrons, and non-isotach messages outside logical time (Ironman sections 6.1 and 6.2).
 * <p>
 * Messages are written into, and read from, memory outside the Java heap, without a copy in between. An isochron of at
 * most 216 bytes is copied on its way, because the copy costs less than it saves.
 */
package org.isotach.mbm;
