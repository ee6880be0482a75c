/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.time.Duration;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;

import org.agrona.concurrent.UnsafeBuffer;

import org.isotach.IsotachException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The other end comes, is slow, goes, and comes back.
 */
class RefusalWatchTest
{
    private static final String CHANNEL = "aeron:ipc?term-length=64k";
    private static final int STREAM_ID = 7;
    private static final int LENGTH = 1024;

    private final TestDriver driver = new TestDriver();
    private final Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.directory));
    private final Publication publication = aeron.addPublication(CHANNEL, STREAM_ID);
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);
    private final RefusalWatch strict = new RefusalWatch(publication, "trunk a-b", Duration.ofNanos(1));
    private final RefusalWatch patient = new RefusalWatch(publication, "trunk a-b", Duration.ofHours(1));

    @AfterEach
    void close()
    {
        aeron.close();
        driver.close();
    }

    private long offer()
    {
        long result = publication.offer(buffer);
        while (Publication.ADMIN_ACTION == result)
        {
            result = publication.offer(buffer);
        }
        return result;
    }

    private void offerUntil(final boolean isTaken)
    {
        while (isTaken != offer() > 0)
        {
            Thread.yield();
        }
    }

    private void awaitConnection(final boolean isConnected)
    {
        while (isConnected != publication.isConnected())
        {
            Thread.yield();
        }
    }

    /**
     * The other end takes a record, and goes.
     */
    private void comeAndGo()
    {
        try (Subscription subscription = aeron.addSubscription(CHANNEL, STREAM_ID))
        {
            offerUntil(true);
            assertTrue(subscription.imageCount() <= 1);
        }
        awaitConnection(false);
    }

    private void refuseTwice(final RefusalWatch watch)
    {
        watch.onRefusal(offer());
        // Later than the first one.
        final long startNs = System.nanoTime();
        while (System.nanoTime() == startNs)
        {
            Thread.onSpinWait();
        }
        watch.onRefusal(offer());
    }

    @Test
    void shouldWaitForWhoHasNeverBeenThere()
    {
        assertEquals(Publication.NOT_CONNECTED, offer());
        refuseTwice(strict);
    }

    @Test
    void shouldWaitForWhoIsBackBetweenTwoGaps()
    {
        comeAndGo();
        strict.onRefusal(Publication.NOT_CONNECTED);
        strict.onRefusal(Publication.BACK_PRESSURED);
        strict.onRefusal(Publication.NOT_CONNECTED);
        strict.onRefusal(Publication.ADMIN_ACTION);
        strict.onRefusal(Publication.NOT_CONNECTED);
    }

    @Test
    void shouldSayThatAStreamIsUsedUp()
    {
        final String message = assertThrows(
            IsotachException.class, () -> patient.onRefusal(Publication.MAX_POSITION_EXCEEDED)).getMessage();
        assertTrue(message.contains("is used up after 0 bytes"), message);
    }

    @Test
    void shouldWaitForWhoIsSlow()
    {
        try (Subscription subscription = aeron.addSubscription(CHANNEL, STREAM_ID))
        {
            offerUntil(true);
            offerUntil(false);
            assertEquals(Publication.BACK_PRESSURED, offer());
            refuseTwice(strict);
            assertTrue(subscription.imageCount() <= 1);
        }
    }

    @Test
    void shouldNoticeThatTheOtherEndIsGone()
    {
        comeAndGo();
        refuseTwice(patient);
        final IsotachException lost = assertThrows(IsotachException.class, () -> refuseTwice(strict));
        assertEquals("trunk a-b is lost: the other end has taken nothing behind the first " + publication.position() +
            " bytes for PT0.000000001S: it does not hear this one, or has ended", lost.getMessage());
    }

    @Test
    void shouldBeginAnewWhenTheOtherEndHasComeBack()
    {
        comeAndGo();
        strict.onRefusal(offer());
        comeAndGo();
        // The first refusal since then.
        strict.onRefusal(offer());
    }
}
