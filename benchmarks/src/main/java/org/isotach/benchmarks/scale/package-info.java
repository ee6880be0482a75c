/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The cost of isotach when something is large: the number of hosts and switches, of variables, of operations in one
 * isochron, of reads that wait.
 */
package org.isotach.benchmarks.scale;
