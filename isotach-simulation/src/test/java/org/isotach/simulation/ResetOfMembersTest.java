/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;
import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachTimeoutException;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.Stall;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The reset that opens hosts of several members: what a member says of those that it waits for, and how the wait ends.
 */
class ResetOfMembersTest extends TwoMembers
{
    private Messaging leftMessaging;
    private Messaging rightMessaging;

    @BeforeEach
    void begin()
    {
        launch();
        leftMessaging = Messaging.on(left);
        rightMessaging = Messaging.on(right);
        leftMessaging.mailbox(left.host(0));
        leftMessaging.mailbox(left.host(1));
        rightMessaging.mailbox(right.host(2));
        joinBoth();
    }

    private boolean tryOpen(final int host)
    {
        return 2 == host ? rightMessaging.tryOpen(right.host(2)) : leftMessaging.tryOpen(left.host(host));
    }

    private static List<String> stalls(final Cluster cluster)
    {
        return cluster.stalls().stream().filter(stall -> stall.unit().endsWith("/reset"))
            .map(Stall::description).toList();
    }

    private void pollUntilBothSay(final String ofLeft, final String ofRight)
    {
        final BooleanSupplier areTold = () ->
            List.of(ofLeft).equals(stalls(left)) && List.of(ofRight).equals(stalls(right));
        pollUntil(areTold);
    }

    private void pollUntilAllAreOpen(final int... hosts)
    {
        for (final int host : hosts)
        {
            pollUntil(() -> tryOpen(host));
        }
        for (final int host : hosts)
        {
            assertEquals(1, 2 == host ? rightMessaging.resetCount(right.host(2)) :
                leftMessaging.resetCount(left.host(host)));
        }
        assertEquals(List.of(), stalls(left));
        assertEquals(List.of(), stalls(right));
    }

    @Test
    void shouldSayWhomTheResetWaitsFor()
    {
        assertFalse(tryOpen(0));
        assertFalse(tryOpen(2));
        final String missing = "host 1 has not called Messaging.open(): host ";
        pollUntilBothSay(missing + "0 waits for the reset", missing + "2 waits for the reset");
        final String message =
            assertThrows(IsotachTimeoutException.class, () -> rightMessaging.open(right.host(2))).getMessage();
        assertTrue(message.contains(
            " ms for the reset of host 0, which waits for Messaging.open() of host 1"), message);
        assertFalse(tryOpen(1));
        pollUntilAllAreOpen(0, 1, 2);
    }

    @Test
    void shouldSayThatOnlyTheResetIsMissing()
    {
        for (int host = 0; host < 3; host++)
        {
            assertFalse(tryOpen(host));
        }
        pollUntilBothSay(
            "host 0 has not sent the reset: it has closed, or does not call Messaging.tryOpen() again:" +
            " host 0, host 1 wait for the reset",
            "host 0 has not sent the reset, or it has not come: host 2 waits for the reset");
        final String message =
            assertThrows(IsotachTimeoutException.class, () -> rightMessaging.open(right.host(2))).getMessage();
        assertTrue(message.contains(" ms for the reset of host 0, for which all hosts are ready"), message);
        pollUntilAllAreOpen(0, 1, 2);
    }

    /**
     * Only its own member knows.
     */
    @Test
    void shouldGiveUpWhenHost0IsClosedBeforeItHasSentTheReset()
    {
        assertFalse(tryOpen(1));
        assertFalse(tryOpen(2));
        leftMessaging.tryClose(left.host(0));
        assertEquals("host 0 was closed before it sent the reset: host 1 will never be open: close the cluster",
            assertThrows(ClusterClosedException.class, () -> tryOpen(1)).getMessage());
        pollUntil(() -> List.of(
            "host 0 has not sent the reset, or it has not come: host 2 waits for the reset")
            .equals(stalls(right)));
        assertFalse(tryOpen(2));
    }

    @Test
    void shouldGoOnWhenHost0IsClosedAfterItHasSentTheReset()
    {
        assertFalse(tryOpen(1));
        assertFalse(tryOpen(2));
        pollUntil(() -> tryOpen(0));
        leftMessaging.tryClose(left.host(0));
        pollUntilAllAreOpen(1, 2);
    }

    @Test
    void shouldNotWaitForAHostThatIsExpelled()
    {
        assertFalse(tryOpen(0));
        assertFalse(tryOpen(2));
        assertTrue(left.expel(1) > 0);
        pollUntilAllAreOpen(0, 2);
    }

    @Test
    void shouldGiveUpWhenHost0IsExpelledBeforeItHasSentTheReset()
    {
        assertFalse(tryOpen(0));
        assertFalse(tryOpen(2));
        assertTrue(left.expel(0) > 0);
        final String message = "host 0 of member left was expelled before it sent the reset: host 2 will never be" +
            " open: close the cluster";
        pollUntil(() ->
        {
            left.host(1).poll();
            try
            {
                return tryOpen(2);
            }
            catch (final HostExpelledException ex)
            {
                return message.equals(ex.getMessage());
            }
        });
        assertEquals(0, rightMessaging.resetCount(right.host(2)));
    }
}
