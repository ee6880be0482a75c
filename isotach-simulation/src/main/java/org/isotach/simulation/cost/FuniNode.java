/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.function.BooleanSupplier;

import org.isotach.niu.funi.Priority;

/**
 * A node: processor, bus and card, and the programs of CMAM on it, as appendix A of the paper has them (Hoe, FUNet),
 * written down as steps, moves, and what goes over the bus.
 */
final class FuniNode
{
    /**
     * Words that a handler of {@code cmam_xfer_4} stores, one by one.
     */
    static final int XFER_WORDS = 4;

    private static final double HIT = 1;
    private static final int DOUBLE_WORD = 2;
    private static final int HEAD_OF_SLOT = 3;

    private final FuniCosts costs;
    private final Bus bus;
    private final Processor processor;
    private final FuniCard card;

    private FuniNode(final VirtualTime time, final FuniCosts costs, final FuniCard[] cards, final int number)
    {
        this.costs = costs;
        bus = new Bus(time, costs.busOverhead());
        processor = new Processor(time, bus);
        card = new FuniCard(time, bus, cards);
        cards[number] = card;
    }

    /**
     * Makes nodes, and the network between them.
     */
    static FuniNode[] newNodes(final VirtualTime time, final FuniCosts costs, final int count)
    {
        final FuniCard[] cards = new FuniCard[count];
        final FuniNode[] nodes = new FuniNode[count];
        for (int i = 0; i < count; i++)
        {
            nodes[i] = new FuniNode(time, costs, cards, i);
        }
        return nodes;
    }

    /**
     * Calls the function that sends, and looks whether there is room.
     */
    Program beginToSend()
    {
        return steps(2);
    }

    /**
     * Composes a double word, and stores it into the send queue.
     *
     * @param isLoaded whether it comes from memory.
     */
    Program composeDoubleWord(final boolean isLoaded)
    {
        final Program program = moves(1);
        if (isLoaded)
        {
            // A load of two words takes one cycle more than others.
            program.compute(HIT);
        }
        return program.store(DOUBLE_WORD);
    }

    /**
     * Writes the head of the send queue, and then takes all replies, and with a request all requests after that.
     */
    Program endToSend(final FuniPacket packet)
    {
        final Program program =
            new Program().compute(costs.step()).store(1, () -> card.send(packet)).then(take(Priority.REPLY));
        return Priority.REQUEST == packet.priority() ? program.then(take(Priority.REQUEST)) : program;
    }

    /**
     * Takes all messages of a priority.
     */
    Program take(final Priority priority)
    {
        return look(priority).run(() -> takeMore(priority, card.poll(priority)));
    }

    private Program takeMore(final Priority priority, final FuniPacket packet)
    {
        return null == packet ? new Program() :
            receive(packet).compute(costs.step()).run(() -> takeMore(priority, card.poll(priority)));
    }

    /**
     * Looks once, and takes a message that is there.
     */
    Program service(final Priority priority)
    {
        final Program program = Priority.REQUEST == priority ? look(Priority.REPLY) : new Program();
        return program.then(look(priority)).run(() -> receive(card.poll(priority)));
    }

    /**
     * Looks at the head of a receive queue, which is in the cache unless it has changed.
     */
    private Program look(final Priority priority)
    {
        return steps(1).run(() -> card.cache(priority) ? new Program().compute(HIT) : new Program().load(1));
    }

    /**
     * Reads the first words of a slot, releases it, and calls the handler of the type.
     */
    private Program receive(final FuniPacket packet)
    {
        final Program program = new Program();
        for (int i = 0; i < HEAD_OF_SLOT; i++)
        {
            program.load(DOUBLE_WORD);
        }
        return program.compute(costs.step()).store(1).then(steps(1)).run(() -> packet.handler().get());
    }

    /**
     * Serves this node until something is so.
     */
    Program serveUntil(final BooleanSupplier isSo)
    {
        return new Program().run(() -> isSo.getAsBoolean() ? new Program() :
            take(Priority.REPLY).then(take(Priority.REQUEST)).then(serveUntil(isSo)));
    }

    /**
     * Copies a block into memory: what was read from the slot already, and the rest of it.
     */
    Program copyBlock(final int rest)
    {
        final Program program = moves(2);
        for (int i = 0; i < rest; i++)
        {
            program.load(DOUBLE_WORD).then(moves(1));
        }
        return program;
    }

    /**
     * Finds a segment, does something with it, and counts what is missing.
     */
    Program countSegment(final Program program)
    {
        return steps(1).then(program).then(steps(1));
    }

    Program steps(final int count)
    {
        return new Program().compute(count * costs.step());
    }

    Program moves(final int count)
    {
        return new Program().compute(count * costs.move());
    }

    /**
     * Calls a function of the user.
     */
    Program function()
    {
        return new Program().compute(costs.function());
    }

    Processor processor()
    {
        return processor;
    }

    FuniCard card()
    {
        return card;
    }

    Bus bus()
    {
        return bus;
    }

    @Override
    public String toString()
    {
        return "FuniNode{" + card + '}';
    }
}
