/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.mbm.MessageOrder;

/**
 * The six configurations of Ironman, appendix D, each with its figures of 2000 for payloads of 64, 128, 256, 512 and
 * 1024 bytes, and with its counterpart here.
 */
enum MessageConfiguration
{
    /**
     * FastMessages 1.1, the ordinary messaging layer of 2000; here the ring buffer of the LMAX Disruptor.
     */
    ORDINARY(
        "ordinary messages (FM 1.1; Disruptor)",
        MessageOrder.ISOTACH,
        new double[]{ 25.40, 29.60, 41.10, 62.10, 103.70 },
        new double[]{ 152.00, 259.80, 321.10, 355.90, 359.10 },
        new double[]{ 152.20, 260.00, 321.10, 355.90, 359.20 }),

    /**
     * Non-isotach messages, the interface unit removed from the link; here no thread works for the unit, except after
     * many failures in a row.
     */
    NON_ISOTACH(
        "non-isotach, without SIU",
        MessageOrder.ISOTACH,
        new double[]{ 29.05, 34.14, 37.55, 49.49, 73.39 },
        new double[]{ 75.92, 124.38, 175.73, 222.85, 247.77 },
        new double[]{ 75.92, 124.39, 175.75, 222.91, 247.89 }),

    /**
     * Non-isotach messages, the interface unit in the link; here threads that wait work for the unit each time, without
     * need.
     */
    NON_ISOTACH_SIU(
        "non-isotach, with SIU",
        MessageOrder.ISOTACH,
        new double[]{ 31.19, 34.18, 39.05, 50.91, 76.90 },
        new double[]{ 75.93, 124.22, 176.66, 224.60, 251.79 },
        new double[]{ 75.94, 124.23, 176.69, 224.95, 251.91 }),

    /**
     * Isotach messages that are not stamped, delivered when they arrive.
     */
    UNSTAMPED(
        "isotach, no order, without SIU",
        MessageOrder.ARRIVAL_UNSTAMPED,
        new double[]{ 35.78, 37.15, 42.14, 53.82, 79.80 },
        new double[]{ 44.10, 78.78, 128.66, 183.79, 228.11 },
        new double[]{ 44.10, 78.78, 128.66, 183.79, 228.15 }),

    /**
     * Isotach messages that are stamped, delivered when they arrive.
     */
    UNORDERED(
        "isotach, no order, with SIU",
        MessageOrder.ARRIVAL,
        new double[]{ 67.06, 69.67, 74.71, 85.34, 105.08 },
        new double[]{ 32.03, 62.82, 120.73, 176.68, 222.85 },
        new double[]{ 32.03, 62.81, 120.69, 176.69, 222.86 }),

    /**
     * Isotach messages in isotach order.
     */
    ISOTACH(
        "isotach, ordered, with SIU",
        MessageOrder.ISOTACH,
        new double[]{ 67.79, 70.61, 75.57, 86.40, 106.62 },
        new double[]{ 32.05, 62.80, 118.43, 172.67, 219.81 },
        new double[]{ 32.05, 62.79, 118.43, 172.67, 219.83 });

    private static final int[] PAYLOADS = { 64, 128, 256, 512, 1024 };

    private final String label;
    private final MessageOrder order;
    private final double[] tripUs;
    private final double[] senderMegabits;
    private final double[] receiverMegabits;

    MessageConfiguration(
        final String label,
        final MessageOrder order,
        final double[] tripUs,
        final double[] senderMegabits,
        final double[] receiverMegabits)
    {
        this.label = label;
        this.order = order;
        this.tripUs = tripUs;
        this.senderMegabits = senderMegabits;
        this.receiverMegabits = receiverMegabits;
    }

    static int payloadCount()
    {
        return PAYLOADS.length;
    }

    /**
     * In bytes.
     */
    static int payload(final int index)
    {
        return PAYLOADS[index];
    }

    String label()
    {
        return label;
    }

    MessageOrder order()
    {
        return order;
    }

    /**
     * @return true if the messages are operations of isochrons.
     */
    boolean isIsotach()
    {
        return ordinal() >= UNSTAMPED.ordinal();
    }

    double tripUs(final int payloadIndex)
    {
        return tripUs[payloadIndex];
    }

    double senderMegabits(final int payloadIndex)
    {
        return senderMegabits[payloadIndex];
    }

    double receiverMegabits(final int payloadIndex)
    {
        return receiverMegabits[payloadIndex];
    }
}
