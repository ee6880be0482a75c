/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Actions that hold their variables while a body runs, compared to locks, transactional memories and locks by messages;
 * and the best number of hosts for actions.
 */
package org.isotach.benchmarks.reservations;
