/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * For tests: clusters, and programs on them, run step by step in an order that a seed determines. Besides, models of
 * what the networks of the papers cost on their machines.
 */
module org.isotach.simulation
{
    requires transitive org.isotach.niu;

    exports org.isotach.simulation;
    exports org.isotach.simulation.cost;
}
