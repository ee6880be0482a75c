/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The kinds of work of subjects that take turns, each kind with its own subjects.
 */
public enum TurnKind
{
    /**
     * A message there and back, as in {@link RoundTripBenchmark}.
     */
    ROUND_TRIP(
        true, "isotach", "nonisotach", "pinned", "disruptor", "jctools", "agrona", "isotach-without-counters",
        "isotach-without-jfr", "isotach-idle-endpoints")
    {
        @Override
        Exchange open(final String subject, final int payload)
        {
            return new RoundTripExchange(Connection.open(subject, payload), payload);
        }
    },

    /**
     * A message there and back by one thread, as in {@link LoneRoundTripBenchmark}.
     */
    ROUND_TRIP_ALONE(
        true, "isotach", "nonisotach", "pinned", "disruptor", "jctools", "agrona", "isotach-without-counters",
        "isotach-without-jfr", "isotach-idle-endpoints")
    {
        @Override
        Exchange open(final String subject, final int payload)
        {
            return new LoneRoundTripExchange(Connection.open(subject, payload), payload);
        }
    },

    /**
     * Messages from one thread to the other, as in {@link StreamBenchmark}.
     */
    STREAM(true, "isotach", "nonisotach", "pinned", "disruptor", "jctools", "agrona")
    {
        @Override
        Exchange open(final String subject, final int payload)
        {
            return new StreamExchange(Connection.open(subject, payload), payload);
        }
    },

    /**
     * Requests of four words and their replies, with active messages, a queue pair, and two bare rings.
     */
    REQUEST(
        false, "ring", ActiveMessageExchange.KEYS, ActiveMessageExchange.DEFAULT, ActiveMessageExchange.CHECKSUMS,
        "queue-pair")
    {
        @Override
        Exchange open(final String subject, final int payload)
        {
            return "ring".equals(subject) || "queue-pair".equals(subject) ?
                new RoundTripExchange(Connection.open(subject, WORDS_LENGTH), WORDS_LENGTH) :
                new ActiveMessageExchange(subject);
        }
    },

    /**
     * Packets of a queue pair from one thread to the other, and as many bytes through the queues of others.
     */
    PACKET_STREAM(false, "jctools", "disruptor", "queue-pair")
    {
        @Override
        Exchange open(final String subject, final int payload)
        {
            return new StreamExchange(Connection.open(subject, PACKET_LENGTH), PACKET_LENGTH);
        }
    },

    /**
     * A packet of a queue pair there and back by one thread, over rings and over FUNi devices, which it serves.
     */
    PACKET_ALONE(false, "queue-pair", "queue-pair-devices")
    {
        @Override
        Exchange open(final String subject, final int payload)
        {
            return new LoneRoundTripExchange(Connection.open(subject, WORDS_LENGTH), WORDS_LENGTH);
        }
    },

    /**
     * Reads of a variable at another host, as in {@link RemoteReadBenchmark}, and the round trips of
     * {@link BaselineBenchmark}.
     */
    REMOTE_READ(false, "isotach", "disruptors", "words")
    {
        @Override
        Exchange open(final String subject, final int payload)
        {
            switch (subject)
            {
                case "isotach":
                    return new RemoteReadExchange();
                case "disruptors":
                    return new DisruptorExchange();
                default:
                    return new BaselineBenchmark.Words().exchange();
            }
        }
    },

    /**
     * Barriers of 16 hosts, as in {@link BarrierBenchmark}.
     */
    BARRIER(false, "phaser", "isotach", "nonisotach")
    {
        @Override
        Exchange open(final String subject, final int payload)
        {
            return new BarrierExchange(subject, BARRIER_HOSTS);
        }
    };

    private static final int WORDS_LENGTH = 4 * Long.BYTES;
    private static final int PACKET_LENGTH = 8 * Long.BYTES;
    private static final int BARRIER_HOSTS = 16;

    private final boolean hasPayload;
    private final List<String> subjects;

    TurnKind(final boolean hasPayload, final String... subjects)
    {
        this.hasPayload = hasPayload;
        this.subjects = List.of(subjects);
    }

    /**
     * Finds a kind.
     *
     * @param name of the kind.
     * @return the kind.
     * @throws IllegalArgumentException that names the choices, if there is no kind of that name.
     */
    public static TurnKind of(final String name)
    {
        return Stream.of(values()).filter((kind) -> kind.toString().equals(name)).findFirst().orElseThrow(() ->
            new IllegalArgumentException(name + " (expected: one of " + List.of(values()) + ')'));
    }

    /**
     * Opens the cooperation of two threads.
     *
     * @param subject one of {@link #subjects()}.
     * @param payload length of the messages in bytes, a multiple of 8, where there are messages.
     */
    abstract Exchange open(String subject, int payload);

    /**
     * Returns true if it is about messages.
     *
     * @return false where there is no payload.
     */
    boolean hasPayload()
    {
        return hasPayload;
    }

    /**
     * Returns the subjects that can take turns.
     *
     * @return names.
     */
    public List<String> subjects()
    {
        return subjects;
    }

    @Override
    public String toString()
    {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
