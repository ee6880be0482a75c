/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.agrona.CloseHelper;

import org.isotach.IsotachException;
import org.isotach.aeron.views.ViewRegister;
import org.isotach.aeron.views.ViewRegisterContext;
import org.isotach.aeron.views.replicated.ReplicatedViewStore;
import org.isotach.aeron.views.replicated.ReplicatedViewStoreContext;
import org.isotach.aeron.views.replicated.TestNodes;
import org.isotach.aeron.views.replicated.ViewNode;
import org.isotach.niu.spi.View;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Three nodes in processes of their own, of which the leader is killed, and then one more.
 */
@DisabledIfSystemProperty(
    named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
class ViewNodesIT
{
    private static final View FIRST = View.first(4);

    @TempDir
    Path directory;

    private final String addresses = TestNodes.freeAddresses();
    private final List<MemberProcess> nodes = new ArrayList<>();

    @AfterEach
    void close()
    {
        CloseHelper.closeAll(nodes);
    }

    private ViewRegister register(final ReplicatedViewStore store, final Duration timeout)
    {
        return ViewRegister.on(store, new ViewRegisterContext()
            .clusterName("c")
            .members(TestDriver.members("ipc", "ipc", "ipc", "ipc"))
            .timeout(timeout));
    }

    private int leader() throws Exception
    {
        while (true)
        {
            for (final MemberProcess node : nodes)
            {
                final List<String> roles = node.await("node ", 1);
                if (roles.get(roles.size() - 1).endsWith(" is LEADER"))
                {
                    return nodes.indexOf(node);
                }
            }
            Thread.sleep(20);
        }
    }

    private void startNodes() throws Exception
    {
        for (int node = 0; node < 3; node++)
        {
            nodes.add(start(node));
        }
    }

    private MemberProcess start(final int node) throws Exception
    {
        return new MemberProcess(MemberProcess.EXPORTS, ViewNode.class,
            "" + node, addresses, directory.resolve("node" + node).toString(), "1000");
    }

    /**
     * What a supervisor does: it ends a node by a signal, and starts it again.
     */
    @Test
    @Timeout(180)
    void shouldEndWhenTheProcessIsToldToAndStartAgainAtOnce() throws Exception
    {
        startNodes();
        final int leader = leader();
        assertEquals(0, nodes.get(leader).terminate());
        nodes.set(leader, start(leader));
        nodes.get(leader).await("node ", 1);
        try (ReplicatedViewStore store =
            ReplicatedViewStore.with(new ReplicatedViewStoreContext().nodes(addresses)))
        {
            assertEquals(FIRST.without(3), register(store, Duration.ofSeconds(60)).propose(FIRST.without(3)));
        }
    }

    @Test
    @Timeout(180)
    void shouldAgreeWithTheNextViewWhenTheLeaderIsKilledAndWithNoneWithoutAMajority() throws Exception
    {
        startNodes();
        try (ReplicatedViewStore store =
            ReplicatedViewStore.with(new ReplicatedViewStoreContext().nodes(addresses)))
        {
            final ViewRegister register = register(store, Duration.ofSeconds(60));
            final View second = FIRST.without(3);
            final View third = second.without(2);
            assertEquals(second, register.propose(second));

            nodes.remove(leader()).close();
            assertEquals(third, register.propose(third));
            assertEquals(third, register.inForce());

            nodes.remove(leader()).close();
            final View fourth = third.without(1);
            assertThrows(
                IsotachException.class, () -> register(store, Duration.ofSeconds(3)).propose(fourth));
        }
    }
}
