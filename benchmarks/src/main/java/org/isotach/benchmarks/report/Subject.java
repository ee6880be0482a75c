/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

/**
 * One of those that a section compares: a bar in each group, or a line.
 *
 * @param name          as tables and charts call it.
 * @param configuration of its benchmark, but for the parameter on the x axis.
 * @param isOwn         whether it is this library; what it allocates is a target.
 * @param warmup        iterations that are not counted, until it is compiled.
 */
record Subject(String name, Configuration configuration, boolean isOwn, int warmup)
{
}
