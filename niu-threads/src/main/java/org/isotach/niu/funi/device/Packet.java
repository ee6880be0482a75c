/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * A packet in the network, and in the memories of devices: 32 words of 32 bits. Everything but header and body is
 * written by devices (Hoe, FUNet, sections 4.1.1 and 5.6.2).
 * <pre>
 *   flags | group | line | host | node of the sender | header | message, access: up to 21 words
 *                                                             | transfer: destination | argument | up to 16 words
 *   behind them: incarnation of the receiver, and of the sender | word of the library
 *   acknowledgement: flags | group | line
 * </pre>
 */
final class Packet
{
    static final int LENGTH = 128;
    static final int FLAGS = 0;
    static final int GROUP = 4;
    static final int LINE = 8;
    static final int HOST = 12;
    static final int SENDER = 16;
    static final int HEADER = 20;
    static final int BODY = 24;
    static final int DESTINATION = 24;
    static final int ARGUMENT = 28;
    static final int PAYLOAD = 32;
    static final int TARGET = 108;
    static final int INCARNATION = 112;
    static final int LIBRARY = 116;

    // Of FLAGS.
    static final int ACK = 1;
    static final int POSITIVE = 1 << 1;
    static final int REPLY = 1 << 2;
    static final int ANSWER = 1 << 3;
    static final int ACCESS = 1 << 4;

    private Packet()
    {
    }

    static void copy(final OffHeapBuffer source, final int from, final OffHeapBuffer target, final int to)
    {
        source.copyTo(from, target, to, LENGTH);
    }
}
