/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.List;

import org.isotach.memory.OffHeapBuffer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Handlers, and what they may do (Martin, HPAM, sections 4 and 5.2.1).
 */
class HandlersTest extends AmTestBase
{
    private static final String ONLY_REPLY = ": a request handler may only reply, once, and a reply handler may not" +
        " use the port at all; remember what is to be done, and do it after poll() has returned";

    @Test
    void h1ShouldRunTheHandlerThatTheMessageNamesWhenItsReceiverPolls()
    {
        launch(2);
        final int first = logging(-1);
        final int second = am.onRequest(request -> log.add("second"));
        assertTrue(ports[0].tryRequest(1, second, 0, 0, 0, 0));
        assertTrue(ports[0].tryRequest(1, first, 7, 0, 0, 0));
        assertEquals(List.of(), log);
        assertEquals(2, ports[1].poll());
        assertEquals(List.of("second", "0>1:7"), log);
    }

    @Test
    void h2ShouldRefuseEverythingButOneReplyInsideARequestHandler()
    {
        launch(2);
        final int reply = loggingReplies();
        final int request = am.onRequest(arrived -> log.add("never"));
        final int misuse = am.onRequest(arrived ->
        {
            final AmPort port = ports[arrived.self()];
            final String inside = " from inside a request handler of host 1" + ONLY_REPLY;
            assertRefused(IllegalStateException.class, "AmPort.request()" + inside,
                () -> port.request(0, request, 0, 0, 0, 0));
            assertRefused(IllegalStateException.class, "AmPort.tryRequest()" + inside,
                () -> port.tryRequest(0, request, 0, 0, 0, 0));
            assertRefused(IllegalStateException.class, "AmPort.poll()" + inside, port::poll);
            assertRefused(IllegalStateException.class, "AmPort.broadcast()" + inside,
                () -> port.broadcast(reply, 0, 0, 0, 0));
            assertRefused(IllegalStateException.class, "AmPort.await()" + inside, () -> port.await(() -> true, ""));
            assertRefused(IllegalStateException.class, "AmPort.transfer()" + inside,
                () -> port.transfer(0, request, numbered(1), 0, 1, 0, 0));
            log.add("misused");
        });
        ports[0].request(1, misuse, 0, 0, 0, 0);
        pollAll();
        assertEquals(List.of("misused"), log);
        assertEquals(List.of(), errors);
        assertEquals(0, ports[0].outstanding());
    }

    @Test
    void h2ShouldRefuseEverythingInsideAReplyHandler()
    {
        launch(2);
        final int request = am.onRequest(arrived -> log.add("never"));
        final int misuse = am.onReply(arrived ->
        {
            final String inside = " from inside a reply handler of host 0" + ONLY_REPLY;
            assertRefused(IllegalStateException.class, "AmPort.request()" + inside,
                () -> ports[0].request(1, request, 0, 0, 0, 0));
            assertRefused(IllegalStateException.class, "AmPort.awaitAnswers()" + inside, ports[0]::awaitAnswers);
            assertRefused(IllegalStateException.class, "AmPort.poll()" + inside, ports[0]::poll);
            log.add("misused");
        });
        ports[0].request(1, am.onRequest(arrived -> arrived.reply(misuse, 0, 0, 0, 0)), 0, 0, 0, 0);
        pollAll();
        assertEquals(List.of("misused"), log);
        assertEquals(List.of(), errors);
    }

    /**
     * Their thread may be one of the cluster.
     */
    @Test
    void h2ShouldRefuseCallsInsideHandlersThatTheClusterRuns()
    {
        launch(2);
        final int request = logging(-1);
        final AmPort port = ports[0];
        final String inside = " from inside a handler: a handler runs in the middle of logical time and can neither" +
            " issue nor wait; hand the work to an application thread";
        cluster.host(1).models().runHandlerOfCaller(() ->
        {
            assertRefused(IllegalStateException.class, "AmPort.poll()" + inside, port::poll);
            assertRefused(IllegalStateException.class, "AmPort.request()" + inside,
                () -> port.request(1, request, 0, 0, 0, 0));
            assertRefused(IllegalStateException.class, "AmPort.tryRequest()" + inside,
                () -> port.tryRequest(1, request, 0, 0, 0, 0));
            assertRefused(IllegalStateException.class, "AmPort.broadcast()" + inside,
                () -> port.broadcast(loggingReplies(), 0, 0, 0, 0));
            assertRefused(IllegalStateException.class, "AmPort.await()" + inside, () -> port.await(() -> true, ""));
            assertEquals(0, port.outstanding());
            log.add("misused");
        });
        assertEquals(List.of("misused"), log);
        assertEquals(List.of(), errors);
    }

    @Test
    void h2ShouldRefuseToWaitInsideTheConditionOfAWait()
    {
        launch(2, new AmContext().depth(1));
        final int request = logging(-1);
        final AmPort port = ports[0];
        final String nested = "waiting from inside the condition of AmPort.await() at host 0: a condition may send" +
            " and poll, but not wait, for answers or for room; let a handler note the answer, and look at that";
        assertRefused(IllegalStateException.class, nested, () -> port.await(() ->
        {
            port.awaitAnswers();
            return false;
        }, "nothing"));
        assertRefused(IllegalStateException.class, nested, () -> port.await(() ->
        {
            port.await(() -> true, "something");
            return false;
        }, "nothing"));
        assertTrue(port.tryRequest(1, request, 1, 0, 0, 0));
        assertRefused(IllegalStateException.class, nested, () -> port.await(() ->
        {
            port.request(1, request, 2, 0, 0, 0);
            return false;
        }, "room"));
        port.await(() ->
        {
            ports[1].poll();
            port.poll();
            return port.tryRequest(1, request, 3, 0, 0, 0);
        }, "room");
        pollAll();
        assertEquals(List.of("0>1:1", "0>1:3"), log);
    }

    @Test
    void h3ShouldSendAnEmptyReplyForAHandlerThatDoesNotReply()
    {
        launch(2);
        final int request = logging(-1);
        for (int i = 0; i < 100; i++)
        {
            while (!ports[0].tryRequest(1, request, i, 0, 0, 0))
            {
                ports[1].poll();
            }
        }
        pollAll();
        assertEquals(100, log.size());
        assertEquals(100, ports[1].counters().emptyReplies());
        assertEquals(0, ports[0].outstanding());
    }

    @Test
    void h3ShouldKeepTheEmptyReplyAsTheReplyOfARequestThatArrivesAgain()
    {
        launchScripted(2, new AmContext());
        final int request = logging(-1);
        final int[] lost = { 1 };
        links.script = (sender, receiver, packet) -> 1 == sender && lost[0]-- > 0 ? 0 : 1;
        ports[0].request(1, request, 5, 0, 0, 0);
        settle();
        assertEquals(List.of("0>1:5"), log);
        assertEquals(1, ports[1].counters().emptyReplies());
        assertEquals(1, ports[1].counters().repeatedReplies());
    }

    @Test
    void h3ShouldAnswerForAHandlerThatThrows()
    {
        launch(2);
        final IllegalStateException error = new IllegalStateException("of a handler");
        ports[0].request(1, am.onRequest(request ->
        {
            throw error;
        }), 0, 0, 0, 0);
        pollAll();
        assertEquals(List.of(error), errors);
        assertEquals(0, ports[0].outstanding());
    }

    @Test
    void h4ShouldBringFourWordsAsTheyAre()
    {
        launch(2);
        final long[] words = { Long.MIN_VALUE, -1, 0x0123_4567_89AB_CDEFL, Long.MAX_VALUE };
        final int done = am.onReply(reply ->
        {
            for (int i = 0; i < 4; i++)
            {
                assertEquals(words[3 - i], reply.arg(i));
            }
            log.add("reply");
        });
        final int request = am.onRequest(arrived ->
        {
            for (int i = 0; i < 4; i++)
            {
                assertEquals(words[i], arrived.arg(i));
            }
            arrived.reply(done, arrived.arg(3), arrived.arg(2), arrived.arg(1), arrived.arg(0));
            assertEquals(words[0], arrived.arg(0));
        });
        ports[0].request(1, request, words[0], words[1], words[2], words[3]);
        pollAll();
        assertEquals(List.of("reply"), log);
        assertEquals(List.of(), errors);
    }

    @Test
    void h5ShouldRefuseASecondReply()
    {
        launch(2);
        final int reply = loggingReplies();
        ports[0].request(1, am.onRequest(request ->
        {
            request.reply(reply, 1, 0, 0, 0);
            request.reply(reply, 2, 0, 0, 0);
        }), 0, 0, 0, 0);
        pollAll();
        assertEquals(List.of("1>0:1!"), log);
        assertEquals("host 1 has replied to this request of host 0 already: a request handler replies at most once",
            errors.get(0).getMessage());
        assertEquals(0, ports[1].counters().emptyReplies());
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void h5ShouldCountAReplyThatFailsOnlyIfItIsStored(final boolean isStored)
    {
        final Request request = new Request(1, new FailingAnswers(isStored));
        final AmPacket packet = new AmPacket();
        packet.wrap(OffHeapBuffer.allocate(AmPacket.HEADER_LENGTH), 0);
        request.openRequest(0, packet);
        assertThrows(StackOverflowError.class, () -> request.reply(0, 0, 0, 0, 0));
        assertEquals(isStored, request.isAnswered());
        request.openRequest(0, packet);
        assertThrows(StackOverflowError.class,
            () -> request.replyTransfer(0, OffHeapBuffer.allocate(8), 0, 8, 0, 0));
        assertEquals(isStored, request.isAnswered());
    }

    @Test
    void h5ShouldRefuseAReplyWhenTheHandlerHasReturned()
    {
        launch(2);
        final int reply = loggingReplies();
        final Request[] kept = new Request[1];
        ports[0].request(1, am.onRequest(request -> kept[0] = request), 0, 0, 0, 0);
        pollAll();
        assertRefused(
            IllegalStateException.class,
            "the handler at host 1 has returned: a message is valid only inside its handler; copy the words that you" +
                " need later",
            () -> kept[0].reply(reply, 0, 0, 0, 0));
        assertThrows(IllegalStateException.class, () -> kept[0].arg(0));
    }

    @Test
    void h5ShouldRefuseAReplyHandlerThatThereIsNot()
    {
        launch(2);
        final int request = am.onRequest(arrived -> arrived.reply(3, 0, 0, 0, 0));
        ports[0].request(1, request, 0, 0, 0, 0);
        pollAll();
        assertEquals("handler: 3 (expected: a number that ActiveMessages.onReply() has returned)",
            errors.get(0).getMessage());
        assertEquals(1, ports[1].counters().emptyReplies());
    }

    @Test
    void h7ShouldHandleEverythingThatIsPendingInOnePoll()
    {
        launch(3);
        final int request = logging(-1);
        for (int i = 0; i < AmContext.DEPTH_DEFAULT; i++)
        {
            ports[0].request(2, request, i, 0, 0, 0);
            ports[1].request(2, request, i, 0, 0, 0);
        }
        assertEquals(2 * AmContext.DEPTH_DEFAULT, ports[2].poll());
        assertEquals(2 * AmContext.DEPTH_DEFAULT, log.size());
    }

    @Test
    void h8ShouldRunTheHandlersOfARequestToItselfBeforeItReturns()
    {
        launch(2);
        final int request = logging(loggingReplies());
        ports[1].request(1, request, 4, 0, 0, 0);
        assertEquals(List.of("1>1:4", "1>1:4!"), log);
        assertEquals(0, ports[1].counters().requests());
        final int again = am.onRequest(arrived ->
            assertThrows(IllegalStateException.class, () -> ports[1].request(1, request, 0, 0, 0, 0)));
        assertTrue(ports[1].tryRequest(1, again, 0, 0, 0, 0));
        assertEquals(List.of(), errors);
    }

    @Test
    void h1ShouldTellRequestHandlersFromReplyHandlers()
    {
        launch(2);
        final int request = logging(-1);
        final int reply = am.onReply(any -> log.add("reply"));
        assertRefused("handler: " + reply + " (expected: a number that ActiveMessages.onRequest() has returned)",
            () -> ports[0].request(1, reply, 0, 0, 0, 0));
        assertRefused("handler: " + request + " (expected: a number that ActiveMessages.onReply() has returned)",
            () -> ports[0].broadcast(request, 0, 0, 0, 0));
    }

    @Test
    void h34ShouldKnowItsHostAndTheirNumber()
    {
        launch(3);
        for (int host = 0; host < 3; host++)
        {
            assertEquals(host, ports[host].self());
            assertEquals(3, ports[host].size());
        }
        assertRefused("target: 3 (expected: 0..2)", () -> ports[0].request(3, 0, 0, 0, 0, 0));
        assertRefused("target: -1 (expected: 0..2)", () -> ports[0].tryRequest(-1, 0, 0, 0, 0, 0));
        assertRefused("handler: 0 (expected: a number that ActiveMessages.onRequest() has returned)",
            () -> ports[0].request(1, 0, 0, 0, 0, 0));
        logging(-1);
        assertRefused("handler: 2 (expected: a number that ActiveMessages.onRequest() has returned)",
            () -> ports[0].request(1, 2, 0, 0, 0, 0));
        assertFalse(ports[0].tryRequest(1, 0, 0, 0, 0, 0) && ports[0].outstanding(1) != 1);
    }

    /**
     * The stack ends where an answer is made.
     *
     * @param hasAnswered whether the answer is there before that.
     */
    private record FailingAnswers(boolean hasAnswered) implements Answers
    {
        @Override
        public void checkReplyHandler(final int handler)
        {
        }

        @Override
        public void checkTransfer(final OffHeapBuffer source, final int offset, final int length)
        {
        }

        @Override
        public void reply(final int handler, final long a0, final long a1, final long a2, final long a3)
        {
            throw new StackOverflowError();
        }

        @Override
        public void replyTransfer(
            final int handler,
            final OffHeapBuffer source,
            final int offset,
            final int length,
            final long pointer,
            final long argument)
        {
            throw new StackOverflowError();
        }
    }
}
