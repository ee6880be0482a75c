/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Waiting application threads: how they park, wake up and give up (docs/protocol.md, section 13). Not for users.
 */
package org.isotach.niu.wait;
