/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.List;

import org.isotach.benchmarks.TurnKind;

/**
 * The sections about active messages and Myrinet channels.
 */
final class EndpointSections
{
    private static final String ACTIVE_MESSAGES = "\\.ActiveMessageBenchmark\\.";
    private static final String PACKET = "maxPacketLength";

    private EndpointSections()
    {
    }

    static void addTo(final List<Section> sections)
    {
        addActiveMessages(sections);
        sections.add(Section.of("transfer", "Transfer to memory of another host, one thread at both ends")
            .aside()
            .benchmark("\\.TransferBenchmark\\.copy$").other("direct copy")
            .benchmark("\\.TransferBenchmark\\.put$").own("put")
            .benchmark("\\.TransferBenchmark\\.transfer$")
            .fixed(PACKET, "0").own("transfer")
            .fixed(PACKET, "16448").own("packets of 16 KB")
            .x("length", "bytes of the transfer").quick("65536", "16777216")
            .comparedTo("direct copy"));
        sections.add(Section.of("endpoint-round-trip", "Round trip of 32 bytes between two threads that spin")
            .aside()
            .benchmark("\\.EndpointRoundTripBenchmark\\.roundTrip$")
            .ownValues("protocol", "active-messages").otherValues("protocol", "pipe", "tcp")
            .comparedTo("active-messages"));
        sections.add(Section.of("channel-stream", "Stream of buffers over a channel from one thread to another")
            .benchmark("\\.ChannelBenchmark\\.receive$")
            .ownValues("protocol", "channel").otherValues("protocol", "aeron")
            .x("payload", "bytes of payload").quick("1024", "65472")
            .comparedTo("channel"));
        sections.add(Section.of("channel-pass-on", "Messages passed on by a thread that reads 8 bytes of each")
            .aside()
            .benchmark("\\.PassOnBenchmark\\.pass$")
            .ownValues("protocol", "channel").otherValues("protocol", "aeron")
            .x("payload", "bytes of payload").quick("65472")
            .comparedTo("channel"));
        addQueuePairs(sections);
    }

    private static void addQueuePairs(final List<Section> sections)
    {
        sections.add(Sections.inTurns(
            "queue-pair-turns", "Stream of 64 bytes over a queue pair from one thread to another, in turns",
            TurnKind.PACKET_STREAM)
            .aside()
            .otherValues("subject", "jctools", "disruptor").ownValues("subject", "queue-pair")
            .comparedTo("jctools"));
        sections.add(Sections.inTurns(
            "device-turns", "Round trip of 32 bytes over queue pairs with one thread at both ends, in turns",
            TurnKind.PACKET_ALONE)
            .aside()
            .ownValues("subject", "queue-pair", "queue-pair-devices")
            .comparedTo("queue-pair"));
        sections.add(Section.of("gang-switch", "Switch from one gang on FUNi devices of 8 hosts to another")
            .aside().allocating()
            .benchmark("\\.GangSwitchBenchmark\\.switchGangs$").fixed("hosts", "8")
            .ownValues("queues", "empty", "full")
            .comparedTo("empty"));
    }

    private static void addActiveMessages(final List<Section> sections)
    {
        sections.add(Sections.inTurns(
            "active-messages-turns", "Request and reply of 4 words between two threads, in turns", TurnKind.REQUEST)
            .otherValues("subject", "ring")
            .ownValues("subject", "active-messages-keys", "active-messages", "active-messages-checksums", "queue-pair")
            .comparedTo("ring"));
        sections.add(Section.of("active-messages", "Request and reply of 4 words, one thread at both ends")
            .aside()
            .benchmark(ACTIVE_MESSAGES + "ringRoundTrip$").other("bare ring")
            .benchmark(ACTIVE_MESSAGES + "requestAndReply$").fixed("depth", "8")
            .ownValues("features", "bare", "keys", "windows", "ordered", "checksums")
            .comparedTo("bare ring"));
        sections.add(Section.of("active-messages-stream", "Stream of requests of 4 words, one thread at both ends")
            .aside()
            .benchmark(ACTIVE_MESSAGES + "ringStream$").other("bare ring")
            .benchmark(ACTIVE_MESSAGES + "stream$")
            .fixed("depth", "8").fixed("features", "keys").own("no windows")
            .fixed("features", "windows")
            .fixed("depth", "4").own("windows of 4")
            .fixed("depth", "8").own("windows of 8")
            .fixed("depth", "64").own("windows of 64")
            .comparedTo("no windows"));
    }
}
