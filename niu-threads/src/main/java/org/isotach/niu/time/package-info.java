/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Logical time: the token managers, and the tokens of a host, with rule 2 (docs/protocol.md, sections 2 to 4). Not for
 * users.
 */
package org.isotach.niu.time;
