/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm.litmus;

import java.util.ArrayList;
import java.util.List;

import org.isotach.Isochron;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.UpdateFunction;

/**
 * The application of one host: issues the isochrons of its part of a shape, one step at a time.
 */
final class Actor
{
    private final Isochron isochron;
    private final MemoryPort port;
    private final List<IsoValue> values = new ArrayList<>();
    private List<List<Operation>> isochrons = List.of();
    private int[] addresses;
    private int issuedCount;
    private int readCount;
    private int issuedReadCount;

    Actor(final SharedMemory memory, final Host host)
    {
        isochron = host.isochron();
        port = memory.port(host);
    }

    /**
     * Begins a program.
     *
     * @param program         isochrons to be issued.
     * @param addressOfNumber addresses of the variables of the program.
     */
    void begin(final List<List<Operation>> program, final int[] addressOfNumber)
    {
        isochrons = program;
        addresses = addressOfNumber;
        issuedCount = 0;
        readCount = 0;
        issuedReadCount = 0;
    }

    boolean hasNext()
    {
        return issuedCount < isochrons.size();
    }

    /**
     * Issues the next isochron if there is room for it.
     */
    boolean tryIssueNext()
    {
        openNext();
        if (!isochron.tryIssue())
        {
            return false;
        }
        nextIssued();
        return true;
    }

    /**
     * Issues the next isochron, waiting for room if necessary.
     */
    void issueNext()
    {
        openNext();
        isochron.issue();
        nextIssued();
    }

    /**
     * Have the values of all reads that were issued arrived?
     */
    boolean isReady()
    {
        for (int read = 0; read < issuedReadCount; read++)
        {
            if (!values.get(read).isReady())
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Has the isochron that was issued last executed at its host?
     */
    boolean isExecuted()
    {
        return isochron.isExecuted();
    }

    void awaitExecuted()
    {
        isochron.awaitExecuted();
    }

    void awaitValues()
    {
        for (int read = 0; read < readCount; read++)
        {
            values.get(read).await();
        }
    }

    /**
     * Adds the values of all reads, which have arrived, to an outcome.
     */
    void addValues(final List<Long> outcome)
    {
        for (int read = 0; read < readCount; read++)
        {
            outcome.add(values.get(read).get());
        }
    }

    /**
     * Adds the values that the first variables have now, later than everything that was seen executed, to an outcome.
     */
    void addVariables(final int variables, final List<Long> outcome)
    {
        readCount = 0;
        isochron.begin().fresh();
        for (int variable = 0; variable < variables; variable++)
        {
            port.read(isochron, addresses[variable], nextValue());
        }
        isochron.issue();
        awaitValues();
        addValues(outcome);
    }

    private void openNext()
    {
        if (!isochron.isOpen())
        {
            isochron.begin();
            for (final Operation operation : isochrons.get(issuedCount))
            {
                append(operation, addresses[operation.variable()]);
            }
        }
    }

    private void nextIssued()
    {
        issuedCount++;
        issuedReadCount = readCount;
    }

    private void append(final Operation operation, final int address)
    {
        switch (operation.kind())
        {
            case READ:
                port.read(isochron, address, nextValue());
                break;
            case WRITE:
                port.write(isochron, address, operation.value());
                break;
            case SCHED:
                port.sched(isochron, address);
                break;
            case ADD:
                port.updateAndGet(isochron, address, UpdateFunction.ADD, operation.value(), nextValue());
                break;
            default:
                port.assign(isochron, address, operation.value());
                break;
        }
    }

    private IsoValue nextValue()
    {
        if (readCount == values.size())
        {
            values.add(new IsoValue());
        }
        return values.get(readCount++);
    }
}
