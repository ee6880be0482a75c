/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.link.FrameEntry;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What an application thread appends to a batch is flushed once, in order, whoever owns the host, and whatever becomes
 * of the thread.
 */
class FrameBatchTest
{
    private static final int HOSTS = 3;

    // So many that the last ones are in a batch.
    private static final int COUNT = 10;

    private final Cluster cluster =
        Cluster.launch(new ClusterContext().hosts(HOSTS).threadingMode(ThreadingMode.INVOKER).linkRingSize(16));
    private final RecordingModel model = RecordingModel.on(cluster);
    private final Host host = cluster.host(0);
    private final Isochron isochron = host.isochron();

    // Frames that are read where they lie go on behind each other, whatever becomes of them.
    private final Cluster keeping =
        Cluster.launch(new ClusterContext().hosts(HOSTS).threadingMode(ThreadingMode.SHARED));
    private final RecordingModel keepingModel = RecordingModel.on(keeping);
    private final Isochron kept = keeping.host(0).isochron();

    @AfterEach
    void close()
    {
        cluster.close();
        keeping.close();
    }

    @Test
    void shouldAppendWhatLiesBehindAndGoesToTheSameHosts()
    {
        final FrameBatch batch = opened();
        assertTrue(batch.tryAppend(next(1, 2)));
        assertTrue(batch.hasUnflushed());
        assertFalse(batch.tryAppend(next(1)), "for another set of hosts");
        assertFalse(batch.tryAppend(next(1, 2)), "not directly behind");
    }

    @Test
    void shouldNotAppendWhatTakesALongerTime()
    {
        final FrameBatch batch = opened();
        assertFalse(batch.tryAppend(next(1, 2).fresh()));
        final FrameBatch local = new FrameBatch(0, HOSTS, 1024);
        local.open(next(0), 0);
        assertFalse(local.tryAppend(next(0, 1)));
    }

    @Test
    void shouldNotAppendMoreThanItsLength()
    {
        final FrameBatch batch = new FrameBatch(0, HOSTS, 2 * RecordingModel.LENGTH);
        batch.open(next(1), 2);
        final Isochron second = next(1);
        assertFalse(batch.isFullFor(second));
        assertTrue(batch.tryAppend(second));
        final Isochron third = next(1);
        assertTrue(batch.isFullFor(third));
        assertFalse(batch.tryAppend(third));
        assertFalse(batch.tryJoin(third, 2));
    }

    @Test
    void shouldNotAppendOnAnotherThread() throws Exception
    {
        final FrameBatch batch = opened();
        final Isochron second = next(1, 2);
        final TestThreads threads = new TestThreads();
        threads.start("another", () -> assertFalse(batch.tryAppend(second)));
        threads.join();
        assertTrue(batch.tryAppend(second));
    }

    @Test
    void shouldNotAppendWhenItIsClosed()
    {
        final FrameBatch batch = opened();
        batch.close();
        assertFalse(batch.tryAppend(next(1, 2)));
        assertFalse(batch.isClosedForGood());
        batch.closeForGood();
        assertTrue(batch.isClosedForGood());
    }

    @Test
    void shouldTakeBackWhatWasNotFlushed()
    {
        final FrameBatch batch = opened();
        final int start = kept.offset();
        final FrameEntry entry = new FrameEntry();
        batch.flushInto(entry);
        batch.flushed(entry, 7);
        final Isochron second = next(1, 2);
        assertTrue(batch.tryAppend(second));
        assertTrue(batch.tryTakeBack(kept));
        assertFalse(batch.hasUnflushed());
        assertEquals(7, batch.ticket());
        assertTrue(batch.tryAppend(second));
        batch.flushInto(entry);
        assertEquals(start + RecordingModel.LENGTH, entry.offset);
        assertEquals(RecordingModel.LENGTH, entry.length);
        batch.flushed(entry, 8);
        assertFalse(batch.tryTakeBack(kept));
        assertEquals(8, batch.ticket());
    }

    /**
     * Others take the host over as soon as they have nothing to do, and that takes time at both ends.
     */
    @Test
    void shouldBeFullEarlierWhenAnotherThreadHasSentIt() throws Exception
    {
        final FrameBatch batch = new FrameBatch(0, HOSTS, 1 << 16);
        final int most = fill(batch);
        assertEquals(most, fill(batch));
        final TestThreads threads = new TestThreads();
        threads.start("another", () -> flush(batch));
        threads.join();
        assertEquals(most / 2, fill(batch));
        flush(batch);
        assertEquals(most / 2 + 1, fill(batch));
        for (int i = 0; i < 5; i++)
        {
            threads.start("another-" + i, () -> flush(batch));
            threads.join();
            fill(batch);
        }
        assertEquals(17, fill(batch), "not much earlier");
    }

    /**
     * To copy them is most of the work, whoever does it.
     */
    @Test
    void shouldBeFullAsLateAsBeforeWhenAnotherThreadHasSentLongIsochrons() throws Exception
    {
        final FrameBatch batch = new FrameBatch(0, HOSTS, 1 << 16);
        final int most = fill(batch);
        flush(batch);
        batch.open(nextOf(256 / RecordingModel.LENGTH + 1), 2);
        final TestThreads threads = new TestThreads();
        threads.start("another", () -> flush(batch));
        threads.join();
        assertEquals(most, fill(batch));
    }

    private int fill(final FrameBatch batch)
    {
        batch.open(next(1), 2);
        int count = 1;
        while (batch.tryAppend(next(1)))
        {
            count++;
        }
        return count;
    }

    private Isochron nextOf(final int operations)
    {
        next(1);
        for (int i = 1; i < operations; i++)
        {
            keepingModel.append(kept, 0, 1);
        }
        return kept;
    }

    private static void flush(final FrameBatch batch)
    {
        final FrameEntry entry = new FrameEntry();
        batch.flushInto(entry);
        batch.flushed(entry, 1);
    }

    @Test
    void shouldKeepTheTicketOfItsLastFrameWhenItIsOpenedAgain()
    {
        final FrameBatch batch = opened();
        assertEquals(-1, batch.ticket());
        final FrameEntry entry = new FrameEntry();
        batch.flushInto(entry);
        batch.flushed(entry, 7);
        batch.open(next(1), 2);
        assertEquals(7, batch.ticket());
        assertEquals(RecordingModel.LENGTH, batch.unflushedLength());
        assertTrue(batch.tryAppend(next(1)));
        assertEquals(2 * RecordingModel.LENGTH, batch.unflushedLength());
        batch.flushInto(entry);
        batch.flushed(entry, 8);
        assertEquals(0, batch.unflushedLength());
    }

    @Test
    void shouldKeepTheOrderOfWhatTwoThreadsIssueOneAfterTheOther() throws Exception
    {
        issue(0, COUNT);
        onAnotherThread(() ->
        {
            final Isochron other = host.isochron();
            for (int i = COUNT; i < 2 * COUNT; i++)
            {
                model.issue(other, i, 1);
            }
        });
        issue(2 * COUNT, 3 * COUNT);
        assertExecuted(3 * COUNT);
    }

    @Test
    void shouldGoOnWithAnIsochronThatAnotherThreadHasUsed() throws Exception
    {
        onAnotherThread(() -> issue(0, COUNT));
        issue(COUNT, 2 * COUNT);
        onAnotherThread(() -> issue(2 * COUNT, 3 * COUNT));
        assertExecuted(3 * COUNT);
    }

    @Test
    void shouldSendOnceWhatIsAppendedWhileAnotherThreadIssues() throws Exception
    {
        final int count = 500_000;
        final int appending = 2;
        final TestThreads threads = new TestThreads();
        for (int thread = 0; thread < appending; thread++)
        {
            final int first = thread * count;
            threads.start("appending " + thread, () ->
            {
                final Isochron own = host.isochron();
                for (int i = first; i < first + count; i++)
                {
                    model.issue(own, i, 1);
                }
            });
        }
        threads.start("issuing", () ->
        {
            for (int i = 0; i < count; i++)
            {
                model.issue(isochron, i, 2);
                // Host 2 keeps up, host 1 does not: what goes there is appended to batches.
                cluster.host(2).poll();
                if (0 == i % 16)
                {
                    cluster.host(1).poll();
                }
            }
        });
        threads.join();
        cluster.close();
        final List<Long> appended = model.recorder(1).payloads();
        for (int thread = 0; thread < appending; thread++)
        {
            final int first = thread * count;
            assertEquals(
                LongStream.range(first, first + count).boxed().toList(),
                appended.stream().filter(payload -> payload / count == first / count).toList());
        }
        assertEquals(LongStream.range(0, count).boxed().toList(), model.recorder(2).payloads());
    }

    @Test
    void shouldSendWhatAThreadHasLeftBehind() throws Exception
    {
        onAnotherThread(() -> issue(0, COUNT));
        for (int i = 0; i < 1000; i++)
        {
            cluster.host(1).poll();
        }
        assertEquals(COUNT, model.recorder(1).payloads().size());
    }

    @Test
    void shouldFreeTheMemoryOfABatchWhoseThreadIssuesNothingElse()
    {
        try (Cluster small = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .maxIsochronLength(10 * RecordingModel.LENGTH).slabLength(30 * RecordingModel.LENGTH)))
        {
            final RecordingModel smallModel = RecordingModel.on(small);
            final Isochron sender = small.host(0).isochron();
            for (int i = 0; i < 1000; i++)
            {
                smallModel.append(sender.begin(), i, 1);
                while (!sender.tryIssue())
                {
                    small.host(0).poll();
                    small.host(1).poll();
                }
            }
            sender.awaitExecuted();
            small.host(1).poll();
            assertEquals(LongStream.range(0, 1000).boxed().toList(), smallModel.recorder(1).payloads());
        }
    }

    @Test
    void shouldLeaveMostOfTheMemoryToTheNextBatches()
    {
        // Of isochrons of 24 bytes, five fit into a batch.
        try (Cluster small = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .maxIsochronLength(320).slabLength(960).linkRingSize(4)))
        {
            final RecordingModel smallModel = RecordingModel.on(small);
            final Isochron sender = small.host(0).isochron();
            for (int i = 0; i < 3 + 5 + 5; i++)
            {
                smallModel.append(sender.begin(), i, 1);
                assertTrue(sender.tryIssue());
            }
            smallModel.append(sender.begin(), 13, 1);
            assertFalse(sender.tryIssue(), "four frames are under way, and a batch that is full");
            small.host(1).poll();
            assertTrue(sender.tryIssue());
            small.host(0).poll();
            small.host(1).poll();
            assertEquals(LongStream.range(0, 14).boxed().toList(), smallModel.recorder(1).payloads());
            assertEquals(6, smallModel.recorder(1).calls(), "frames");
        }
    }

    @Test
    void shouldExecuteWhatAThreadThatLivesOnHasAppendedBeforeTheClusterIsClosed() throws Exception
    {
        final CountDownLatch isIssued = new CountDownLatch(1);
        final CountDownLatch isClosed = new CountDownLatch(1);
        final TestThreads threads = new TestThreads();
        threads.start("issuer", () ->
        {
            issue(0, COUNT);
            isIssued.countDown();
            isClosed.await();
            model.append(isochron.begin(), COUNT, 1);
            assertThrows(ClusterClosedException.class, isochron::tryIssue);
            assertFalse(isochron.isOpen());
        });
        isIssued.await();
        cluster.close();
        isClosed.countDown();
        threads.join();
        assertEquals(LongStream.range(0, COUNT).boxed().toList(), model.recorder(1).payloads());
    }

    @Test
    void shouldRefuseToAppendOnceTheHostIsClosed() throws Exception
    {
        issue(0, COUNT);
        host.tryClose();
        model.append(isochron.begin(), COUNT, 1);
        assertThrows(ClusterClosedException.class, isochron::tryIssue);
        final Isochron last = cluster.host(1).isochron();
        for (int i = 0; i < COUNT; i++)
        {
            model.issue(last, i, 2);
        }
        onAnotherThread(cluster.host(1)::tryClose);
        model.append(last.begin(), COUNT, 2);
        assertThrows(ClusterClosedException.class, last::tryIssue);
        assertExecuted(COUNT);
        assertEquals(COUNT, model.recorder(2).payloads().size());
    }

    @Test
    void shouldExecuteExactlyWhatWasNotRefusedWhenTheClusterIsClosed() throws Exception
    {
        for (int round = 0; round < 200; round++)
        {
            final Cluster closing = Cluster.launch(
                new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).linkRingSize(8));
            final RecordingModel closingModel = RecordingModel.on(closing);
            final Isochron sender = closing.host(0).isochron();
            final long[] accepted = new long[1];
            final CountDownLatch isStarted = new CountDownLatch(1);
            final TestThreads threads = new TestThreads();
            threads.start("issuer", () ->
            {
                isStarted.countDown();
                assertThrows(ClusterClosedException.class, () ->
                {
                    while (true)
                    {
                        closingModel.issue(sender, accepted[0], 1);
                        accepted[0]++;
                    }
                });
            });
            isStarted.await();
            for (int i = 0; i < round; i++)
            {
                closing.host(1).poll();
            }
            closing.close();
            threads.join();
            assertEquals(
                LongStream.range(0, accepted[0]).boxed().toList(), closingModel.recorder(1).payloads(),
                "round " + round);
        }
    }

    @Test
    void shouldRefuseToIssueOnceTheHostIsExpelled() throws Exception
    {
        issue(0, COUNT);
        onAnotherThread(() -> cluster.expel(0));
        model.append(isochron.begin(), COUNT, 1);
        assertThrows(HostExpelledException.class, isochron::tryIssue);
        assertFalse(isochron.isOpen());
        final List<Long> executed = model.recorder(1).payloads();
        assertEquals(LongStream.range(0, executed.size()).boxed().toList(), executed);
    }

    private FrameBatch opened()
    {
        final FrameBatch batch = new FrameBatch(0, HOSTS, 1024);
        batch.open(next(1, 2), 2);
        return batch;
    }

    /**
     * The isochron, behind what it was used for before.
     */
    private Isochron next(final int... hosts)
    {
        if (kept.isOpen())
        {
            kept.issue();
        }
        keepingModel.append(kept.begin(), 0, hosts);
        return kept;
    }

    private void issue(final int first, final int limit)
    {
        for (int i = first; i < limit; i++)
        {
            model.issue(isochron, i, 1);
        }
    }

    private static void onAnotherThread(final Executable work) throws Exception
    {
        final TestThreads threads = new TestThreads();
        threads.start("another", work);
        threads.join();
    }

    private void assertExecuted(final int count)
    {
        cluster.close();
        assertEquals(LongStream.range(0, count).boxed().toList(), model.recorder(1).payloads());
    }
}
