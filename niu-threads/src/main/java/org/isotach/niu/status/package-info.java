/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Counters and status of a cluster, for people and for programs that monitor it.
 */
package org.isotach.niu.status;
