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
            "ids of one bit", RULE, "AmVariants",
            "boolean hasOneBitIds;", "boolean hasOneBitIds = true;"),
        new Mutant(
            "reply taken whatever its id is", RULE, "RequestWindow",
            "if (!isInUse[instance] || id != (ids[instance] & idMask))", "if (!isInUse[instance])"),
        new Mutant(
            "reply taken to a request that has been answered", RULE, "RequestWindow",
            "if (!isInUse[instance] || id != (ids[instance] & idMask))", "if (id != (ids[instance] & idMask))"),
        new Mutant(
            "reply not stored", RULE, "Responder",
            "answerWindow.replied(answerInstance, length);", ""),
        new Mutant(
            "no empty reply", RULE, "Responder",
            "if (!isAnswered && isReliable)", "if (false)"),
        new Mutant(
            "lost requests not sent again", RULE, "Requester",
            """
            if (!sender.tryPut(target, window.packets(), window.offset(instance), window.length(instance)))
            {
                counters.noRoom();
            }
            """, ""),
        new Mutant(
            "one request more than the window has room for", RULE, "RequestWindow",
            "return outstanding > mask;", "return outstanding > mask + 1;"),
        new Mutant(
            "requests handled as they come", RULE, "Responder",
            "if (!window.isTurn(packet.order()))", "if (false)"),
        new Mutant(
            "request kept for its turn, and forgotten", RULE, "Responder",
            "window.turnTaken();\nexecuteReleased(window);", "window.turnTaken();"),
        new Mutant(
            "broadcast handled twice", RULE, "ReplyWindow",
            "final boolean isNew = id > lastBroadcast;", "final boolean isNew = id >= lastBroadcast;"),
        new Mutant(
            "last piece sent before the others are there", RULE, "OutgoingTransfer",
            "if (requester.pieces() > 0 || !requester.tryTransfer(target, AmPacket.REQUEST_TRANSFER, handler, source,",
            "if (!requester.tryTransfer(target, AmPacket.REQUEST_TRANSFER, handler, source,"),
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
            "nobody told that a host was expelled", RULE, "Requester",
            "if (hosts[target].isExpelled())", "if (target < 0)"),
        new Mutant(
            "failed requests still outstanding", RULE, "Requester",
            "window.end(instance);\nended(window, instance);\nfail(window, instance, reason);",
            "fail(window, instance, reason);"),
        new Mutant(
            "timer of a wheel that is not wound again", RULE, "TimerWheel",
            "insert(descriptor, (int)(window.deadline(instance) / tickNs) & SLOTS - 1);", ""));

    private ActiveMessageMutants()
    {
    }
}
