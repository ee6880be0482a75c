/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One node by itself.
 */
class ViewNodeTest
{
    @TempDir
    Path directory;

    /**
     * The second node is refused while the first one has the ports, or the directory.
     */
    @Test
    void shouldHaveEndedWhenItSaysSo() throws Exception
    {
        final ViewNodeContext context =
            new ViewNodeContext().nodes(TestNodes.freeAddresses().split(",")[0]).number(0).directory(directory);
        final ViewNode node = ViewNode.launch(context);
        final Thread closer = new Thread(node::close);
        closer.start();
        node.awaitEnd();
        ViewNode.launch(context).close();
        closer.join();
    }
}
