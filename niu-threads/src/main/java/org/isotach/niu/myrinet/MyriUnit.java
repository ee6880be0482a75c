/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.Arrays;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;

/**
 * The interface of D. Panariti's Myrinet API, with its names in camel case and its result codes: for programs that were
 * written for it. Unit numbers are those of hosts, as if the machine had a board for each. Functions whose names end
 * with {@code L} lock the send channel of their unit; the others need not, because sending always locks for a moment,
 * and {@link #lock} keeps the locking ones of other threads out. Results that the interface returns through pointers
 * are put into the first element of an array.
 * <p>
 * Buffers are those of {@link Network}: they are lent, so each send buffer must be freed, which may be done before it
 * was sent. Mistakes that {@link Nic} answers by an exception are answered by a negative code here.
 * <p>
 * Threads may share a unit; a channel belongs to one of them.
 */
public final class MyriUnit
{
    /**
     * Success.
     */
    public static final int OK = 0;

    /**
     * No such unit, or the unit was not initialised.
     */
    public static final int BAD_UNIT = -1;

    /**
     * No such channel.
     */
    public static final int BAD_CHANNEL = -2;

    /**
     * The channel is in use.
     */
    public static final int CHAN_IN_USE = -3;

    /**
     * All channels are in use.
     */
    public static final int NO_CHANS = -4;

    /**
     * The channel was not gotten.
     */
    public static final int CHAN_NOT_IN_USE = -5;

    /**
     * No send buffer is free.
     */
    public static final int NO_BUFFERS = -6;

    /**
     * The buffer is not one of this unit, is busy, was freed, or has another length.
     */
    public static final int BAD_BUFFER = -7;

    /**
     * No such route, or it is too long.
     */
    public static final int BAD_ROUTE = -8;

    /**
     * The channel has no room for another packet.
     */
    public static final int QUEUE_FULL = -9;

    /**
     * No packet is ready.
     */
    public static final int NO_PACKET = -10;

    /**
     * The control program has no such name.
     */
    public static final int BAD_MCP = -11;

    /**
     * The host of the unit was expelled, or the host at the end of the route.
     */
    public static final int PEER_DOWN = -12;

    /**
     * The cluster is closed, or the call comes from inside a handler.
     */
    public static final int CLOSED = -13;

    /**
     * In place of the number of a channel: any.
     */
    public static final int ANY_CHAN = Channel.ANY;

    /**
     * In place of the number of a route: the next one.
     */
    public static final int NEXT_ROUTE = Routes.NEXT;

    private final Network network;
    private final UnitState[] units;

    /**
     * Makes the interface of a network.
     *
     * @param network the network, whose hosts are the units.
     */
    public MyriUnit(final Network network)
    {
        this.network = network;
        units = new UnitState[network.hostCount()];
        for (int i = 0; i < units.length; i++)
        {
            units[i] = new UnitState(network.nic(i), network.context().channels());
        }
    }

    /**
     * A1. Initialises a unit: the first user, or one that forces it, names the control program.
     *
     * @param unitNum   number of the unit.
     * @param inId      not used.
     * @param forceInit true to initialise a unit that has users.
     * @param mcpCode   interrupt, polled or overlapped, which differ in the waits of the papers' hosts only; empty if
     *                  it is loaded already.
     * @return {@link #OK}, {@link #BAD_UNIT}, or {@link #BAD_MCP}.
     */
    public int init(final int unitNum, final int inId, final boolean forceInit, final String mcpCode)
    {
        return isUnit(unitNum) ? units[unitNum].init(forceInit, mcpCode) : BAD_UNIT;
    }

    /**
     * A2. Initialises a channel that was gotten with {@link #getChan}.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of the channel.
     * @return {@link #OK}, {@link #BAD_UNIT}, {@link #BAD_CHANNEL}, or {@link #CHAN_NOT_IN_USE}.
     */
    public int initRecvChan(final int unitNum, final int chanNum)
    {
        final int error = channelError(unitNum, chanNum);
        return OK == error ? units[unitNum].open(chanNum) : error;
    }

    /**
     * A3. Takes a send buffer.
     *
     * @param unitNum number of the unit.
     * @param buf     gets the buffer.
     * @return {@link #OK}, {@link #BAD_UNIT}, {@link #NO_BUFFERS}, or {@link #CLOSED}.
     */
    public int getSendBuffer(final int unitNum, final Buffer[] buf)
    {
        return call(unitNum, () ->
        {
            buf[0] = network.nic(unitNum).tryBuffer();
            return null == buf[0] ? NO_BUFFERS : OK;
        });
    }

    /**
     * A3. Does the same as {@link #getSendBuffer} under the lock.
     *
     * @param unitNum number of the unit.
     * @param buf     gets the buffer.
     * @return as {@link #getSendBuffer}.
     */
    public int getSendBufferL(final int unitNum, final Buffer[] buf)
    {
        return locked(unitNum, () -> getSendBuffer(unitNum, buf));
    }

    /**
     * A4. Frees a send buffer. It is not used again before it was sent.
     *
     * @param unitNum number of the unit.
     * @param buf     the buffer.
     * @return {@link #OK}, {@link #BAD_UNIT}, or {@link #BAD_BUFFER} if it was freed before.
     */
    public int freeSend(final int unitNum, final Buffer buf)
    {
        return call(unitNum, () ->
        {
            buf.free();
            return OK;
        });
    }

    /**
     * A4. Does the same as {@link #freeSend} under the lock.
     *
     * @param unitNum number of the unit.
     * @param buf     the buffer.
     * @return as {@link #freeSend}.
     */
    public int freeSendL(final int unitNum, final Buffer buf)
    {
        return locked(unitNum, () -> freeSend(unitNum, buf));
    }

    /**
     * A5. Sends a buffer, which must be left alone until it is not busy.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of a channel of the receiver.
     * @param buf     a send buffer, or a received one, which belongs to its next receiver then.
     * @param bufLen  length of the content in bytes.
     * @param routeId number of the route.
     * @return {@link #OK}, {@link #BAD_UNIT}, {@link #BAD_CHANNEL}, {@link #BAD_BUFFER}, {@link #BAD_ROUTE}, {@link
     * #QUEUE_FULL}, {@link #PEER_DOWN}, or {@link #CLOSED}.
     */
    public int sendRoute(
        final int unitNum, final int chanNum, final Buffer buf, final int bufLen, final int routeId)
    {
        final int error = channelError(unitNum, chanNum);
        if (OK != error)
        {
            return error;
        }
        final Nic nic = network.nic(unitNum);
        return nic.routes().isRoute(routeId) ? call(unitNum, () ->
        {
            buf.length(bufLen);
            final boolean isSent = BufferState.OWNED == buf.state() ? nic.tryLend(routeId, chanNum, buf) :
                nic.trySend(routeId, chanNum, buf);
            return isSent ? OK : QUEUE_FULL;
        }) : BAD_ROUTE;
    }

    /**
     * A5. Does the same as {@link #sendRoute} under the lock.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of a channel of the receiver.
     * @param buf     a send buffer, or a received one.
     * @param bufLen  length of the content in bytes.
     * @param routeId number of the route.
     * @return as {@link #sendRoute}.
     */
    public int sendRouteL(
        final int unitNum, final int chanNum, final Buffer buf, final int bufLen, final int routeId)
    {
        return locked(unitNum, () -> sendRoute(unitNum, chanNum, buf, bufLen, routeId));
    }

    /**
     * A6. Receives, without waiting.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of the channel.
     * @param buf     gets the buffer.
     * @param bufLen  gets the length of its content in bytes.
     * @return {@link #OK}, {@link #NO_PACKET}, {@link #BAD_UNIT}, {@link #BAD_CHANNEL}, {@link #CHAN_NOT_IN_USE}, or
     * {@link #CLOSED}.
     */
    public int recv(final int unitNum, final int chanNum, final Buffer[] buf, final int[] bufLen)
    {
        return onChannel(unitNum, chanNum, channel ->
        {
            buf[0] = channel.tryReceive();
            if (null == buf[0])
            {
                return NO_PACKET;
            }
            bufLen[0] = buf[0].length();
            return OK;
        });
    }

    /**
     * A7. Counts what is ready, and receives nothing.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of the channel.
     * @return number of packets, or an error as {@link #recv}.
     */
    public int recvPoll(final int unitNum, final int chanNum)
    {
        return onChannel(unitNum, chanNum, Channel::pending);
    }

    /**
     * A8. Frees a received buffer.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of the channel.
     * @param buf     the buffer.
     * @return {@link #OK}, {@link #BAD_UNIT}, {@link #BAD_CHANNEL}, or {@link #BAD_BUFFER}.
     */
    public int freeRecv(final int unitNum, final int chanNum, final Buffer buf)
    {
        final int error = channelError(unitNum, chanNum);
        return OK != error ? error : call(unitNum, () ->
        {
            if (BufferState.RECEIVED != buf.state())
            {
                return BAD_BUFFER;
            }
            buf.free();
            return OK;
        });
    }

    /**
     * A9. Adds a route.
     *
     * @param unitNum number of the unit.
     * @param routeId number of the route, which redirects it if it is in use; {@link #NEXT_ROUTE} for any.
     * @param route   its bytes; only the first {@code len} are valid.
     * @param len     their number.
     * @return the number of the route, the same for the same bytes; {@link #BAD_UNIT} or {@link #BAD_ROUTE}.
     */
    public int addRoute(final int unitNum, final int routeId, final byte[] route, final int len)
    {
        if (!isInitialised(unitNum))
        {
            return BAD_UNIT;
        }
        try
        {
            return network.nic(unitNum).routes().add(routeId, Arrays.copyOf(route, len));
        }
        catch (final IllegalArgumentException | IllegalStateException | NegativeArraySizeException ex)
        {
            return BAD_ROUTE;
        }
    }

    /**
     * A10. Counts what was sent and not received, or more.
     *
     * @param unitNum number of the unit.
     * @return number of buffers, or {@link #BAD_UNIT}.
     */
    public int numPending(final int unitNum)
    {
        return isInitialised(unitNum) ? network.nic(unitNum).pending() : BAD_UNIT;
    }

    /**
     * A11. Locks the send channel. The thread that has it may lock it again.
     *
     * @param unitNum number of the unit.
     * @return {@link #OK} or {@link #BAD_UNIT}.
     */
    public int lock(final int unitNum)
    {
        return isInitialised(unitNum) ? units[unitNum].lock() : BAD_UNIT;
    }

    /**
     * A12. Unlocks the send channel.
     *
     * @param unitNum number of the unit.
     * @return {@link #OK}, or {@link #BAD_UNIT} if the thread has not locked it.
     */
    public int unlock(final int unitNum)
    {
        return isInitialised(unitNum) ? units[unitNum].unlock() : BAD_UNIT;
    }

    /**
     * A13. Asks the control program whether it is there.
     *
     * @param unitNum number of the unit.
     * @return {@link #OK}, {@link #BAD_UNIT}, or {@link #CLOSED}.
     */
    public int handshake(final int unitNum)
    {
        return call(unitNum, () ->
        {
            network.nic(unitNum).sendSide().checkOpen();
            return OK;
        });
    }

    /**
     * A14. Returns whether a buffer was sent and must be left alone.
     *
     * @param unitNum number of the unit.
     * @param buf     the buffer.
     * @return 1 if it is busy, 0 if not; {@link #BAD_UNIT}.
     */
    public int bufferBusyP(final int unitNum, final Buffer buf)
    {
        return call(unitNum, () -> buf.isBusy() ? 1 : 0);
    }

    /**
     * A15. Looks for buffers that will not come back by themselves.
     *
     * @param unitNum number of the unit.
     * @return number of buffers that came back, or {@link #BAD_UNIT}.
     */
    public int reapSentL(final int unitNum)
    {
        return locked(unitNum, () -> network.nic(unitNum).reapSent());
    }

    /**
     * A16. Gets a channel.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of the channel, {@link #ANY_CHAN} for any.
     * @return number of the channel, which may be 0; {@link #BAD_UNIT}, {@link #BAD_CHANNEL}, {@link #CHAN_IN_USE},
     * {@link #NO_CHANS}, or {@link #CLOSED}.
     */
    public int getChan(final int unitNum, final int chanNum)
    {
        final int error = ANY_CHAN == chanNum ? unitError(unitNum) : channelError(unitNum, chanNum);
        return OK == error ? call(unitNum, () -> units[unitNum].get(chanNum)) : error;
    }

    /**
     * A17. Gives a channel up.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of the channel.
     * @return {@link #OK}, {@link #BAD_UNIT}, {@link #BAD_CHANNEL}, or {@link #CHAN_NOT_IN_USE}.
     */
    public int releChan(final int unitNum, final int chanNum)
    {
        final int error = channelError(unitNum, chanNum);
        return OK == error ? units[unitNum].release(chanNum) : error;
    }

    /**
     * A18. Looks a route up in a file, and adds it.
     *
     * @param unitNum number of the unit.
     * @param file    the file.
     * @param source  name of the source.
     * @param dest    name of the destination.
     * @return the number of the route, {@link #BAD_ROUTE} if the file has none, or {@link #BAD_UNIT}.
     */
    public int findRoute(final int unitNum, final RouteFile file, final String source, final String dest)
    {
        final byte[] route = file.route(source, dest);
        return null == route ? BAD_ROUTE : addRoute(unitNum, NEXT_ROUTE, route, route.length);
    }

    private interface Call
    {
        int run();
    }

    private interface ChannelCall
    {
        int run(Channel channel);
    }

    private int onChannel(final int unitNum, final int chanNum, final ChannelCall call)
    {
        final int error = channelError(unitNum, chanNum);
        if (OK != error)
        {
            return error;
        }
        final Channel channel = units[unitNum].channel(chanNum);
        return null == channel ? CHAN_NOT_IN_USE : call(unitNum, () -> call.run(channel));
    }

    private int locked(final int unitNum, final Call call)
    {
        final int error = lock(unitNum);
        if (OK != error)
        {
            return error;
        }
        try
        {
            return call.run();
        }
        finally
        {
            unlock(unitNum);
        }
    }

    /**
     * Translates refusals into codes.
     */
    private int call(final int unitNum, final Call call)
    {
        if (!isInitialised(unitNum))
        {
            return BAD_UNIT;
        }
        try
        {
            return call.run();
        }
        catch (final HostExpelledException ex)
        {
            return PEER_DOWN;
        }
        catch (final IsotachException ex)
        {
            return CLOSED;
        }
        catch (final IllegalStateException | IllegalArgumentException ex)
        {
            return BAD_BUFFER;
        }
    }

    private int channelError(final int unitNum, final int chanNum)
    {
        final int error = unitError(unitNum);
        return OK != error ? error : units[unitNum].isChannel(chanNum) ? OK : BAD_CHANNEL;
    }

    private int unitError(final int unitNum)
    {
        return isInitialised(unitNum) ? OK : BAD_UNIT;
    }

    private boolean isInitialised(final int unitNum)
    {
        return isUnit(unitNum) && units[unitNum].isInitialised();
    }

    private boolean isUnit(final int unitNum)
    {
        return 0 <= unitNum && unitNum < units.length;
    }

    @Override
    public String toString()
    {
        return "MyriUnit{units=" + units.length + '}';
    }
}
