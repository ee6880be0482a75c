/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Markers become notices, which all hosts take in the same order (docs/protocol.md, section 11). Not for users.
 */
package org.isotach.niu.notice;
