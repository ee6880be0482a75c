/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;

/**
 * The units of {@code MyriUnit}: checks the numbers of units and channels, and translates what a {@link Nic} refuses
 * into codes. Threadsafe.
 */
final class UnitTable
{
    private final UnitState[] units;

    /**
     * @param network the network, whose hosts are the units.
     */
    UnitTable(final Network network)
    {
        units = new UnitState[network.hostCount()];
        for (int i = 0; i < units.length; i++)
        {
            units[i] = new UnitState(network.nic(i), network.unit(i), network.context().channels());
        }
    }

    /**
     * What is done with a unit.
     */
    interface Call
    {
        int run();
    }

    /**
     * What is done with a channel that was gotten.
     */
    interface ChannelCall
    {
        int run(Channel channel);
    }

    int count()
    {
        return units.length;
    }

    UnitState get(final int unitNum)
    {
        return units[unitNum];
    }

    boolean isUnit(final int unitNum)
    {
        return 0 <= unitNum && unitNum < units.length;
    }

    boolean isInitialised(final int unitNum)
    {
        return isUnit(unitNum) && units[unitNum].isInitialised();
    }

    int unitError(final int unitNum)
    {
        return isInitialised(unitNum) ? MyriCode.OK : MyriCode.BAD_UNIT;
    }

    int channelError(final int unitNum, final int chanNum)
    {
        final int error = unitError(unitNum);
        return MyriCode.OK != error ? error :
            units[unitNum].isChannel(chanNum) ? MyriCode.OK : MyriCode.BAD_CHANNEL;
    }

    /**
     * Translates refusals into codes.
     */
    int call(final int unitNum, final Call call)
    {
        if (!isInitialised(unitNum))
        {
            return MyriCode.BAD_UNIT;
        }
        try
        {
            return call.run();
        }
        catch (final HostExpelledException ex)
        {
            return MyriCode.PEER_DOWN;
        }
        catch (final ClusterClosedException ex)
        {
            return MyriCode.CLOSED;
        }
        catch (final IllegalStateException | IllegalArgumentException ex)
        {
            return MyriCode.BAD_BUFFER;
        }
    }

    /**
     * Does the same as {@link #call} for what is refused inside a handler.
     */
    int callOutside(final int unitNum, final Call call)
    {
        return call(unitNum, () ->
        {
            if (units[unitNum].isInHandler())
            {
                return MyriCode.IN_HANDLER;
            }
            units[unitNum].use();
            return call.run();
        });
    }

    /**
     * The program of the units is over, or uses them no more.
     */
    void exit()
    {
        for (final UnitState unit : units)
        {
            unit.exit();
        }
    }

    int onChannel(final int unitNum, final int chanNum, final ChannelCall call)
    {
        final int error = channelError(unitNum, chanNum);
        if (MyriCode.OK != error)
        {
            return error;
        }
        final Channel channel = units[unitNum].channel(chanNum);
        if (null == channel)
        {
            return MyriCode.CHAN_NOT_IN_USE;
        }
        final int result = callOutside(unitNum, () -> call.run(channel));
        // Another thread may close it during the call.
        return MyriCode.BAD_BUFFER == result && channel.isClosed() ? MyriCode.CHAN_NOT_IN_USE : result;
    }

    /**
     * Runs a call under the lock of the send channel.
     */
    int locked(final int unitNum, final Call call)
    {
        if (!isInitialised(unitNum))
        {
            return MyriCode.BAD_UNIT;
        }
        final int error = units[unitNum].lock();
        if (MyriCode.OK != error)
        {
            return error;
        }
        try
        {
            return call.run();
        }
        finally
        {
            units[unitNum].unlock();
        }
    }

    @Override
    public String toString()
    {
        return "UnitTable{units=" + units.length + '}';
    }
}
