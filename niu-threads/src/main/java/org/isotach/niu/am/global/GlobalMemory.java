/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import java.util.Arrays;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.am.AmPort;
import org.isotach.niu.am.Progress;

/**
 * Memory of all hosts that each of them reaches by global pointers, in the manner of Split-C (Culler and others,
 * <i>Parallel Programming in Split-C</i>), over active messages. All hosts run the same program, each with a thread and
 * with a {@link GlobalPort} of its own:
 * <pre>{@code
 * ActiveMessages am = ActiveMessages.on(cluster);
 * GlobalMemory g = GlobalMemory.on(am, 1 << 20);               // so many bytes of each host
 * // the thread of each host:
 * GlobalPort port = g.port(host);
 * long next = g.pointer((port.self() + 1) % port.size(), 64);
 * port.write(next, port.self());                               // waits
 * port.put(next + 8, 1);                                       // goes on
 * port.get(next + 16, 72);                                     // into its own memory, at 72
 * port.sync();                                                 // waits for both
 * port.finish();                                               // serves others until all are here
 * }</pre>
 * There is no order between operations that have not been waited for, and none between these and isochrons. Threadsafe.
 */
public final class GlobalMemory
{
    private static final int SHORTEST_PACKET = 128;

    private final ActiveMessages am;
    private final Extent extent;
    private final GlobalPort[] ports;

    private GlobalMemory(final ActiveMessages am, final Extent extent)
    {
        this.am = am;
        this.extent = extent;
        final Cluster cluster = am.cluster();
        final Host[] hosts = new Host[cluster.hostCount()];
        Arrays.setAll(hosts, cluster::host);
        final Members members = new Members(hosts);
        // All of it is there before any is registered: what is registered stays until the end of the cluster.
        final OffHeapBuffer[] memories = new OffHeapBuffer[hosts.length];
        Arrays.setAll(memories, host -> OffHeapBuffer.allocate(extent.length()));
        final Part[] parts = new Part[hosts.length];
        Arrays.setAll(parts,
            host -> new Part(host, members, memories[host], am.port(hosts[host]).register(memories[host])));
        final GlobalHandlers handlers = new GlobalHandlers(am, parts);
        final Finish finish = new Finish(members);
        final int pieceLength = am.context().maxTransferLength();
        // The pieces of one transfer in packets would wait for those of another one that was given up.
        final boolean isDirect = am.context().directTransfers() && cluster.context().linkFaults().isNone();
        final int depositLength = isDirect ? extent.length() : pieceLength;
        ports = new GlobalPort[hosts.length];
        Arrays.setAll(ports, host ->
        {
            final AmPort port = am.port(hosts[host]);
            final RemoteAccess remote = new RemoteAccess(
                port, parts[host], handlers, pieceLength, depositLength);
            return new GlobalPort(
                port, parts[host], new MemoryAccess(port, extent, parts[host], remote), members, finish);
        });
    }

    /**
     * Adds a global memory to active messages; all its bytes are 0. Their handlers, and other global memories, may be
     * used beside it, on the same threads. It ends with the cluster, not before: make it once.
     *
     * @param am     active messages, with windows.
     * @param length in bytes of the memory of each host, a multiple of 8, 8..2^30.
     * @return the memory of all hosts.
     * @throws IllegalArgumentException if the length is out of range, or the packets of the active messages are too
     *                                  short, or without windows.
     * @throws OutOfMemoryError         when the limit on direct memory of the JVM is reached.
     */
    public static GlobalMemory on(final ActiveMessages am, final int length)
    {
        final AmContext context = am.context();
        if (!context.reliable())
        {
            throw new IllegalArgumentException(
                "am: without windows (expected: with windows, which do each operation once; see AmContext.reliable)");
        }
        if (Progress.CLUSTER == context.progress())
        {
            throw new IllegalArgumentException("am: progress CLUSTER (expected: CALLER, because a port of global" +
                " memory belongs to one thread, which also serves it; see AmContext.progress)");
        }
        if (context.maxPacketLength() < SHORTEST_PACKET)
        {
            throw new IllegalArgumentException("am: maxPacketLength " + context.maxPacketLength() +
                " (expected: at least " + SHORTEST_PACKET + " bytes, for the bytes of the bulk operations; see" +
                " AmContext.maxPacketLength)");
        }
        return new GlobalMemory(am, new Extent(am.cluster().hostCount(), length));
    }

    /**
     * Returns the port of a host. There is one per host.
     *
     * @param host the host.
     * @return always the same object.
     * @throws IllegalArgumentException if the host does not belong to the cluster.
     */
    public GlobalPort port(final Host host)
    {
        am.port(host);
        return ports[host.id()];
    }

    /**
     * Makes a pointer, the same at all hosts.
     *
     * @param host   number of a host.
     * @param offset index in bytes in its memory, 0..{@link #length()}.
     * @return the pointer; one to the next word is larger by 8.
     * @throws IllegalArgumentException  if there is no such host.
     * @throws IndexOutOfBoundsException if its memory has no such index.
     */
    public long pointer(final int host, final int offset)
    {
        return extent.pointer(host, offset);
    }

    /**
     * Makes an array whose elements are spread over the memory of all hosts, the same at all hosts.
     *
     * @param offset        where it begins in the memory of each host, in bytes; a multiple of 8 if its words are read
     *                      and written as such.
     * @param size          number of elements, at least 1.
     * @param elementLength length of an element in bytes, a multiple of 4.
     * @return the array.
     * @throws IllegalArgumentException if it does not fit there.
     */
    public SpreadArray spread(final int offset, final int size, final int elementLength)
    {
        return new SpreadArray(extent, ports.length, offset, size, elementLength);
    }

    /**
     * The host to which a pointer points.
     *
     * @param pointer made by {@link #pointer}.
     * @return its number.
     */
    public static int host(final long pointer)
    {
        return GlobalPointer.host(pointer);
    }

    /**
     * The index to which a pointer points.
     *
     * @param pointer made by {@link #pointer}.
     * @return the index in bytes in the memory of the host.
     */
    public static int offset(final long pointer)
    {
        return (int)GlobalPointer.offset(pointer);
    }

    /**
     * Length of the memory of each host.
     *
     * @return the length in bytes.
     */
    public int length()
    {
        return extent.length();
    }

    @Override
    public String toString()
    {
        return "GlobalMemory{hosts=" + ports.length + ", length=" + extent.length() + '}';
    }
}
