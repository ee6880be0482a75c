/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

/**
 * Mistakes in Myrinet channels that the simulation finds.
 */
final class MyrinetMutants
{
    private static final String RULE = "Myrinet";

    static final List<Mutant> ALL = List.of(
        new Mutant(
            "freed buffer used again before it was received", RULE + ", M20", "DmaRegion",
            """
            after = BlockWord.OWNED == BlockWord.state(word) ?
                BlockWord.of(BlockWord.generation(word), BlockWord.FREE) : BlockWord.withoutKeep(word);
            """,
            "after = BlockWord.of(BlockWord.generation(word), BlockWord.FREE);"),
        new Mutant(
            "buffer not returned when its packet is lost", RULE + ", M1", "ChannelLink",
            "return isLossy && hasLookedInVain(pollsWhenSent, POLLS_UNTIL_LOST) ? DropReason.LOST : null;",
            "return null;"),
        new Mutant(
            "wrong generation accepted", RULE + ", M1", "DmaRegion",
            "return BlockWord.OUT == BlockWord.state(word) && generation == BlockWord.generation(word);",
            "return BlockWord.OUT == BlockWord.state(word);"),
        new Mutant(
            "the same generation when a buffer is sent on", RULE + ", M15", "BlockWord",
            "return generation(word) + 1 & GENERATION_MASK;",
            "return OUT == state(word) ? generation(word) : generation(word) + 1 & GENERATION_MASK;"),
        new Mutant(
            "shared buffer returned when the first receiver frees it", RULE + ", multicast", "BlockWord",
            "return 0 != (rest & SHARES) ? rest : of(generation(word), isKept(word) ? OWNED : FREE);",
            "return of(generation(word), isKept(word) ? OWNED : FREE);"),
        new Mutant(
            "received buffers not taken from an expelled host", RULE + ", M23", "Reaper",
            "else if (BlockWord.isReceived(word, share))", "else if (share > BlockWord.MAX_SHARES)"),
        new Mutant(
            "buffers not returned when the channel is closed", RULE + ", M24", "ChannelLink",
            "if (isClosed || receiver.isOver())", "if (receiver.isOver())"),
        new Mutant(
            "messages handed out as they arrive", RULE + ", Rpp", "ReceiveWindow",
            """
            final Buffer buffer = arrived[(int)expected & mask];
            if (null != buffer)
            """,
            """
            if (null == arrived[(int)expected & mask] && null != arrived[(int)expected + 1 & mask])
            {
            expected++;
            }
            final Buffer buffer = arrived[(int)expected & mask];
            if (null != buffer)
            """),
        new Mutant(
            "messages that were handed out before taken for new ones", RULE + ", Rpp", "ReceiveWindow",
            "if (number < expected || number > expected + mask || null != arrived[(int)number & mask])",
            "if (number > expected + mask || null != arrived[(int)number & mask])"),
        new Mutant(
            "window used one message too far", RULE + ", Rpp", "SendWindow",
            "if (next - acknowledged > mask)", "if (next - acknowledged > mask + 1)"),
        new Mutant(
            "nothing sent again", RULE + ", Rpp", "SendWindow",
            "if (isLate)", "if (isLate && next < 0)"),
        new Mutant(
            "full window instead of an expelled host", RULE + ", Rpp", "SendWindow",
            "checkPeer();", ""));

    private MyrinetMutants()
    {
    }
}
