/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Faults of links, for tests: what a link with faults does to what it carries (docs/protocol.md, section 17). Not for
 * users.
 */
package org.isotach.niu.fault;
