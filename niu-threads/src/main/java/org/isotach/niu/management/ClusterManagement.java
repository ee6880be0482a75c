/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.management;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;

import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

import org.isotach.niu.Cluster;
import org.isotach.niu.status.Counter;

/**
 * Registers clusters as beans. A program on the module path that uses this class requires {@code java.management}.
 */
public final class ClusterManagement
{
    private static final String DOMAIN = "org.isotach";

    /**
     * A registration.
     */
    @FunctionalInterface
    public interface Registration extends AutoCloseable
    {
        /**
         * Unregisters the bean. Closing again has no effect.
         */
        @Override
        void close();
    }

    private ClusterManagement()
    {
    }

    /**
     * Registers a cluster with the platform server, as {@code org.isotach:type=Cluster,name="NAME"}.
     *
     * @param cluster the cluster to register.
     * @param name    name of the bean.
     * @return the registration, which unregisters the bean; closing the cluster does not.
     * @throws IllegalStateException when there is a bean with this name.
     */
    public static Registration register(final Cluster cluster, final String name)
    {
        Objects.requireNonNull(cluster, "cluster");
        final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try
        {
            final ObjectName objectName =
                new ObjectName(DOMAIN + ":type=Cluster,name=" + ObjectName.quote(name));
            server.registerMBean(new StandardMBean(new Bean(cluster), ClusterMXBean.class, true), objectName);
            final AtomicBoolean isClosed = new AtomicBoolean();
            return () ->
            {
                // Once: then the name may belong to another cluster.
                if (isClosed.compareAndSet(false, true))
                {
                    unregister(server, objectName);
                }
            };
        }
        catch (final JMException ex)
        {
            throw new IllegalStateException("cluster '" + name + "' cannot be registered: " + ex +
                " (expected: a name that no other bean of " + DOMAIN + " has)", ex);
        }
    }

    private static void unregister(final MBeanServer server, final ObjectName name)
    {
        try
        {
            if (server.isRegistered(name))
            {
                server.unregisterMBean(name);
            }
        }
        catch (final JMException ex)
        {
            throw new IllegalStateException(name + " cannot be unregistered: " + ex, ex);
        }
    }

    private record Bean(Cluster cluster) implements ClusterMXBean
    {
        @Override
        public int getHostCount()
        {
            return cluster.hostCount();
        }

        @Override
        public boolean isClosed()
        {
            return cluster.isClosed();
        }

        @Override
        public String getStatus()
        {
            return cluster.status().toString();
        }

        @Override
        public Map<String, Long> getCounters()
        {
            return values(cluster.counters()::total);
        }

        @Override
        public Map<String, Long> hostCounters(final int host)
        {
            final int id = cluster.host(host).id();
            return values(counter -> cluster.counters().value(id, counter));
        }

        private static Map<String, Long> values(final ToLongFunction<Counter> value)
        {
            final Map<String, Long> values = new TreeMap<>();
            for (final Counter counter : Counter.values())
            {
                values.put(counter.name(), value.applyAsLong(counter));
            }
            return values;
        }
    }
}
