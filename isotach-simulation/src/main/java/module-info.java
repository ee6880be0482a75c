/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * For tests: clusters, and programs on them, run step by step in an order that a seed determines.
 */
module org.isotach.simulation
{
    requires transitive org.isotach.niu;

    exports org.isotach.simulation;
}
