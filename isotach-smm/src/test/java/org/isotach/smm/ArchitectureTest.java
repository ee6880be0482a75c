/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.isotach.niu.Cluster;
import org.isotach.test.ProductionClasses;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

import java.util.ArrayList;
import java.util.List;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Arrows between the library modules, and what the libraries show to their users.
 */
@DisabledIfSystemProperty(
    named = "isotach.paranoid", matches = "true", disabledReason = "looks at classes, without it in every build")
final class ArchitectureTest
{
    private static final String NIU = "org.isotach.niu..";

    private static final String SMM = "org.isotach.smm..";

    /**
     * Public because packages are more than one, and in no published Javadoc.
     */
    private static final DescribedPredicate<JavaClass> INTERNAL = resideInAPackage("org.isotach.niu..")
        .and(not(resideInAnyPackage("org.isotach.niu", "org.isotach.niu.spi"))).as("internal");

    private static final DescribedPredicate<JavaClass> CORE_CLASS =
        resideInAPackage("org.isotach..").and(not(resideInAnyPackage(NIU, SMM))).as("isotach-core");

    /**
     * Everything by which a dependency could reach the raw memory access of the JDK. The core does so where the JVM
     * does not mind, but knows the class by its name alone.
     */
    private static final DescribedPredicate<JavaClass> RAW_MEMORY = resideInAnyPackage(
        "sun.misc..",
        "jdk.internal..",
        "org.agrona.concurrent.ringbuffer..",
        "org.agrona.concurrent.broadcast..",
        "org.agrona.concurrent.status..")
        .or(named(
            "org.agrona.BufferUtil",
            "org.agrona.DirectBuffer",
            "org.agrona.MutableDirectBuffer",
            "org.agrona.UnsafeAccess",
            "org.agrona.UnsafeApi",
            "org.agrona.concurrent.AtomicBuffer",
            "org.agrona.concurrent.ManyToManyConcurrentArrayQueue",
            "org.agrona.concurrent.ManyToOneConcurrentArrayQueue",
            "org.agrona.concurrent.ManyToOneConcurrentLinkedQueue",
            "org.agrona.concurrent.MemoryAccess",
            "org.agrona.concurrent.OneToOneConcurrentArrayQueue",
            "org.agrona.concurrent.UnsafeBuffer",
            "org.jctools.util.UnsafeAccess",
            "org.jctools.util.UnsafeRefArrayAccess",
            "org.jctools.util.UnsafeLongArrayAccess"))
        // The queues without raw memory access lie in org.jctools.queues.varhandle and atomic.
        .or(resideInAPackage("org.jctools.queues")
            .and(DescribedPredicate.describe("a class", type -> !type.isInterface())))
        .as("raw memory access");

    private static final DescribedPredicate<JavaClass> FOREIGN = resideInAnyPackage(
        "org.agrona..",
        "com.lmax..",
        "org.jctools..");

    private static JavaClasses production;

    @BeforeAll
    static void importProductionClasses()
    {
        production = ProductionClasses.imported();
    }

    @Test
    void productionClassesAreSeenAndTestsAreNot()
    {
        assertTrue(production.stream().anyMatch(CORE_CLASS), "isotach-core");
        assertTrue(production.contain(Cluster.class), "niu-threads");
        assertTrue(production.contain(SharedMemory.class), "isotach-smm");
        assertFalse(production.contain(ArchitectureTest.class), "tests");
        assertFalse(production.contain(ProductionClasses.class), "what tests share");
    }

    @Test
    void coreKnowsNobodyAboveIt()
    {
        check(noClasses().that(CORE_CLASS)
            .should().dependOnClassesThat(resideInAnyPackage(NIU, SMM)));
    }

    @Test
    void niuDoesNotKnowSmm()
    {
        check(noClasses().that().resideInAPackage(NIU)
            .should().dependOnClassesThat().resideInAPackage(SMM));
    }

    @Test
    void packagesFormNoCycle()
    {
        check(slices().assignedFrom(new SliceAssignment()
        {
            @Override
            public SliceIdentifier getIdentifierOf(final JavaClass type)
            {
                return type.getPackageName().startsWith("org.isotach") ?
                    SliceIdentifier.of(type.getPackageName()) : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription()
            {
                return "packages";
            }
        }).should().beFreeOfCycles());
    }

    @Test
    void nobodyUsesRawMemory()
    {
        check(noClasses()
            .should().dependOnClassesThat(RAW_MEMORY));
    }

    @Test
    void nobodyShowsForeignTypes()
    {
        check(classes().that(DescribedPredicate.describe("are visible to users", ArchitectureTest::isVisible))
            .and(not(INTERNAL))
            .should(new ArchCondition<>("show no type of agrona, disruptor or jctools")
            {
                @Override
                public void check(final JavaClass type, final ConditionEvents events)
                {
                    checkSignatures(type, events);
                }
            }));
    }

    private static void check(final ArchRule rule)
    {
        rule.allowEmptyShould(true).check(production);
    }

    private static DescribedPredicate<JavaClass> named(final String... names)
    {
        final List<String> list = List.of(names);
        // A nested class counts as the class around it.
        return DescribedPredicate.describe("named " + list, type -> list.stream().anyMatch(
            name -> type.getName().equals(name) || type.getName().startsWith(name + "$")));
    }

    private static boolean isVisible(final JavaClass type)
    {
        final boolean open = type.getModifiers().contains(JavaModifier.PUBLIC) ||
            type.getModifiers().contains(JavaModifier.PROTECTED);
        return open && type.getEnclosingClass().map(ArchitectureTest::isVisible).orElse(true);
    }

    private static boolean isVisible(final JavaMember member)
    {
        return member.getModifiers().contains(JavaModifier.PUBLIC) ||
            member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static void checkSignatures(final JavaClass type, final ConditionEvents events)
    {
        type.getSuperclass().ifPresent(superclass -> checkType(type, superclass, type.getName(), events));
        type.getInterfaces().forEach(implemented -> checkType(type, implemented, type.getName(), events));
        type.getTypeParameters().forEach(parameter -> checkType(type, parameter, type.getName(), events));
        type.getFields().stream().filter(ArchitectureTest::isVisible).forEach(
            field -> checkType(type, field.getType(), field.getFullName(), events));
        type.getCodeUnits().stream().filter(ArchitectureTest::isVisible).forEach(
            unit -> typesOf(unit).forEach(shown -> checkType(type, shown, unit.getFullName(), events)));
    }

    private static List<JavaType> typesOf(final JavaCodeUnit unit)
    {
        final List<JavaType> types = new ArrayList<>(unit.getParameterTypes());
        types.addAll(unit.getTypeParameters());
        types.addAll(unit.getExceptionTypes());
        types.add(unit.getReturnType());
        return types;
    }

    private static void checkType(
        final JavaClass owner, final JavaType shown, final String where, final ConditionEvents events)
    {
        shown.getAllInvolvedRawTypes().stream().map(JavaClass::getBaseComponentType).filter(FOREIGN).forEach(
            foreign -> events.add(SimpleConditionEvent.violated(
                owner, where + " shows " + foreign.getName())));
    }
}
