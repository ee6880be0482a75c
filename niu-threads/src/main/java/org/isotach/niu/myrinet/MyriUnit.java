/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.Arrays;

/**
 * The interface of D. Panariti's Myrinet API, with its names in camel case and its result codes ({@link MyriCode}): for
 * programs that were written for it. Unit numbers are those of hosts, as if the machine had a board for each. Functions
 * whose names end with {@code L} lock the send channel of their unit; the others need not, because sending always locks
 * for a moment, and {@link #lock} keeps the locking ones of other threads out. Inside a handler, those that initialise,
 * lock, send, receive, or take something answer {@link MyriCode#IN_HANDLER}. Results that the interface returns through
 * pointers are put into the first element of an array.
 * <p>
 * A program has an object of this class of its own. It is a user of each unit that it has initialised until it is
 * {@link #close closed}. If it never is: until the thread that has used the unit last has ended, and some program
 * initialises the unit; calls of its other threads are answered {@link MyriCode#BAD_UNIT} then. When the last user has
 * gone, the next one is the first again.
 * <p>
 * Buffers are those of {@link Network}: they are lent, so each send buffer must be freed, which may be done before it
 * was sent. Mistakes that {@link Nic} answers by an exception are answered by a negative code here.
 * <p>
 * Threads may share a unit; a channel belongs to one of them.
 */
public final class MyriUnit implements AutoCloseable
{
    private final Network network;
    private final UnitTable units;

    /**
     * Makes the interface of a network.
     *
     * @param network the network, whose hosts are the units.
     */
    public MyriUnit(final Network network)
    {
        this.network = network;
        units = new UnitTable(network);
    }

    /**
     * A1. Initialises a unit, and counts the program as a user: the first user, or one that forces it, names the
     * control program.
     *
     * @param unitNum   number of the unit.
     * @param inId      not used.
     * @param forceInit true to initialise a unit that has users, who are not asked.
     * @param mcpCode   name of the control program: {@code interrupt}, {@code polled} or {@code overlapped}, not null.
     *                  It is checked, and has no other effect: there is no board here that could load it, and buffers
     *                  move in the same way with each. Threads wait as {@link
     *                  org.isotach.niu.ClusterContext#waiting} says; boards that receive in these ways are in {@code
     *                  org.isotach.niu.myrinet.mcp}. A unit that has users, and is not forced, does not look at it.
     *                  Empty: nothing is to be loaded, so the unit has to have users.
     * @return {@link MyriCode#OK}, {@link MyriCode#BAD_UNIT}, or {@link MyriCode#BAD_MCP}.
     */
    public int init(final int unitNum, final int inId, final boolean forceInit, final String mcpCode)
    {
        return units.isUnit(unitNum) ? units.get(unitNum).init(forceInit, mcpCode) : MyriCode.BAD_UNIT;
    }

    /**
     * A2. Initialises a channel that was gotten with {@link #getChan}.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of the channel.
     * @return {@link MyriCode#OK}, {@link MyriCode#BAD_UNIT}, {@link MyriCode#BAD_CHANNEL}, or {@link
     * MyriCode#CHAN_NOT_IN_USE}.
     */
    public int initRecvChan(final int unitNum, final int chanNum)
    {
        final int error = units.channelError(unitNum, chanNum);
        return MyriCode.OK == error ? units.get(unitNum).open(chanNum) : error;
    }

    /**
     * A3. Takes a send buffer.
     *
     * @param unitNum number of the unit.
     * @param buf     gets the buffer.
     * @return {@link MyriCode#OK}, {@link MyriCode#BAD_UNIT}, {@link MyriCode#NO_BUFFERS}, or {@link MyriCode#CLOSED}.
     */
    public int getSendBuffer(final int unitNum, final Buffer[] buf)
    {
        return units.callOutside(unitNum, () ->
        {
            buf[0] = network.nic(unitNum).tryBuffer();
            return null == buf[0] ? MyriCode.NO_BUFFERS : MyriCode.OK;
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
        return units.locked(unitNum, () -> getSendBuffer(unitNum, buf));
    }

    /**
     * A4. Frees a send buffer. It is not used again before it was sent.
     *
     * @param unitNum number of the unit.
     * @param buf     the buffer.
     * @return {@link MyriCode#OK}, {@link MyriCode#BAD_UNIT}, or {@link MyriCode#BAD_BUFFER} if it was freed before.
     */
    public int freeSend(final int unitNum, final Buffer buf)
    {
        return units.call(unitNum, () ->
        {
            buf.free();
            return MyriCode.OK;
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
        return units.locked(unitNum, () -> freeSend(unitNum, buf));
    }

    /**
     * A5. Sends a buffer, which must be left alone until it is not busy.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of a channel of the receiver.
     * @param buf     a send buffer, or a received one, which belongs to its next receiver then.
     * @param bufLen  length of the content in bytes.
     * @param routeId number of the route.
     * @return {@link MyriCode#OK}, {@link MyriCode#BAD_UNIT}, {@link MyriCode#BAD_CHANNEL}, {@link
     * MyriCode#BAD_BUFFER}, {@link MyriCode#BAD_ROUTE}, {@link MyriCode#QUEUE_FULL}, {@link MyriCode#PEER_DOWN}, or
     * {@link MyriCode#CLOSED}.
     */
    public int sendRoute(
        final int unitNum, final int chanNum, final Buffer buf, final int bufLen, final int routeId)
    {
        final int error = units.channelError(unitNum, chanNum);
        if (MyriCode.OK != error)
        {
            return error;
        }
        final Nic nic = network.nic(unitNum);
        return nic.routes().isRoute(routeId) ? units.callOutside(unitNum, () ->
        {
            buf.length(bufLen);
            final boolean isSent = BufferState.OWNED == buf.state() ? nic.tryLend(routeId, chanNum, buf) :
                nic.trySend(routeId, chanNum, buf);
            return isSent ? MyriCode.OK : MyriCode.QUEUE_FULL;
        }) : MyriCode.BAD_ROUTE;
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
        return units.locked(unitNum, () -> sendRoute(unitNum, chanNum, buf, bufLen, routeId));
    }

    /**
     * A6. Receives, without waiting.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of the channel.
     * @param buf     gets the buffer.
     * @param bufLen  gets the length of its content in bytes.
     * @return {@link MyriCode#OK}, {@link MyriCode#NO_PACKET}, {@link MyriCode#BAD_UNIT}, {@link MyriCode#BAD_CHANNEL},
     * {@link MyriCode#CHAN_NOT_IN_USE}, or {@link MyriCode#CLOSED}.
     */
    public int recv(final int unitNum, final int chanNum, final Buffer[] buf, final int[] bufLen)
    {
        return units.onChannel(unitNum, chanNum, channel ->
        {
            buf[0] = channel.tryReceive();
            if (null == buf[0])
            {
                return MyriCode.NO_PACKET;
            }
            bufLen[0] = buf[0].length();
            return MyriCode.OK;
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
        return units.onChannel(unitNum, chanNum, Channel::pending);
    }

    /**
     * A8. Frees a received buffer.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of the channel.
     * @param buf     the buffer.
     * @return {@link MyriCode#OK}, {@link MyriCode#BAD_UNIT}, {@link MyriCode#BAD_CHANNEL}, or {@link
     * MyriCode#BAD_BUFFER}.
     */
    public int freeRecv(final int unitNum, final int chanNum, final Buffer buf)
    {
        final int error = units.channelError(unitNum, chanNum);
        return MyriCode.OK != error ? error : units.call(unitNum, () ->
        {
            if (BufferState.RECEIVED != buf.state())
            {
                return MyriCode.BAD_BUFFER;
            }
            buf.free();
            return MyriCode.OK;
        });
    }

    /**
     * A9. Adds a route.
     *
     * @param unitNum number of the unit.
     * @param routeId number of the route, which redirects it if it is in use; {@link MyriCode#NEXT_ROUTE} for any.
     * @param route   its bytes; only the first {@code len} are valid.
     * @param len     their number.
     * @return the number of the route, the same for the same bytes; {@link MyriCode#BAD_UNIT} or {@link
     * MyriCode#BAD_ROUTE}.
     */
    public int addRoute(final int unitNum, final int routeId, final byte[] route, final int len)
    {
        if (!units.isInitialised(unitNum))
        {
            return MyriCode.BAD_UNIT;
        }
        try
        {
            return len > Routes.MAX_LENGTH ? MyriCode.BAD_ROUTE :
                network.nic(unitNum).routes().add(routeId, Arrays.copyOf(route, len));
        }
        catch (final IllegalArgumentException | IllegalStateException | NegativeArraySizeException ex)
        {
            return MyriCode.BAD_ROUTE;
        }
    }

    /**
     * A10. Counts what was sent and not received, or more.
     *
     * @param unitNum number of the unit.
     * @return number of buffers, or {@link MyriCode#BAD_UNIT}.
     */
    public int numPending(final int unitNum)
    {
        return units.isInitialised(unitNum) ? network.nic(unitNum).pending() : MyriCode.BAD_UNIT;
    }

    /**
     * A11. Locks the send channel. The thread that has it may lock it again. If it ends without {@link #unlock}, others
     * wait until the cluster is closed.
     *
     * @param unitNum number of the unit.
     * @return {@link MyriCode#OK}, {@link MyriCode#BAD_UNIT}, or {@link MyriCode#CLOSED} after it has waited.
     */
    public int lock(final int unitNum)
    {
        return units.isInitialised(unitNum) ? units.get(unitNum).lock() : MyriCode.BAD_UNIT;
    }

    /**
     * A12. Unlocks the send channel.
     *
     * @param unitNum number of the unit.
     * @return {@link MyriCode#OK}, or {@link MyriCode#BAD_UNIT} if the thread has not locked it.
     */
    public int unlock(final int unitNum)
    {
        // Also by one that is counted no more.
        return units.isUnit(unitNum) ? units.get(unitNum).unlock() : MyriCode.BAD_UNIT;
    }

    /**
     * A13. Asks the control program whether it is there.
     *
     * @param unitNum number of the unit.
     * @return {@link MyriCode#OK}, {@link MyriCode#BAD_UNIT}, or {@link MyriCode#CLOSED}.
     */
    public int handshake(final int unitNum)
    {
        return units.callOutside(unitNum, () ->
        {
            network.nic(unitNum).sendSide().checkOpen();
            return MyriCode.OK;
        });
    }

    /**
     * A14. Returns whether a buffer was sent and must be left alone.
     *
     * @param unitNum number of the unit.
     * @param buf     the buffer.
     * @return 1 if it is busy, 0 if not; {@link MyriCode#BAD_UNIT}.
     */
    public int bufferBusyP(final int unitNum, final Buffer buf)
    {
        return units.call(unitNum, () -> buf.isBusy() ? 1 : 0);
    }

    /**
     * A15. Looks for buffers that will not come back by themselves.
     *
     * @param unitNum number of the unit.
     * @return number of buffers that came back, or {@link MyriCode#BAD_UNIT}.
     */
    public int reapSentL(final int unitNum)
    {
        return units.locked(unitNum, () -> network.nic(unitNum).reapSent());
    }

    /**
     * A16. Gets a channel.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of the channel, {@link MyriCode#ANY_CHAN} for any.
     * @return number of the channel, which may be 0; {@link MyriCode#BAD_UNIT}, {@link MyriCode#BAD_CHANNEL}, {@link
     * MyriCode#CHAN_IN_USE}, {@link MyriCode#NO_CHANS}, or {@link MyriCode#CLOSED}.
     */
    public int getChan(final int unitNum, final int chanNum)
    {
        final int error = MyriCode.ANY_CHAN == chanNum ? units.unitError(unitNum) :
            units.channelError(unitNum, chanNum);
        return MyriCode.OK == error ? units.callOutside(unitNum, () -> units.get(unitNum).get(chanNum)) : error;
    }

    /**
     * A17. Gives a channel up.
     *
     * @param unitNum number of the unit.
     * @param chanNum number of the channel.
     * @return {@link MyriCode#OK}, {@link MyriCode#BAD_UNIT}, {@link MyriCode#BAD_CHANNEL}, or {@link
     * MyriCode#CHAN_NOT_IN_USE}.
     */
    public int releChan(final int unitNum, final int chanNum)
    {
        final int error = units.channelError(unitNum, chanNum);
        return MyriCode.OK == error ? units.get(unitNum).release(chanNum) : error;
    }

    /**
     * A18. Looks a route up in a file, and adds it.
     *
     * @param unitNum number of the unit.
     * @param file    the file.
     * @param source  name of the source.
     * @param dest    name of the destination.
     * @return the number of the route, {@link MyriCode#BAD_ROUTE} if the file has none, or {@link MyriCode#BAD_UNIT}.
     */
    public int findRoute(final int unitNum, final RouteFile file, final String source, final String dest)
    {
        final byte[] route = file.route(source, dest);
        return null == route ? MyriCode.BAD_ROUTE : addRoute(unitNum, MyriCode.NEXT_ROUTE, route, route.length);
    }

    /**
     * Ends the use of all units, as the end of a process does: its channels are closed, and the locks of the calling
     * thread given back. It may initialise units again.
     */
    @Override
    public void close()
    {
        units.exit();
    }

    @Override
    public String toString()
    {
        return "MyriUnit{units=" + units.count() + '}';
    }
}
