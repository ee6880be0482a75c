/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

import org.isotach.niu.StallReport;
import org.isotach.niu.spi.Wakeable;

/**
 * What the engines of a device share. Registers, memory, routes and node belong to the system and to processes; the
 * rest belongs to the thread that serves the device.
 */
final class DeviceState
{
    static final int ALL_LINES = PacketCache.ALL | PacketCache.HIDDEN;
    private static final int ALL_MODES = 0xffff;
    private static final VarHandle OUT;
    private static final Wakeable NOBODY = new Wakeable()
    {
        @Override
        public void wake()
        {
            // A process that waits by itself.
        }
    };

    static
    {
        try
        {
            OUT = MethodHandles.lookup().findVarHandle(DeviceState.class, "out", int.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    final int host;
    final RegisterFile registers = new RegisterFile();
    final EventCounts counts = new EventCounts();
    final PacketCache cache = new PacketCache();
    final Engines engines;
    private final Bells bells;
    private final Consumer<Throwable> errors;

    private volatile HostMemory memory = new HostMemory(null, 0);
    private volatile DeviceSegments segments = DeviceSegments.NONE;
    private volatile Routes routes = Routes.NONE;
    private volatile HeadPage heads = new HeadPage();
    private volatile Wakeable process = NOBODY;
    private volatile InterruptHandler interruptHandler = (source, cause) ->
    {
    };

    // As they were when the step began.
    private long modes;
    private long groupWord;

    // Hidden register (section 3.1.2): a bit for each line that waits for no acknowledgement. Volatile for those who
    // look for stalls; they read nothing else.
    private volatile int out = ALL_LINES;

    // Lines that were sent before.
    private int sent;

    // There was a memory error, or there is one.
    private volatile boolean hasError;

    /**
     * @param errors takes what the code of users throws, and throws nothing.
     */
    DeviceState(final int host, final Bells bells, final Consumer<Throwable> errors)
    {
        this.host = host;
        this.bells = bells;
        engines = new Engines(bells.of(host));
        this.errors = errors;
    }

    /**
     * Reports what the code of a user has thrown. A step has to come to its end, or the device would repeat it for
     * ever, and nobody else would have its turn.
     */
    void report(final Throwable error)
    {
        errors.accept(error);
    }

    /**
     * For the system.
     */
    void changeModes(final int cleared, final int added)
    {
        registers.changeModes(cleared, added);
        engines.bell().ring(Engines.ALL);
    }

    /**
     * Looks for what has been rung for, at the modes, and at the group.
     */
    void beginStep()
    {
        engines.take();
        lookAtModes();
    }

    /**
     * Looks at the modes, and at the group: a new one waits for no acknowledgement.
     */
    void lookAtModes()
    {
        final long seenModes = registers.modes();
        final long word = registers.group();
        if (seenModes != modes)
        {
            modes = seenModes;
            engines.add(Engines.ALL);
        }
        if (word != groupWord)
        {
            groupWord = word;
            out = ALL_LINES;
            sent = 0;
            engines.add(Engines.ALL);
        }
    }

    /**
     * Returns whether one of some modes is set.
     */
    boolean isIn(final int some)
    {
        return 0 != (modes & some);
    }

    /**
     * Returns whether the device works for a gang, in no mode.
     */
    boolean isInOrder()
    {
        final int group = group();
        return 0 == (modes & ALL_MODES) && Groups.SYSTEM != group && Groups.RESTORE != group;
    }

    long modes()
    {
        return modes;
    }

    int group()
    {
        return (int)(groupWord & Register.GID.mask());
    }

    int ticket()
    {
        return registers.get(Register.TICKET);
    }

    /**
     * Returns the lines that are free, with those that processes do not see.
     */
    int free()
    {
        return ticket() | registers.hiddenLines();
    }

    int out()
    {
        return out;
    }

    /**
     * Occupies a line. It waits for no acknowledgement as long as it is not sent.
     */
    void occupy(final int line)
    {
        sent &= ~(1 << line);
        engines.add(Engines.DISPATCH);
        if (line < PacketCache.LINES)
        {
            registers.set(Register.TICKET, ticket() & ~(1 << line));
        }
        else
        {
            registers.setHiddenLines(registers.hiddenLines() & ~(1 << line));
        }
    }

    void release(final int line)
    {
        engines.lineIsFree();
        if (line < PacketCache.LINES)
        {
            registers.set(Register.TICKET, ticket() | 1 << line);
        }
        else
        {
            registers.setHiddenLines(registers.hiddenLines() | 1 << line);
        }
    }

    /**
     * Returns whether a line that is to be sent was rejected.
     */
    boolean isRejected(final int line)
    {
        return 0 != (sent & 1 << line);
    }

    /**
     * Notes that a line was sent.
     *
     * @return true if it was sent before.
     */
    boolean isSentAgain(final int line)
    {
        final boolean isAgain = isRejected(line);
        sent |= 1 << line;
        OUT.setRelease(this, out & ~(1 << line));
        return isAgain;
    }

    void acknowledged(final int line)
    {
        OUT.setRelease(this, out | 1 << line);
        engines.add(Engines.DISPATCH);
    }

    /**
     * Returns whether all acknowledgements have come.
     */
    boolean isAcknowledged()
    {
        return ALL_LINES == out;
    }

    /**
     * There is no time-out: a packet whose acknowledgement is lost waits for ever (section 5.6.2).
     */
    void addStalls(final StallReport report)
    {
        final int waiting = Integer.bitCount(~out & ALL_LINES);
        if (waiting > 0)
        {
            report.add(host, "funi", this, counts.get(DeviceEvent.ACK) + counts.get(DeviceEvent.NAK),
                () -> "the device of host " + host + " waits for the acknowledgements of " + waiting + " packets");
        }
    }

    HostMemory memory()
    {
        return memory;
    }

    void memory(final HostMemory value)
    {
        memory = value;
    }

    /**
     * Returns what other members may reach of the process for which the device works.
     */
    DeviceSegments segments()
    {
        return segments;
    }

    void segments(final DeviceSegments value)
    {
        segments = value;
    }

    /**
     * Returns where the process looks for the heads of its receive queues.
     */
    HeadPage heads()
    {
        return heads;
    }

    void heads(final HeadPage value)
    {
        heads = value;
    }

    /**
     * Returns who the process is, and where the others are.
     */
    Routes routes()
    {
        return routes;
    }

    void routes(final Routes value)
    {
        routes = value;
    }

    /**
     * Sets who is woken when a head or tail has moved; null for nobody.
     */
    void process(final Wakeable value)
    {
        process = null == value ? NOBODY : value;
    }

    void wakeProcess()
    {
        try
        {
            process.wake();
        }
        catch (final Throwable ex)
        {
            report(ex);
        }
    }

    void interruptHandler(final InterruptHandler handler)
    {
        interruptHandler = handler;
    }

    void interrupt(final Interrupt cause)
    {
        try
        {
            interruptHandler.onInterrupt(host, cause);
        }
        catch (final Throwable ex)
        {
            report(ex);
        }
    }

    /**
     * Returns false if there is no memory error.
     */
    boolean hasError()
    {
        return hasError;
    }

    void hasError(final boolean value)
    {
        hasError = value;
    }

    /**
     * Stops all access to memory until the system clears the error.
     */
    void memoryError()
    {
        counts.count(DeviceEvent.MEMORY_ERROR);
        hasError(true);
        registers.changeModes(0, Control.MERR);
        modes = registers.modes();
        interrupt(Interrupt.MEMORY_ERROR);
        // There the errors of gangs are cleared.
        bells.wakeScheduler();
    }

    @Override
    public String toString()
    {
        return "DeviceState{host=" + host + ", " + registers + ", out=" + Integer.toHexString(out) + ", " + counts +
            '}';
    }
}
