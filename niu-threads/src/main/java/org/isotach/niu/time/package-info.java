/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Logical time: the token managers, the tokens of a host, and its clock, with rules 1, 2 and 5 (docs/protocol.md,
 * sections 2 to 4). Not for users.
 */
package org.isotach.niu.time;
