/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

import io.aeron.CncFileDescriptor;
import io.aeron.CommonContext;

import org.agrona.IoUtil;

import org.isotach.IsotachException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One node by itself.
 */
class ViewNodeTest
{
    private static final int FILES = 1000;

    @TempDir
    Path directory;

    /**
     * The second node is refused while the first one has the ports, or the directory. If the first one has only begun,
     * the interrupts of its end are failures to it.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldHaveEndedWhenItSaysSo(final boolean isLeader) throws Exception
    {
        final ViewNodeContext context =
            new ViewNodeContext().nodes(TestNodes.freeAddresses().split(",")[0]).number(0).directory(directory);
        final ViewNode node = ViewNode.launch(context);
        if (isLeader)
        {
            awaitLeader(node);
        }
        final Thread closer = new Thread(node::close);
        closer.start();
        node.awaitEnd();
        assertFalse(node.hasFailed());
        try (ViewNode next = ViewNode.launch(context))
        {
            awaitLeader(next);
        }
        closer.join();
    }

    /**
     * Its own log throws it, in the thread of the register.
     */
    @Test
    void shouldEndWhenAnErrorHasEndedAThread() throws InterruptedException
    {
        final PrintStream log = new PrintStream(OutputStream.nullOutputStream())
        {
            @Override
            public void println(final String line)
            {
                if (line.endsWith("is LEADER"))
                {
                    throw new OutOfMemoryError("of the test");
                }
            }
        };
        final ViewNode node = new ViewNode(
            new ViewNodeContext().nodes(TestNodes.freeAddresses().split(",")[0]).number(0).directory(directory), log);
        node.awaitEnd();
        assertTrue(node.hasFailed());
    }

    /**
     * The driver throws a bare IOException, which it does not declare, when a file of its own is a directory.
     */
    @Test
    void shouldSayThatItCannotBeLaunchedWhateverAeronThrows() throws IOException
    {
        final String address = TestNodes.freeAddresses().split(",")[0];
        final String port = address.substring(address.lastIndexOf(':') + 1);
        final Path aeron = Path.of(CommonContext.getAeronDirectoryName() + "-views-" + port);
        final Path file = Files.createDirectories(aeron.resolve(CncFileDescriptor.CNC_FILE));
        try
        {
            for (int i = 0; i < FILES; i++)
            {
                // In some file systems a directory is as long as its files make it.
                Files.createFile(file.resolve("file" + i));
            }
            final ViewNodeContext context = new ViewNodeContext().nodes(address).number(0).directory(directory);
            final IsotachException error = assertThrows(IsotachException.class, () -> ViewNode.launch(context));
            assertTrue(error.getMessage().startsWith("node 0 of " + address + " cannot be launched in "),
                error::getMessage);
        }
        finally
        {
            IoUtil.delete(aeron.toFile(), true);
        }
    }

    private static void awaitLeader(final ViewNode node)
    {
        while (!node.isLeader())
        {
            Thread.yield();
        }
    }
}
