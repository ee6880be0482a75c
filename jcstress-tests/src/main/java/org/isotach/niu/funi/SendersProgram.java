/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.Arrays;
import java.util.function.Consumer;

import org.isotach.jcstress.Nobody;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads that each add two senders to the member that receives: one of them an incarnation of the same sender.
 */
class SendersProgram
{
    private static final int REBORN = 1;
    private static final int OLD_TAG = 1;
    private static final int NEW_TAG = 2;

    private final Inbound old = sender(REBORN, OLD_TAG);
    private final Inbound reborn = sender(REBORN, NEW_TAG);
    private final Inbound second = sender(2, 1);
    private final Inbound third = sender(3, 1);

    private static Inbound sender(final int node, final long tag)
    {
        return new Inbound(node, tag, new Wakers(new Nobody(), new Nobody()), new LinkRing(2));
    }

    final void addOld(final Consumer<Inbound> member)
    {
        member.accept(old);
        member.accept(second);
    }

    final void addReborn(final Consumer<Inbound> member)
    {
        member.accept(reborn);
        member.accept(third);
    }

    /**
     * @param r receives the incarnation of the sender that has two, and the number of senders.
     */
    static void look(final Inbound[] senders, final II_Result r)
    {
        r.r1 = (int)Arrays.stream(senders)
            .filter(sender -> REBORN == sender.node()).mapToLong(Inbound::senderTag).sum();
        r.r2 = senders.length;
    }
}
