/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.am.Cmam;
import org.isotach.niu.am.CmamBlock;
import org.isotach.niu.am.CmamMemory;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.Rights;

/**
 * A member of a gang of the sample {@code cmam}, and what its functions have found.
 * <p>
 * All members are made by this constructor. So all add the same functions in the same order, and a function has the
 * same number at each of them: a member that calls a function of another one names it by the number of its own.
 */
final class CmamNode
{
    /**
     * Words of a long message.
     */
    static final int WORDS = 20;

    private static final int MEMORY = 1 << 16;

    private final Violations violations;
    private final OffHeapBuffer memory = OffHeapBuffer.allocate(MEMORY);
    private final OffHeapBuffer words = OffHeapBuffer.allocate(WORDS * Integer.BYTES);
    private final OffHeapBuffer word = OffHeapBuffer.allocate(Integer.BYTES);
    private final Cmam cmam;
    private final CmamMemory shared;
    private final int call;
    private final int block;
    private final int answer;
    private final int ask;
    private final int blockAnswer;
    private final int blockAsk;
    private final int stop;

    // Counted by functions; who waits takes them off.
    private final int[] answers = new int[1];
    private final int[] stops = new int[1];
    private long received;
    private long trips;
    private int asked;

    /**
     * @param queuePair  of the member.
     * @param violations told of words that are wrong.
     */
    CmamNode(final QueuePair queuePair, final Violations violations)
    {
        this.violations = violations;
        for (int i = 0; i < WORDS; i++)
        {
            words.putInt(i * Integer.BYTES, i + 1);
        }
        cmam = Cmam.on(queuePair, queuePair.segment(memory, Rights.PUT));
        call = cmam.onCall((i1, i2, i3, i4) -> received(i1 + i2 == 0 && i3 == ~i4, "four words"));
        block = cmam.onBlock(this::onBlock);
        answer = cmam.onCall((i1, i2, i3, i4) -> answered(i1, i2));
        ask = cmam.onCall((i1, i2, who, i4) -> reply(who, i1, i2));
        blockAnswer = cmam.onBlock((arrived, nbyte) -> answered(arrived.getInt(0), -arrived.getInt(0)));
        blockAsk = cmam.onBlock((arrived, nbyte) -> replyWord(arrived.getInt(0)));
        stop = cmam.onCall((i1, i2, i3, i4) -> stops[0]++);
        shared = CmamMemory.on(cmam);
    }

    private void onBlock(final CmamBlock arrived, final int nbyte)
    {
        final int count = nbyte / Integer.BYTES;
        received(arrived.getInt(0) == 1 && arrived.getInt(count - 1) == count, "words");
    }

    private void received(final boolean isRight, final String what)
    {
        received++;
        if (!isRight)
        {
            violations.add("message " + received + " has wrong " + what);
        }
    }

    private void reply(final int who, final int i1, final int i2)
    {
        cmam.reply4(who, answer, i1, i2, who, 0);
    }

    /**
     * There is one word only: it also says who has asked.
     */
    private void replyWord(final int value)
    {
        word.putInt(0, value);
        cmam.replyN(value & 1, blockAnswer, word, 0, Integer.BYTES);
    }

    private void answered(final int i1, final int i2)
    {
        answers[0]++;
        if (i1 != asked || i2 != -asked)
        {
            violations.add("answer " + trips + " has the words " + i1 + " and " + i2 + " instead of " + asked +
                " and " + -asked);
        }
    }

    /**
     * Asks another member by four words, and waits for its answer.
     */
    void trip(final int node)
    {
        asked = (int)++trips;
        cmam.request4(node, ask, asked, -asked, cmam.selfAddress(), 0);
        cmam.await(answers, 1);
    }

    /**
     * The same by a block of one word, between members 0 and 1.
     */
    void tripOfWord(final int node)
    {
        asked = (int)++trips << 1 | cmam.selfAddress();
        word.putInt(0, asked);
        cmam.requestN(node, blockAsk, word, 0, Integer.BYTES);
        cmam.await(answers, 1);
    }

    /**
     * Serves others until one of them says that it is done.
     */
    void serve()
    {
        cmam.await(stops, 1);
    }

    void stop(final int node)
    {
        cmam.request4(node, stop, 0, 0, 0, 0);
    }

    Cmam cmam()
    {
        return cmam;
    }

    CmamMemory shared()
    {
        return shared;
    }

    /**
     * Returns the memory that other members write and read.
     */
    OffHeapBuffer memory()
    {
        return memory;
    }

    /**
     * Returns words that functions of {@link #block()} expect.
     */
    OffHeapBuffer words()
    {
        return words;
    }

    /**
     * Returns the number of the function that takes four words.
     */
    int call()
    {
        return call;
    }

    /**
     * Returns the number of the function that takes up to {@value #WORDS} words.
     */
    int block()
    {
        return block;
    }

    /**
     * Returns how many messages that are no questions and no answers have arrived.
     */
    long received()
    {
        return received;
    }

    /**
     * Returns how many questions were answered.
     */
    long trips()
    {
        return trips;
    }
}
