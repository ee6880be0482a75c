/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import java.util.List;

import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.send.OpenBatch;
import org.isotach.niu.send.Sender;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.time.TokenWord;

/**
 * The units of one host, and their connections: sender, links, executor.
 */
public abstract class HostUnits
{
    /**
     * Least number of parts in which the memory of isochrons is freed: before an application thread runs out of it.
     */
    static final int SLAB_PARTS = 16;

    public final int hostId;
    public final OutboundLinks links;
    public final IsochronExecutor executor;
    public final TokenWord tokens;

    /**
     * The batch that waits for a frame; none if the cluster has threads.
     */
    public final OpenBatch openBatch = new OpenBatch();

    /**
     * @param hostId   number of the host.
     * @param links    from the host.
     * @param executor of the host.
     * @param tokens   of the host.
     */
    HostUnits(
        final int hostId, final OutboundLinks links, final IsochronExecutor executor, final TokenWord tokens)
    {
        this.hostId = hostId;
        this.links = links;
        this.executor = executor;
        this.tokens = tokens;
    }

    /**
     * Returns the sender, which stamps and ships.
     */
    public abstract Sender sender();

    /**
     * Returns the units in the order in which they work.
     */
    public abstract List<ExclusiveUnit> all();

    /**
     * Creates the object that knows the progress of the isochrons of the host. Called once.
     */
    public abstract IssueProgress progress();

    /**
     * Creates the object that takes isochrons over for these units. Called once.
     *
     * @param settings the settings of the cluster that units need.
     * @param gate     of the host.
     * @param progress of the host.
     * @return the issuer.
     */
    public abstract Issuer issuer(UnitSettings settings, IssueGate gate, IssueProgress progress);

    /**
     * Works for all units unless another thread does; does nothing if the cluster has threads for that.
     *
     * @return how much was done.
     */
    public abstract int work();

    /**
     * Does the same as {@link #work()}, for the application thread that receives for the host: what comes next for the
     * application is handed over to it directly.
     *
     * @return how much was done.
     */
    public abstract int workToReceive();

    /**
     * Does the part of {@link #work()} that touches nothing that other hosts are working on.
     *
     * @return how much was done.
     */
    public abstract int workQuietly();

    /**
     * Returns the units with an owner at this moment: bit i for unit i.
     */
    public final int owned()
    {
        final List<ExclusiveUnit> units = all();
        int owned = 0;
        for (int i = 0; i < units.size(); i++)
        {
            owned |= units.get(i).lock().isFree() ? 0 : 1 << i;
        }
        return owned;
    }
}
