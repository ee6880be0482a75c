/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is promised: nothing with such a timestamp is on its way any more, or comes later.
 */
class PromiserTest
{
    private final TestMember member = new TestMember(0, 2, 2, false);

    @Test
    void shouldPromiseWhatIsWanted()
    {
        assertEquals(0, member.promiser.promise());
        member.floor.want(9);
        assertEquals(9, member.promiser.promise());
        assertEquals(9, member.floor.promised());
    }

    @Test
    void shouldWaitForTheFramesOfAPin()
    {
        member.floor.want(9);
        member.hosts[1].stop();
        assertEquals(0, member.promiser.promise());
        assertEquals(9, member.floor.promised(), "what is stamped later is above it");
        member.hosts[1].release();
        assertEquals(9, member.promiser.promise());
    }

    @Test
    void shouldNotWaitForAPinThatIsLater()
    {
        member.floor.hear(1, 100);
        member.tokenManager.advanceTo(30);
        member.hosts[0].stop();
        member.floor.want(30);
        assertEquals(30, member.promiser.promise());
    }

    /**
     * A host that pins again and again would otherwise keep it from ever promising anything.
     */
    @Test
    void shouldSeeEachHostOnce()
    {
        member.floor.want(9);
        member.hosts[1].stop();
        assertEquals(0, member.promiser.promise());
        member.hosts[0].stop();
        member.hosts[1].release();
        assertEquals(9, member.promiser.promise(), "host 0 reads the floor for what it stamps");
        assertEquals(10, member.hosts[0].earliest(0, 3));
    }

    @Test
    void shouldKeepWhatItHasBegun()
    {
        member.floor.want(9);
        member.hosts[1].stop();
        member.promiser.promise();
        member.floor.want(12);
        assertEquals(0, member.promiser.promise());
        assertEquals(9, member.floor.promised());
        member.hosts[1].release();
        assertEquals(9, member.promiser.promise());
        assertEquals(12, member.promiser.promise());
    }

    @Test
    void shouldPromiseUnderThePinOfOneHost()
    {
        member.hosts[1].stop();
        assertTrue(member.promiser.tryPromiseUnderPin(9));
        assertEquals(9, member.floor.promised(), "what is stamped later is above it");
        assertEquals(9, member.promiser.keep());
        member.hosts[1].release();
        assertEquals(9, member.promiser.promise());
    }

    @Test
    void shouldPromiseNothingUnderThePinsOfTwoHosts()
    {
        member.hosts[0].stop();
        member.hosts[1].stop();
        assertFalse(member.promiser.tryPromiseUnderPin(9));
        assertEquals(0, member.promiser.promise());
        member.hosts[0].release();
        member.hosts[1].release();
        assertEquals(9, member.promiser.promise(), "goes on");
    }

    @Test
    void shouldWaitForAPinWhoseRecordWasRefused()
    {
        member.hosts[1].stop();
        assertTrue(member.promiser.tryPromiseUnderPin(9));
        assertEquals(0, member.promiser.promise());
        member.hosts[1].release();
        assertEquals(9, member.promiser.promise());
    }

    @Test
    void shouldNotPromiseUnderAPinWhatItIsAboutToPromise()
    {
        member.hosts[1].stop();
        member.floor.want(9);
        assertEquals(0, member.promiser.promise());
        assertFalse(member.promiser.tryPromiseUnderPin(12));
        assertEquals(9, member.floor.promised());
    }

    /**
     * The others then need not ask for each pulse.
     */
    @Test
    void shouldPromiseAheadOfWhatIsWantedWhereNobodyStamps()
    {
        assertEquals("10 20 30 40 82 156 294", promises(7));
        member.floor.want(290);
        assertEquals(294, member.promiser.promise(), "nobody needs another one");
    }

    @Test
    void shouldPromiseNothingAheadWhereAHostStamps()
    {
        promises(6);
        member.hosts[0].stop();
        assertEquals(157, member.hosts[0].earliest(0, 2), "behind the promise");
        member.hosts[0].release();
        member.floor.want(200);
        assertEquals(200, member.promiser.promise());
        member.floor.want(300);
        assertEquals(300, member.promiser.promise());
    }

    @Test
    void shouldGoNoFurtherAheadThanSomeHundredPulses()
    {
        promises(100);
        final long last = member.promiser.promise();
        member.floor.want(last + 1);
        assertEquals(last + 1 + 1024, member.promiser.promise());
    }

    /**
     * More is wanted than was promised, again and again.
     */
    private String promises(final int count)
    {
        final StringBuilder all = new StringBuilder();
        for (int i = 0; i < count; i++)
        {
            member.floor.want(member.promiser.promise() + 10);
            all.append(0 == i ? "" : " ").append(member.promiser.promise());
        }
        return all.toString();
    }
}
