/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Finds classes that need ones that need them, also through others. A class counts together with those inside it.
 */
public final class Circles
{
    // Two packages may have a class of the same name.
    private static final String ROOT = "org.isotach.";

    private Circles()
    {
    }

    /**
     * Fails if there are any.
     *
     * @param classes the classes of one or more modules.
     * @param allowed arrows that do not count, as "package.Class -> package.Class" below org.isotach; each must be
     *                there.
     */
    public static void assertNone(final JavaClasses classes, final Set<String> allowed)
    {
        final Map<String, Set<String>> needs = needs(classes);
        final Set<String> arrows = needs.entrySet().stream()
            .flatMap(entry -> entry.getValue().stream().map(needed -> arrow(entry.getKey(), needed)))
            .collect(Collectors.toSet());
        allowed.forEach(arrow -> assertTrue(arrows.contains(arrow), arrow + ": allowed, and not there any more"));

        final Map<String, Set<String>> rest = new TreeMap<>();
        needs.forEach((type, needed) -> rest.put(type, needed.stream()
            .filter(other -> !allowed.contains(arrow(type, other)))
            .collect(Collectors.toCollection(TreeSet::new))));
        // Whatever needs nothing that is left is in no circle.
        boolean isSmaller = true;
        while (isSmaller)
        {
            rest.values().forEach(needed -> needed.retainAll(rest.keySet()));
            isSmaller = rest.values().removeIf(Set::isEmpty);
        }
        assertEquals(Map.of(), rest, "circles, and what needs them: let what is below be given what it needs");
    }

    /**
     * By class, what it needs directly.
     */
    private static Map<String, Set<String>> needs(final JavaClasses classes)
    {
        final Map<String, Set<String>> needs = new TreeMap<>();
        classes.forEach(type -> type.getDirectDependenciesFromSelf().stream()
            .map(dependency -> dependency.getTargetClass().getBaseComponentType())
            .filter(classes::contains)
            .forEach(needed ->
            {
                if (!outermost(type).equals(outermost(needed)))
                {
                    needs.computeIfAbsent(outermost(type), key -> new TreeSet<>()).add(outermost(needed));
                }
            }));
        return needs;
    }

    private static String arrow(final String type, final String needed)
    {
        return type + " -> " + needed;
    }

    private static String outermost(final JavaClass type)
    {
        return type.getEnclosingClass().map(Circles::outermost)
            .orElseGet(() -> type.getName().substring(ROOT.length()));
    }
}
