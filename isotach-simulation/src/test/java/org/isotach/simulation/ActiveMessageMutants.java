/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

/**
 * Mistakes in active messages that the simulation finds.
 */
final class ActiveMessageMutants
{
    private static final String RULE = "active messages";

    static final List<Mutant> ALL = List.of(
        new Mutant(
            "handler run again for a repeated request", RULE, "ReplyWindow",
            "return isOneBit ? id != ids[instance] : id > ids[instance];",
            "return isOneBit ? id != ids[instance] : id >= ids[instance];"),
        new Mutant(
            "reply taken whatever its id is", RULE, "RequestWindow",
            "if (!isInUse[instance] || id != ids[instance])", "if (!isInUse[instance])"),
        new Mutant(
            "reply taken to a request that has been answered", RULE, "RequestWindow",
            "if (!isInUse[instance] || id != ids[instance])", "if (id != ids[instance])"),
        new Mutant(
            "reply not stored", RULE, "Responder",
            "answerWindow.replied(answerInstance, length);", ""),
        new Mutant(
            "no empty reply", RULE, "Responder",
            "if (!isAnswered && isReliable)", "if (false)"),
        new Mutant(
            "one request more than the window has room for", RULE, "RequestWindow",
            "return outstanding > mask;", "return outstanding > mask + 1;"),
        new Mutant(
            "broadcast handled twice", RULE, "ReplyWindow",
            "final boolean isNew = id > lastBroadcast;", "final boolean isNew = id >= lastBroadcast;"),
        new Mutant(
            "notice of a transfer sent before its last bytes are copied", RULE, "OutgoingTransfer",
            """
                        if (sent < length)
                        {
                            hasCopied = true;
                            return false;
                        }
            """, ""),
        new Mutant(
            "bytes copied before earlier requests are handled", RULE, "OutgoingTransfer",
            "if (0 == sent && !requester.hasRoom(target) || isInOrder && requester.outstanding(target) > 0)",
            "if (0 == sent && !requester.hasRoom(target))"),
        new Mutant(
            "transfer ended by a piece of the one before", RULE, "OutgoingTransfer",
            "if (requester.pieces(target) > 0)", "if (false)"),
        new Mutant(
            "transfer to a host that is gone stays in the way", RULE, "OutgoingTransfer",
            "if (!isOpen || 0 == sent || requester.isGone(target))", "if (!isOpen || 0 == sent)"),
        new Mutant(
            "memory written after its region is closed", RULE, "Region",
            "end.accept(number);", ""),
        new Mutant(
            "handler run though its memory is closed", RULE, "Responder",
            "if (AmPacket.REQUEST != type && !tryLand(request))",
            "if (AmPacket.REQUEST != type && !tryLand(request) && false)"),
        new Mutant(
            "bytes of a transfer copied after its handler", RULE, "Responder",
            "if (AmPacket.REQUEST != type && !tryLand(request))",
            """
            if (AmPacket.REQUEST_TRANSFER == type)
            {
                final boolean hasReplied = arrivals.request(source, request);
                tryLand(request);
                if (!hasReplied)
                {
                    answer(AmPacket.EMPTY_REPLY, AmPacket.NO_HANDLER, 0, 0, 0, 0, 0);
                }
                return;
            }
            if (AmPacket.REQUEST != type && !tryLand(request))
            """),
        new Mutant(
            "ids of one bit", RULE + ", H15", "AmContext",
            "return variants;", "variants.hasOneBitIds = !inOrder;\nreturn variants;"),
        new Mutant(
            "packet given back before its handler has read it", RULE, "RecordReader",
            """
            isHeld = NONE != offset;
            return isHeld;
            """,
            """
            if (NONE != offset)
            {
            giveBack();
            }
            return NONE != offset;
            """));

    /**
     * In programs that share links.
     */
    static final List<Mutant> PROGRAMS = List.of(
        new Mutant(
            "key not compared", RULE + ", H22", "WindowTransport",
            "if (isKeyChecked && key != packet.key())", "if (false)"),
        new Mutant(
            "program that is switched in uses the links inside a handler of the one before", RULE + ", H25", "Card",
            "if (switchedIn != program || !isEntered.compareAndSet(false, true))", "if (switchedIn != program)"),
        new Mutant(
            "request counted as sent though another program is switched in", RULE + ", H25", "PortService",
            """
            if (!tryEnter())
            {
                return false;
            }
            try
            {
                return requester.tryRequest(target, handler, a0, a1, a2, a3);
            """,
            """
            if (!tryEnter())
            {
                return true;
            }
            try
            {
                return requester.tryRequest(target, handler, a0, a1, a2, a3);
            """),
        new Mutant(
            "packet handled though its program was switched out in the handler before", RULE + ", H26",
            "WindowTransport",
            "if (card.isSwitchedOut(number))", "if (false)"));

    private ActiveMessageMutants()
    {
    }
}
