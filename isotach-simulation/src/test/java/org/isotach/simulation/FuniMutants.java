/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

/**
 * Mistakes in queue pairs that the simulation finds.
 */
final class FuniMutants
{
    private static final String RULE = "queue pairs";

    static final List<Mutant> ALL = List.of(
        new Mutant(
            "one ring for replies and requests", RULE + ", F36", "funi/Outbound",
            "current.accept(priority, new Inbound(self.node(), self.tag(), self.wakers(), ring));",
            "current.accept(Priority.REQUEST, new Inbound(self.node(), self.tag(), self.wakers(), ring));"),
        new Mutant(
            "requests taken first", RULE + ", F36", "funi/Reception",
            "(replies.tryTake(handler) || takesRequests && requests.tryTake(handler)))",
            "(takesRequests && requests.tryTake(handler) || replies.tryTake(handler)))"),
        new Mutant(
            "tag not compared", RULE + ", F29", "funi/Reception",
            "if (buffer.getLong(content + PacketLayout.TAG_OFFSET) == state.endpoint(link.node()).tag())",
            "if (buffer.getLong(content + PacketLayout.TAG_OFFSET) != 0)"),
        new Mutant(
            "notice sent when the first piece is there", RULE + ", F26", "funi/Transfer",
            "return 0 == rest ? TransferStatus.DONE : TransferStatus.PENDING;", "return TransferStatus.DONE;"),
        new Mutant(
            "source said to be reusable before it is copied", RULE + ", F28", "funi/Transfer",
            """
            if (number == begun && isOpen)
            {
            return TransferStatus.PENDING;
            """,
            """
            if (number == begun && isOpen)
            {
            return TransferStatus.DONE;
            """),
        new Mutant(
            "packets of a batch forgotten when the queue is resized", RULE + ", F13", "funi/Outbound",
            """
            flush();
            final LinkRing last = link;
            """,
            """
            hasUnflushed = false;
            final LinkRing last = link;
            """),
        new Mutant(
            "packets taken while the gang is suspended", RULE + ", F44", "funi/Reception",
            "while (done < limit && !state.isSuspended() && !self.isClosed() &&",
            "while (done < limit && !self.isClosed() &&"),
        new Mutant(
            "sender that stays with a member that has moved", RULE + ", F39", "funi/Outbound",
            "if (current != peer)", "if (null == peer)"),
        new Mutant(
            "slot given back before its handler has read it", RULE + ", F23", "funi/Reception",
            "burst++;\nhandle(buffer, content, link.node(), handler);",
            "burst++;\nlink.release();\nhandle(buffer, content, link.node(), handler);"),
        new Mutant(
            "ring used to the last slot", RULE + ", F5", "funi/LinkRing",
            "ring = new SlotRing(slots, PacketLayout.SLOT_LENGTH, 1);",
            "ring = new SlotRing(slots, PacketLayout.SLOT_LENGTH, 0);"),
        new Mutant(
            "two packets handed over in exchanged order", RULE + ", order", "funi/Inbound",
            """
            hasTaken = true;
            return true;
            }
            return hasNextRing();
            """,
            """
            hasTaken = true;
            final int content = reader.offset();
            if (0 == content / PacketLayout.SLOT_LENGTH % 2 && !reader.isEmpty())
            {
            exchange(content, content + PacketLayout.SLOT_LENGTH);
            }
            return true;
            }
            return hasNextRing();
            }

            private void exchange(final int one, final int other)
            {
            for (int i = 0; i < PacketLayout.SLOT_LENGTH - Long.BYTES; i += Long.BYTES)
            {
            final long word = reader.buffer().getLong(one + i);
            reader.buffer().putLong(one + i, reader.buffer().getLong(other + i));
            reader.buffer().putLong(other + i, word);
            }
            """));

    private FuniMutants()
    {
    }
}
