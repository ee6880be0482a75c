/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

/**
 * One of the subjects of a section: a bar in each group, or a line.
 *
 * @param name          in tables and charts.
 * @param configuration of its benchmark, without the parameter on the x axis.
 * @param isOwn         true for this library; its allocation is a target.
 * @param warmup        iterations that are not counted, until it is compiled.
 */
record Subject(String name, Configuration configuration, boolean isOwn, int warmup)
{
}
