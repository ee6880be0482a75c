/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.ArrayDeque;
import java.util.Deque;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class ExchangeTest
{
    private static final int PAYLOAD = 16;
    private static final int WORDS = PAYLOAD / Long.BYTES;

    private final Post post = new Post();

    @Test
    void shouldReceiveWhatIsUnderWayAtTheEndOfATurn()
    {
        final Exchange stream = new StreamExchange(post, PAYLOAD);
        for (int i = 0; i < 5; i++)
        {
            assertEquals(1, stream.serve());
        }
        stream.operate();

        assertEquals(0, stream.help(), "begins nothing");
        stream.complete();

        assertEquals(0, post.there.size());
        stream.serve();
        assertEquals(5 * WORDS, stream.operate(), "goes on where it has been");
    }

    @Test
    void shouldNoticeWhenAMessageOfAStreamIsLost()
    {
        final Exchange stream = new StreamExchange(post, PAYLOAD);
        stream.serve();
        stream.serve();
        post.there.removeFirst();

        final String message = assertThrows(IllegalStateException.class, stream::complete).getMessage();

        assertEquals("received 2 as message 0", message);
    }

    @Test
    void shouldNoticeWhenAMessageOfAStreamComesTwice()
    {
        final Exchange stream = new StreamExchange(post, PAYLOAD);
        stream.serve();
        post.there.addLast(post.there.getFirst());

        final String message = assertThrows(IllegalStateException.class, stream::complete).getMessage();

        assertEquals("received 0 after all of 1 messages", message);
    }

    @Test
    void shouldNoticeWhenTheSenderOfAStreamReceives()
    {
        final Exchange stream = new StreamExchange(post, PAYLOAD);
        post.back.add(7L);

        assertThrows(IllegalStateException.class, stream::help);
    }

    @Test
    void shouldSendBackWhatWasReceived()
    {
        final Exchange roundTrip = new RoundTripExchange(post, PAYLOAD);
        assertEquals(0, roundTrip.serve());
        post.there.add(7L * WORDS);

        assertEquals(1, roundTrip.serve());

        assertEquals(7L * WORDS * WORDS, post.back.getFirst());
    }

    @Test
    void shouldNoticeAWrongAnswer()
    {
        final Exchange roundTrip = new RoundTripExchange(post, PAYLOAD);
        post.back.add(7L * WORDS);

        final String message = assertThrows(IllegalStateException.class, roundTrip::operate).getMessage();

        assertEquals("received 14 after 1 was sent", message);
    }

    @Test
    void shouldNoticeAnAnswerThatComesTwice()
    {
        final Exchange roundTrip = new RoundTripExchange(post, PAYLOAD);
        post.back.add(1L * WORDS * WORDS);
        post.back.add(1L * WORDS * WORDS);
        roundTrip.operate();

        assertThrows(IllegalStateException.class, roundTrip::complete);
    }

    /**
     * Sums of messages under way.
     */
    private static final class Post implements Connection
    {
        private final Deque<Long> there = new ArrayDeque<>();
        private final Deque<Long> back = new ArrayDeque<>();

        @Override
        public Endpoint endpoint(final int side)
        {
            final Deque<Long> out = 0 == side ? there : back;
            final Deque<Long> in = 0 == side ? back : there;
            return new Endpoint()
            {
                @Override
                public boolean trySend(final long word)
                {
                    return out.add(word * WORDS);
                }

                @Override
                public long tryReceive()
                {
                    return in.isEmpty() ? NONE : in.removeFirst();
                }
            };
        }

        @Override
        public void close()
        {
            // Nothing is held.
        }
    }
}
