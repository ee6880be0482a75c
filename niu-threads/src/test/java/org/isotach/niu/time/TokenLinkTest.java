/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.spi.LinkFaults;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class TokenLinkTest
{
    private static TokenLink link(final String faults)
    {
        return new TokenLink(new FaultInjector(LinkFaults.parse(faults)).newGenerator(), TokenManager.IDLE);
    }

    @ParameterizedTest
    @ValueSource(strings = { "drop=0.5", "duplicate=0.9", "delay=0.5", "reorder=0.5", "corrupt=0.8" })
    void shouldHearNothingThatWasNotSentAndNothingOlderThanBefore(final String faults)
    {
        final TokenLink link = new TokenLink(new FaultInjector(LinkFaults.parse(faults)).newGenerator(), 0);
        long before = 0;
        for (long time = 1; time < 10_000; time++)
        {
            final long heard = link.hearTime(time);
            assertTrue(before <= heard && heard <= time, () -> "heard " + heard);
            before = heard;
        }
        assertTrue(before > 9_800);
    }

    @ParameterizedTest
    @ValueSource(strings = { "drop=0.9", "delay=0.9", "reorder=0.9", "corrupt=0.9" })
    void shouldHaveStoppedTokensWhenThatIsSaid(final String faults)
    {
        final TokenLink link = link(faults);
        for (long pulse = 0; pulse < 1000; pulse++)
        {
            link.sendUntilHeard(pulse);
            assertEquals(pulse, link.hear());
            link.send(TokenManager.IDLE);
        }
    }

    @Test
    void shouldHearOfTheReleaseSoonerOrLater()
    {
        final TokenLink link = link("drop=0.9");
        link.sendUntilHeard(5);
        link.send(TokenManager.IDLE);
        long heard = link.hear();
        while (TokenManager.IDLE != heard)
        {
            assertEquals(5, heard);
            heard = link.hear();
        }
    }

    @Test
    void shouldKeepAPinUntilItIsReleased()
    {
        final OffHeapBuffer tokens = OffHeapBuffer.allocate(3 * 128);
        final FaultyTokenManager tokenManager =
            new FaultyTokenManager(List.of(0), tokens, 128, 256, new int[]{ 0 });
        final TokenLink link = link("drop=0.3,delay=0.3,duplicate=0.3");
        tokenManager.links(new TokenLink[]{ link }, new TokenLink[0]);
        final TokenWord tokenWord = new FaultyTokenWord(tokens, 0, tokenManager, link);
        for (int i = 0; i < 1000; i++)
        {
            final long pinned = tokenWord.stop();
            assertEquals(pinned, tokenWord.stoppedAt());
            assertEquals(pinned + 1, tokenManager.advanceTo(pinned + 5));
            tokenWord.release();
            while (tokenManager.advanceTo(pinned + 5) < pinned + 5)
            {
                Thread.onSpinWait();
            }
        }
    }
}
