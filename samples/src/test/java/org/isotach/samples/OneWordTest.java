/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A message that was changed, or cut, on its way does not pass for the one that was sent.
 */
final class OneWordTest
{
    private static final int LENGTH = 64;
    private static final long WORD = 0x0102030405060708L;

    private final Cluster cluster =
        Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
    private final Messaging messaging = Messaging.on(cluster);
    private final NonIsotachPort sender = messaging.nonIsotachPort(cluster.host(0));
    private final NonIsotachPort receiver = messaging.nonIsotachPort(cluster.host(1));

    @AfterEach
    void close()
    {
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 7, 8, 62, 63 })
    void shouldNoticeEveryChangedByte(final int index)
    {
        claimed(LENGTH);
        assertEquals(WORD, received());
        claimed(LENGTH).putByte(index, (byte)-1);
        assertEquals(PairSide.NOT_ONE_WORD, received());
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 8, 63, 65, 72, 128 })
    void shouldNoticeAnotherLength(final int length)
    {
        claimed(length);
        assertEquals(PairSide.NOT_ONE_WORD, received());
    }

    private MessageBuffer claimed(final int length)
    {
        final MessageBuffer message = sender.tryClaim(1, length);
        OneWord.fill(message, length & -Long.BYTES, WORD);
        return message;
    }

    private long received()
    {
        sender.commit();
        assertTrue(receiver.receive());
        return OneWord.of(receiver.message(), LENGTH);
    }
}
