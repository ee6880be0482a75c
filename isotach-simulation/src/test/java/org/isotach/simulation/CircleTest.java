/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import org.isotach.Isochron;
import org.isotach.actions.Isotach;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.smm.SharedMemory;
import org.isotach.test.Circles;
import org.isotach.test.ProductionClasses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * No class of the library needs one that needs it, not even through others: each can be read, and changed, with what is
 * below it alone.
 */
@DisabledIfSystemProperty(
    named = "isotach.paranoid", matches = "true", disabledReason = "looks at classes, without it in every build")
class CircleTest
{
    /**
     * An abstract class may know the implementations beside it, which it makes.
     */
    private static final Set<String> FAMILY = Set.of(
        "memory.OffHeapBuffer -> memory.UnsafeOffHeapBuffer",
        "memory.OffHeapBuffer -> memory.VarHandleOffHeapBuffer");

    @Test
    void shouldHaveNoCircles()
    {
        final JavaClasses library = ProductionClasses.imported();
        assertTrue(
            library.contain(Isochron.class) && library.contain(Cluster.class) && library.contain(SharedMemory.class) &&
            library.contain(Messaging.class) && library.contain(Isotach.class) && library.contain(Simulation.class));
        Circles.assertNone(library, FAMILY);
    }
}
