/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.aeron.cluster.ClusterTool;

import org.isotach.IsotachException;
import org.isotach.aeron.views.ViewRegister;
import org.isotach.aeron.views.ViewRegisterContext;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.View;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Nodes that are launched again, with a snapshot; and what is wrong with stores and settings.
 */
class ReplicatedViewStoreTest
{
    private static final View FIRST = View.first(3);
    private static final View SECOND = FIRST.without(1);
    private static final View THIRD = SECOND.without(2);

    @TempDir
    Path directory;

    private static ViewRegister register(final ReplicatedViewStore store, final String cluster)
    {
        return ViewRegister.on(store, new ViewRegisterContext()
            .clusterName(cluster)
            .members(Members.builder().add("a", "ipc", 0).add("b", "ipc", 1).add("c", "ipc", 2).build())
            .timeout(Duration.ofSeconds(30)));
    }

    /**
     * The log before the snapshot is not needed: the archive keeps it, but no node reads it again. A name has as many
     * bytes as any can have.
     */
    @Test
    void shouldKnowAfterALaunchWhatWasInTheSnapshotAndWhatCameBehindIt() throws Exception
    {
        final String longest = "\u20AC".repeat(ViewRegisterContext.MAX_NAME_LENGTH);
        final TestNodes nodes = new TestNodes(directory);
        try (TestNodes first = nodes.launch();
            ReplicatedViewStore store = first.newStore())
        {
            assertEquals(SECOND, register(store, longest).propose(SECOND));
            assertEquals(SECOND, register(store, "other").propose(SECOND));
            final ByteArrayOutputStream out = new ByteArrayOutputStream();
            assertTrue(ClusterTool.snapshot(
                nodes.directory(nodes.leader()).resolve("cluster").toFile(), new PrintStream(out)), out::toString);
            assertEquals(THIRD, register(store, "other").propose(THIRD));
        }
        try (TestNodes second = nodes.launch();
            ReplicatedViewStore store = second.newStore())
        {
            assertEquals(THIRD, register(store, "other").inForce());
            assertEquals(SECOND, register(store, longest).inForce());
            assertNull(store.read("none"));
            assertFalse(store.compareAndSet("other", SECOND, THIRD));
        }
    }

    /**
     * An interrupt ends the thread of the driver, as an error does.
     */
    @Test
    void shouldLaunchAnotherMediaDriverWhenItsOwnHasEnded() throws Exception
    {
        try (TestNodes nodes = new TestNodes(directory).launch();
            ReplicatedViewStore store = nodes.newStore())
        {
            nodes.leader();
            final Set<Thread> before = drivers();
            final ViewRegister register = register(store, "c");
            assertEquals(FIRST, register.inForce());
            final Set<Thread> ending = drivers();
            ending.removeAll(before);
            assertEquals(1, ending.size());
            for (final Thread thread : ending)
            {
                thread.interrupt();
                thread.join();
            }
            assertEquals(FIRST, register.inForce());
        }
    }

    private static Set<Thread> drivers()
    {
        final Set<Thread> drivers = new HashSet<>(Thread.getAllStackTraces().keySet());
        drivers.removeIf(thread -> !thread.getName().contains("driver-conductor"));
        return drivers;
    }

    @Test
    void shouldSayWhatIsMissingWithoutAeronCluster() throws Exception
    {
        final List<URL> urls = new ArrayList<>();
        for (final String path : System.getProperty("java.class.path").split(System.getProperty("path.separator")))
        {
            if (!path.contains("aeron-cluster"))
            {
                urls.add(Path.of(path).toUri().toURL());
            }
        }
        try (URLClassLoader loader =
            new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader()))
        {
            final Class<?> context = loader.loadClass(ReplicatedViewStoreContext.class.getName());
            final Object settings = context.getConstructor().newInstance();
            context.getMethod("nodes", String.class).invoke(settings, "localhost:9000");
            final Throwable error = assertThrows(ReflectiveOperationException.class, () ->
                loader.loadClass(ReplicatedViewStore.class.getName()).getMethod("with", context)
                .invoke(null, settings)).getCause();
            assertEquals(IsotachException.class.getName(), error.getClass().getName());
            assertTrue(error.getMessage().contains("add io.aeron:aeron-cluster to the dependencies"), error::toString);
        }
    }

    @Test
    void shouldSayThatItIsClosed()
    {
        final ReplicatedViewStore store =
            ReplicatedViewStore.with(new ReplicatedViewStoreContext().nodes("localhost:9000"));
        store.close();
        assertEquals("the store of views at localhost:9000 is closed",
            assertThrows(IsotachException.class, () -> store.read("c")).getMessage());
    }

    @Test
    void shouldRefuseNamesThatCannotBeTold()
    {
        try (ReplicatedViewStore store =
            ReplicatedViewStore.with(new ReplicatedViewStoreContext().nodes("localhost:9000")))
        {
            for (final String name : new String[]{ "", "x".repeat(256), "half\uD800" })
            {
                assertTrue(assertThrows(IsotachException.class, () -> store.read(name))
                    .getMessage().startsWith("cluster: \"" + name));
            }
        }
    }

    @Test
    void shouldRefuseAddressesThatAreNone()
    {
        for (final String nodes : new String[]{
            "", "host", "host:", ":9000", "host:0", "host:65532", "host:9000,", "host:9000,host:9004",
            "a:9000, b:9000", "a|b:9000", "a=b:9000", "::1:9000", "a:+9000", "a:1,b:1,c:1,d:1,e:1,f:1,g:1,h:1" })
        {
            assertThrows(IllegalArgumentException.class, () -> new ViewNodeContext().nodes(nodes), nodes);
            assertThrows(IllegalArgumentException.class, () -> new ReplicatedViewStoreContext().nodes(nodes), nodes);
        }
        assertEquals("node: \" b:9000\" (expected: HOST:PORT without blanks, with a port 1..65531, as the 4 ports " +
            "behind it are used, too)",
            assertThrows(IllegalArgumentException.class, () -> new Addresses("a:9000, b:9000")).getMessage());
        assertEquals("0=a:9000,1=b:9000", new Addresses("a:9000,b:9000").ingress());
        assertEquals("0=[::1]:9000", new Addresses("[::1]:9000").ingress());
        assertEquals("0,a:9000,a:9001,a:9002,a:9003,a:9004|1,b:9000,b:9001,b:9002,b:9003,b:9004|",
            new Addresses("a:9000,b:9000").members());
    }

    @Test
    void shouldRefuseANodeThatIsNotInTheList()
    {
        final ViewNodeContext context = new ViewNodeContext().nodes("a:9000,b:9000").directory(directory);
        assertEquals("number: -1 (expected: 0..1, the place of this node in a:9000,b:9000)",
            assertThrows(IllegalArgumentException.class, () -> ViewNode.launch(context)).getMessage());
        assertEquals("number: 2 (expected: 0..1, the place of this node in a:9000,b:9000)",
            assertThrows(IllegalArgumentException.class, () -> ViewNode.launch(context.number(2))).getMessage());
    }
}
