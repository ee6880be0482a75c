/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Faults of links, for tests: how a link with faults alters what it carries (docs/protocol.md, section 17). Not for
 * users.
 */
package org.isotach.niu.fault;
