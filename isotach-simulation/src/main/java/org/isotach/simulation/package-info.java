/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Deterministic simulation: whole clusters, and the programs on them, run on one thread, or one thread at a time, in an
 * order that a seed determines. A run that fails once fails again with the same seed.
 */
package org.isotach.simulation;
