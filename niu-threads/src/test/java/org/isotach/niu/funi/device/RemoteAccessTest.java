/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Accesses to segments of members when the one that has asked is started anew: row F39.
 */
class RemoteAccessTest
{
    private static final int LENGTH = 1 << 14;
    private static final int STEPS = 60;

    // As many as there are lines for them.
    private static final int ACCESSES = 4;

    private final OffHeapBuffer segment = OffHeapBuffer.allocate(ACCESSES * Long.BYTES);
    private final OffHeapBuffer source = OffHeapBuffer.allocate(Long.BYTES);

    private final DeviceSegments segments = new DeviceSegments()
    {
        @Override
        public boolean tryWrite(
            final int number, final int offset, final OffHeapBuffer from, final int index, final int length)
        {
            from.copyTo(index, segment, offset, length);
            return true;
        }

        @Override
        public boolean tryRead(
            final int number, final int offset, final OffHeapBuffer target, final int to, final int length)
        {
            segment.copyTo(offset, target, to, length);
            return true;
        }
    };

    private int written()
    {
        int count = 0;
        for (int i = 0; i < ACCESSES; i++)
        {
            count += 0 == segment.getLong(i * Long.BYTES) ? 0 : 1;
        }
        return count;
    }

    private void write(final DevicePort port)
    {
        for (int i = 0; i < ACCESSES; i++)
        {
            segment.putLong(i * Long.BYTES, 0);
            final RemoteAccess access = new RemoteAccess(port, port.end() + i * RemoteAccess.PLACE_LENGTH);
            assertTrue(access.tryWrite(false, 1, 0, 0, i * Long.BYTES, source, 0, Long.BYTES));
        }
        port.publish();
    }

    @Test
    void shouldLeaveNothingPendingThatIsRefused()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final DeviceGang gang = on.network.open("gang", LENGTH, 0, 1);
            gang.segments(1, segments);
            final DevicePort port = on.open(gang, 8)[0];
            final RemoteAccess access = new RemoteAccess(port, port.end());
            final int length = source.capacity();
            for (final int[] bytes : new int[][]{ { length - 7, 8 }, { length, 1 }, { -1, 1 } })
            {
                assertThrows(IndexOutOfBoundsException.class, () ->
                    access.tryWrite(false, 1, 0, 0, 0, source, bytes[0], bytes[1]));
            }
            for (final int number : new int[]{ -1, 1 << 16 })
            {
                final String message = assertThrows(IllegalArgumentException.class, () ->
                    access.tryWrite(false, 1, 0, number, 0, source, 0, Long.BYTES)).getMessage();
                assertEquals("segment: " + number + " (expected: 0..65535)", message);
            }
            assertFalse(access.isPending());
            source.putLong(0, 7);
            assertTrue(access.tryWrite(false, 1, 0, 0, 0, source, 0, Long.BYTES));
            port.publish();
            on.run();
            assertEquals(7, segment.getLong(0));
            assertFalse(access.isPending());
        }
    }

    /**
     * Wherever the accesses are: in a queue, a line, the network, a receive buffer, or drained.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void f39ShouldNotBeMadeForAMemberThatWasReplaced(final boolean isSuspended)
    {
        source.putLong(0, 7);
        int most = 0;
        for (int steps = 0; steps < STEPS; steps++)
        {
            try (DeviceBench on = DeviceBench.of(3))
            {
                final DeviceGang gang = on.network.open("gang", LENGTH, 0, 1);
                gang.segments(1, segments);
                write(on.open(gang, 8)[0]);
                for (int i = 0; i < steps; i++)
                {
                    // The other device is slow, so that something waits there.
                    on.step(i % 4 / 3);
                }
                if (isSuspended)
                {
                    gang.suspend();
                    on.run();
                    assertFalse(gang.isRunning());
                }
                gang.remap(0, 2);
                final int before = written();
                most = Math.max(most, before);
                gang.resume();
                on.run();
                assertTrue(gang.isRunning());
                assertEquals(before, written(), "after " + steps + " steps");
            }
        }
        assertTrue(most > 0, "some were made before");
    }
}
