/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.Random;

import org.isotach.HostExpelledException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.am.Cmam;
import org.isotach.niu.am.CmamMemory;

/**
 * What a member of {@link CmamScenario} reads and writes at others, and its barriers. The last block of the model has
 * double words, the others have words.
 * <pre>
 *   memory:  words | double words | words that were asked for
 * </pre>
 */
final class CmamAccesses
{
    private static final int BLOCK = GlobalMemoryModel.WORDS_OF_BLOCK;
    private static final int INTS = GlobalMemoryModel.WORDS - BLOCK;
    private static final int DOUBLES = INTS * Integer.BYTES;
    private static final int INTO = DOUBLES + BLOCK * Double.BYTES;
    private static final int INTO_WORDS = 40;
    private static final int FOUR = 4;
    private static final int MAX_READS = 4;
    private static final int BARRIERS_OF_PHASE = 2;

    static final int LENGTH = INTO + INTO_WORDS * Integer.BYTES;

    private final CmamRun run;
    private final GlobalMemoryModel model;
    private final Random random;
    private final int node;
    private final OffHeapBuffer words;
    private final CmamMemory memory;

    // By word that was asked for: where it comes from, and what it must be at least.
    private final int[] fromNodes = new int[INTO_WORDS];
    private final int[] fromWords = new int[INTO_WORDS];
    private final long[] atLeast = new long[INTO_WORDS];
    private int asked;
    private int phase;
    private int barriers;
    private boolean isMeeting;

    CmamAccesses(final CmamRun run, final int node, final Cmam cmam, final OffHeapBuffer words)
    {
        this.run = run;
        this.node = node;
        this.words = words;
        model = run.model;
        random = run.simulation.random();
        memory = CmamMemory.on(cmam);
    }

    boolean hasPhase()
    {
        return phase < run.phases;
    }

    private static boolean isDouble(final int word)
    {
        return word >= INTS;
    }

    private static int index(final int word)
    {
        return isDouble(word) ? DOUBLES + (word - INTS) * Double.BYTES : word * Integer.BYTES;
    }

    /**
     * Writes a word, if it is the turn of this member, and the last value is there.
     */
    void write()
    {
        final int target = random.nextInt(run.hosts);
        final int block = random.nextInt(GlobalMemoryModel.BLOCKS);
        final int word = block * BLOCK + random.nextInt(BLOCK);
        if (node != model.writer(target, block, phase) || model.isUnderWay(target, word, 1))
        {
            return;
        }
        final int value = (int)model.begin(target, word);
        if (isDouble(word))
        {
            memory.writeDouble(target, index(word), value);
            model.end(target, word);
        }
        else if (random.nextBoolean())
        {
            memory.writeInt(target, index(word), value);
            model.end(target, word);
        }
        else
        {
            memory.putInt(target, index(word), value);
        }
    }

    void read()
    {
        final int from = random.nextInt(run.hosts);
        final int word = random.nextInt(INTS - FOUR + 1);
        switch (random.nextInt(5))
        {
            case 0:
                readNow(from, random.nextInt(GlobalMemoryModel.WORDS));
                break;
            case 1:
                memory.getInt(from, index(word), ask(from, word, 1));
                break;
            case 2:
            case 3:
                memory.get16(from, index(word), ask(from, word, FOUR));
                break;
            default:
                sync();
                break;
        }
    }

    private void readNow(final int from, final int word)
    {
        final long known = model.known(from, word);
        final double found = isDouble(word) ? memory.readDouble(from, index(word)) : memory.readInt(from, index(word));
        model.check("host " + node, from, word, known, (long)found);
    }

    /**
     * Remembers what is asked for.
     *
     * @return where it belongs.
     */
    private int ask(final int from, final int first, final int count)
    {
        if (asked + count > INTO_WORDS)
        {
            sync();
        }
        final int into = INTO + asked * Integer.BYTES;
        for (int i = 0; i < count; i++)
        {
            fromNodes[asked] = from;
            fromWords[asked] = first + i;
            atLeast[asked] = model.known(from, first + i);
            words.putInt(INTO + asked * Integer.BYTES, -1);
            asked++;
        }
        return into;
    }

    private void sync()
    {
        memory.sync();
        for (int i = 0; i < asked; i++)
        {
            model.check("host " + node, fromNodes[i], fromWords[i], atLeast[i],
                words.getInt(INTO + i * Integer.BYTES));
        }
        asked = 0;
    }

    /**
     * Meets the others, compares everything, and meets them again before anybody writes.
     */
    void endPhase()
    {
        meet();
        // All have come, and nobody writes anything before all have come to the next barrier.
        model.endAll();
        for (int word = 0; word < GlobalMemoryModel.WORDS; word++)
        {
            final double found = isDouble(word) ? Double.longBitsToDouble(words.getLong(index(word))) :
                words.getInt(index(word));
            model.check("host " + node, node, word, model.known(node, word), (long)found);
        }
        for (int i = random.nextInt(MAX_READS); i > 0; i--)
        {
            read();
        }
        meet();
        phase++;
    }

    private void meet()
    {
        sync();
        isMeeting = true;
        model.come(node);
        memory.barrier();
        isMeeting = false;
        model.through(node);
        barriers++;
    }

    /**
     * A host was expelled. What has failed of reads and writes is told once; then the others are met as long as they
     * come, which is over when a barrier says why.
     */
    void finishAlone()
    {
        asked = 0;
        boolean isTold = isMeeting;
        while (!isTold)
        {
            try
            {
                memory.sync();
                isTold = true;
            }
            catch (final HostExpelledException ex)
            {
                run.simulation.note(ex.getMessage());
            }
        }
        try
        {
            while (!isMeeting && barriers < run.phases * BARRIERS_OF_PHASE)
            {
                meet();
            }
        }
        catch (final HostExpelledException ex)
        {
            run.simulation.note(ex.getMessage());
        }
    }
}
