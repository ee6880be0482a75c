/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import com.tngtech.archunit.core.domain.JavaClasses;

import org.isotach.niu.Cluster;
import org.isotach.test.ProductionClasses;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the message based model knows of the other modules, and they of it.
 */
@DisabledIfSystemProperty(
    named = "isotach.paranoid", matches = "true", disabledReason = "looks at classes, without it in every build")
class ArchitectureTest
{
    private static final String MBM = "org.isotach.mbm..";

    private static JavaClasses production;

    @BeforeAll
    static void importProductionClasses()
    {
        production = ProductionClasses.imported();
    }

    @Test
    void shouldSeeProductionClassesOnly()
    {
        assertTrue(production.contain(Cluster.class), "niu-threads");
        assertTrue(production.contain(Messaging.class), "isotach-mbm");
        assertFalse(production.contain(ArchitectureTest.class), "tests");
        assertFalse(production.contain(ProductionClasses.class), "what tests share");
    }

    @Test
    void shouldKnowNothingButCoreNiuAndTheJdk()
    {
        classes().that().resideInAPackage(MBM)
            .should().onlyDependOnClassesThat(
                resideInAnyPackage(
                    "org.isotach",
                    "org.isotach.mbm",
                    "org.isotach.memory",
                    "org.isotach.niu",
                    "org.isotach.niu.execute",
                    "org.isotach.niu.link",
                    "org.isotach.niu.spi",
                    "org.isotach.niu.status",
                    "org.isotach.niu.trace",
                    "java.."))
            .check(production);
    }

    @Test
    void shouldBeKnownToNobodyBelow()
    {
        noClasses().that().resideOutsideOfPackage(MBM)
            .should().dependOnClassesThat(resideInAPackage(MBM))
            .check(production);
    }
}
