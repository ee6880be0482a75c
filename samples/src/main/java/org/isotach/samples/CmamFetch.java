/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.function.Function;
import java.util.stream.IntStream;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.am.Cmam;
import org.isotach.niu.am.CmamEndFunction;
import org.isotach.niu.am.CmamMemory;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.Rights;
import org.isotach.niu.funi.SharedSegment;

/**
 * Fetches columns by CMAM, as the program of the paper does (Hoe, FUNet, appendix C): opens a segment, asks the owner
 * of the column to fill it, and waits for a flag that the end of the segment counts up. The owner fills it by replies
 * of four words, or, with the extensions of the paper, by one transfer.
 */
final class CmamFetch implements ColumnFetch
{
    // A queue for each other host, and for each priority: all queues of one host together stay within 1 MiB.
    private static final int SLOTS_OF_HOST = 4096;
    private static final int MAX_SLOTS = 256;

    private static final CmamEndFunction END = (info, base) -> ((int[])info)[0]++;

    private final Cmam cmam;
    private final CmamMemory words;
    private final OffHeapBuffer memory;
    private final int columnLength;
    private final boolean isExtended;
    private final int get;
    private final int[] flag = new int[1];

    private CmamFetch(
        final QueuePair queuePair,
        final SharedSegment memory,
        final ColumnLayout layout,
        final boolean isExtended)
    {
        this.memory = memory.memory();
        this.isExtended = isExtended;
        columnLength = layout.columnLength();
        cmam = Cmam.on(queuePair, memory);
        words = CmamMemory.on(cmam);
        get = cmam.onCall(isExtended ? this::transfer : this::reply);
    }

    /**
     * @param isExtended whether a transfer fills a segment.
     */
    static Function<Host, ColumnFetch> open(
        final Cluster cluster, final ColumnLayout layout, final boolean isExtended)
    {
        final int slots = Math.min(MAX_SLOTS, SLOTS_OF_HOST / cluster.localHosts().size());
        final Gang gang = FuniSupervisor.on(cluster).open(new GangContext().slots(slots));
        // Before anybody runs: a member is asked as soon as another one has begun.
        final CmamFetch[] members = IntStream.range(0, cluster.localHosts().size())
            .mapToObj(node -> member(gang.queuePair(node), layout, isExtended))
            .toArray(CmamFetch[]::new);
        return host -> members[host.id()];
    }

    private static CmamFetch member(final QueuePair queuePair, final ColumnLayout layout, final boolean isExtended)
    {
        return new CmamFetch(queuePair, queuePair.segment(layout.length(), Rights.PUT), layout, isExtended);
    }

    private void reply(final int segaddr, final int from, final int who, final int bytes)
    {
        cmam.replyXfer(who, segaddr, memory, from, bytes);
    }

    private void transfer(final int segaddr, final int from, final int who, final int into)
    {
        cmam.replyMferN(who, segaddr, memory, from, into, columnLength);
    }

    @Override
    public int self()
    {
        return cmam.selfAddress();
    }

    @Override
    public OffHeapBuffer memory()
    {
        return memory;
    }

    @Override
    public void begin(final int owner, final int from, final int into)
    {
        int segaddr = cmam.openSegment(into, columnLength, END, flag);
        while (segaddr < 0)
        {
            cmam.poll();
            segaddr = cmam.openSegment(into, columnLength, END, flag);
        }
        // A transfer has to know the place. It comes instead of the length, which all members know.
        cmam.request4(owner, get, segaddr, from, self(), isExtended ? into : columnLength);
    }

    @Override
    public void await()
    {
        cmam.await(flag, 1);
    }

    @Override
    public void poll()
    {
        cmam.poll();
    }

    @Override
    public void barrier()
    {
        words.barrier();
    }

    @Override
    public void finish()
    {
        // All have got everything then, and who has come here sends nothing more.
        words.barrier();
    }
}
