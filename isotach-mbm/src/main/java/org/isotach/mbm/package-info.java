/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The message based model: isotach messages, which are received in one total order with the operations of their
 * isochrons, and non-isotach messages beside logical time (Ironman sections 6.1 and 6.2).
 * <p>
 * Messages are written into, and read from, memory outside the Java heap, without a copy in between; an isochron of at
 * most 216 bytes is copied on its way, because that costs less than what it saves.
 */
package org.isotach.mbm;
