/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;

import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Trunk;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A trunk that cannot be kept whole says so, and goes on saying so.
 */
class AeronTrunkTest
{
    private static final Members MEMBERS = TestDriver.members("ipc", "ipc");
    private static final int STREAM_ID = AeronTrunksContext.FIRST_STREAM_ID_DEFAULT + 1;
    private static final int LIMIT = 16;
    private static final long CLIENT_LIVENESS_NS = TimeUnit.SECONDS.toNanos(2);

    private static TestDriver driver;

    private final OffHeapBuffer record = OffHeapBuffer.allocate(1024 * 1024);
    private final AeronTrunksContext context = driver.context();
    private Trunk left;
    private Trunk right;
    private int count;

    @BeforeAll
    static void launchDriver()
    {
        driver = new TestDriver();
    }

    @AfterAll
    static void closeDriver()
    {
        driver.close();
    }

    @BeforeEach
    void open()
    {
        final Trunk[] ends = TestDriver.newTrunk(context, "ipc", "ipc");
        left = ends[0];
        right = ends[1];
    }

    @AfterEach
    void close()
    {
        left.close();
        right.close();
    }

    private void poll()
    {
        count += right.poll((buffer, offset, length, position) -> assertTrue(length > 0), LIMIT);
    }

    private void offer(final Trunk trunk)
    {
        while (Trunk.REFUSED == trunk.offer(record, 8, null, 0, 0))
        {
            Thread.yield();
        }
    }

    private void exchange()
    {
        offer(left);
        while (0 == count)
        {
            poll();
        }
    }

    private String awaitLoss()
    {
        final IsotachException lost = assertThrows(IsotachException.class, () ->
        {
            while (true)
            {
                poll();
                Thread.yield();
            }
        });
        assertSame(lost, assertThrows(IsotachException.class, this::poll));
        return lost.getMessage();
    }

    @Test
    void shouldHandOutTheRestAndThenBeLostWhenTheOtherEndIsClosed()
    {
        exchange();
        offer(left);
        left.close();
        assertEquals("trunk m1-m0 is lost: the other end has ended after 128 bytes", awaitLoss());
        assertEquals(2, count);
        assertEquals(Trunk.REFUSED, left.offer(record, 8, null, 0, 0));
    }

    @Test
    void shouldBeLostWhenThereIsASecondSender()
    {
        exchange();
        try (Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.directory));
            Publication second = aeron.addExclusivePublication("aeron:ipc", STREAM_ID))
        {
            assertTrue(awaitLoss().startsWith(
                "trunk m1-m0 is lost: a second sender is at the other end: start no member twice"));
            assertEquals(0, second.position());
            assertTrue(right.toString().endsWith("lost}"), right::toString);
        }
    }

    @Test
    void shouldRefuseAMemberThatIsStartedTwice()
    {
        exchange();
        final AeronTrunks twice = AeronTrunks.with(context);
        final String message =
            assertThrows(IsotachException.class, () -> twice.newTrunk(MEMBERS, 0, 1)).getMessage();
        assertTrue(message.startsWith("cannot send to aeron:ipc?"), message);
        assertTrue(message.contains("; start no member twice"), message);
    }

    @Test
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldBeLostWhenItIsLaunchedAgainAlone()
    {
        try (TestDriver forgetful = new TestDriver(CLIENT_LIVENESS_NS, CLIENT_LIVENESS_NS))
        {
            launchAgain(forgetful);
            exchange();
            right.close();
            right = AeronTrunks.with(forgetful.context()).newTrunk(MEMBERS, 1, 0);
            assertEquals("trunk m1-m0 is lost: the other end had sent 64 bytes before: launch a member again only " +
                "together with all others", awaitLoss());
            close();
        }
    }

    private void launchAgain(final TestDriver other)
    {
        close();
        final Trunk[] ends = TestDriver.newTrunk(other.context(), "ipc", "ipc");
        left = ends[0];
        right = ends[1];
    }

    @Test
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldConnectAsSoonAsAMemberThatWasKilledIsForgotten() throws InterruptedException
    {
        try (TestDriver forgetful = new TestDriver(CLIENT_LIVENESS_NS, CLIENT_LIVENESS_NS))
        {
            launchAgain(forgetful);
            left.close();
            final Aeron killed = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(forgetful.directory).useConductorAgentInvoker(true));
            final Publication publication =
                killed.addPublication("aeron:ipc?term-length=4m|mtu=65504|session-id=77", STREAM_ID);
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[8]);
            while (publication.offer(bytes) < 0 || 0 == count)
            {
                killed.conductorAgentInvoker().invoke();
                poll();
            }
            // Nobody reads it.
            assertTrue(publication.offer(bytes) > 0);
            right.close();
            count = 0;
            // Nothing is heard of it any more, and all are launched again.
            right = AeronTrunks.with(forgetful.context()).newTrunk(MEMBERS, 1, 0);
            left = awaitForgotten(forgetful);
            // For longer than the image of the one before may stay.
            final long beginNs = System.nanoTime();
            while (System.nanoTime() - beginNs < 3 * CLIENT_LIVENESS_NS + CLIENT_LIVENESS_NS / 2)
            {
                count = 0;
                exchange();
            }
            close();
            CloseHelper.quietClose(killed);
        }
    }

    private Trunk awaitForgotten(final TestDriver forgetful) throws InterruptedException
    {
        String refusal = null;
        while (true)
        {
            poll();
            try
            {
                final Trunk launched = AeronTrunks.with(forgetful.context()).newTrunk(MEMBERS, 0, 1);
                // None on a machine that has stopped meanwhile.
                assertTrue(null == refusal ||
                    refusal.contains("; start no member twice, not even within 3 s after it was killed"), refusal);
                return launched;
            }
            catch (final IsotachException ex)
            {
                refusal = ex.getMessage();
                Thread.sleep(50);
            }
        }
    }

    @Test
    void shouldBeLostWhenRecordsAreMissing()
    {
        left.close();
        try (Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.directory));
            Publication publication = aeron.addPublication(
                "aeron:ipc?term-length=4m|mtu=65504", STREAM_ID))
        {
            right.close();
            right = AeronTrunks.with(context).newTrunk(MEMBERS, 1, 0);
            final BufferClaim claim = new BufferClaim();
            for (int i = 0; i < 3; i++)
            {
                while (publication.tryClaim(8, claim) < 0)
                {
                    Thread.yield();
                }
                if (1 == i)
                {
                    claim.abort();
                }
                else
                {
                    claim.commit();
                }
            }
            assertEquals("trunk m1-m0 is lost: 64 bytes behind the first 64 never came", awaitLoss());
            assertEquals(1, count);
        }
    }

    @Test
    void shouldReadOnWhereATermEndsEarly()
    {
        // Of 4 MiB; none of these fits into what the one before has left.
        exchange();
        final int length = 510 * 1024;
        for (int sent = 1; sent < 40; sent++)
        {
            while (Trunk.REFUSED == left.offer(record, length, null, 0, 0))
            {
                poll();
            }
            while (count <= sent)
            {
                poll();
            }
        }
        assertEquals(40, count);
    }

    @Test
    void shouldRefuseRecordsThatAreTooLong()
    {
        exchange();
        final IllegalArgumentException ex = assertThrows(
            IllegalArgumentException.class, () -> left.offer(record, 8, record, 0, 512 * 1024));
        assertEquals("trunk m0-m1: a record of 524296 bytes (expected: at most 524288; set " +
            "AeronTrunksContext.termLength() to eight times the longest, up to 134217728)", ex.getMessage());
        assertThrows(IndexOutOfBoundsException.class, () -> left.offer(record, 8, record, record.capacity() - 8, 16));
    }

    /**
     * A client that ends by itself closes the subscription before it says why.
     */
    @Test
    void shouldBeLostOnlyWhenItsClientHasEnded() throws Exception
    {
        exchange();
        ((Subscription)field(right, "subscription")).close();
        poll();
        poll();
        ((Aeron)field(field(right, "connection"), "aeron")).close();
        assertTrue(awaitLoss().startsWith("trunk m1-m0 is lost: the media driver in /"));
    }

    private static Object field(final Object of, final String name) throws ReflectiveOperationException
    {
        final Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }

    @Test
    void shouldSayThatTheMediaDriverIsGone()
    {
        final Trunk[] ends;
        try (TestDriver other = new TestDriver())
        {
            ends = TestDriver.newTrunk(other.context(), "ipc", "ipc");
            left.close();
            right.close();
            left = ends[0];
            right = ends[1];
            exchange();
        }
        final String message = awaitLoss();
        assertTrue(message.startsWith("trunk m1-m0 is lost: the media driver in /"), message);
        assertTrue(message.endsWith("; a driver that is a process of its own outlives the members"), message);
        // The other end has a client of its own, which may notice later.
        right.close();
        right = left;
        awaitLoss();
        assertEquals(Trunk.REFUSED, left.offer(record, 8, null, 0, 0));
    }
}
