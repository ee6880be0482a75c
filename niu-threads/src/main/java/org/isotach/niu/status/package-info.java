/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Counters of a cluster, and its state at one moment, for people and for programs that watch it.
 */
package org.isotach.niu.status;
