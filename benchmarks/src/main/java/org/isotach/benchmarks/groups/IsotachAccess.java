/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

import java.util.Arrays;

import org.isotach.Isochron;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.TakenVariables;
import org.isotach.smm.UpdateFunction;

/**
 * The work of one thread at the hosts that it drives: one of the hosts of the cluster, or all in turn.
 */
final class IsotachAccess extends Padded implements GroupAccess
{
    /**
     * Isochrons and snapshots of a host between polls; in between isochrons share frames and pulses.
     */
    private static final int BURST = 64;

    /**
     * Updates of a host whose values it has asked for and not assigned yet: enough to hide the latency of the values,
     * and few enough for their reads to be outstanding together (ClusterContext.readCap). At that number it begins none
     * before half of them are completed: isochrons that are issued together share frames and pulses.
     */
    private static final int MAX_ACTIONS = 32;

    /**
     * From this number of variables on it takes less time to write them with one call.
     */
    private static final int MIN_AT_ONCE = 8;

    private final Application[] applications;
    private final boolean isUpdating;
    private int current;

    /**
     * @param isUpdating true for UPDATEs, false for structured atomic actions.
     */
    IsotachAccess(final SharedMemory memory, final Groups groups, final boolean isUpdating, final Host... hosts)
    {
        this.isUpdating = isUpdating;
        applications = new Application[hosts.length];
        for (int i = 0; i < hosts.length; i++)
        {
            applications[i] = new Application(memory, groups, hosts[i]);
        }
    }

    @Override
    public void write(final int[] group, final long value)
    {
        final Application application = nextApplication();
        final Isochron isochron = application.isochron.begin();
        if (group.length < MIN_AT_ONCE)
        {
            for (final int address : group)
            {
                application.port.write(isochron, address, value);
            }
        }
        else
        {
            Arrays.fill(application.writtenValues, value);
            application.port.write(isochron, group, application.writtenValues);
        }
        issue(application);
    }

    @Override
    public long snapshot(final int[] group)
    {
        final Application application = nextApplication();
        final MemoryPort port = application.port;
        final long stamp = port.tryOptimisticRead();
        long sum = 0;
        for (final int address : group)
        {
            sum += port.localValue(address);
        }
        if (!port.validate(stamp))
        {
            return read(application, group);
        }
        application.accessed();
        return sum;
    }

    private long read(final Application application, final int[] group)
    {
        final Isochron isochron = application.isochron.begin();
        for (int i = 0; i < group.length; i++)
        {
            application.port.read(isochron, group[i], application.values[i]);
        }
        issue(application);
        long sum = 0;
        for (final IsoValue value : application.values)
        {
            sum += await(value);
        }
        return sum;
    }

    @Override
    public boolean tryUpdate(final int[] group)
    {
        final Application application = nextApplication();
        if (isUpdating)
        {
            final Isochron isochron = application.isochron.begin();
            for (final int address : group)
            {
                application.port.update(isochron, address, UpdateFunction.ADD, 1);
            }
            issue(application);
            return true;
        }
        return tryAct(application, group);
    }

    private boolean tryAct(final Application application, final int[] group)
    {
        application.isCompleting |= application.actionsUnderWay() == MAX_ACTIONS;
        if (application.isCompleting)
        {
            completeReady(application);
            if (application.actionsUnderWay() > MAX_ACTIONS / 2)
            {
                application.poll();
                return false;
            }
            application.isCompleting = false;
        }
        application.port.take(application.isochron.begin(), group, application.nextAction());
        issue(application);
        return true;
    }

    @Override
    public boolean tryComplete()
    {
        int underWay = 0;
        for (final Application application : applications)
        {
            completeReady(application);
            underWay += application.actionsUnderWay();
            application.poll();
        }
        return 0 == underWay;
    }

    private void completeReady(final Application application)
    {
        while (application.actionsUnderWay() > 0 && application.oldestAction().isReady())
        {
            application.completeOldest();
            application.actionsCompleted++;
            issue(application);
        }
    }

    private Application nextApplication()
    {
        current = current + 1 >= applications.length ? 0 : current + 1;
        return applications[current];
    }

    private void issue(final Application application)
    {
        if (drivesAll())
        {
            while (!application.isochron.tryIssue())
            {
                poll();
            }
        }
        else
        {
            // Works for the other host, too, if its thread has left for the end of the iteration.
            application.isochron.issue();
        }
        application.accessed();
    }

    private long await(final IsoValue value)
    {
        while (drivesAll() && !value.isReady())
        {
            poll();
        }
        return value.await();
    }

    private boolean drivesAll()
    {
        return applications.length > 1;
    }

    private void poll()
    {
        for (final Application application : applications)
        {
            application.poll();
        }
    }

    /**
     * The state of one host.
     */
    private static final class Application extends Padded
    {
        private final Host host;
        private final MemoryPort port;
        private final Isochron isochron;
        private final long[] writtenValues;
        private final IsoValue[] values;

        // Updates in progress.
        private final TakenVariables[] actions = new TakenVariables[MAX_ACTIONS];
        private long actionsBegun;
        private long actionsCompleted;
        private boolean isCompleting;
        private int unpolled;

        Application(final SharedMemory memory, final Groups groups, final Host host)
        {
            this.host = host;
            port = memory.port(host);
            isochron = host.isochron();
            writtenValues = new long[groups.size()];
            values = newValues(groups);
            for (int i = 0; i < MAX_ACTIONS; i++)
            {
                actions[i] = new TakenVariables(groups.size());
            }
        }

        int actionsUnderWay()
        {
            return (int)(actionsBegun - actionsCompleted);
        }

        TakenVariables nextAction()
        {
            return actions[(int)(actionsBegun++ % MAX_ACTIONS)];
        }

        TakenVariables oldestAction()
        {
            return actions[(int)(actionsCompleted % MAX_ACTIONS)];
        }

        void completeOldest()
        {
            final TakenVariables taken = oldestAction();
            for (int i = 0; i < writtenValues.length; i++)
            {
                writtenValues[i] = taken.value(i) + 1;
            }
            port.assign(isochron.begin(), taken, writtenValues);
        }

        void accessed()
        {
            unpolled++;
            if (unpolled >= BURST)
            {
                poll();
            }
        }

        void poll()
        {
            unpolled = 0;
            host.poll();
        }
    }

    private static IsoValue[] newValues(final Groups groups)
    {
        final IsoValue[] values = new IsoValue[groups.size()];
        for (int i = 0; i < values.length; i++)
        {
            values[i] = new IsoValue();
        }
        return values;
    }
}
