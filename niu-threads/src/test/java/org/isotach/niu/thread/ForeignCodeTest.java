/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

import jdk.jfr.Recording;

import org.isotach.Isochron;
import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.niu.spi.Unit;
import org.isotach.niu.spi.Waiting;

import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Whatever code of users throws, wherever it is called in the middle of work, and whatever the error handler makes of
 * it: the cluster goes on, everything is done once, nobody who waits is given what he has nothing to do with, and the
 * cluster can be closed.
 */
@Timeout(60)
final class ForeignCodeTest
{
    private static final int ROUNDS = 3;

    // Held: the platform forgets a logger that nobody refers to.
    private final Logger logger = Logger.getLogger("org.isotach");
    private final ConcurrentLinkedQueue<LogRecord> logged = new ConcurrentLinkedQueue<>();
    private Consumer<LogRecord> onLog = logged::add;
    private final Handler logHandler = new Handler()
    {
        @Override
        public void publish(final LogRecord record)
        {
            onLog.accept(record);
        }

        @Override
        public void flush()
        {
            // Nothing is kept.
        }

        @Override
        public void close()
        {
            // Nothing is open.
        }
    };

    @BeforeEach
    void listenToTheLog()
    {
        logger.setUseParentHandlers(false);
        logger.addHandler(logHandler);
    }

    @AfterEach
    void leaveTheLog()
    {
        logger.removeHandler(logHandler);
        logger.setUseParentHandlers(true);
    }

    /**
     * An error that throws when anybody looks at it.
     */
    private static final class Hostile extends RuntimeException
    {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage()
        {
            throw new StackOverflowError("message");
        }

        @Override
        public String toString()
        {
            throw new StackOverflowError("text");
        }
    }

    private static List<Throwable> kinds()
    {
        return List.of(
            new IllegalStateException("foreign"),
            new OutOfMemoryError("foreign"),
            new StackOverflowError("foreign"),
            new InterruptedException("foreign"),
            new Hostile());
    }

    static Stream<Arguments> everything()
    {
        return Arrays.stream(ThreadingMode.values()).flatMap(mode -> Arrays.stream(ForeignCode.Place.values())
            .map(place -> Arguments.of(mode, place)));
    }

    @ParameterizedTest
    @MethodSource("everything")
    void shouldGoOnWhateverIsThrown(final ThreadingMode mode, final ForeignCode.Place place)
    {
        final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
        for (final Throwable kind : kinds())
        {
            errors.clear();
            shouldGoOn(mode, place, kind, errors::add);
            assertEquals(List.of(), errors.stream().filter(error -> kind != error).toList(), "nothing else went wrong");
            assertTrue(errors.size() >= ROUNDS);
        }
        assertEquals(0, logged.size());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellTheErrorHandlerOfWhatCannotBeRecorded(final ThreadingMode mode)
    {
        final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
        final Hostile hostile = new Hostile();
        try (Recording recording = new Recording())
        {
            recording.enable("org.isotach.HandlerError");
            recording.start();
            shouldGoOn(mode, ForeignCode.Place.HANDLER, hostile, errors::add);
        }
        assertTrue(errors.size() >= ROUNDS);
        assertTrue(errors.stream().allMatch(error -> hostile == error));
        assertEquals(0, logged.size());
    }

    @ParameterizedTest
    @MethodSource("everything")
    void shouldGoOnWhenTheErrorHandlerThrowsWhatItWasGiven(final ThreadingMode mode, final ForeignCode.Place place)
    {
        for (final Throwable kind : kinds())
        {
            logged.clear();
            shouldGoOn(mode, place, kind, ForeignCode::<RuntimeException>throwUnchecked);
            assertTrue(logged.stream().allMatch(entry -> kind == entry.getThrown()), "logged as it is");
            assertTrue(logged.size() >= ROUNDS);
            assertEquals(0, kind.getSuppressed().length, "it may be used again");
        }
    }

    /**
     * As with the error that the virtual machine keeps for the time when it has no memory left.
     */
    @ParameterizedTest
    @MethodSource("everything")
    void shouldGoOnWhenTheErrorHandlerAlwaysThrowsTheSame(final ThreadingMode mode, final ForeignCode.Place place)
    {
        final OutOfMemoryError kept = new OutOfMemoryError("kept");
        shouldGoOn(mode, place, new IllegalStateException("foreign"), error ->
        {
            throw kept;
        });
        assertTrue(logged.stream().anyMatch(entry -> kept == entry.getThrown()));
        assertTrue(logged.stream().anyMatch(entry -> entry.getThrown() instanceof IllegalStateException));
        assertEquals(0, kept.getSuppressed().length, "or it would keep all that has ever gone wrong");
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldGoOnWhenTheLoggerThrowsToo(final ThreadingMode mode)
    {
        onLog = entry ->
        {
            throw new StackOverflowError("logger");
        };
        shouldGoOn(mode, ForeignCode.Place.OPERATION, new Hostile(), ForeignCode::<RuntimeException>throwUnchecked);
    }

    @Test
    void shouldLogTheTypeOfAnErrorThatCannotBeLogged()
    {
        onLog = entry ->
        {
            if (null != entry.getThrown())
            {
                entry.getThrown().toString();
            }
            logged.add(entry);
        };
        shouldGoOn(ThreadingMode.INVOKER, ForeignCode.Place.HANDLER, new Hostile(),
            ForeignCode::<RuntimeException>throwUnchecked);
        assertEquals("error in an isotach cluster that cannot be logged: " + Hostile.class.getName(),
            logged.peek().getMessage());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldGoOnWhenTheErrorHandlerTriesToIssueWaitOrClose(final ThreadingMode mode)
    {
        final AtomicReference<Cluster> cluster = new AtomicReference<>();
        final AtomicReference<Isochron> open = new AtomicReference<>();
        final List<Runnable> calls = List.of(
            () -> cluster.get().close(),
            () -> cluster.get().expel(1),
            () -> cluster.get().host(0).close(),
            () -> cluster.get().host(0).poll(),
            () -> cluster.get().host(0).isochron(),
            () -> cluster.get().host(0).waiter().await(() -> false, "nothing"),
            () -> open.get().begin());
        final AtomicInteger call = new AtomicInteger();
        try (Cluster launched = Cluster.launch(context(mode).errorHandler(error ->
            calls.get(call.getAndIncrement() % calls.size()).run())))
        {
            cluster.set(launched);
            open.set(launched.host(0).isochron());
            final ForeignCode code = new ForeignCode(launched);
            code.failAt(ForeignCode.Place.HANDLER, new IllegalStateException("foreign"));
            for (int i = 0; i < calls.size(); i++)
            {
                code.round();
            }
            code.await(calls.size(), 2 * calls.size());
        }
        assertEquals(2 * calls.size(), call.get());
        assertEquals(4 * calls.size(), logged.size(), "what was reported, and the refusal");
        assertEquals(2 * calls.size(), logged.stream()
            .filter(entry -> entry.getThrown().getMessage().contains("from inside a handler")).count());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCloseWhileEverythingThrows(final ThreadingMode mode)
    {
        for (final ForeignCode.Place place : ForeignCode.Place.values())
        {
            final Cluster cluster =
                Cluster.launch(context(mode).errorHandler(ForeignCode::<RuntimeException>throwUnchecked));
            final ForeignCode code = new ForeignCode(cluster);
            code.round();
            code.failAt(place, new StackOverflowError("foreign"));
            code.round();
            cluster.close();
            assertTrue(cluster.isClosed());
            assertTrue(code.toString().startsWith("4 operations, 4 handlers, 2 results, "), code.toString());
        }
    }

    /**
     * The reader is code of a model, and is called when nothing else is left to do.
     */
    @Test
    void shouldCloseWhenTheReaderOfOperationsThrowsWhatCannotBePrinted(@TempDir final Path directory)
    {
        final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
        final Hostile hostile = new Hostile();
        final Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER)
            .errorHandler(errors::add).trace(8).traceFile(directory.resolve("trace.html")));
        final RecordingModel model = RecordingModel.on(cluster);
        cluster.host(0).models().readOperationsWith(
            RecordingModel.FAMILY, (frame, offset, available, host, listener) ->
            {
                throw hostile;
            });
        final Isochron isochron = cluster.host(0).isochron();
        model.issue(isochron, 1, 0, 1);
        isochron.awaitExecuted();
        cluster.close();
        assertEquals(1, errors.size());
        final String message = errors.element().getMessage();
        assertTrue(message.startsWith("no trace in " + directory), message);
        assertTrue(message.contains(Hostile.class.getName() + ", which cannot be printed"), message);
        assertSame(hostile, errors.element().getCause());
    }

    @Test
    void shouldRunHandlersInsideEachOtherHoweverDeep()
    {
        final AtomicInteger depth = new AtomicInteger();
        final Handlers handlers = new Handlers(ForeignCode::<RuntimeException>throwUnchecked, 3);
        // On a thread of its own: one that looks for a place in vain does so for ever.
        assertTimeoutPreemptively(Duration.ofSeconds(30), () ->
        {
            nest(handlers, depth);
            // Nobody is inside any more.
            handlers.checkOutside("the test");
        });
        assertEquals(10, depth.get());
    }

    private static void nest(final Handlers handlers, final AtomicInteger depth)
    {
        if (10 > depth.get())
        {
            depth.getAndIncrement();
            handlers.run(() -> nest(handlers, depth));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldEndAFrameWhoseExecutorDoesNotGoOn(final ThreadingMode mode)
    {
        final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
        final RecordingModel model;
        try (Cluster cluster = Cluster.launch(context(mode).errorHandler(errors::add)))
        {
            final OperationExecutor goingBack = (sender, timestamp, frame, offset, limit) -> offset - Long.BYTES;
            cluster.host(1).models().register(13, goingBack, (slot, value) ->
            {
            });
            model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron().begin();
            final int offset = isochron.append(8);
            isochron.buffer().putLong(offset, OperationHeader.encode(13 << 4, 8, 0, 0));
            isochron.touch(1, 2);
            isochron.issue();
            isochron.awaitExecuted();
            model.issue(isochron, 1, 0, 1);
        }
        assertEquals(1, errors.size());
        final String message = errors.peek().getMessage();
        assertTrue(message.startsWith("the executor of operation family 13 at host 1 has returned "), message);
        assertEquals(List.of(1L), model.recorder(1).payloads());
    }

    /**
     * What the host of a listener that is expelled leaves to the others is passed while tokens are stopped.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLetTokensGoWhenAMarkerOfAnExpelledHostThrows(final ThreadingMode mode)
    {
        final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
        final RecordingModel model;
        try (Cluster cluster = Cluster.launch(context(mode).errorHandler(errors::add)))
        {
            model = RecordingModel.on(cluster);
            cluster.host(0).models().listen(new LastMarkers());
            assertTrue(cluster.expel(0) > 0);
            final Isochron isochron = cluster.host(1).isochron();
            isochron.begin().fresh();
            model.append(isochron, 1, 1);
            isochron.issue();
            isochron.awaitExecuted();
        }
        assertEquals(List.of("marker"), errors.stream().map(Throwable::getMessage).toList());
        assertEquals(List.of(1L), model.recorder(1).payloads());
    }

    /**
     * Leaves a marker that throws.
     */
    private static final class LastMarkers implements NoticeListener
    {
        @Override
        public void onNotice(final long pulse, final long notice)
        {
            throw new AssertionError("notice " + notice);
        }

        @Override
        public int doWork()
        {
            return 0;
        }

        @Override
        public void giveUp(final Collection<Marker> markers)
        {
            markers.add(new Marker()
            {
                @Override
                public long pass(final long pulse)
                {
                    throw new IllegalStateException("marker");
                }

                @Override
                public long notice()
                {
                    return 1;
                }
            });
        }
    }

    @Test
    void shouldEndNoThreadWhateverAUnitThrows() throws Exception
    {
        for (final Throwable kind : kinds())
        {
            final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
            final AtomicInteger turns = new AtomicInteger();
            final UnitsAgent agent = new UnitsAgent(
                "units",
                new Doorbell(Waiting.YIELD),
                new Handlers(errors::add, 1),
                unit(() -> ForeignCode.<RuntimeException>throwUnchecked(kind)),
                unit(turns::getAndIncrement));
            final Thread thread = new Thread(agent);
            thread.start();
            while (turns.get() < ROUNDS && errors.size() < 100 * ROUNDS && thread.isAlive())
            {
                Thread.onSpinWait();
            }
            assertTrue(thread.isAlive());
            assertTrue(turns.get() >= ROUNDS, "the other unit has its turn");
            agent.stop();
            thread.join();
            assertTrue(errors.stream().allMatch(error -> kind == error));
        }
    }

    @Test
    void shouldWorkForNoOtherUnitOnceItIsAbandoned()
    {
        final AtomicInteger turns = new AtomicInteger();
        final AtomicReference<UnitsAgent> agent = new AtomicReference<>();
        agent.set(new UnitsAgent(
            "units",
            new Doorbell(),
            new Handlers(ForeignCodeTest::fail, 1),
            unit(() -> agent.get().abandon()),
            unit(turns::getAndIncrement)));
        agent.get().run();
        assertEquals(0, turns.get());
    }

    /**
     * A thread that stays interrupted does not park: it would keep its core busy for ever.
     */
    @Test
    void shouldGoOnAndForgetInterrupts() throws Exception
    {
        final AtomicInteger turns = new AtomicInteger();
        final AtomicInteger interrupted = new AtomicInteger();
        final UnitsAgent agent = new UnitsAgent(
            "units", new Doorbell(), new Handlers(ForeignCodeTest::fail, 1), unit(() ->
            {
                if (Thread.currentThread().isInterrupted())
                {
                    interrupted.getAndIncrement();
                }
                turns.getAndIncrement();
                Thread.currentThread().interrupt();
            }));
        final Thread thread = new Thread(agent);
        thread.start();
        while (turns.get() < 1000 && thread.isAlive())
        {
            Thread.onSpinWait();
        }
        assertTrue(thread.isAlive());
        assertEquals(0, interrupted.get());
        agent.stop();
        thread.join();
    }

    private static void fail(final Throwable error)
    {
        throw new AssertionError(error);
    }

    private static Unit unit(final Runnable work)
    {
        return new Unit()
        {
            @Override
            public int doWork()
            {
                work.run();
                return 0;
            }

            @Override
            public String unitName()
            {
                return "foreign";
            }
        };
    }

    private void shouldGoOn(
        final ThreadingMode mode,
        final ForeignCode.Place place,
        final Throwable error,
        final Consumer<Throwable> errorHandler)
    {
        final ForeignCode code;
        final RecordingModel model;
        final boolean isWithoutNotice = ForeignCode.Place.PASSING == place || ForeignCode.Place.NAMING == place;
        final int expectedNotices = 2 * (isWithoutNotice ? ROUNDS : 2 * ROUNDS);
        try (Cluster cluster = Cluster.launch(context(mode).errorHandler(errorHandler)))
        {
            code = new ForeignCode(cluster);
            model = RecordingModel.on(cluster);
            code.failAt(place, error);
            for (int i = 0; i < ROUNDS; i++)
            {
                code.round();
            }
            code.await(ROUNDS, isWithoutNotice ? 0 : 2 * ROUNDS);
            code.failAt(null, null);
            for (int i = 0; i < ROUNDS; i++)
            {
                code.round();
            }
            code.await(2 * ROUNDS, expectedNotices);
            final Isochron isochron = cluster.host(1).isochron();
            model.issue(isochron, 1, 0, 1);
            isochron.awaitExecuted();
        }
        assertEquals(4 * ROUNDS + " operations, " + 4 * ROUNDS + " handlers, " + 2 * ROUNDS + " results, " +
            expectedNotices + " notices, " + 2 * ROUNDS + " markers", code.toString(), "each once");
        for (int host = 0; host < 2; host++)
        {
            assertEquals(List.of(1L), model.recorder(host).payloads());
        }
    }

    private static ClusterContext context(final ThreadingMode mode)
    {
        return new ClusterContext().threadingMode(mode).awaitTimeout(Duration.ofSeconds(20));
    }
}
