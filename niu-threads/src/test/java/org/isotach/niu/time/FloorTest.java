/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import org.isotach.niu.spi.Unit;
import org.isotach.niu.thread.Doorbell;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Logical time of one member, with other members that say what they promise.
 */
class FloorTest
{
    private static final int OWN = 1;

    private final TestMember member = new TestMember(OWN, 3, 2, false);

    @Test
    void shouldGoNoFurtherThanAllOthersHavePromised()
    {
        assertEquals(0, member.tokenManager.advanceTo(10));
        member.floor.hear(0, 7);
        assertEquals(0, member.tokenManager.advanceTo(10), "member 2 has promised nothing");
        member.floor.hear(2, 4);
        assertEquals(4, member.tokenManager.advanceTo(10));
        member.floor.hear(2, 100);
        assertEquals(7, member.tokenManager.advanceTo(10));
        assertEquals(7, member.tokenManager.time());
    }

    @Test
    void shouldBeHeldByItsOwnHostsToo()
    {
        member.floor.hear(0, 50);
        member.floor.hear(2, 50);
        assertEquals(0, member.hosts[0].stop());
        assertEquals(1, member.tokenManager.advanceTo(10));
        member.hosts[0].release();
        assertEquals(10, member.tokenManager.advanceTo(10));
    }

    @Test
    void shouldKeepTheLargestPromise()
    {
        member.floor.hear(0, 9);
        member.floor.hear(0, 8);
        assertEquals(9, member.floor.heard(0));
        assertEquals(0, member.floor.heard());
    }

    @Test
    void shouldGoOnWithoutAMemberThatIsOut()
    {
        member.floor.hear(0, 7);
        member.floor.hear(2, 4);
        assertEquals(4, member.tokenManager.advanceTo(10));
        member.floor.leave(1 << 2, 4);
        assertEquals(7, member.tokenManager.advanceTo(10));
        member.floor.leave(1, 7);
        assertEquals(10, member.tokenManager.advanceTo(10));
    }

    @Test
    void shouldLetFramesExecuteAheadAsFarAsAllHavePromised()
    {
        member.floor.hear(0, 7);
        member.floor.hear(2, 4);
        assertEquals(4, member.floor.ahead(0));
        assertEquals(4, member.floor.ahead(2));
    }

    @Test
    void shouldLetFramesOfAMemberThatIsOutExecuteAheadUpToTheCut()
    {
        member.floor.hear(0, 7);
        member.floor.hear(2, 9);
        member.floor.leave(1 << 2, 8);
        assertEquals(7, member.floor.ahead(2));
        member.floor.hear(0, 20);
        assertEquals(8, member.floor.ahead(2));
        assertEquals(20, member.floor.ahead(0));
        member.floor.leave(1, 6);
        assertEquals(6, member.floor.ahead(0));
        assertEquals(6, member.floor.ahead(2), "behind that nobody knows what it had seen");
    }

    @Test
    void shouldWantWhatAThreadWaitsFor()
    {
        assertEquals(0, member.floor.wanted());
        member.tokenManager.advanceTo(6);
        assertEquals(6, member.floor.wanted());
        assertFalse(member.floor.want(5));
        assertTrue(member.floor.want(8));
        assertEquals(8, member.floor.wanted());
    }

    @Test
    void shouldWantNothingThatIsPromisedAlready()
    {
        member.floor.hear(0, 6);
        member.floor.hear(2, 6);
        assertEquals(6, member.tokenManager.advanceTo(6));
        assertEquals(0, member.floor.wanted());
    }

    @Test
    void shouldStampLaterThanEverythingPromised()
    {
        assertEquals(3, member.hosts[0].earliest(member.hosts[0].stop(), 3));
        member.hosts[0].release();
        member.floor.want(20);
        assertEquals(20, member.promiser.promise());
        assertEquals(21, member.hosts[0].earliest(member.hosts[0].stop(), 3));
        assertEquals(103, member.hosts[0].earliest(100, 3), "of the two the larger one");
    }

    @Test
    void shouldWorkForTheTrunksIfNobodyElseDoes()
    {
        final TestMember polling = new TestMember(0, 2, 1, true);
        final Unit trunks = new Unit()
        {
            @Override
            public int doWork()
            {
                polling.floor.hear(1, polling.floor.wanted() - 1);
                return 1;
            }

            @Override
            public String unitName()
            {
                return "trunks";
            }
        };
        polling.floor.connect(trunks, new Doorbell[0]);
        assertEquals(11, polling.tokenManager.advanceTo(12));
    }
}
