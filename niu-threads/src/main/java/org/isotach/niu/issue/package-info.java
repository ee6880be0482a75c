/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * How isochrons of the application threads get into the units of their host, and who is told what has become of
 * them (docs/protocol.md, sections 7 and 8). Not for users.
 */
package org.isotach.niu.issue;
