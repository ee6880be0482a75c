/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

/**
 * Two workstations with HPAM on a ring of two stations (Martin, HPAM, section 7), in virtual time, in microseconds.
 * <p>
 * Given are the time of the raw network, 8.39 us and 0.08 us for each byte, and the cycles of the processors for a
 * message, sent and received, by feature (table 2). The paper says that some of these cycles overlap with the network,
 * and not how many: that is the one free constant. What does not overlap is on the path of a message, in front of its
 * bytes, and so is what follows it: data and acknowledgements of both directions take turns on the ring. The fixed time
 * of the network is none of the path: several packets may be in it.
 */
final class HpamModel
{
    /**
     * Cycles for a message without keys, windows, and what the ring needs.
     */
    static final double BASIC = 317;

    /**
     * Cycles for flow control and reliability.
     */
    static final double WINDOWS = 245;

    /**
     * Cycles for keys.
     */
    static final double KEYS = 219;

    /**
     * Cycles that only this ring needs.
     */
    static final double RING = 215;

    /**
     * All cycles of a message.
     */
    static final double ALL = BASIC + WINDOWS + KEYS + RING;

    /**
     * The share of the cycles that overlaps, which makes a remote read take 29 us.
     */
    static final double FITTED_OVERLAP = 0.758;

    /**
     * Shortest packet in bytes: the header of the ring.
     */
    static final int SHORTEST_PACKET = 22;

    /**
     * A message in bytes: behind the header of the ring come a control word, the handler, and four words.
     */
    static final int MESSAGE = SHORTEST_PACKET + 6 * Integer.BYTES;

    /**
     * Longest payload in bytes: a packet has at most 4500.
     */
    static final int LONGEST_PAYLOAD = 4500 - MESSAGE;

    /**
     * Requests of one station that may be without an answer.
     */
    static final int DEPTH = 4;

    /**
     * Requests of a stream.
     */
    static final int PACKETS = 200;

    private static final double CYCLES_PER_US = 99;
    private static final double FIXED_US = 8.39;
    private static final double BYTE_US = 0.08;

    private final double exposedUs;
    private final double hiddenUs;

    /**
     * @param overlap share of the cycles that overlaps with the network, 0..1.
     * @param cycles  of a message, sent and received.
     */
    HpamModel(final double overlap, final double cycles)
    {
        exposedUs = (1 - overlap) * cycles / CYCLES_PER_US;
        hiddenUs = overlap * cycles / CYCLES_PER_US;
    }

    /**
     * Returns how long a packet takes without any software.
     */
    static double rawUs(final int bytes)
    {
        return FIXED_US + BYTE_US * bytes;
    }

    /**
     * A remote read of a word.
     */
    double roundTripUs()
    {
        final Ring ring = new Ring();
        final double[] endAt = new double[1];
        ring.send(ring.client, ring.server, MESSAGE, () ->
            ring.send(ring.server, ring.client, MESSAGE, () -> endAt[0] = ring.time.now()));
        ring.time.run();
        return endAt[0];
    }

    /**
     * A stream of requests with a payload, of which each is acknowledged.
     *
     * @return bytes of payload in a microsecond, that is megabytes in a second.
     */
    double bandwidth(final int payload)
    {
        return payload * (double)PACKETS / new Stream(payload).run();
    }

    /**
     * Returns how many messages both stations send in a stream.
     */
    static int messagesOfStream()
    {
        final Stream stream = new HpamModel(FITTED_OVERLAP, ALL).new Stream(0);
        stream.run();
        return stream.messages;
    }

    /**
     * Returns the smallest payload that has half of the peak rate.
     */
    int halfPowerPoint()
    {
        final double half = bandwidth(LONGEST_PAYLOAD) / 2;
        int low = 0;
        int high = LONGEST_PAYLOAD;
        while (high - low > 1)
        {
            final int middle = (low + high) / 2;
            if (bandwidth(middle) < half)
            {
                low = middle;
            }
            else
            {
                high = middle;
            }
        }
        return high;
    }

    /**
     * The ring, and the processors of both stations.
     */
    private class Ring
    {
        final VirtualTime time = new VirtualTime();
        final Station client = new Station(time);
        final Station server = new Station(time);
        int messages;
        private final Station path = new Station(time);

        void send(final Station from, final Station to, final int bytes, final Runnable handler)
        {
            messages++;
            path.request(exposedUs + BYTE_US * bytes, () -> time.after(FIXED_US, () ->
            {
                handler.run();
                work(to);
            }));
            work(from);
        }

        /**
         * Half of what is hidden is work of the sender, half of the receiver.
         */
        private void work(final Station processor)
        {
            processor.request(hiddenUs / 2, () ->
            {
            });
        }
    }

    /**
     * A stream with as many packets under way as a window has.
     */
    private final class Stream extends Ring
    {
        private final int payload;
        private int sent;
        private int ended;

        Stream(final int payload)
        {
            this.payload = payload;
        }

        double run()
        {
            for (int i = 0; i < DEPTH; i++)
            {
                sendNext();
            }
            time.run();
            if (PACKETS != ended)
            {
                throw new IllegalStateException(ended + " acknowledgements (expected: " + PACKETS + ')');
            }
            return Math.max(time.now() - FIXED_US, Math.max(client.busy(), server.busy()));
        }

        private void sendNext()
        {
            if (sent < PACKETS)
            {
                sent++;
                send(client, server, MESSAGE + payload, () -> send(server, client, MESSAGE, () ->
                {
                    ended++;
                    sendNext();
                }));
            }
        }
    }

    @Override
    public String toString()
    {
        return "HpamModel{exposed=" + exposedUs + ", hidden=" + hiddenUs + '}';
    }
}
