/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.readme;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

import org.isotach.readme.DocumentPrograms.Block;
import org.isotach.test.JavaProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What documents for users show compiles without a warning, and prints what they say.
 */
class DocumentsTest
{
    private static final Path ROOT = Path.of("..");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = { "README.md", "docs/guide.md", "docs/several-jvms.md", "docs/endpoints.md" })
    void shouldCompileAndPrintWhatItSays(final String document) throws Exception
    {
        final DocumentPrograms shown = new DocumentPrograms(Files.readString(ROOT.resolve(document)));

        for (final Block program : shown.programs())
        {
            final String name = DocumentPrograms.classOf(program);
            assertEquals(
                program.expected(),
                JavaProgram.run(Files.createDirectory(folder.resolve(name)), name, program.code()),
                () -> document + ':' + program.line());
        }
        for (final Block module : shown.modules())
        {
            compileModule(module.code());
        }
        final String[] printed = JavaProgram.run(folder, DocumentPrograms.BLOCKS, shown.program())
            .split("\\s*" + DocumentPrograms.END_OF_BLOCK + "\\s*", -1);
        for (int i = 0; i < shown.blocks().size(); i++)
        {
            final Block block = shown.blocks().get(i);
            assertEquals(block.expected(), printed[i], () -> document + ':' + block.line());
        }
    }

    /**
     * Blocks for one JDK, which may use its previews. They are programs.
     */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, max = JRE.JAVA_25)
    void shouldRunWhatIsForOneJdk() throws Exception
    {
        final String guide = Files.readString(ROOT.resolve("docs").resolve("guide.md"));
        final Matcher block = Pattern.compile(
            "```java jdk25\n(?<code>.*?)```\n\n```text\n(?<text>.*?)```\n", Pattern.DOTALL).matcher(guide);
        int found = 0;
        while (block.find())
        {
            found++;
            final Path file = folder.resolve("Scope" + found + ".java");
            Files.writeString(file, block.group("code"));
            final Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-preview",
                "--source", "25", "-cp", System.getProperty("java.class.path"), file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
            final String output = new String(process.getInputStream().readAllBytes());
            assertEquals(0, process.waitFor(), output);
            assertEquals(block.group("text").strip(), output.strip());
        }
        assertEquals(1, found);
    }

    @Test
    void shouldFindAllThatTheGuideShows() throws Exception
    {
        final String guide = Files.readString(ROOT.resolve("docs").resolve("guide.md"));
        final DocumentPrograms shown = new DocumentPrograms(guide);

        assertEquals(1, shown.programs().size());
        assertEquals(1, shown.modules().size());
        assertEquals(
            guide.split("```java\n", -1).length - 1,
            shown.programs().size() + shown.modules().size() + shown.blocks().size());
        assertFalse(shown.blocks().stream().allMatch(block -> block.expected().isEmpty()));
    }

    @Test
    void shouldPutABlockWhereTheCommentSays()
    {
        final DocumentPrograms shown = new DocumentPrograms("""
            a
            <!-- around:
            import java.util.regex.Pattern;
            int before = 1;
            ...
            int after = 2;
            -->
            ```java
            int block = before;
            ```

            ```text
            printed
            ```
            b
            """);

        final Block block = shown.blocks().get(0);
        assertEquals("printed", block.expected());
        assertEquals(9, block.line());
        assertEquals(
            "import java.util.regex.Pattern;\nint before = 1;\nint block = before;\n\nint after = 2;\n", block.code());
        assertTrue(shown.program().contains("\nimport java.util.regex.Pattern;\n\npublic class "), shown.program());
    }

    private void compileModule(final String code) throws Exception
    {
        final Path source = Files.createDirectory(folder.resolve("module"));
        final String modulePath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> isModule(Path.of(entry)))
            .collect(Collectors.joining(File.pathSeparator));
        final ByteArrayOutputStream messages = new ByteArrayOutputStream();
        final List<String> arguments = new ArrayList<>(List.of(
            "-Xlint:all", "-d", folder.resolve("classes").toString(), "--module-path", modulePath,
            Files.writeString(source.resolve("module-info.java"), code).toString()));
        ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new));
        assertEquals("", messages.toString());
    }

    private static boolean isModule(final Path entry)
    {
        return Files.exists(entry.resolve("module-info.class")) ||
            entry.toString().endsWith(".jar") && !entry.toString().contains("-tests");
    }
}
