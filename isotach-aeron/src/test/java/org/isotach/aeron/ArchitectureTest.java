/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.util.Set;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import org.isotach.aeron.views.ViewRegister;
import org.isotach.aeron.views.replicated.ViewNode;
import org.isotach.niu.Cluster;
import org.isotach.test.Circles;
import org.isotach.test.ProductionClasses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the packages of this module know of each other, and that no class is in a circle.
 */
@DisabledIfSystemProperty(
    named = "isotach.paranoid", matches = "true", disabledReason = "looks at classes, without it in every build")
class ArchitectureTest
{
    private static final String AERON = "org.isotach.aeron";
    private static final JavaClasses PRODUCTION = ProductionClasses.imported();

    @Test
    void shouldHaveNoCircles()
    {
        assertTrue(PRODUCTION.contain(AeronTrunks.class) && PRODUCTION.contain(ViewRegister.class) &&
            PRODUCTION.contain(ViewNode.class) && PRODUCTION.contain(Cluster.class));
        Circles.assertNone(
            PRODUCTION.that(DescribedPredicate.describe("of this module",
                (final JavaClass type) -> type.getPackageName().startsWith(AERON))),
            Set.of());
    }

    @Test
    void shouldBeKnownToNobodyBelow()
    {
        noClasses().that().resideOutsideOfPackage(AERON + "..")
            .should().dependOnClassesThat().resideInAPackage(AERON + "..")
            .check(PRODUCTION);
    }

    @Test
    void shouldLetRegistersKnowNothingOfTrunksNorOfNodes()
    {
        noClasses().that().resideInAPackage(AERON + ".views")
            .should().dependOnClassesThat().resideInAnyPackage(AERON, AERON + ".views.replicated")
            .check(PRODUCTION);
    }
}
