/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayList;
import java.util.List;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.niu.spi.Unit;
import org.isotach.niu.thread.ParkedThread;
import org.isotach.niu.thread.WaitingThreads;
import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A host is to be expelled while another expulsion is under way, or the cluster is being closed: what happens before
 * its turn comes. Nobody works but the test.
 */
final class LateExpulsionTest
{
    private static final int HOSTS = 4;
    private static final int ROUNDS = 100;

    private final List<Unit> units = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private Runnable meanwhile = () ->
    {
    };
    private String turnAwaited;
    private Runnable atTheEnd = () ->
    {
    };
    private final Cluster cluster = Cluster.launch(new ClusterContext().hosts(HOSTS)
        .threadingMode(ThreadingMode.SHARED).scheduler(this::idle).errorHandler(this::report));
    private final RecordingModel model = RecordingModel.on(cluster);
    private final ExpulsionTurn turn = cluster.parts().expulsionTurn;

    LateExpulsionTest()
    {
        units.addAll(cluster.units());
        assertTrue(turn.tryTake());
    }

    private void idle(final Object what)
    {
        if ("the end of the cluster".equals(what.toString()))
        {
            atTheEnd.run();
        }
        settle();
        if (what.toString().startsWith("another expulsion to end"))
        {
            turnAwaited = what.toString();
            final Runnable once = meanwhile;
            meanwhile = () ->
            {
            };
            once.run();
        }
    }

    private void report(final Throwable error)
    {
        errors.add(error);
    }

    private void settle()
    {
        for (int round = 0; round < ROUNDS; round++)
        {
            units.forEach(Unit::doWork);
        }
    }

    /**
     * The expulsion that is under way.
     */
    private void expelNow(final int host)
    {
        final HostEnd end = cluster.host(host).end();
        end.beginExpulsion();
        while (!end.tryEndExpulsion())
        {
            settle();
        }
    }

    private static ParkedThread parked(final Runnable onWake)
    {
        return new ParkedThread()
        {
            @Override
            public boolean isWatched()
            {
                return false;
            }

            @Override
            public void look(final boolean isChanged)
            {
                // As a thread does that waits for something else.
            }

            @Override
            public void wake()
            {
                onWake.run();
            }
        };
    }

    private void checkThatTheOthersGoOn(final int... hosts)
    {
        for (final int host : hosts)
        {
            final Isochron isochron = cluster.host(host).isochron();
            model.issue(isochron, host, hosts);
            isochron.awaitExecuted();
        }
        assertTrue(turn.tryTake(), "the turn is free again");
        turn.release();
        cluster.close();
    }

    /**
     * Another member has asked for host 0 when some other host was left.
     */
    @Test
    void shouldAnswerAnotherMemberWhenTheHostBecomesTheLastOne()
    {
        final RequestedExpulsions requests = new RequestedExpulsions(cluster.parts());
        final List<String> refusals = new ArrayList<>();
        requests.request(0, isClosing -> refusals.add("first, closing " + isClosing));
        requests.request(0, isClosing -> refusals.add("second, closing " + isClosing));
        assertEquals(0, requests.work(), "another one has the turn");
        for (int host = 1; host < HOSTS; host++)
        {
            expelNow(host);
        }
        turn.release();
        assertEquals(1, requests.work());
        final List<String> expected = new ArrayList<>(List.of("first, closing false", "second, closing false"));
        assertEquals(expected, refusals);
        assertEquals(0, requests.work());
        requests.request(0, isClosing -> refusals.add("third, closing " + isClosing));
        expected.add("third, closing false");
        assertEquals(expected, refusals);
        assertEquals(List.of(), errors);
        checkThatTheOthersGoOn(0);
    }

    /**
     * No second host may be expelled meanwhile, so the turn is given back once.
     */
    @Test
    void shouldAnswerAllWhenOneAnswerFails()
    {
        final RequestedExpulsions requests = new RequestedExpulsions(cluster.parts());
        final List<Boolean> turns = new ArrayList<>();
        final IllegalStateException failure = new IllegalStateException("no memory for the answer");
        requests.request(0, isClosing ->
        {
            turns.add(turn.tryTake());
            throw failure;
        });
        requests.request(0, isClosing -> turns.add(turn.tryTake()));
        for (int host = 1; host < HOSTS; host++)
        {
            expelNow(host);
        }
        turn.release();
        assertEquals(1, requests.work());
        assertEquals(List.of(false, false), turns);
        assertEquals(List.of(failure), errors);
        checkThatTheOthersGoOn(0);
    }

    @Test
    void shouldAnswerAnotherMemberWhenTheClusterIsClosed()
    {
        final RequestedExpulsions requests = new RequestedExpulsions(cluster.parts());
        final List<String> refusals = new ArrayList<>();
        requests.request(0, isClosing -> refusals.add("first, closing " + isClosing));
        turn.release();
        cluster.close();
        requests.work();
        assertEquals(List.of("first, closing true"), refusals);
        requests.request(0, isClosing -> refusals.add("second, closing " + isClosing));
        assertEquals(List.of("first, closing true", "second, closing true"), refusals);
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldWaitForItsTurn()
    {
        meanwhile = () ->
        {
            assertFalse(cluster.host(1).isExpelled());
            turn.release();
        };
        assertTrue(cluster.expel(1) > 0);
        checkThatTheOthersGoOn(0, 2, 3);
    }

    @Test
    void shouldSayWhoseTurnItIs()
    {
        cluster.host(0).end().beginExpulsion();
        meanwhile = () ->
        {
            expelNow(0);
            turn.release();
        };
        assertTrue(cluster.expel(1) > 0);
        assertEquals("another expulsion to end: host 0", turnAwaited);
        checkThatTheOthersGoOn(2, 3);
    }

    @Test
    void shouldFindTheHostExpelledWhenItsTurnComes()
    {
        meanwhile = () ->
        {
            expelNow(1);
            turn.release();
        };
        final long pulse = cluster.expel(1);
        assertEquals(pulse, cluster.expel(1));
        checkThatTheOthersGoOn(0, 2, 3);
    }

    /**
     * The thread waits at another host than the one that it expels, and just that is expelled.
     */
    @Test
    void shouldWaitElsewhereWhenTheHostThatItWaitsAtIsExpelled()
    {
        meanwhile = () ->
        {
            expelNow(0);
            meanwhile = () ->
            {
                expelNow(2);
                meanwhile = turn::release;
            };
        };
        assertTrue(cluster.expel(1) > 0);
        for (int host = 0; host < HOSTS - 1; host++)
        {
            assertTrue(cluster.host(host).isExpelled());
        }
        checkThatTheOthersGoOn(HOSTS - 1);
    }

    @Test
    void shouldNotExpelTheLastHostThatIsLeft()
    {
        meanwhile = () ->
        {
            expelNow(0);
            expelNow(2);
            expelNow(3);
            turn.release();
        };
        final String message =
            assertThrows(IllegalArgumentException.class, () -> cluster.expel(1)).getMessage();
        assertEquals("host: 1 (expected: not the last host that is left)", message);
        assertFalse(cluster.host(1).isExpelled());
        checkThatTheOthersGoOn(1);
    }

    /**
     * Nobody sees that it was about to begin.
     */
    @Test
    void shouldNotCountAsGoneWhileTheClusterIsClosed()
    {
        turn.release();
        final Host host = cluster.host(0);
        final ParkedThread parked = parked(() ->
        {
            throw new AssertionError("woken to see " + host);
        });
        // A result that nobody has taken yet keeps the cluster open.
        model.recorder(1).onExecution(payload ->
            cluster.host(1).models().reply(0, RecordingModel.FAMILY, 0, payload));
        model.issue(cluster.host(1).isochron(), 5, 1);
        atTheEnd = () ->
        {
            atTheEnd = this::settle;
            final int place = host.waitingThreads().join(parked, 0);
            assertThrows(ClusterClosedException.class, host.end()::beginExpulsion);
            assertFalse(host.end().hasTakenReplies());
            host.waitingThreads().leave(parked, place);
        };
        cluster.close();
        assertFalse(host.isExpelled());
    }

    /**
     * The thread that closes the cluster tries again and again.
     */
    @Test
    void shouldWakeNobodyBeforeItIsComplete()
    {
        final HostEnd end = cluster.host(1).end();
        final int[] wakes = new int[1];
        final List<Integer> wakesInside = new ArrayList<>();
        // It waits for the handler that it is called in.
        model.recorder(1).onExecution(payload ->
        {
            final int before = wakes[0];
            turn.goOn();
            assertFalse(end.isExpulsionEnded());
            wakesInside.add(wakes[0] - before);
        });
        model.issue(cluster.host(0).isochron(), 5, 1);
        end.beginExpulsion();
        turn.release();
        final WaitingThreads waiting = cluster.host(0).waitingThreads();
        final ParkedThread parked = parked(() -> wakes[0]++);
        final int place = waiting.join(parked, 0);
        settle();
        assertEquals(List.of(0), wakesInside, errors::toString);
        while (!end.isExpulsionEnded())
        {
            turn.goOn();
            settle();
        }
        assertTrue(wakes[0] > 0);
        waiting.leave(parked, place);
        checkThatTheOthersGoOn(0, 2, 3);
    }

    /**
     * The call that began it has ended with a time-out.
     */
    @Test
    void shouldBeCompletedByTheThreadThatClosesTheCluster()
    {
        final HostEnd end = cluster.host(1).end();
        end.beginExpulsion();
        turn.release();
        cluster.close();
        assertTrue(end.isExpulsionEnded());
    }

    @Test
    void shouldExpelNobodyWhenTheClusterIsClosedMeanwhile()
    {
        meanwhile = cluster::close;
        assertThrows(ClusterClosedException.class, () -> cluster.expel(1));
        assertFalse(cluster.host(1).isExpelled());
    }

    @Test
    void shouldExpelNobodyWhenItsTurnComesWithTheEndOfTheCluster()
    {
        meanwhile = () ->
        {
            cluster.close();
            turn.release();
        };
        final String message = assertThrows(ClusterClosedException.class, () -> cluster.expel(1)).getMessage();
        assertEquals("the cluster is closed: host 1 cannot be expelled", message);
        assertFalse(cluster.host(1).isExpelled());
        assertTrue(turn.tryTake(), "the turn is free again");
    }
}
