/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.isotach.niu.spi.Members;

/**
 * Where the two streams of a trunk are, in the words of Aeron. All streams to a member that is reached over UDP come to
 * one port, and differ in their numbers.
 */
final class Channels
{
    private static final String IPC = "ipc";

    // Less than a term / 8. A record that fits is claimed, and written where it is read.
    private static final int IPC_MTU = 65504;

    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[^\\s|\\]]+]|[^\\s|:\\[\\]]+):(\\d{1,5})");
    private static final int MAX_PORT = 65535;

    final String out;
    final String in;
    final int outStreamId;
    final int inStreamId;

    /**
     * @param sessionId of the stream that goes out, like no other, and not 0.
     * @throws IllegalArgumentException when one is reached over UDP and the other one is not, or an endpoint makes no
     *                                  sense.
     */
    Channels(
        final AeronTrunksContext context,
        final Members members,
        final int own,
        final int other,
        final int sessionId)
    {
        outStreamId = context.firstStreamId() + own * Members.MAX_MEMBERS + other;
        inStreamId = context.firstStreamId() + other * Members.MAX_MEMBERS + own;
        // With a session of its own, a member that is started twice finds that the stream is taken.
        final String settings = "term-length=" + context.termLength() + "|session-id=" + sessionId;
        if (isIpc(members, own) != isIpc(members, other))
        {
            throw new IllegalArgumentException(describe(members, own) + " and " + describe(members, other) +
                " (expected: an address and a port for both, or for none)");
        }
        if (isIpc(members, own))
        {
            out = "aeron:ipc?" + settings + "|mtu=" + IPC_MTU;
            in = "aeron:ipc";
        }
        else
        {
            check(members, own);
            check(members, other);
            if (members.endpoint(own).equals(members.endpoint(other)))
            {
                throw new IllegalArgumentException(describe(members, own) + " and " + describe(members, other) +
                    " (expected: a port of its own for each)");
            }
            out = "aeron:udp?endpoint=" + members.endpoint(other) + '|' + settings;
            in = "aeron:udp?endpoint=" + members.endpoint(own);
        }
    }

    /**
     * Returns whether a member is reached over shared memory.
     */
    static boolean isIpc(final Members members, final int member)
    {
        return members.endpoint(member).isEmpty() || IPC.equals(members.endpoint(member));
    }

    private static void check(final Members members, final int member)
    {
        final Matcher matcher = HOST_AND_PORT.matcher(members.endpoint(member));
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > MAX_PORT ||
            0 == Integer.parseInt(matcher.group(2)))
        {
            throw new IllegalArgumentException(
                describe(members, member) + " (expected: ADDRESS:PORT, or \"ipc\" for shared memory)");
        }
    }

    private static String describe(final Members members, final int member)
    {
        return "member " + members.name(member) + " has the endpoint \"" + members.endpoint(member) + '"';
    }
}
