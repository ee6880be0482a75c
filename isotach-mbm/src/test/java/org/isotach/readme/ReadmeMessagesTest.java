/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.readme;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.isotach.test.JavaProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the README shows of messages compiles, and does what it says, in a program around it.
 */
class ReadmeMessagesTest
{
    private static final Path README = Path.of("..", "README.md");
    private static final Pattern SNIPPET =
        Pattern.compile("\n## Messages\n.*?```java\n(.*?)```", Pattern.DOTALL);
    private static final String PROGRAM = """
        import org.isotach.*;
        import org.isotach.mbm.*;
        import org.isotach.niu.*;
        import org.isotach.smm.*;

        public class Snippet {
            public static void main(String[] args) {
                byte[] bytes = new byte[8];
                java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.nativeOrder()).putLong(7);
                try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2))) {
                    SharedMemory shared = SharedMemory.on(cluster, PageMap.replicated(1));
                    MemoryPort memory = shared.port(cluster.host(0));
                    %s
                    IsoValue value = new IsoValue();
                    Isochron reading = cluster.host(1).isochron();
                    reading.begin();
                    shared.port(cluster.host(1)).read(reading, 10, value);
                    reading.issue();
                    System.out.println(word + " " + value.await());
                }
            }
        }
        """;

    @Test
    void shouldCompileAndRunWhatTheReadmeShowsOfMessages(@TempDir final Path folder) throws Exception
    {
        final Matcher snippet = SNIPPET.matcher(Files.readString(README));
        assertTrue(snippet.find(), "README.md shows messages");
        assertEquals("7 42", JavaProgram.run(folder, "Snippet", String.format(PROGRAM, snippet.group(1))));
    }
}
