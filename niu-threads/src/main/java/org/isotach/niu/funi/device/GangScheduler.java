/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.TryLock;

/**
 * Gives the devices to gangs in turn, to all members of a gang at about the same time, so that they do not wait for
 * members that have no device (Hoe, FUNet, section 4.3, leaves that open). Gangs whose hosts differ have their turns
 * together. It also clears memory errors: whoever has caused one loses that packet.
 */
final class GangScheduler extends ExclusiveUnit
{
    private final DeviceState[] devices;
    private final LongSupplier clock;
    private final long slice;
    private final int patience;
    private final Consumer<DeviceGang> onEnd;
    private final Consumer<Throwable> errors;

    // By host; null for none.
    private final MemberContext[] current;
    private final MemberContext[] wanted;
    // By host: the gangs of those.
    private final DeviceGang[] currentGangs;
    private final DeviceGang[] wantedGangs;
    private final SwitchOut[] leaving;
    private final SwitchIn[] entering;
    private volatile DeviceGang[] gangs = {};
    private volatile boolean isChanged;
    private volatile boolean isSwitching;
    private int turn;
    private DeviceGang first;
    private long sliceStart;
    private volatile long switches;

    /**
     * @param slice  of a gang, as the clock counts.
     * @param onEnd  told of gangs that are closed, when no device has anything of them any more.
     * @param errors takes what the clock, and those who are told of gangs, throw, and throws nothing.
     */
    GangScheduler(
        final DeviceState[] devices,
        final LongSupplier clock,
        final long slice,
        final int patience,
        final Consumer<DeviceGang> onEnd,
        final Consumer<Throwable> errors)
    {
        super("funi/scheduler", new TryLock());
        this.devices = devices;
        this.clock = clock;
        this.slice = slice;
        this.patience = patience;
        this.onEnd = onEnd;
        this.errors = errors;
        current = new MemberContext[devices.length];
        wanted = new MemberContext[devices.length];
        currentGangs = new DeviceGang[devices.length];
        wantedGangs = new DeviceGang[devices.length];
        leaving = new SwitchOut[devices.length];
        entering = new SwitchIn[devices.length];
    }

    synchronized void add(final DeviceGang gang)
    {
        final DeviceGang[] all = Arrays.copyOf(gangs, gangs.length + 1);
        all[gangs.length] = gang;
        // Release: the gang. Partner: work().
        gangs = all;
        change();
    }

    private synchronized void end(final DeviceGang gang)
    {
        gangs = Arrays.stream(gangs).filter(other -> other != gang).toArray(DeviceGang[]::new);
        onEnd.accept(gang);
    }

    /**
     * Returns whether a gang was closed of which devices may still have something.
     */
    synchronized boolean hasClosed()
    {
        return Arrays.stream(gangs).anyMatch(DeviceGang::isClosed);
    }

    /**
     * A gang has come, or wants to be switched.
     */
    void change()
    {
        isChanged = true;
    }

    /**
     * Returns how often devices were given to another gang.
     */
    long switches()
    {
        return switches;
    }

    /**
     * Returns whether there is nothing to do: no other gang has a claim to a device, and no device has an error.
     */
    boolean isQuiet()
    {
        if (isChanged || isSwitching || gangs.length > 1)
        {
            return false;
        }
        for (final DeviceState device : devices)
        {
            if (device.hasError())
            {
                return false;
            }
        }
        return true;
    }

    @Override
    public int work()
    {
        if (0 == gangs.length)
        {
            return 0;
        }
        clearErrors();
        try
        {
            return step();
        }
        catch (final Throwable ex)
        {
            // What memory was lacking for has not been done, or only for some hosts.
            isChanged = true;
            throw ex;
        }
    }

    private int step()
    {
        if (isSwitching)
        {
            advance();
            return 1;
        }
        final boolean isOver = gangs.length > 1 && now(sliceStart + slice) - sliceStart >= slice;
        if (!isChanged && !isOver)
        {
            return 0;
        }
        isChanged = false;
        choose(isOver);
        begin();
        return 1;
    }

    /**
     * Returns the time.
     *
     * @param otherwise the time if the clock fails: slices are over then, since other gangs must not wait for ever.
     */
    private long now(final long otherwise)
    {
        try
        {
            return clock.getAsLong();
        }
        catch (final Throwable ex)
        {
            errors.accept(ex);
            return otherwise;
        }
    }

    private void clearErrors()
    {
        for (int host = 0; host < devices.length; host++)
        {
            if (null != current[host] && 0 != (devices[host].registers.control() & Control.MERR))
            {
                devices[host].hasError(false);
                devices[host].changeModes(Control.MERR, 0);
            }
        }
    }

    /**
     * Chooses a gang, and then those whose hosts are free.
     */
    private void choose(final boolean isNextTurn)
    {
        // Acquire: the gangs. Partner: add().
        final DeviceGang[] all = gangs;
        Arrays.fill(wanted, null);
        Arrays.fill(wantedGangs, null);
        final int last = Math.max(0, Arrays.asList(all).indexOf(first));
        final int begin = isNextTurn ? last + 1 : last;
        boolean isFirst = true;
        for (int i = 0; i < all.length; i++)
        {
            final DeviceGang gang = all[(begin + i) % all.length];
            // Acquire: its members. Partner: DeviceGang.remap().
            final MemberContext[] members = gang.contexts();
            if (gang.isRunnable() && areFree(members))
            {
                first = isFirst ? gang : first;
                isFirst = false;
                for (final MemberContext member : members)
                {
                    wanted[member.host] = member;
                    wantedGangs[member.host] = gang;
                }
            }
        }
    }

    private boolean areFree(final MemberContext[] members)
    {
        for (final MemberContext member : members)
        {
            if (null != wanted[member.host])
            {
                return false;
            }
        }
        return true;
    }

    private void begin()
    {
        for (int host = 0; host < devices.length; host++)
        {
            if (current[host] != wanted[host])
            {
                isSwitching = true;
                leaving[host] = null == current[host] ? null :
                    new SwitchOut(devices[host], current[host], patience);
                entering[host] = null == wanted[host] ? null : new SwitchIn(devices[host], wanted[host]);
            }
        }
        if (isSwitching)
        {
            switches++;
        }
        else
        {
            endOfSwitch();
        }
    }

    /**
     * One host after the other, as systems of real machines do not switch in the same instant: what is sent between
     * their steps comes to devices that work for another gang.
     */
    private void advance()
    {
        turn = (turn + 1) % devices.length;
        advance(turn);
        for (int host = 0; host < devices.length; host++)
        {
            if (null != leaving[host] || null != entering[host])
            {
                return;
            }
        }
        isSwitching = false;
        endOfSwitch();
    }

    private void advance(final int host)
    {
        if (null != leaving[host] && leaving[host].advance())
        {
            if (leaving[host].isForced())
            {
                fail(currentGangs[host]);
            }
            leaving[host] = null;
            current[host] = null;
            currentGangs[host] = null;
        }
        if (null == leaving[host] && null != entering[host] && entering[host].advance())
        {
            entering[host] = null;
            current[host] = wanted[host];
            currentGangs[host] = wantedGangs[host];
        }
    }

    private void fail(final DeviceGang gang)
    {
        try
        {
            gang.fail();
        }
        catch (final Throwable ex)
        {
            errors.accept(ex);
        }
    }

    private void endOfSwitch()
    {
        sliceStart = now(sliceStart);
        final List<DeviceGang> closed = new ArrayList<>();
        for (final DeviceGang gang : gangs)
        {
            if (gang.isClosed() && !Arrays.asList(currentGangs).contains(gang))
            {
                closed.add(gang);
            }
        }
        closed.forEach(this::end);
    }

    @Override
    public String toString()
    {
        return "GangScheduler{gangs=" + gangs.length + ", switching=" + isSwitching + ", switches=" + switches + '}';
    }
}
