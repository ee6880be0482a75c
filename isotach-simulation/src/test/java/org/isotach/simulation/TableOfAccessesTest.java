/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the table of accesses in docs/protocol.md names is there.
 */
@DisabledIfSystemProperty(
    named = "isotach.paranoid", matches = "true", disabledReason = "looks at classes, without it in every build")
class TableOfAccessesTest
{
    private static final Pattern MEMBER = Pattern.compile("`([A-Z]\\w+\\.\\w+)`");
    private static final int FEW = 50;

    @Test
    void shouldNameMembersThatClassesHaveOrInherit() throws Exception
    {
        final Set<String> members = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.isotach").stream()
            .flatMap(type -> type.getAllMembers().stream().map(member -> type.getSimpleName() + '.' + member.getName()))
            .collect(Collectors.toSet());
        final String protocol = Files.readString(Path.of("..", "docs", "protocol.md"));
        final Set<String> named = new TreeSet<>();
        final Matcher matcher = MEMBER.matcher(
            protocol.substring(protocol.indexOf("\n## 14. "), protocol.indexOf("\n## 15. ")));
        while (matcher.find())
        {
            named.add(matcher.group(1));
        }
        assertTrue(named.size() > FEW, () -> "the table has another form: " + named);
        named.removeAll(members);
        assertEquals(Set.of(), named);
    }
}
