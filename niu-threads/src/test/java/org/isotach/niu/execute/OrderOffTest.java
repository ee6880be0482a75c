/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import java.util.ArrayList;
import java.util.List;

import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.link.ExpulsionFrame;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.LinkSize;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.send.SendPath;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.niu.spi.ReplyHandler;
import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Row I39: a host that executes frames when they arrive, step by step.
 */
class OrderOffTest
{
    private static final int DISTANCE = 2;
    private static final long FAR = 10;

    private final SendPath path = new SendPath(3, 8, 4);
    private final IsochronExecutor executor = path.executors[1];

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldExecuteWithoutTheEndOfThePulseWhenOrderIsOff(final boolean isOrderOff)
    {
        if (isOrderOff)
        {
            executor.switchOrderOff();
        }
        path.issue(DISTANCE, 1, 1);
        path.stampAndShip();
        stopTokens();
        assertEquals(isOrderOff ? 1 : 0, executor.doWork());
        assertEquals(isOrderOff ? List.of(1L) : List.of(), payloads());
        assertTrue(path.tokenManager.time() < DISTANCE);
        path.lanai.doWork();
        executor.doWork();
        assertEquals(List.of(1L, 99L), payloads());
        assertEquals(List.of(2L, 2L), path.recorders[1].timestamps());
        assertEquals(List.of(), path.errors);
    }

    @Test
    void shouldExecuteInIssueOrderAndGiveSlotsBackWhenOrderIsOff()
    {
        executor.switchOrderOff();
        final List<Long> issued = new ArrayList<>();
        for (long i = 0; i < 100; i++)
        {
            path.issue(DISTANCE, i, 1);
            issued.add(i);
            path.stampAndShip();
            if (2 == i % 3)
            {
                path.execute(1);
            }
            path.retire();
        }
        path.execute(1);
        assertEquals(issued, payloads());
        assertEquals(99, path.links.to(1).consumed());
    }

    @Test
    void shouldStopTokensForWhatIsStampedOnly()
    {
        path.siu.switchOff();
        path.issue(DISTANCE, 1, 1);
        path.siu.doWork();
        assertEquals(FAR, path.tokenManager.advanceTo(FAR), "a frame that is not stamped keeps nobody waiting");
        assertEquals(0, path.timestamp(0));
        path.lanai.doWork();

        final long sequence = path.issue(DISTANCE, 2, 1);
        marker(3);
        path.siu.doWork();
        assertEquals(FAR + 1, path.tokenManager.advanceTo(2 * FAR), "but a marker does");
        assertEquals(0, path.timestamp(sequence));
        assertEquals(FAR + DISTANCE, path.timestamp(sequence + 1));
        path.lanai.doWork();
        assertEquals(2 * FAR, path.tokenManager.advanceTo(2 * FAR));
    }

    /**
     * What was issued before a marker is executed before its notice, whether it is stamped or not.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGiveNoticesBehindWhatWasIssuedBefore(final boolean isStamped)
    {
        executor.switchOrderOff();
        if (!isStamped)
        {
            path.siu.switchOff();
        }
        final List<String> events = new ArrayList<>();
        path.recorders[1].onExecution(payload -> events.add("frame " + payload));
        executor.application().register(path.inbox(1, new NoticeListener()
        {
            @Override
            public void onNotice(final long pulse, final long notice)
            {
                events.add("notice " + notice);
            }

            @Override
            public int doWork()
            {
                return 0;
            }
        }));
        path.issue(DISTANCE, 1, 1);
        marker(2);
        path.issue(DISTANCE, 3, 1);
        path.siu.doWork();
        assertEquals(0, executor.doWork());
        path.lanai.doWork();
        // Tokens are stopped for another marker, so the pulse of the notice cannot end.
        marker(4);
        path.siu.doWork();
        executor.doWork();
        assertEquals(List.of("frame 1", "frame 3"), events);
        path.lanai.doWork();
        executor.doWork();
        assertEquals(List.of("frame 1", "frame 3", "notice 2", "notice 4"), events);
    }

    /**
     * Hosts agree when another one has gone, whatever the order of what it has sent.
     */
    @Test
    void shouldExecuteAnExpulsionFrameInItsPulse()
    {
        final List<Long> wills = new ArrayList<>();
        final OperationExecutor recorder = (sender, timestamp, frame, offset, limit) ->
        {
            wills.add(timestamp);
            return limit;
        };
        executor.models().register(ExpulsionFrame.FAMILY, recorder, (slot, value) ->
        {
        });
        executor.switchOrderOff();
        path.issue(DISTANCE, 1, 1);
        path.stampAndShip();
        final OutboundLinks more = path.links.another(LinkSize.ofOne(OperationHeader.LENGTH));
        final FrameEntry expulsion = new FrameEntry();
        expulsion.setExpulsion(0, 3, DISTANCE);
        expulsion.timestamp = FAR;
        assertEquals(OutboundLinks.NOBODY, more.tryReserve(expulsion));
        more.send(1, expulsion);
        stopTokens();
        executor.doWork();
        assertEquals(List.of(1L), payloads());
        assertEquals(List.of(), wills);
        path.lanai.doWork();
        executor.doWork();
        assertEquals(List.of(FAR), wills);
        assertEquals(OperationHeader.LENGTH, expulsion.length);
    }

    @Test
    void shouldTellOfAFrameThatIsOutOfTheOrderOfItsSender()
    {
        final List<Throwable> errors = new ArrayList<>();
        final ExecutionWatch watch = new ExecutionWatch(0, 3, errors::add);
        watch.checkArrival(1, 5);
        watch.checkArrival(2, 0);
        watch.checkArrival(1, 6);
        assertEquals(List.of(), errors);
        watch.checkArrival(1, 6);
        assertEquals("host 0 executes isochron 6 of host 1 after isochron 6 of it, with order off: an error in the" +
            " library, please report it", errors.get(0).getMessage());
    }

    @Test
    void shouldHaveOneModelOnlyWhenOrderIsOff()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER)))
        {
            final ReplyHandler noReplies = (slot, value) ->
            {
            };
            final RecordingModel.Recorder recorder = new RecordingModel.Recorder(0);
            cluster.host(0).models().register(3, recorder, noReplies);
            assertEquals(
                "host 0 has a model already: order cannot be off for operation family 4. Leave order on, or give each" +
                    " model a cluster of its own",
                refusal(() -> cluster.host(0).models().registerWithoutOrder(4, recorder, noReplies, true)));
            cluster.host(0).models().register(4, recorder, noReplies);

            cluster.host(1).models().registerWithoutOrder(3, recorder, noReplies, false);
            assertEquals(
                "host 1 runs a model with order off: operation family 4 cannot be registered beside" +
                    " it. Leave order on, or give each model a cluster of its own",
                refusal(() -> cluster.host(1).models().register(4, recorder, noReplies)));
            assertThrows(
                IllegalArgumentException.class,
                () -> cluster.host(2).models().registerWithoutOrder(16, recorder, noReplies, false));
        }
    }

    private static String refusal(final Executable call)
    {
        return assertThrows(IllegalStateException.class, call).getMessage();
    }

    private List<Long> payloads()
    {
        return path.recorders[1].payloads();
    }

    /**
     * Something is stamped, and not on its link before the LANai works.
     */
    private void stopTokens()
    {
        path.issue(DISTANCE, 99, 1);
        path.siu.doWork();
    }

    private void marker(final long notice)
    {
        final long sequence = path.ring.next();
        path.ring.get(sequence).setMarker(0, new Marker()
        {
            @Override
            public long pass(final long pulse)
            {
                return pulse;
            }

            @Override
            public long notice()
            {
                return notice;
            }
        }, DISTANCE);
        path.ring.publish(sequence);
    }
}
