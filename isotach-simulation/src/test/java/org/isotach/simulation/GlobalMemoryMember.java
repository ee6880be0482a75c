/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.Random;
import java.util.function.BooleanSupplier;

import org.isotach.HostExpelledException;
import org.isotach.niu.Host;
import org.isotach.niu.am.global.GlobalMemory;
import org.isotach.niu.am.global.GlobalPort;

/**
 * The program of one host of {@link GlobalMemoryScenario}.
 * <pre>
 *   memory of a host:  blocks of words | mail | words to be sent | words that were asked for
 * </pre>
 */
final class GlobalMemoryMember extends ScenarioMember
{
    private static final int BLOCK = GlobalMemoryModel.WORDS_OF_BLOCK;
    private static final int MAIL_WORDS = 3;
    private static final int INTO_WORDS = 4 * BLOCK;
    private static final int MAIL = GlobalMemoryModel.WORDS * Long.BYTES;
    private static final int OUT = MAIL + MAIL_WORDS * Long.BYTES;
    private static final int INTO = OUT + BLOCK * Long.BYTES;
    private static final int MAX_OPERATIONS = 12;
    private static final int TWO_WORDS = 2 * Long.BYTES;

    static final int LENGTH = INTO + INTO_WORDS * Long.BYTES;

    private final Simulation simulation;
    private final Random random;
    private final GlobalMemory g;
    private final GlobalMemoryModel model;
    private final GlobalPort port;

    // By word that was asked for: where it comes from, and what it must be at least.
    private final int[] fromHosts = new int[INTO_WORDS];
    private final int[] fromWords = new int[INTO_WORDS];
    private final long[] atLeast = new long[INTO_WORDS];
    private int asked;
    private int phase;
    private boolean isFinished;

    GlobalMemoryMember(
        final Host host, final Simulation simulation, final GlobalMemory g, final GlobalMemoryModel model)
    {
        super(host);
        this.simulation = simulation;
        this.g = g;
        this.model = model;
        random = simulation.random();
        port = g.port(host);
    }

    int phases()
    {
        return phase;
    }

    boolean isFinished()
    {
        return isFinished;
    }

    void run(final int phases, final BooleanSupplier hasCrashed)
    {
        try
        {
            while (phase < phases)
            {
                doPhase();
                phase++;
            }
            port.finish();
        }
        catch (final HostExpelledException ex)
        {
            if (!hasCrashed.getAsBoolean())
            {
                throw ex;
            }
            finishAlone();
        }
        isFinished = true;
    }

    /**
     * There are no barriers any more, and what has failed is told once.
     */
    private void finishAlone()
    {
        boolean isTold = false;
        while (!isTold)
        {
            try
            {
                port.finish();
                isTold = true;
            }
            catch (final HostExpelledException ex)
            {
                simulation.note(ex.getMessage());
            }
        }
    }

    private void doPhase()
    {
        for (int i = simulation.upTo(MAX_OPERATIONS); i > 0; i--)
        {
            operate();
            if (0 == random.nextInt(3))
            {
                simulation.pause();
            }
        }
        sync();
        model.come(host.id());
        port.allStoreSync();
        model.through(host.id());
        // All have come, and nobody begins anything before all have come to the next barrier.
        model.endAll();
        checkOwn();
        barrier();
        port.storeSync(model.takeStored(host.id()));
        for (int i = 0; i < 4; i++)
        {
            read();
        }
        sync();
        mail();
        barrier();
    }

    private void checkOwn()
    {
        for (int word = 0; word < GlobalMemoryModel.WORDS; word++)
        {
            model.check(toString(), host.id(), word, model.known(host.id(), word),
                port.memory().getLong(word * Long.BYTES));
        }
    }

    private void barrier()
    {
        model.come(host.id());
        port.barrier();
        model.through(host.id());
    }

    private void operate()
    {
        final int target = random.nextInt(port.size());
        final int block = random.nextInt(GlobalMemoryModel.BLOCKS);
        if (random.nextBoolean())
        {
            read();
        }
        else if (host.id() != model.writer(target, block, phase))
        {
            port.poll();
        }
        else if (random.nextBoolean())
        {
            writeWord(target, block * BLOCK + random.nextInt(BLOCK));
        }
        else
        {
            final int first = random.nextInt(BLOCK);
            writeWords(target, block * BLOCK + first, 1 + random.nextInt(BLOCK - first));
        }
    }

    private void writeWord(final int target, final int word)
    {
        if (model.isUnderWay(target, word, 1))
        {
            return;
        }
        final long to = g.pointer(target, word * Long.BYTES);
        final long value = model.begin(target, word);
        switch (random.nextInt(3))
        {
            case 0:
                port.write(to, value);
                model.end(target, word);
                break;
            case 1:
                port.put(to, value);
                break;
            default:
                model.store(target, Long.BYTES);
                port.store(to, value);
                break;
        }
    }

    private void writeWords(final int target, final int first, final int count)
    {
        if (model.isUnderWay(target, first, count))
        {
            return;
        }
        for (int i = 0; i < count; i++)
        {
            port.memory().putLong(OUT + i * Long.BYTES, model.begin(target, first + i));
        }
        final long to = g.pointer(target, first * Long.BYTES);
        final int bytes = count * Long.BYTES;
        switch (random.nextInt(3))
        {
            case 0:
                port.bulkWrite(to, OUT, bytes);
                for (int i = 0; i < count; i++)
                {
                    model.end(target, first + i);
                }
                break;
            case 1:
                put(to, bytes);
                break;
            default:
                model.store(target, bytes);
                store(to, bytes);
                break;
        }
        // All that was to be sent is on its way: it may change now.
        for (int i = 0; i < count; i++)
        {
            port.memory().putLong(OUT + i * Long.BYTES, -1);
        }
    }

    private void put(final long to, final int bytes)
    {
        if (TWO_WORDS == bytes)
        {
            port.put16(to, OUT);
        }
        else
        {
            port.bulkPut(to, OUT, bytes);
        }
    }

    private void store(final long to, final int bytes)
    {
        if (TWO_WORDS == bytes)
        {
            port.store16(to, OUT);
        }
        else
        {
            port.bulkStore(to, OUT, bytes);
        }
    }

    private void get(final long from, final int into, final int bytes)
    {
        if (TWO_WORDS == bytes)
        {
            port.get16(from, into);
        }
        else
        {
            port.bulkGet(from, into, bytes);
        }
    }

    private void read()
    {
        final int source = random.nextInt(port.size());
        final int first = random.nextInt(GlobalMemoryModel.WORDS);
        final int count = 1 + random.nextInt(Math.min(BLOCK, GlobalMemoryModel.WORDS - first));
        final long from = g.pointer(source, first * Long.BYTES);
        switch (random.nextInt(4))
        {
            case 0:
                final long before = model.known(source, first);
                model.check(toString(), source, first, before, port.read(from));
                break;
            case 1:
                port.get(from, ask(source, first, 1));
                break;
            case 2:
                get(from, ask(source, first, count), count * Long.BYTES);
                break;
            default:
                // With everything else that was asked for.
                port.bulkRead(from, ask(source, first, count), count * Long.BYTES);
                sync();
                break;
        }
    }

    /**
     * Remembers what is asked for.
     *
     * @return where it belongs.
     */
    private int ask(final int source, final int first, final int count)
    {
        if (asked + count > INTO_WORDS)
        {
            sync();
        }
        final int into = INTO + asked * Long.BYTES;
        for (int i = 0; i < count; i++)
        {
            fromHosts[asked] = source;
            fromWords[asked] = first + i;
            atLeast[asked] = model.known(source, first + i);
            port.memory().putLong(INTO + asked * Long.BYTES, -1);
            asked++;
        }
        return into;
    }

    private void sync()
    {
        port.sync();
        for (int i = 0; i < asked; i++)
        {
            model.check(toString(), fromHosts[i], fromWords[i], atLeast[i],
                port.memory().getLong(INTO + i * Long.BYTES));
        }
        asked = 0;
    }

    /**
     * Each host stores some words to the next one, which waits for as many bytes.
     */
    private void mail()
    {
        final int next = (host.id() + 1) % port.size();
        final int before = (host.id() + port.size() - 1) % port.size();
        for (int i = 0; i < mailTo(next); i++)
        {
            port.store(g.pointer(next, MAIL + i * Long.BYTES), mailOf(next, i));
        }
        port.storeSync((long)mailTo(host.id()) * Long.BYTES);
        for (int i = 0; i < mailTo(host.id()); i++)
        {
            final long word = port.memory().getLong(MAIL + i * Long.BYTES);
            if (word != mailOf(host.id(), i))
            {
                model.violate(this + " finds " + word + " in place of word " + i + " of the mail of host " + before);
            }
        }
    }

    private int mailTo(final int receiver)
    {
        return (receiver + phase) % (MAIL_WORDS + 1);
    }

    private long mailOf(final int receiver, final int word)
    {
        return (phase + 1) * 100L + receiver * 10L + word;
    }
}
