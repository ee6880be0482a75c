/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.SplittableRandom;

import org.isotach.Isochron;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * Write-all/read-all on one host.
 */
final class WriterReader
{
    private final MemoryPort port;
    private final Isochron isochron;
    private final IsoValue[] values;
    private final long[] read;
    private final ReadAllChecker.Reader reader;
    private final SplittableRandom random;

    WriterReader(final Host host, final SharedMemory memory, final ReadAllChecker checker, final long seed)
    {
        port = memory.port(host);
        isochron = host.isochron();
        values = new IsoValue[memory.pageMap().pageCount()];
        for (int i = 0; i < values.length; i++)
        {
            values[i] = new IsoValue();
        }
        read = new long[values.length];
        reader = checker.reader(host.id());
        random = new SplittableRandom(seed + host.id());
    }

    void run(final int rounds, final Progress progress)
    {
        for (int round = 0; round < rounds; round++)
        {
            final long value = reader.nextValue(random.nextInt());
            isochron.begin();
            for (int address = 0; address < values.length; address++)
            {
                port.write(isochron, address, value);
            }
            isochron.issue();

            isochron.begin();
            for (int address = 0; address < values.length; address++)
            {
                port.read(isochron, address, values[address]);
            }
            isochron.issue();
            for (int address = 0; address < values.length; address++)
            {
                read[address] = values[address].await();
            }
            reader.check(read);
            progress.step();
        }
    }
}
