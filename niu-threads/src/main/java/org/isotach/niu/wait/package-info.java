/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * How an application thread waits, parks, is woken and gives up (docs/protocol.md, section 13). Not for users.
 */
package org.isotach.niu.wait;
