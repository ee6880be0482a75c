/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What the members of a cluster tell each other (docs/protocol.md, section 19): frames, tokens, credits, results, and
 * that all are there.
 */
package org.isotach.niu.member;
