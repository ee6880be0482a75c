/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.spi.ToolProvider;

import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.TokenNetwork;
import org.isotach.niu.link.FrameRing;
import org.isotach.niu.link.ReplyLink;
import org.isotach.niu.link.TestFrames;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.PulseClock;
import org.isotach.niu.time.TokenManager;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Execution order (pulse, issuer, issue order), and no frame before its pulse has ended.
 */
class IsochronExecutorTest
{
    private static final int HOST = 1;
    private static final int SENDERS = 4;
    private static final int OTHER_FAMILY = 9;

    // Of HotSpot: bytes of code up to which it inlines what is called often.
    private static final int FREQ_INLINE_SIZE = 325;

    private final TokenNetwork network = new TokenNetwork(1, SENDERS);
    private final TokenManager tokenManager = network.tokenManager(0);
    private final List<Throwable> errors = new ArrayList<>();
    private final IsochronExecutor executor =
        new IsochronExecutor(
            HOST, new TryLock(), new PulseClock(tokenManager, true), 64, new Doorbell(), new Handlers(errors::add, 2));
    private final RecordingModel.Recorder recorder = new RecordingModel.Recorder(HOST);
    private final OffHeapBuffer frames = OffHeapBuffer.allocate(64 * 1024);
    private final FrameRing[] links = new FrameRing[SENDERS];
    private int nextFrame;

    IsochronExecutorTest()
    {
        executor.models().register(RecordingModel.FAMILY, recorder, (slot, value) ->
        {
        });
        for (final int sender : new int[]{ 2, 0, 3, 1 })
        {
            links[sender] = TestFrames.watchedLink(sender, HOST, 1024, errors::add);
            executor.inbound().connect(links[sender]);
        }
    }

    /**
     * Arrival order 2a, 0a, 2b, marker of the host itself, 0b, all in one pulse.
     */
    @Test
    void shouldSortOnePulseByIssuerAndKeepTheIssueOrder()
    {
        send(2, 5, 20);
        send(0, 5, 0);
        send(2, 5, 21);
        send(HOST, 5, 10);
        send(0, 5, 1);
        assertEquals(5, executor.doWork());
        assertEquals(List.of(0L, 1L, 10L, 20L, 21L), recorder.payloads());
        assertEquals(List.of(5L, 5L, 5L, 5L, 5L), recorder.timestamps());
    }

    @Test
    void shouldExecutePulseByPulse()
    {
        send(0, 9, 1);
        send(3, 2, 2);
        send(3, 9, 3);
        send(2, 4, 4);
        send(2, 10, 5);
        executor.doWork();
        assertEquals(List.of(2L, 4L, 1L, 3L, 5L), recorder.payloads());
        assertEquals(List.of(2L, 4L, 9L, 9L, 10L), recorder.timestamps());
    }

    @Test
    void shouldExecuteRandomFramesInLogicalOrder()
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final List<RecordingModel.Execution> sent = new ArrayList<>();
        final long[] last = new long[SENDERS];
        for (int i = 0; i < 500; i++)
        {
            final int sender = random.nextInt(SENDERS);
            last[sender] += random.nextInt(3);
            send(sender, last[sender], i);
            sent.add(new RecordingModel.Execution(last[sender], sender, i, 1L << HOST));
        }
        executor.doWork();
        sent.sort(Comparator.comparingLong(RecordingModel.Execution::timestamp)
            .thenComparingInt(RecordingModel.Execution::sender)
            .thenComparingLong(RecordingModel.Execution::payload));
        assertIterableEquals(sent, recorder.executions, "seed " + seed);
    }

    /**
     * Who closes the cluster takes the word of this one for it that reads have failed.
     */
    @Test
    void shouldNotSayThatTheModelsAreToldWhileAnotherThreadTellsThem() throws InterruptedException
    {
        final CountDownLatch isInside = new CountDownLatch(1);
        final CountDownLatch mayReturn = new CountDownLatch(1);
        executor.models().register(OTHER_FAMILY, new SlowToClose(isInside, mayReturn), (slot, value) ->
        {
        });
        final TestThreads threads = new TestThreads();
        threads.start("teller", () -> assertTrue(executor.tryCloseModels()));
        isInside.await();
        try
        {
            assertFalse(executor.tryCloseModels());
        }
        finally
        {
            mayReturn.countDown();
            threads.join();
        }
        assertTrue(executor.tryCloseModels());
    }

    @Test
    void shouldNotExecuteBeforeThePulseHasEnded()
    {
        tokenManager.advanceTo(3);
        network.pin(3, 3);
        send(0, 4, 1);
        send(2, 5, 2);
        assertEquals(1, executor.doWork());
        assertEquals(0, executor.doWork());
        assertEquals(List.of(1L), recorder.payloads());

        // The pinned host may still send what comes before.
        send(3, 5, 3);
        send(0, 5, 4);
        network.unpin(3);
        assertEquals(3, executor.doWork());
        assertEquals(List.of(1L, 4L, 2L, 3L), recorder.payloads());
    }

    @Test
    void shouldNotMoveLogicalTimeWithoutFrames()
    {
        assertEquals(0, executor.doWork());
        assertEquals(0, tokenManager.time());
        send(0, 3, 1);
        executor.doWork();
        assertEquals(3, tokenManager.time(), "no further than somebody needs");
    }

    @Test
    void shouldOnlyAskForThePulseWhenTheTokenManagerHasAThread()
    {
        final IsochronExecutor asking =
            new IsochronExecutor(
                HOST,
                new TryLock(),
                new PulseClock(tokenManager, false),
                64,
                new Doorbell(),
                new Handlers(errors::add, 2));
        asking.models().register(RecordingModel.FAMILY, recorder, (slot, value) ->
        {
        });
        asking.inbound().connect(links[0]);
        send(0, 6, 1);
        assertEquals(0, asking.doWork());
        assertEquals(0, tokenManager.time());
        assertEquals(6, tokenManager.doWork());
        assertEquals(1, asking.doWork());
    }

    @Test
    void shouldReleaseTheLinkWhenAFrameIsExecuted()
    {
        send(0, 1, 1);
        send(0, 1, 2);
        send(0, 2, 3);
        assertEquals(-1, links[0].consumed());
        network.pin(2, 0);
        executor.doWork();
        assertEquals(1, links[0].consumed());
        network.unpin(2);
        executor.doWork();
        assertEquals(2, links[0].consumed());
    }

    @Test
    void shouldGoOnBehindAnOperationThatThrows()
    {
        final RuntimeException failure = new RuntimeException("operation 2");
        recorder.onExecution(payload ->
        {
            if (2 == payload)
            {
                throw failure;
            }
        });
        final int offset = frame(1, 2, 3);
        TestFrames.publish(links[0], 0, TestFrames.entry(1, frames, offset, 3 * RecordingModel.LENGTH));
        send(2, 1, 4);
        send(0, 2, 5);
        assertEquals(3, executor.doWork());
        assertEquals(List.of(failure), errors);
        assertEquals(List.of(1L, 2L, 4L, 5L), recorder.payloads(), "the rest of the frame is lost, nothing else is");
        assertEquals(1, links[0].consumed());
    }

    @Test
    void shouldSurviveAnErrorInAnOperation()
    {
        recorder.onExecution(payload ->
        {
            if (1 == payload)
            {
                throw new StackOverflowError("deep");
            }
        });
        send(0, 1, 1);
        send(0, 2, 2);
        assertEquals(2, executor.doWork());
        assertEquals(1, errors.size());
        assertEquals(List.of(1L, 2L), recorder.payloads());
    }

    @Test
    void shouldTellTheErrorHandlerOfAFamilyThatNobodyRegistered()
    {
        frames.putLong(nextFrame, OperationHeader.encode(0x20, OperationHeader.LENGTH, 0, 0));
        TestFrames.publish(links[0], 0, TestFrames.entry(1, frames, nextFrame, Long.BYTES));
        nextFrame += Long.BYTES;
        send(0, 1, 7);
        assertEquals(2, executor.doWork());
        assertEquals(1, errors.size());
        assertEquals(List.of(7L), recorder.payloads());
    }

    @Test
    void shouldExecuteALocalIsochronAtThePulseThatItHasReached()
    {
        send(0, 8, 1);
        executor.doWork();
        executor.executeLocal(frames, frame(2), RecordingModel.LENGTH);
        assertEquals(List.of(1L, 2L), recorder.payloads());
        assertEquals(List.of(8L, 8L), recorder.timestamps());
        assertEquals(HOST, recorder.executions.get(1).sender());
    }

    /**
     * It was issued while another thread was at work, and stamped like the isochron of its host before it.
     */
    @Test
    void shouldExecuteALateLocalIsochronAtThePulseThatItHasReached()
    {
        send(0, 8, 1);
        executor.doWork();
        send(HOST, 2, 2);
        assertEquals(1, executor.doWork());
        assertEquals(List.of(8L, 8L), recorder.timestamps());
    }

    /**
     * V44.
     */
    @Test
    void shouldReportInParanoidModeWhatIsOutOfOrder()
    {
        watch();
        sendNumbered(0, 5, 3, 0);
        sendNumbered(2, 5, 7, 0);
        sendNumbered(HOST, 2, 1, 0);
        sendNumbered(0, 6, 4, 1);
        executor.doWork();
        assertEquals(List.of(), errors);

        sendNumbered(0, 4, 5, 2);
        executor.doWork();
        assertEquals("host 1 executes isochron 5 of host 0, pulse 4, after pulse 6 of host 0 and isochron 4 of host" +
            " 0: an error in the library, please report it", errors.get(0).getMessage());
        sendNumbered(2, 9, 7, 1);
        executor.doWork();
        assertEquals(2, errors.size());
        assertEquals(List.of(1L, 3L, 7L, 4L, 5L, 7L), recorder.payloads(), "nothing is lost");
    }

    /**
     * V44: what is sent to a host need not be what its sender issues next, so issue order alone shows no gap.
     */
    @Test
    void shouldReportInParanoidModeWhatIsMissingOrComesTwice()
    {
        watch();
        sendNumbered(0, 5, 3, 0);
        sendNumbered(0, 5, 6, 1);
        sendNumbered(2, 5, 6, 0);
        executor.doWork();
        assertEquals(List.of(), errors);

        sendNumbered(0, 6, 8, 4);
        executor.doWork();
        assertEquals("host 1 executes frame 4 of host 0 instead of 2: 2 are missing: an error in the library," +
            " please report it", errors.get(0).getMessage());
        sendNumbered(0, 7, 9, 5);
        sendNumbered(0, 8, 10, 5);
        executor.doWork();
        assertEquals(2, errors.size());
        assertEquals("host 1 executes frame 5 of host 0 instead of 6: it came before: an error in the library," +
            " please report it", errors.get(1).getMessage());
        assertEquals(List.of(3L, 6L, 6L, 8L, 9L, 10L), recorder.payloads());
    }

    private void watch()
    {
        executor.watch(SENDERS);
    }

    private void sendNumbered(final int sender, final long timestamp, final long issue, final long number)
    {
        TestFrames.publish(
            links[sender], issue, number, TestFrames.entry(timestamp, frames, frame(issue), RecordingModel.LENGTH));
    }

    @Test
    void shouldBelongToOneThreadAtATime() throws Exception
    {
        final int[] work = { -1 };
        recorder.onExecution(payload ->
        {
            if (1 == payload)
            {
                final TestThreads other = new TestThreads();
                other.start("other", () -> work[0] = executor.doWork());
                joinUnchecked(other);
            }
        });
        send(0, 1, 1);
        send(0, 1, 2);
        assertEquals(2, executor.doWork());
        assertEquals(0, work[0]);
        assertEquals(List.of(1L, 2L), recorder.payloads());
        assertTrue(executor.lock().tryEnter());
        send(0, 1, 3);
        assertEquals(0, executor.doWork());
        executor.lock().exit();
        assertEquals(1, executor.doWork());
    }

    @Test
    void shouldLeaveLogicalTimeToOthersWhenItWorksQuietly()
    {
        send(0, 3, 1);
        assertEquals(0, executor.workQuietly());
        assertEquals(0, tokenManager.time());
        executor.clock().observe(2);
        assertEquals(0, executor.workQuietly());
        tokenManager.advanceTo(4);
        executor.clock().observe(4);
        executor.clock().observe(1);
        assertEquals(1, executor.workQuietly());
    }

    @Test
    void shouldHandOutResultsInOrder()
    {
        final List<String> results = new ArrayList<>();
        executor.models().register(3, (sender, timestamp, frame, offset, limit) -> limit,
            (slot, value) -> results.add(slot + "=" + value));
        final ReplyLink link = new ReplyLink(2, 4, new Doorbell());
        executor.replies().connect(link);
        assertTrue(executor.replies().areEmpty());
        for (int round = 0; round < 3; round++)
        {
            link.publish(3, round, 10);
            link.publish(3, round, 11);
            assertFalse(executor.replies().areEmpty());
            assertEquals(2, executor.doWork());
            assertTrue(executor.replies().areEmpty());
        }
        assertEquals(List.of("0=10", "0=11", "1=10", "1=11", "2=10", "2=11"), results);
    }

    /**
     * What the compiler inlined into the method of an application would leave no room there for what that method does
     * with what it has received.
     */
    @Test
    void shouldHaveTooMuchCodeToBeInlinedWhereItExecutesFrames()
    {
        final String classes =
            Path.of(IsochronExecutor.class.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
        final StringWriter listing = new StringWriter();
        final PrintWriter out = new PrintWriter(listing);
        assertEquals(0, ToolProvider.findFirst("javap").orElseThrow()
            .run(out, out, "-c", "-p", "-cp", classes, IsochronExecutor.class.getName()));
        final int last = listing.toString().lines()
            .dropWhile(line -> !line.contains(" executeFrames("))
            .skip(1)
            .takeWhile(line -> !line.isBlank())
            .map(line -> line.strip().split(": ", 2)[0])
            .filter(word -> word.matches("[0-9]+"))
            .mapToInt(Integer::parseInt)
            .max()
            .orElseThrow();
        assertTrue(last >= FREQ_INLINE_SIZE, () -> "last instruction at " + last);
    }

    private static void joinUnchecked(final TestThreads threads)
    {
        try
        {
            threads.join();
        }
        catch (final Exception ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private void send(final int sender, final long timestamp, final long payload)
    {
        TestFrames.publish(
            links[sender], 0, TestFrames.entry(timestamp, frames, frame(payload), RecordingModel.LENGTH));
    }

    private int frame(final long... payloads)
    {
        final int offset = nextFrame;
        for (final long payload : payloads)
        {
            RecordingModel.write(frames, nextFrame, payload, 1L << HOST);
            nextFrame += RecordingModel.LENGTH;
        }
        return offset;
    }

    /**
     * A model that takes its time to hear that the cluster is closed.
     */
    private record SlowToClose(CountDownLatch isInside, CountDownLatch mayReturn) implements OperationExecutor
    {
        @Override
        public int execute(
            final int sender, final long timestamp, final OffHeapBuffer frame, final int offset, final int limit)
        {
            return limit;
        }

        @Override
        public void clusterClosed()
        {
            isInside.countDown();
            try
            {
                mayReturn.await();
            }
            catch (final InterruptedException ex)
            {
                Thread.currentThread().interrupt();
            }
        }
    }
}
