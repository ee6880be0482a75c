/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;

import io.aeron.cluster.service.ClientSession;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import org.isotach.aeron.views.ViewStore;
import org.isotach.niu.spi.View;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The register of one node, and requests that no store of this version sends.
 */
class ViewServiceTest
{
    private static final View FIRST = View.first(3);
    private static final View SECOND = FIRST.without(1);
    private static final byte[] NAME = ViewMessages.name("c");

    private final ViewService service = new ViewService(role ->
    {
    });
    private final UnsafeBuffer request = new UnsafeBuffer(new byte[ViewMessages.MAX_LENGTH]);
    private int answers;
    private int type;
    private View inForce;

    private final ClientSession session = (ClientSession)Proxy.newProxyInstance(
        getClass().getClassLoader(), new Class<?>[]{ ClientSession.class }, (proxy, method, values) ->
        {
            final DirectBuffer answer = (DirectBuffer)values[0];
            answers++;
            assertEquals(7, ViewMessages.correlation(answer, 0));
            type = ViewMessages.type(answer, 0);
            inForce = ViewMessages.view(answer, ViewMessages.HEADER_LENGTH);
            return 1L;
        });

    private void send(final int length)
    {
        service.onSessionMessage(session, 0, request, 0, length, null);
    }

    private void send(final int requestType, final View expected, final View next)
    {
        send(ViewMessages.putRequest(request, requestType, 7, expected, next, NAME));
    }

    private void assertAnswer(final int expectedType, final View view)
    {
        assertEquals(expectedType, type);
        assertEquals(view, inForce);
    }

    @Test
    void shouldChangeOnlyWhatIsExpected()
    {
        send(ViewMessages.READ, null, null);
        assertAnswer(ViewMessages.DONE, null);
        send(ViewMessages.COMPARE_AND_SET, FIRST, SECOND);
        assertAnswer(ViewMessages.OTHER_IN_FORCE, null);
        send(ViewMessages.COMPARE_AND_SET, null, FIRST);
        assertAnswer(ViewMessages.DONE, FIRST);
        send(ViewMessages.COMPARE_AND_SET, null, SECOND);
        assertAnswer(ViewMessages.OTHER_IN_FORCE, FIRST);
        send(ViewMessages.COMPARE_AND_SET, FIRST, SECOND);
        assertAnswer(ViewMessages.DONE, SECOND);
        // Late, and a second time.
        send(ViewMessages.COMPARE_AND_SET, FIRST, SECOND);
        assertAnswer(ViewMessages.OTHER_IN_FORCE, SECOND);
        send(ViewMessages.READ, null, null);
        assertAnswer(ViewMessages.DONE, SECOND);
    }

    @Test
    void shouldChangeNothingWhenItDoesNotUnderstand()
    {
        send(ViewMessages.COMPARE_AND_SET, null, FIRST);
        final int length = ViewMessages.putRequest(request, ViewMessages.COMPARE_AND_SET, 7, FIRST, SECOND, NAME);
        for (int shorter = 0; shorter < length; shorter++)
        {
            final int before = answers;
            send(shorter);
            assertEquals(shorter < ViewMessages.HEADER_LENGTH ? before : before + 1, answers);
            assertEquals(shorter < ViewMessages.HEADER_LENGTH ? ViewMessages.DONE : ViewMessages.NOT_UNDERSTOOD, type);
        }
        send(length + 1);
        assertAnswer(ViewMessages.NOT_UNDERSTOOD, null);
        send(ViewMessages.END, FIRST, SECOND);
        assertAnswer(ViewMessages.NOT_UNDERSTOOD, null);
        send(ViewMessages.COMPARE_AND_SET, FIRST, null);
        assertAnswer(ViewMessages.NOT_UNDERSTOOD, null);

        ViewMessages.putRequest(request, ViewMessages.COMPARE_AND_SET, 7, FIRST, SECOND, NAME);
        request.putInt(ViewMessages.NEXT + 4, 0);
        send(length);
        assertAnswer(ViewMessages.NOT_UNDERSTOOD, null);

        ViewMessages.putRequest(request, ViewMessages.COMPARE_AND_SET, 7, FIRST, SECOND, NAME);
        request.putInt(0, ViewMessages.VERSION + 1);
        send(length);
        assertAnswer(ViewMessages.NOT_UNDERSTOOD, null);

        send(ViewMessages.READ, null, null);
        assertAnswer(ViewMessages.DONE, FIRST);
    }

    /**
     * In ASCII there is room for more characters than a snapshot takes.
     */
    @Test
    void shouldNotTakeANameThatIsTooLongForSnapshots()
    {
        final byte[] longest = "x".repeat(ViewStore.MAX_NAME_LENGTH).getBytes(StandardCharsets.UTF_8);
        send(ViewMessages.putRequest(request, ViewMessages.COMPARE_AND_SET, 7, null, FIRST, longest));
        assertAnswer(ViewMessages.DONE, FIRST);
        for (final int length : new int[]{ longest.length + 1, ViewMessages.MAX_NAME_BYTES })
        {
            final byte[] longer = "x".repeat(length).getBytes(StandardCharsets.UTF_8);
            send(ViewMessages.putRequest(request, ViewMessages.COMPARE_AND_SET, 7, null, FIRST, longer));
            assertAnswer(ViewMessages.NOT_UNDERSTOOD, null);
        }
    }

    @Test
    void shouldRefuseASnapshotThatIsNotWhole()
    {
        final int length = ViewMessages.putRequest(request, ViewMessages.ENTRY, 0, null, SECOND, NAME);
        assertFalse(service.onSnapshot(request, 0, length));
        ViewMessages.putHeader(request, ViewMessages.END, 2);
        assertEquals("a snapshot with 1 views (expected: 2, as its end says)",
            assertThrows(IllegalStateException.class, () ->
            service.onSnapshot(request, 0, ViewMessages.HEADER_LENGTH)).getMessage());
        ViewMessages.putHeader(request, ViewMessages.END, 1);
        assertTrue(service.onSnapshot(request, 0, ViewMessages.HEADER_LENGTH));
        assertNull(inForce);
        send(ViewMessages.READ, null, null);
        assertAnswer(ViewMessages.DONE, SECOND);

        request.putInt(0, ViewMessages.VERSION + 1);
        assertThrows(
            IllegalStateException.class, () -> service.onSnapshot(request, 0, ViewMessages.HEADER_LENGTH));
    }
}
