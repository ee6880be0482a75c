/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import org.isotach.IsotachException;
import org.isotach.aeron.views.ViewStore;
import org.isotach.niu.spi.View;

/**
 * Keeps views in a register that several {@linkplain ViewNode nodes} replicate with Aeron Cluster. A majority of the
 * nodes is enough, and what it has taken is on the disks of a majority. Reads go through the replicated log, too, so a
 * leader that was replaced answers nobody. The nodes keep the views of each launch for ever.
 * <p>
 * Each request has a session of its own with the nodes, so a store that nobody asks costs nothing, and forgets the
 * leader. It needs {@code io.aeron:aeron-cluster} on the class path, and the flag that Aeron needs. Threadsafe.
 */
public final class ReplicatedViewStore implements ViewStore, AutoCloseable
{
    private final ReplicatedViewStoreContext context;
    private final NodeClient client;

    private ReplicatedViewStore(final ReplicatedViewStoreContext context, final NodeClient client)
    {
        this.context = context;
        this.client = client;
    }

    /**
     * Creates the store, which does nothing yet.
     *
     * @param context the settings; what is changed there later has no effect.
     * @return the store. Close it behind the registers that use it.
     * @throws IllegalArgumentException when the nodes are not set.
     * @throws IsotachException         when Aeron Cluster is not on the class path, or the JVM lacks the flag.
     */
    public static ReplicatedViewStore with(final ReplicatedViewStoreContext context)
    {
        final ReplicatedViewStoreContext own = context.copy();
        try
        {
            return new ReplicatedViewStore(own, new NodeClient(own));
        }
        catch (final LinkageError ex)
        {
            throw (IsotachException)new IsotachException("Aeron Cluster cannot be loaded, " + ex.getMessage() +
                ": add io.aeron:aeron-cluster to the dependencies, in the version of Aeron, and start the JVM with " +
                "--add-exports java.base/jdk.internal.misc=ALL-UNNAMED").initCause(ex);
        }
    }

    @Override
    public View read(final String cluster)
    {
        return client.ask(ViewMessages.READ, cluster, null, null).inForce();
    }

    @Override
    public boolean compareAndSet(final String cluster, final View expected, final View next)
    {
        return client.ask(ViewMessages.COMPARE_AND_SET, cluster, expected, next).isDone();
    }

    /**
     * Ends the media driver of the store, if it runs one. Requests that are under way fail. The nodes go on.
     */
    @Override
    public void close()
    {
        client.close();
    }

    @Override
    public String toString()
    {
        return "ReplicatedViewStore{nodes=" + context.nodes() + '}';
    }
}
