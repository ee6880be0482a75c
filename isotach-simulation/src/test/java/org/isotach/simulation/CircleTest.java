/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.isotach.Isochron;
import org.isotach.actions.Isotach;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * No class of the library needs one that needs it, not even through others: each can be read, and changed, with what is
 * below it alone. A class counts together with those inside it.
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

    // Two packages may have a class of the same name.
    private static final String ROOT = "org.isotach.";

    /**
     * By class, what it needs directly.
     */
    private static final Map<String, Set<String>> NEEDS = new TreeMap<>();

    @BeforeAll
    static void readLibrary()
    {
        final JavaClasses library = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.isotach");
        assertTrue(
            library.contain(Isochron.class) && library.contain(Cluster.class) && library.contain(SharedMemory.class) &&
            library.contain(Messaging.class) && library.contain(Isotach.class));
        library.stream().filter(CircleTest::isOfLibrary).forEach(type -> type.getDirectDependenciesFromSelf().stream()
            .map(dependency -> dependency.getTargetClass().getBaseComponentType())
            .filter(CircleTest::isOfLibrary)
            .forEach(needed -> add(outermost(type), outermost(needed))));
    }

    @Test
    void shouldHaveNoCircles()
    {
        final Map<String, Set<String>> rest = new TreeMap<>();
        NEEDS.forEach((type, needed) -> rest.put(type, needed.stream()
            .filter(other -> !FAMILY.contains(arrow(type, other)))
            .collect(Collectors.toCollection(TreeSet::new))));
        // Whatever needs nothing that is left is in no circle.
        boolean isSmaller = true;
        while (isSmaller)
        {
            rest.values().forEach(needed -> needed.retainAll(rest.keySet()));
            isSmaller = rest.values().removeIf(Set::isEmpty);
        }
        FAMILY.forEach(allowed -> assertTrue(
            NEEDS.entrySet().stream().anyMatch(needs ->
                needs.getValue().stream().anyMatch(needed -> allowed.equals(arrow(needs.getKey(), needed)))),
            () -> allowed + ": allowed, and not there any more"));
        assertEquals(Map.of(), rest, "circles, and what needs them: let what is below be given what it needs");
    }

    private static void add(final String type, final String needed)
    {
        if (!type.equals(needed))
        {
            NEEDS.computeIfAbsent(type, key -> new TreeSet<>()).add(needed);
        }
    }

    private static String arrow(final String type, final String needed)
    {
        return type + " -> " + needed;
    }

    /**
     * The simulation is no part of it.
     */
    private static boolean isOfLibrary(final JavaClass type)
    {
        return type.getPackageName().startsWith("org.isotach") &&
            !type.getPackageName().startsWith("org.isotach.simulation");
    }

    private static String outermost(final JavaClass type)
    {
        return type.getEnclosingClass().map(CircleTest::outermost)
            .orElseGet(() -> type.getName().substring(ROOT.length()));
    }
}
