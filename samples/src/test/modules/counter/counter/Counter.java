/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package counter;

import java.lang.invoke.MethodHandles;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.actions.IsoStruct;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.mbm.Messaging;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * A program with a module of its own, see ModulePathIT: a variable is written, scheduled, assigned and read, and a
 * message is sent, in all modes.
 */
public final class Counter
{
    private static final int ADDRESS = 10;

    private Counter()
    {
    }

    public static void main(final String[] args)
    {
        for (final ThreadingMode mode : ThreadingMode.values())
        {
            System.out.println(mode + " " + act(mode, count(mode)));
        }
        System.out.println(OffHeapBuffer.allocate(Long.BYTES).getClass().getSimpleName());
    }

    /**
     * A record of a package that is open to nobody: the lookup is enough.
     */
    private record Total(long count, boolean isCounted)
    {
    }

    private static long act(final ThreadingMode mode, final long count)
    {
        try (Isotach isotach = Isotach.launch(new IsotachContext().threadingMode(mode)))
        {
            final IsoStruct<Total> total = isotach.struct("total", Total.class, MethodHandles.lookup());
            return isotach.update(total).run(action ->
            {
                action.set(total, new Total(count, true));
                return action.get(total).count();
            });
        }
    }

    private static long count(final ThreadingMode mode)
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode)))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            final Messaging messaging = Messaging.on(cluster);
            final MemoryPort port = memory.port(cluster.host(0));
            final Isochron isochron = cluster.host(0).isochron();
            final IsoValue value = new IsoValue();

            isochron.begin();
            port.write(isochron, ADDRESS, 41);
            isochron.issue();

            isochron.begin();
            port.read(isochron, ADDRESS, value);
            port.sched(isochron, ADDRESS);
            isochron.issue();

            isochron.begin();
            port.assign(isochron, ADDRESS, value.await() + 1);
            messaging.port(isochron).send(1, new byte[Long.BYTES], 0, Long.BYTES);
            isochron.issue();

            messaging.mailbox(cluster.host(1)).await();
            final Isochron reader = cluster.host(1).isochron();
            reader.begin();
            memory.port(cluster.host(1)).read(reader, ADDRESS, value);
            reader.issue();
            if (cluster.counters().total(org.isotach.niu.status.Counter.ISOCHRONS_ISSUED) < 1 ||
                cluster.status().hosts().size() != cluster.hostCount())
            {
                throw new AssertionError(cluster.status());
            }
            return value.await();
        }
    }
}
