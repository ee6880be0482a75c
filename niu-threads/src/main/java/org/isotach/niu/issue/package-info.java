/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The path of isochrons from the application threads into the units of their host, and the report of their execution
 * (docs/protocol.md, sections 7 and 8). Not for users.
 */
package org.isotach.niu.issue;
