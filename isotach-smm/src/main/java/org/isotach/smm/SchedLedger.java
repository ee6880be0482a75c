/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Arrays;

import org.isotach.memory.Padded;

/**
 * The SCHEDs of one port that have not been assigned, cancelled or handed over: single ones by address, and takes as a
 * whole, with the changes of the open isochron. Belongs to the application thread of the port.
 */
final class SchedLedger extends Padded
{
    private static final int INITIAL_CAPACITY = 16;

    private final int hostId;
    private final int portId;

    private final VersionMap scheduled = new VersionMap();
    private long schedCount;

    // Takes that are neither assigned nor cancelled, and the changes that the open isochron makes to them: each with
    // the holder that it had before.
    private int takenCount;
    private TakenVariables[] changed = {};
    private int[] holders = {};
    private int changedCount;

    // Addresses, each with its version before an operation of the open isochron.
    private long[] undo = new long[2 * INITIAL_CAPACITY];
    private int undoLength;

    // The thread to name when an ASSIGN is missing, and the first of its versions: threads may share the port, one
    // after another. Read by other threads, for messages only.
    private volatile Thread owner;
    private long firstOfOwner;

    SchedLedger(final int hostId, final int portId)
    {
        this(hostId, portId, 0);
    }

    /**
     * @param schedCount number of SCHEDs of earlier ports with the number: those of this one have other versions.
     */
    SchedLedger(final int hostId, final int portId, final long schedCount)
    {
        this.hostId = hostId;
        this.portId = portId;
        this.schedCount = schedCount;
    }

    /**
     * Returns the number of SCHEDs of this port and of earlier ones with its number.
     */
    long count()
    {
        return schedCount;
    }

    /**
     * Returns the version for the next SCHED to append, and makes room for it.
     *
     * @throws IllegalStateException if this port has an outstanding SCHED of the variable.
     */
    long next(final int address)
    {
        final long outstanding = scheduled.get(address);
        if (Version.SUBSTANTIATED != outstanding)
        {
            throw new IllegalStateException("variable " + address + " is scheduled by this port already, version " +
                Version.toString(outstanding) + ": assign it, or handOver() the version, before the next sched");
        }
        makeRoom();
        return nextVersion();
    }

    /**
     * Makes room for the next SCHED, ASSIGN or CANCEL: memory may run out, and then it must not be appended.
     */
    void makeRoom()
    {
        if (undoLength == undo.length)
        {
            undo = Arrays.copyOf(undo, 2 * undoLength);
        }
        scheduled.makeRoom();
    }

    /**
     * Makes room for the next TAKE, or for all ASSIGNs or CANCELs of one, as {@link #makeRoom} does.
     */
    void makeRoomForTake()
    {
        if (changedCount == changed.length)
        {
            // The array whose length is checked comes last.
            holders = Arrays.copyOf(holders, changedCount + 2);
            changed = Arrays.copyOf(changed, changedCount + 2);
        }
    }

    /**
     * Notes that a SCHED was appended.
     *
     * @param version the result of {@link #next}.
     */
    void add(final int address, final long version)
    {
        scheduling();
        schedCount++;
        remember(address, Version.SUBSTANTIATED);
        scheduled.put(address, version);
    }

    /**
     * Returns the version of the first variable of the next TAKE to append; those of the others follow it.
     */
    long nextOf(final int variables)
    {
        if (!Version.haveRoom(schedCount + 1, variables))
        {
            schedCount += variables;
        }
        return nextVersion();
    }

    /**
     * Notes that a TAKE was appended, after {@link #makeRoomForTake}.
     */
    void addAll(final TakenVariables taken)
    {
        scheduling();
        schedCount += taken.count();
        rememberHolder(taken, TakenVariables.NOBODY);
        takenCount += taken.count();
    }

    /**
     * Notes that an ASSIGN or CANCELs of all variables of a take were appended, after {@link #makeRoomForTake}.
     */
    void settleAll(final TakenVariables taken)
    {
        takenCount -= takenHere(taken, taken.holder());
        rememberHolder(taken, taken.holder());
        taken.holder(TakenVariables.SETTLING);
    }

    /**
     * Returns the version of a SCHED that is to be assigned or cancelled.
     *
     * @throws IllegalStateException if this port has no outstanding SCHED of the variable.
     */
    long outstanding(final int address)
    {
        final long version = scheduled.get(address);
        if (Version.SUBSTANTIATED == version)
        {
            throw new IllegalStateException("variable " + address + " is not scheduled by this port: sched() it in an" +
                " earlier operation, or name the version that another port handed over");
        }
        return version;
    }

    /**
     * Notes that an ASSIGN or CANCEL was appended, for a SCHED of this port or of another one; after {@link #makeRoom}.
     */
    void settle(final int address, final long version)
    {
        if (version == scheduled.get(address))
        {
            scheduled.remove(address);
            remember(address, version);
        }
    }

    /**
     * Gives a SCHED away; no isochron is open.
     *
     * @return its version.
     * @throws IllegalStateException if this port has no outstanding SCHED of the variable.
     */
    long handOver(final int address)
    {
        final long version = scheduled.remove(address);
        if (Version.SUBSTANTIATED == version)
        {
            throw new IllegalStateException("variable " + address + " is not scheduled by this port: sched() it" +
                " before handOver()");
        }
        return version;
    }

    /**
     * Notes that the open isochron has been issued.
     */
    void issued()
    {
        undoLength = 0;
        for (int i = 0; i < changedCount; i++)
        {
            if (TakenVariables.SETTLING == changed[i].holder())
            {
                changed[i].holder(TakenVariables.NOBODY);
            }
        }
        forgetHolders();
    }

    /**
     * Notes that the open isochron was abandoned: everything is as it was before.
     */
    void abandoned()
    {
        for (int i = undoLength - 2; i >= 0; i -= 2)
        {
            if (Version.SUBSTANTIATED == undo[i + 1])
            {
                scheduled.remove(undo[i]);
            }
            else
            {
                scheduled.put(undo[i], undo[i + 1]);
            }
        }
        undoLength = 0;
        for (int i = changedCount - 1; i >= 0; i--)
        {
            changed[i].holder(holders[i]);
            takenCount += TakenVariables.NOBODY == holders[i] ? -changed[i].count() : takenHere(changed[i], holders[i]);
        }
        forgetHolders();
    }

    int portId()
    {
        return portId;
    }

    int size()
    {
        return scheduled.size() + takenCount;
    }

    /**
     * Does the same as {@link PortOwner#threadOf}.
     */
    Thread threadOf(final long version)
    {
        // Acquire: the first of its versions, or one of a later thread. Partner: scheduling().
        final Thread thread = owner;
        return Version.isSince(version, firstOfOwner) ? thread : null;
    }

    private long nextVersion()
    {
        return Version.of(hostId, portId, schedCount + 1);
    }

    private void scheduling()
    {
        if (Thread.currentThread() != owner)
        {
            firstOfOwner = nextVersion();
            // Release: the line above. Partner: threadOf().
            owner = Thread.currentThread();
        }
    }

    /**
     * Variables that were taken without a port do not count.
     */
    private int takenHere(final TakenVariables taken, final int holder)
    {
        return portId == holder ? taken.count() : 0;
    }

    private void rememberHolder(final TakenVariables taken, final int holderBefore)
    {
        changed[changedCount] = taken;
        holders[changedCount++] = holderBefore;
    }

    private void forgetHolders()
    {
        while (changedCount > 0)
        {
            changed[--changedCount] = null;
        }
    }

    /**
     * Notes the state before an operation, in case the isochron is abandoned.
     */
    private void remember(final int address, final long versionBefore)
    {
        undo[undoLength++] = address;
        undo[undoLength++] = versionBefore;
    }

    @Override
    public String toString()
    {
        return "SchedLedger{host=" + hostId + ", port=" + portId + ", outstandingScheds=" + size() + '}';
    }
}
