/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The sending side: batches of isochrons, the switch interface unit, which stamps, and the LANai, which sends
 * (docs/protocol.md, sections 2, 3 and 8). Not for users.
 */
package org.isotach.niu.send;
