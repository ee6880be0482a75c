/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

/**
 * Mistakes in CMAM, and in the shared memory above it, that the simulation finds.
 */
final class CmamMutants
{
    private static final String RULE = "CMAM";

    static final List<Mutant> ALL = List.of(
        new Mutant(
            "all requests taken before all replies", RULE + ", C8", "CmamService",
            "return replyDrain() + requestDrain();", "return requestDrain() + replyDrain();"),
        new Mutant(
            "nothing taken behind what was sent", RULE + ", C8", "am/Cmam",
            "queuePair().flush();\ndrain(priority);", "queuePair().flush();"),
        new Mutant(
            "requests taken while a reply waits for room", RULE + ", C8", "funi/WaitingCall",
            """
            return (Goal.CLAIM == goal || Goal.PUT == goal) && Priority.REPLY == priority ?
            queuePair.poll(Priority.REPLY, 1, handler) :
            queuePair.poll(1, handler);
            """,
            "return queuePair.poll(1, handler);"),
        new Mutant(
            "block of a request exchanged for that of a reply", RULE + ", C4", "CmamService",
            "final CmamBlock shown = Priority.REPLY == priority ? replyBlock : block;",
            "final CmamBlock shown = block;"),
        new Mutant(
            "segment ended by the last message but one", RULE + ", C10", "CmamSegments",
            "segment.remain -= bytes;\nif (segment.remain <= 0)",
            "segment.remain -= bytes;\nif (segment.remain <= 16)"),
        new Mutant(
            "each piece of a segment at its beginning", RULE + ", C3", "CmamSegments",
            "return find(segaddr).alignedBase + (segaddr & OFFSET_MASK);", "return find(segaddr).base;"),
        new Mutant(
            "puts and gets of CMAM not waited for", RULE + ", C12", "CmamMemory",
            "account.await();", ""),
        new Mutant(
            "barrier of CMAM left before the last one has come", RULE + ", C12", "CmamBarrier",
            "if (isThere.length == there)", "if (isThere.length - 1 <= there)"),
        new Mutant(
            "barrier of CMAM that waits for a host that was expelled", RULE + ", C12", "CmamBarrier",
            "return NOBODY == missing ? null : reason(missing);", "return null;"),
        new Mutant(
            "answers of a host that was expelled still waited for", RULE + ", C12", "CmamAccount",
            "look(node);", ""));

    private CmamMutants()
    {
    }
}
