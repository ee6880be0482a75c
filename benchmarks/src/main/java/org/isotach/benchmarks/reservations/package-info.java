/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Actions that hold their variables while a body runs, beside locks, transactional memories and locks by messages; and
 * how many hosts are best for actions.
 */
package org.isotach.benchmarks.reservations;
