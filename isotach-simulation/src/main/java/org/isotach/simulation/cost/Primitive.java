/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.function.Supplier;

import org.isotach.niu.funi.Priority;

/**
 * The primitives of CMAM that the paper measures (Hoe, FUNet, table 6.1 and appendix A), and what each of them does at
 * the interface: how many double words its sender composes in the send queue, and what its receiver does when it has
 * read three double words, released the slot, and called the handler of the type.
 */
enum Primitive
{
    /**
     * A call with four words: header and function, and two double words of arguments.
     */
    CMAM_4("cmam_4", Priority.REQUEST, 6, 0, 3, false),

    /**
     * The same as a reply.
     */
    CMAM_REPLY_4("cmam_reply_4", Priority.REPLY, 6, 0, 3, false),

    /**
     * A call with a block of one word, of which four are copied.
     */
    CMAM_N_1("cmam_n, 1 word", Priority.REQUEST, 3, 0, 3, true),

    /**
     * A call with a block of twenty words.
     */
    CMAM_N_20("cmam_n, 20 words", Priority.REQUEST, 22, 0, 11, true),

    /**
     * The same with one word as a reply.
     */
    CMAM_REPLY_N_1("cmam_reply_n, 1", Priority.REPLY, 3, 0, 3, true),

    /**
     * The same with twenty words as a reply.
     */
    CMAM_REPLY_N_20("cmam_reply_n, 20", Priority.REPLY, 22, 0, 11, true),

    /**
     * Four words for a segment, as arguments.
     */
    CMAM_XFER_4("cmam_xfer_4", Priority.REQUEST, 6, 0, 3, false)
    {
        @Override
        Program handle(final FuniNode node)
        {
            return node.countSegment(node.moves(FuniNode.XFER_WORDS));
        }
    },

    /**
     * The same as a reply.
     */
    CMAM_REPLY_XFER_4("cmam_reply_xfer_4", Priority.REPLY, 6, 0, 3, false)
    {
        @Override
        Program handle(final FuniNode node)
        {
            return node.countSegment(node.moves(FuniNode.XFER_WORDS));
        }
    },

    /**
     * Sixteen words for a segment, which the cards fetch and write.
     */
    CMAM_MFER_N("cmam_mfer_n", Priority.REQUEST, 4, 16, 2, false)
    {
        @Override
        Program handle(final FuniNode node)
        {
            return node.countSegment(new Program());
        }
    },

    /**
     * The same as a reply.
     */
    CMAM_REPLY_MFER_N("cmam_reply_mfer_n", Priority.REPLY, 4, 16, 2, false)
    {
        @Override
        Program handle(final FuniNode node)
        {
            return node.countSegment(new Program());
        }
    };

    // The first double word of a block has come as arguments; the others are read from the slot.
    private static final int READ_BY_SERVICE = 3;

    private final String label;
    private final Priority priority;
    private final int words;
    private final int payload;
    private final int doubleWords;
    private final boolean isBlock;

    Primitive(
        final String label,
        final Priority priority,
        final int words,
        final int payload,
        final int doubleWords,
        final boolean isBlock)
    {
        this.label = label;
        this.priority = priority;
        this.words = words;
        this.payload = payload;
        this.doubleWords = doubleWords;
        this.isBlock = isBlock;
    }

    String label()
    {
        return label;
    }

    Priority priority()
    {
        return priority;
    }

    /**
     * Returns how many words a slot has, the header included.
     */
    int words()
    {
        return words;
    }

    /**
     * Returns how many words the cards move, besides those of the slot.
     */
    int payload()
    {
        return payload;
    }

    boolean isBlock()
    {
        return isBlock;
    }

    /**
     * Sends a message: is there room, the double words, the head, and then all replies are taken, and with a request
     * all requests after that. All double words of a block but the first one come from memory.
     */
    Program send(final FuniNode sender, final int target, final Supplier<Program> handler)
    {
        final Program program = sender.beginToSend();
        for (int i = 0; i < doubleWords; i++)
        {
            program.then(sender.composeDoubleWord(isBlock && i > 0));
        }
        return program.then(sender.endToSend(packet(target, handler)));
    }

    /**
     * Returns what the handler of the type does, for a function of the user that does nothing but count.
     */
    Program handle(final FuniNode node)
    {
        return isBlock ? node.copyBlock(doubleWords - READ_BY_SERVICE).then(node.function()) : node.function();
    }

    /**
     * Makes a packet.
     */
    FuniPacket packet(final int target, final Supplier<Program> handler)
    {
        return new FuniPacket(target, priority, words, payload, handler);
    }
}
