/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import java.util.List;
import java.util.stream.LongStream;

import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.ScarceWindows;
import org.isotach.niu.link.Transport;
import org.isotach.niu.link.WatchedTransport;
import org.isotach.test.RecordingModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A window has to grow for a frame, and there is no memory for that: nothing has happened, and the next attempt
 * succeeds.
 */
final class WindowWithoutMemoryTest
{
    private static final int FAR = 2;
    private static final long MANY = 1_000;
    private static final int RING = 64;

    // A window of the first length has no room for so many.
    private static final int OPERATIONS = 40;

    private final ScarceWindows windows = new ScarceWindows();

    private Transport transport(final boolean isParanoid)
    {
        return isParanoid ? new WatchedTransport(ex ->
        {
            throw new AssertionError(ex);
        }, windows) : windows;
    }

    private static void fillLong(final FrameEntry entry)
    {
        entry.offset = 0;
        entry.length = OPERATIONS * RecordingModel.LENGTH;
        for (int i = 0; i < OPERATIONS; i++)
        {
            RecordingModel.write(entry.buffer, i * RecordingModel.LENGTH, i, RecordingModel.mask(1, 2));
        }
    }

    private static void assertAllExecuted(final TestPath path)
    {
        path.tokenManager.advanceTo(2 * MANY);
        path.execute(1, 2);
        final List<Long> payloads = LongStream.concat(LongStream.range(0, OPERATIONS), LongStream.of(MANY)).boxed()
            .toList();
        assertEquals(payloads, path.recorders[1].payloads());
        assertEquals(payloads, path.recorders[2].payloads());
        assertEquals(List.of(), path.errors);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldSendAFrameAtTheNextAttempt(final boolean isParanoid)
    {
        final DirectPath path = new DirectPath(3, RING, RING, transport(isParanoid));
        path.links.ensure(1);
        path.links.ensure(2);
        path.fill(path.sender.frame(), 0, FAR, 0, 1, 2);
        fillLong(path.sender.frame());
        windows.failOnce();
        assertThrows(OutOfMemoryError.class, () -> path.sender.trySend(path.sender.frame()));
        assertEquals(MANY, path.tokenManager.advanceTo(MANY), "tokens are not stopped");
        assertTrue(path.sender.trySend(path.sender.frame()));
        path.send(FAR, MANY, 1, 2);
        assertAllExecuted(path);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldStampAFrameAtTheNextAttempt(final boolean isParanoid)
    {
        final SendPath path = new SendPath(3, RING, RING, transport(isParanoid));
        path.links.ensure(1);
        path.links.ensure(2);
        fillLong(path.ring.get(path.issue(FAR, 0, 1, 2)));
        windows.failOnce();
        assertThrows(OutOfMemoryError.class, path.siu::doWork);
        assertEquals(MANY, path.tokenManager.advanceTo(MANY), "tokens are not stopped");
        path.stampAndShip();
        path.issue(FAR, MANY, 1, 2);
        path.stampAndShip();
        assertAllExecuted(path);
    }
}
