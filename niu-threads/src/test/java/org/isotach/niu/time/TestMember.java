/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;

/**
 * The logical time of one member: token words of some hosts on one switch, and the floor between them and others.
 */
final class TestMember
{
    private static final int STRIDE = 128;

    final Floor floor;
    final TokenManager tokenManager;
    final Promiser promiser;
    final TokenWord[] hosts;

    TestMember(final int member, final int members, final int hostCount, final boolean polls)
    {
        final OffHeapBuffer tokens = OffHeapBuffer.allocate((long)STRIDE * (hostCount + 2));
        final int[] inputs = new int[hostCount];
        for (int host = 0; host < hostCount; host++)
        {
            inputs[host] = host * STRIDE;
            tokens.putLong(inputs[host], TokenManager.IDLE);
        }
        floor = new Floor(member, members, polls, new Doorbell());
        tokenManager = new TokenManager(
            List.of(member), tokens, hostCount * STRIDE, (hostCount + 1) * STRIDE, inputs, floor);
        promiser = new Promiser(floor, tokenManager);
        hosts = new TokenWord[hostCount];
        for (int host = 0; host < hostCount; host++)
        {
            hosts[host] = new TokenWord(tokens, inputs[host], tokenManager, floor);
        }
    }
}
