/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.util.concurrent.ThreadLocalRandom;

import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkFactory;

/**
 * Connects the members of a cluster over Aeron: over shared memory where the endpoint of a member is empty or {@code
 * ipc}, and over UDP where it is {@code ADDRESS:PORT}. Aeron sees to order, loss, and flow control.
 * <p>
 * A trunk is lost when Aeron cannot keep it whole: the other member has ended, was silent for too long, or was started
 * again, or the media driver is gone. Its {@link Trunk#poll} then throws, and says which.
 * <p>
 * Each member needs an object of its own, which serves one cluster at a time. The connection with the media driver is
 * made with the first trunk, and closed with the last one. The JVM needs {@code --add-exports
 * java.base/jdk.internal.misc=ALL-UNNAMED}. Threadsafe.
 */
public final class AeronTrunks implements TrunkFactory
{
    private final AeronTrunksContext context;

    // Null as long as there is no trunk. Guarded by this object.
    private Connection connection;
    private int owner;
    private int trunkCount;

    private AeronTrunks(final AeronTrunksContext context)
    {
        this.context = context;
    }

    /**
     * Creates the factory, which does nothing yet.
     *
     * @param context the settings; what is changed there later has no effect.
     * @return the factory.
     */
    public static AeronTrunks with(final AeronTrunksContext context)
    {
        return new AeronTrunks(context.copy());
    }

    /**
     * Creates the end of a trunk, and if it is the first one, connects with the media driver.
     *
     * @param members all members.
     * @param own     number of the member that launches.
     * @param other   number of the member at the other end.
     * @return the end of the trunk.
     * @throws IllegalArgumentException         when the endpoints of the two members make no sense.
     * @throws IllegalStateException            when this object serves another member.
     * @throws org.isotach.IsotachException     when there is no media driver, or another one where one is to be
     *                                          launched, or the port is taken, or the JVM lacks the flag.
     */
    @Override
    public synchronized Trunk newTrunk(final Members members, final int own, final int other)
    {
        final Channels channels = new Channels(
            context, members, own, other, ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE));
        if (null != connection && owner != own)
        {
            throw new IllegalStateException("trunks of member " + members.name(owner) + " are open (expected: an " +
                "AeronTrunks of its own for member " + members.name(own) + ')');
        }
        try
        {
            if (null == connection)
            {
                connection = new Connection(context, members, own);
                owner = own;
            }
            final Trunk trunk = new AeronTrunk(
                connection, channels, "trunk " + members.name(own) + '-' + members.name(other), this::release);
            trunkCount++;
            return trunk;
        }
        catch (final LinkageError ex)
        {
            throw Connection.because(ex, "Aeron cannot be loaded, " + ex.getMessage() + ": start the JVM with " +
                "--add-exports java.base/jdk.internal.misc=ALL-UNNAMED");
        }
        finally
        {
            closeIfUnused();
        }
    }

    private synchronized void release()
    {
        trunkCount--;
        closeIfUnused();
    }

    private void closeIfUnused()
    {
        if (0 == trunkCount && null != connection)
        {
            final Connection unused = connection;
            connection = null;
            unused.close();
        }
    }

    @Override
    public synchronized String toString()
    {
        return "AeronTrunks{trunks=" + trunkCount + ", " + connection + ", " + context + '}';
    }
}
