/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.OffHeapWord;
import org.isotach.memory.Padded;

/**
 * The token word of one host: its {@code SwitchInterfaceUnit} uses it to stop tokens and its {@code Lanai} to let them
 * go, or its {@code DirectSender} does both. It owns rule 2.
 */
public class TokenWord extends Padded
{
    private final OffHeapWord word;
    private final TokenManager tokenManager;

    // Null if all hosts are in this JVM.
    private final Floor floor;
    private long stoppedAt;

    /**
     * @param tokens       memory that holds all token words.
     * @param index        of the token word of the host.
     * @param tokenManager of the switch of the host.
     */
    public TokenWord(final OffHeapBuffer tokens, final int index, final TokenManager tokenManager)
    {
        this(tokens, index, tokenManager, null);
    }

    /**
     * See the other constructor.
     *
     * @param floor of the member of the host, null if all hosts are in this JVM.
     */
    public TokenWord(
        final OffHeapBuffer tokens, final int index, final TokenManager tokenManager, final Floor floor)
    {
        word = new OffHeapWord(tokens, index);
        this.tokenManager = tokenManager;
        this.floor = floor;
    }

    /**
     * Stops tokens: from here on {@code time} of the token manager becomes at most one more than the value returned,
     * until {@link #release()}, unless it leaps. It never comes to a pulse that {@link #earliest} has allowed. See the
     * race in {@link TokenManager}.
     */
    public final long stop()
    {
        long time = tokenManager.time();
        while (true)
        {
            pin(time);
            final long now = tokenManager.time();
            if (now == time)
            {
                stoppedAt = time;
                return time;
            }
            time = now;
        }
    }

    /**
     * Returns the smallest timestamp that the host may choose while tokens are stopped.
     *
     * @param tokensSent what {@link #stop()} has returned.
     * @param distance   from the host to the farthest receiver.
     */
    public long earliest(final long tokensSent, final int distance)
    {
        if (null == floor)
        {
            return tokensSent + distance;
        }
        floor.noteStamp();
        return Math.max(tokensSent + distance, floor.promised() + 1);
    }

    /**
     * Lets tokens go: every frame that was stamped is on its link, and every notice on the board.
     */
    public final void release()
    {
        release(0);
    }

    /**
     * Does the same as {@link #release()}, and makes a promise.
     *
     * @param promised pulse up to which nothing is stamped from now on.
     */
    public final void release(final long promised)
    {
        letGo(promised);
        tokenManager.tokensReleased();
    }

    /**
     * Returns the pulse in which tokens were stopped last.
     */
    public final long stoppedAt()
    {
        return stoppedAt;
    }

    void pin(final long pulse)
    {
        // Volatile, in front of the reads of time, leap() and promised(). Partners: sentByHosts() and hasHostSent() in
        // TokenManager.
        word.putVolatile(pulse);
    }

    void letGo(final long promised)
    {
        // Release: frames and notices. Partner: the scan in TokenManager, whose compare-and-set passes them on to the
        // executors.
        word.putRelease(TokenManager.idle(promised));
    }
}
