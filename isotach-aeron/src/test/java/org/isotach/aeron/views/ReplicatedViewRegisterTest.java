/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views;

import java.nio.file.Path;

import org.isotach.aeron.views.replicated.ReplicatedViewStore;
import org.isotach.aeron.views.replicated.TestNodes;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * A register that three nodes in this JVM replicate, over UDP.
 */
class ReplicatedViewRegisterTest extends ViewRegisterContract
{
    @TempDir
    static Path directory;

    private static TestNodes nodes;
    private static ReplicatedViewStore store;

    @BeforeAll
    static void launch()
    {
        nodes = new TestNodes(directory).launch();
        store = nodes.newStore();
    }

    @AfterAll
    static void close()
    {
        store.close();
        nodes.close();
    }

    @Override
    ViewStore store()
    {
        return store;
    }

    @Override
    int races()
    {
        return 3;
    }
}
