/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One node by itself.
 */
class ViewNodeTest
{
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
        try (ViewNode next = ViewNode.launch(context))
        {
            awaitLeader(next);
        }
        closer.join();
    }

    private static void awaitLeader(final ViewNode node)
    {
        while (!node.isLeader())
        {
            Thread.yield();
        }
    }
}
