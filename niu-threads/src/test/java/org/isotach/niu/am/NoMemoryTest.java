/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.List;

import org.isotach.memory.OffHeapBuffer;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Links for which there is no memory when they are needed, but later.
 */
class NoMemoryTest extends AmTestBase
{
    private void assertReported(final String... names)
    {
        assertEquals(List.of(names), errors.stream().map(Throwable::getMessage).toList());
        errors.clear();
    }

    @Test
    void shouldHandleTheNextRequestInOrderAlthoughAnAnswerCannotBeSent()
    {
        launchScripted(2, new AmContext().inOrder(true));
        links.failing.add("1>0");
        final int request = logging(-1);
        ports[0].request(1, request, 1, 0, 0, 0);
        ports[0].request(1, request, 2, 0, 0, 0);
        ports[1].poll();
        assertEquals(List.of("0>1:1", "0>1:2"), log);
        assertReported("no memory for link 1>0");
        settle();
        assertEquals(List.of("0>1:1", "0>1:2"), log);
    }

    @Test
    void shouldKeepAReplyThatCannotBeSent()
    {
        launchScripted(2, new AmContext());
        links.failing.add("1>0");
        final int reply = loggingReplies();
        ports[0].request(1, am.onRequest(request ->
        {
            assertThrows(InternalError.class, () -> request.reply(reply, 1, 0, 0, 0));
            assertThrows(IllegalStateException.class, () -> request.reply(reply, 2, 0, 0, 0));
        }), 0, 0, 0, 0);
        settle();
        assertEquals(List.of("1>0:1!"), log);
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldReleaseWhatIsHeldAlthoughAnAnswerCannotBeSent()
    {
        launchScripted(2, new AmContext().inOrder(true));
        links.failing.addAll(List.of("1>0", "1>0"));
        links.script = (sender, receiver, packet) -> ScriptedLinks.HOLD;
        final int request = logging(-1);
        for (int i = 1; i <= 3; i++)
        {
            ports[0].request(1, request, i, 0, 0, 0);
        }
        links.script = (sender, receiver, packet) -> 1;
        links.releaseBackwards();
        ports[1].poll();
        assertEquals(List.of("0>1:1", "0>1:2", "0>1:3"), log);
        assertReported("no memory for link 1>0", "no memory for link 1>0");
        settle();
        assertEquals(List.of("0>1:1", "0>1:2", "0>1:3"), log);
    }

    @Test
    void shouldNotFailACallThatHasSentForWhatArrivesMeanwhile()
    {
        launchScripted(3, new AmContext());
        links.failing.addAll(List.of("0>2", "0>2"));
        final int request = logging(-1);
        ports[2].request(0, request, 1, 0, 0, 0);
        ports[0].request(1, request, 2, 0, 0, 0);
        assertReported("no memory for link 0>2");
        // The answer is still to be sent.
        nowNs += 2 * MS;
        look(ports[2]);
        final Region region = ports[1].register(OffHeapBuffer.allocate(8));
        ports[0].transfer(1, request, OffHeapBuffer.allocate(8), 0, 8, region.pointer(0), 3);
        assertReported("no memory for link 0>2");
        settle();
        assertEquals(List.of("2>0:1", "0>1:2", "0>1:3"), log);
    }

    @Test
    void shouldMakeALinkAnewThatItsReceiverDoesNotKnow()
    {
        launchScripted(2, new AmContext());
        links.failing.add("0> >1");
        final int request = logging(-1);
        assertThrows(InternalError.class, () -> ports[0].request(1, request, 1, 0, 0, 0));
        ports[0].request(1, request, 2, 0, 0, 0);
        settle();
        assertEquals(List.of("0>1:2"), log);
    }

    /**
     * Otherwise those with a link would get it once more when it is tried again.
     */
    @Test
    void shouldBroadcastToNobodyIfThereIsALinkThatCannotBeMade()
    {
        launchScripted(3, new AmContext());
        links.failing.add("0>2");
        final int reply = loggingReplies();
        assertThrows(InternalError.class, () -> ports[0].broadcast(reply, 1, 0, 0, 0));
        assertEquals(2, ports[0].broadcast(reply, 1, 0, 0, 0));
        ports[1].poll();
        ports[2].poll();
        assertEquals(List.of("0>1:1!", "0>2:1!"), log);
    }

    /**
     * Polls until what is outstanding was looked at: it begins its time, or is sent again.
     */
    private void look(final AmPort port)
    {
        for (int i = 0; i < 2 * am.context().depth(); i++)
        {
            port.poll();
        }
        nowNs += 2 * MS;
        for (int i = 0; i < 2 * am.context().depth(); i++)
        {
            port.poll();
        }
    }
}
