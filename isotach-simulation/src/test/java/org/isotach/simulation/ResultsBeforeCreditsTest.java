/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.Trunk;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Two hosts of the right member read what the left member has. When they are told that an isochron is executed, its
 * results are in front, also if the trunk had no room for results of the other host for a while. A member that closes
 * relies on that.
 */
class ResultsBeforeCreditsTest
{
    private static final int RUNS = 200;
    private static final int STEPS = 200;
    private static final int HOSTS = 3;
    private static final int READS = 4;
    private static final Members MEMBERS = Members.builder().add("left", "", 0).add("right", "", 1).build();

    private Random random;
    private MemoryTrunks trunks;
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private int credits;
    private SharedMemory memory;

    /**
     * In the middle of their work, so each member waits in vain for the other one, and says so.
     */
    @AfterEach
    void closeAll()
    {
        clusters.forEach(Cluster::close);
        clusters.clear();
    }

    private SharedMemory launch(final String name)
    {
        final Cluster cluster = Cluster.launch(
            new ClusterContext().topology(TwoMembers.topology(0, 1, 1)).threadingMode(ThreadingMode.INVOKER)
                .closeTimeout(Duration.ofMillis(1)).errorHandler(error ->
                {
                }),
            new Membership(MEMBERS, name, (members, own, other) ->
                0 == own ? new ReluctantTrunk(trunks.newTrunk(members, own, other)) :
                trunks.newTrunk(members, own, other)));
        clusters.add(cluster);
        return SharedMemory.on(cluster, PageMap.builder().pageSize(1).page(0, 0).build());
    }

    @Test
    void shouldBringResultsFirst()
    {
        for (int seed = 0; seed < RUNS; seed++)
        {
            random = new Random(seed);
            trunks = new MemoryTrunks(MEMBERS.count(), 1024, random);
            run();
            closeAll();
            assertEquals(List.of(), errors, "seed " + seed);
        }
        assertTrue(credits > RUNS, "credits " + credits);
    }

    private void run()
    {
        launch("left");
        memory = launch("right");
        final Cluster left = clusters.get(0);
        final Cluster right = clusters.get(1);
        boolean areThere = false;
        while (!areThere)
        {
            areThere = left.tryJoin() & right.tryJoin();
        }
        final List<Reader> readers = right.localHosts().stream().map(Reader::new).toList();
        for (int i = 0; i < STEPS; i++)
        {
            final int which = random.nextInt(4);
            if (which < 2)
            {
                left.host(0).poll();
            }
            else
            {
                readers.get(which - 2).step();
            }
        }
    }

    /**
     * A host that reads again and again.
     */
    private final class Reader
    {
        private final Host host;
        private final MemoryPort port;
        private final Isochron isochron;
        private final IsoValue[] values = new IsoValue[READS];

        Reader(final Host host)
        {
            this.host = host;
            port = memory.port(host);
            isochron = host.isochron();
            Arrays.setAll(values, i -> new IsoValue());
            issue();
        }

        private void issue()
        {
            isochron.begin();
            for (final IsoValue value : values)
            {
                port.read(isochron, 0, value);
            }
            isochron.issue();
        }

        void step()
        {
            host.poll();
            if (Arrays.stream(values).allMatch(IsoValue::isReady))
            {
                issue();
            }
        }
    }

    /**
     * Refuses results more often than anything else, and looks at what it takes.
     */
    private final class ReluctantTrunk extends ForwardingTrunk
    {
        private final OffHeapBuffer record = OffHeapBuffer.allocate(1024);

        // By host, how many it has taken.
        private final int[] results = new int[HOSTS];

        ReluctantTrunk(final Trunk trunk)
        {
            super(trunk);
        }

        @Override
        public long offer(
            final OffHeapBuffer header,
            final int headerLength,
            final OffHeapBuffer body,
            final int bodyOffset,
            final int bodyLength)
        {
            if (TrunkRecord.REPLY == header.getInt(TrunkRecord.TYPE) && random.nextBoolean())
            {
                return REFUSED;
            }
            final long position = super.offer(header, headerLength, body, bodyOffset, bodyLength);
            if (REFUSED != position)
            {
                header.copyTo(0, record, 0, headerLength);
                if (bodyLength > 0)
                {
                    body.copyTo(bodyOffset, record, headerLength, bodyLength);
                }
                onTaken();
            }
            return position;
        }

        private void onTaken()
        {
            switch (record.getInt(TrunkRecord.TYPE))
            {
                case TrunkRecord.REPLY:
                    results[record.getInt(TrunkRecord.FIRST)]++;
                    break;
                case TrunkRecord.TOKEN:
                    checkCredits(TrunkRecord.FOURTH + MEMBERS.count() * Long.BYTES);
                    break;
                case TrunkRecord.CREDITS:
                    checkCredits(TrunkRecord.SECOND);
                    break;
                default:
                    break;
            }
        }

        private void checkCredits(final int first)
        {
            for (int i = 0; i < record.getInt(TrunkRecord.FIRST); i++)
            {
                final int credit = first + i * TrunkRecord.CREDIT_LENGTH;
                final int host = record.getInt(credit);
                final long executed = 1 + record.getLong(credit + Long.BYTES);
                credits++;
                if (results[host] < READS * executed)
                {
                    errors.add("host " + host + " has " + results[host] + " results of " + executed + " isochrons");
                }
            }
        }
    }
}
