/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import org.isotach.niu.TokenNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Token {@code k + 1} is sent when every input has sent at least token {@code k}, and not before.
 */
class TokenManagerTest
{
    @Test
    void shouldSendWhateverIsAskedForWhileAllInputsAreIdle()
    {
        final TokenNetwork network = new TokenNetwork(1, 3);
        final TokenManager tokenManager = network.tokenManager(0);
        assertEquals(0, tokenManager.time());
        assertEquals(1, tokenManager.advanceTo(1));
        assertEquals(1000, tokenManager.advanceTo(1000));
        assertEquals(1000, tokenManager.time());
    }

    @Test
    void shouldNotGoBack()
    {
        final TokenManager tokenManager = new TokenNetwork(1, 1).tokenManager(0);
        tokenManager.advanceTo(7);
        assertEquals(7, tokenManager.advanceTo(3));
        assertEquals(7, tokenManager.time());
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 2 })
    void shouldSendOneTokenMoreThanAPinnedInputAndNoMore(final int pinned)
    {
        final TokenNetwork network = new TokenNetwork(1, 3);
        final TokenManager tokenManager = network.tokenManager(0);
        tokenManager.advanceTo(5);
        network.pin(pinned, 5);
        assertEquals(6, tokenManager.advanceTo(6));
        assertEquals(6, tokenManager.advanceTo(7));
        assertEquals(6, tokenManager.advanceTo(Long.MAX_VALUE - 1));
        assertEquals(6, tokenManager.time());

        network.unpin(pinned);
        assertEquals(9, tokenManager.advanceTo(9));
    }

    @Test
    void shouldNotGoBeyondAPinWhateverOthersHavePromised()
    {
        final TokenNetwork network = new TokenNetwork(1, 3);
        final TokenManager tokenManager = network.tokenManager(0);
        network.unpin(0, 100);
        network.unpin(1, 50);
        network.pin(2, 0);
        assertEquals(1, tokenManager.advanceTo(100));
        network.unpin(2, 60);
        assertEquals(40, tokenManager.advanceTo(40), "no further than it is asked to");
        network.pin(1, 40);
        assertEquals(41, tokenManager.advanceTo(100));
        network.unpin(1, 70);
        assertEquals(90, tokenManager.advanceTo(90), "what is idle is held by no promise");
    }

    @Test
    void shouldWaitForTheSlowestInput()
    {
        final TokenNetwork network = new TokenNetwork(1, 3);
        final TokenManager tokenManager = network.tokenManager(0);
        network.pin(0, 4);
        network.pin(1, 2);
        network.pin(2, 3);
        assertEquals(3, tokenManager.advanceTo(100));
        network.unpin(1);
        assertEquals(4, tokenManager.advanceTo(100));
        network.unpin(2);
        assertEquals(5, tokenManager.advanceTo(100));
        network.unpin(0);
        assertEquals(100, tokenManager.advanceTo(100));
    }

    @Test
    void shouldAdvanceWithoutHosts()
    {
        assertEquals(3, new TokenNetwork(1, 0).tokenManager(0).advanceTo(3));
    }

    @Test
    void shouldTakeItsNeighboursAlong()
    {
        final TokenNetwork network = new TokenNetwork(3, 1);
        assertEquals(10, network.tokenManager(0).advanceTo(10));
        assertEquals(9, network.tokenManager(1).time());
        assertEquals(8, network.tokenManager(2).time());
    }

    /**
     * Each switch on the way allows one more pulse: why the distance counts the links and not the switches.
     */
    @Test
    void shouldBeHeldByAPinAtAnotherSwitch()
    {
        final TokenNetwork network = new TokenNetwork(3, 2);
        network.tokenManager(0).advanceTo(20);
        network.tokenManager(2).advanceTo(20);
        final long pinned = network.tokenManager(0).time();
        network.pin(0, pinned);
        assertEquals(pinned + 3, network.tokenManager(2).advanceTo(1000));
        assertEquals(pinned + 2, network.tokenManager(1).advanceTo(1000));
        assertEquals(pinned + 1, network.tokenManager(0).advanceTo(1000));

        network.unpin(0);
        assertEquals(1000, network.tokenManager(2).advanceTo(1000));
    }

    @Test
    void shouldBeHeldByAPinInTheMiddleOnBothSides()
    {
        final TokenNetwork network = new TokenNetwork(3, 1);
        network.pin(1, 0);
        assertEquals(2, network.tokenManager(0).advanceTo(50));
        assertEquals(2, network.tokenManager(2).advanceTo(50));
        assertEquals(1, network.tokenManager(1).time());
    }

    @Test
    void shouldGoOnAroundALoopOfSwitches()
    {
        final TokenNetwork network = new TokenNetwork(4, 1);
        network.close();
        assertEquals(30, network.tokenManager(0).advanceTo(30));
        network.pin(2, 28);
        final long time = network.tokenManager(0).advanceTo(100);
        assertEquals(31, time, "two switches away from a pin at 28");
    }

    @Test
    void shouldWorkOnlyForADemand()
    {
        final TokenManager tokenManager = new TokenNetwork(1, 2).tokenManager(0);
        assertEquals(0, tokenManager.doWork());
        assertEquals(0, tokenManager.time());

        tokenManager.require(5);
        assertEquals(0, tokenManager.time(), "a demand alone sends nothing");
        assertEquals(5, tokenManager.doWork());
        assertEquals(5, tokenManager.time());
        assertEquals(0, tokenManager.doWork());
    }

    @Test
    void shouldKeepTheHighestDemand()
    {
        final TokenManager tokenManager = new TokenNetwork(1, 2).tokenManager(0);
        tokenManager.require(5);
        tokenManager.require(3);
        assertEquals(5, tokenManager.doWork());
        tokenManager.require(4);
        assertEquals(0, tokenManager.doWork());
        tokenManager.require(8);
        assertEquals(3, tokenManager.doWork());
    }

    @Test
    void shouldTryADemandAgainThatAnInputHolds()
    {
        final TokenNetwork network = new TokenNetwork(1, 2);
        final TokenManager tokenManager = network.tokenManager(0);
        network.pin(1, 0);
        tokenManager.require(4);
        assertEquals(1, tokenManager.doWork());
        assertEquals(0, tokenManager.doWork());
        network.unpin(1);
        assertEquals(3, tokenManager.doWork());
    }

    @Test
    void shouldTellTimeAndDemand()
    {
        final TokenManager tokenManager = new TokenNetwork(1, 2).tokenManager(0);
        tokenManager.advanceTo(2);
        tokenManager.require(5);
        assertEquals("switch-0/tm", tokenManager.unitName());
        assertEquals("switch-0/tm{time=2, demand=5}", tokenManager.toString());
    }
}
