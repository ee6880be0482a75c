/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.List;
import java.util.stream.Collectors;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.OffHeapWord;
import org.isotach.niu.spi.Unit;
import org.isotach.niu.thread.Doorbell;

/**
 * Moves the logical time of one switch, or of a group of adjacent ones ({@link SwitchGroups}). It owns the rule that
 * token {@code k + 1} is sent when every input has sent at least token {@code k} (V1 section 3.5). Inputs are the
 * switch interface units of the hosts on the switches and the token managers of the adjacent switches.
 *
 * <h2>Implementation</h2>
 * A token is one increment of the off-heap word {@code time}, so tokens are cumulative. Any thread that needs a pulse
 * to end may move the word, by compare-and-set: {@link #advanceTo} runs the token manager on the calling thread.
 * <p>
 * The token word of a switch interface unit is {@link #IDLE} or more while no isochron of its host is being sent. Then
 * the unit counts as having sent every token that is asked for, one token at a time, or at once as many as it has
 * promised, see {@link #idle}. Otherwise it is the pulse {@code t} that the unit read from {@code time} when it began,
 * and the unit has sent {@code t} tokens. {@code time} may then become {@code t + 1} and no
 * more, unless it leaps (below).
 * <p>
 * The critical race: this scan reads IDLE, the unit pins itself at {@code t} and reads {@code time == t} again, and
 * only then does the compare-and-set take {@code time} to {@code t + 1}. That is within the rule. For {@code t + 2} a
 * thread has to read {@code time == t + 1} first and scan after that, and this scan finds the pin.
 * <p>
 * A host that has promised {@code p} stamps nothing up to {@code p} any more, whether it pins itself or not, so the
 * same race does no harm when {@code time} becomes {@code p} at once. If other switches must have sent as many tokens,
 * {@code time} grows by one each time. A group of several switches that has no neighbours need not wait for promises,
 * see {@link LeapingTokenManager}.
 * <p>
 * The argument needs one total order of these accesses; therefore {@code time} and the token words are read and
 * written in volatile mode (except the release of a pin, see {@link TokenWord#release}).
 */
public class TokenManager implements Unit
{
    /**
     * Token word of a switch interface unit that is not sending, and has promised nothing: larger than every pulse.
     */
    public static final long IDLE = 1L << Long.SIZE - 2;

    private final OffHeapBuffer tokens;
    private final int timeIndex;
    private final OffHeapWord timeWord;
    private final int demandIndex;
    private final int[] inputIndexes;
    private final String unitName;

    // Null if all hosts are in this JVM.
    private final Floor floor;
    private TokenManager[] neighbours = {};
    private Doorbell[] listeners = {};
    private Doorbell doorbell = new Doorbell();

    /**
     * @param switches     numbers of the switches, one or those of a group.
     * @param tokens       memory that holds all token words.
     * @param timeIndex    index of {@code time} of this token manager.
     * @param demandIndex  index of the highest pulse that a thread waits for.
     * @param inputIndexes indexes of the token words of the hosts on the switch.
     */
    public TokenManager(
        final List<Integer> switches,
        final OffHeapBuffer tokens,
        final int timeIndex,
        final int demandIndex,
        final int[] inputIndexes)
    {
        this(switches, tokens, timeIndex, demandIndex, inputIndexes, null);
    }

    /**
     * See the other constructor.
     *
     * @param floor of the member whose switches these are, null if all hosts are in this JVM.
     */
    public TokenManager(
        final List<Integer> switches,
        final OffHeapBuffer tokens,
        final int timeIndex,
        final int demandIndex,
        final int[] inputIndexes,
        final Floor floor)
    {
        this.floor = floor;
        this.tokens = tokens;
        this.timeIndex = timeIndex;
        timeWord = new OffHeapWord(tokens, timeIndex);
        this.demandIndex = demandIndex;
        this.inputIndexes = inputIndexes.clone();
        unitName = switches.stream().map(String::valueOf).collect(Collectors.joining("+", "switch-", "/tm"));
    }

    public final void neighbours(final TokenManager[] adjacent)
    {
        neighbours = adjacent;
    }

    /**
     * Returns the token word of a switch interface unit that is not sending.
     *
     * @param promised pulse up to which the unit stamps nothing from now on.
     */
    static long idle(final long promised)
    {
        return IDLE + promised;
    }

    /**
     * Sets the doorbells of the executors that wait for this token manager, and its own, if it has a thread.
     */
    public final void doorbells(final Doorbell own, final Doorbell[] executors)
    {
        doorbell = own;
        listeners = executors;
    }

    /**
     * Returns the number of tokens sent by this token manager. All pulses up to this one have ended at the hosts on the
     * switch: a thread that reads this value, and looks into the links after that, finds every frame with a timestamp
     * up to it there.
     */
    public final long time()
    {
        // Partner: the compare-and-set in advanceTo().
        return timeWord.getVolatile();
    }

    /**
     * Makes the pulse end if the rule allows it.
     *
     * @return number of tokens sent, less than pulse if an input is behind.
     */
    public final long advanceTo(final long pulse)
    {
        long time = time();
        while (time < pulse)
        {
            final long next = next(time, pulse);
            if (next <= time)
            {
                return time();
            }
            // Publishes everything that the scan has seen: frames that were published before their sender released its
            // pin, and what other token managers had seen before they sent their tokens. Partner: time().
            if (tokens.compareAndSetLong(timeIndex, time, next))
            {
                time = next;
                for (final Doorbell listener : listeners)
                {
                    listener.ring();
                }
            }
            else
            {
                time = time();
            }
        }
        return time;
    }

    /**
     * Returns where time may go at once.
     *
     * @param time  where it was before this call.
     * @param pulse that is wanted, later than time.
     * @return at most pulse; time, or less, if an input is behind.
     */
    long next(final long time, final long pulse)
    {
        final long reach = null == floor ? pulse : floor.reach(pulse);
        return haveNeighboursSent(time) ? Math.min(reach, sentByHosts(time) + 1) : time;
    }

    /**
     * A switch interface unit lets tokens go again: a thread that waits for them need not wait any longer.
     */
    void tokensReleased()
    {
        doorbell.ring();
    }

    /**
     * Raises the demand, for a token manager with a thread of its own.
     */
    public final void require(final long pulse)
    {
        long demand = tokens.getLongVolatile(demandIndex);
        while (demand < pulse && !tokens.compareAndSetLong(demandIndex, demand, pulse))
        {
            demand = tokens.getLongVolatile(demandIndex);
        }
        if (demand < pulse)
        {
            doorbell.ring();
        }
    }

    @Override
    public int doWork()
    {
        final long demand = tokens.getLongVolatile(demandIndex);
        final long time = time();
        if (demand <= time)
        {
            return 0;
        }
        return (int)(advanceTo(demand) - time);
    }

    @Override
    public String unitName()
    {
        return unitName;
    }

    @Override
    public String toString()
    {
        return unitName + "{time=" + time() + ", demand=" + tokens.getLongVolatile(demandIndex) + '}';
    }

    /**
     * Returns a lower bound of the number of tokens that each host has sent.
     *
     * @param token number of the token that is due.
     * @return less than token if a host has not sent it.
     */
    long sentByHosts(final long token)
    {
        long sent = 0 == neighbours.length ? IDLE : token;
        for (final int index : inputIndexes)
        {
            // Partners: TokenWord.stop() (volatile), TokenWord.release().
            final long word = tokens.getLongVolatile(index);
            sent = Math.min(sent, word < IDLE ? word : Math.max(token, word - IDLE - 1));
        }
        return sent;
    }

    /**
     * Returns the number of hosts on the switches.
     */
    final int inputCount()
    {
        return inputIndexes.length;
    }

    /**
     * Returns whether a host has sent at least a token, or is not sending: what it stamps from now on, it stamps under
     * a new pin.
     *
     * @param input index of the host, less than {@link #inputCount()}.
     * @param token number of the token.
     */
    boolean hasHostSent(final int input, final long token)
    {
        // Partners: TokenWord.stop() (volatile), TokenWord.release().
        return tokens.getLongVolatile(inputIndexes[input]) >= token;
    }

    /**
     * Neighbours are at most one pulse apart, so the recursion asks for one pulse less at every switch and ends.
     */
    private boolean haveNeighboursSent(final long token)
    {
        for (int i = 0; i < neighbours.length; i++)
        {
            if (!hasNeighbourSent(i, neighbours[i], token))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * @param index     of the neighbour.
     * @param neighbour the neighbour.
     * @param token     number of the token that is due.
     */
    boolean hasNeighbourSent(final int index, final TokenManager neighbour, final long token)
    {
        return neighbour.time() >= token || neighbour.advanceTo(token) >= token;
    }
}
