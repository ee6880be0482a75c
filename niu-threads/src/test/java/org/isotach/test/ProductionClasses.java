/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/**
 * The classes of the library modules, for rules about what they know of each other.
 */
public final class ProductionClasses
{
    private ProductionClasses()
    {
    }

    /**
     * Those on the class path, without tests, and without what tests share: a folder while Maven tests, a jar when it
     * packages as well.
     *
     * @return the classes.
     */
    public static JavaClasses imported()
    {
        return new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("org.isotach");
    }
}
