/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.TryLock;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What the send ring of a host says of its isochrons.
 */
class SendPipelineTest
{
    private static final int FAR = 2;

    private final DirectPath path = new DirectPath(3, 64, 64);
    private final SendPipeline pipeline = new SendPipeline(
        0, 64, 1 << 10, path.tokenWord, path.links, path.noticeBoard, new TryLock(), path.errors::add,
        new Doorbell(), new Doorbell());

    @Test
    void shouldGiveATicketOfItsNumberForAFrameToTheIssuerAndOfItsPulseForOthers()
    {
        path.tokenManager.advanceTo(3);
        issue(1, 0, 1);
        issue(2, 1);
        issue(3, 0);
        pipeline.siu().doWork();
        pipeline.lanai().doWork();
        assertEquals(2, pipeline.shipped());
        assertEquals(Ticket.ofIssue(0), pipeline.ticket(0));
        assertEquals(Ticket.ofPulse(3 + FAR), pipeline.ticket(1));
        assertEquals(Ticket.ofIssue(2), pipeline.ticket(2));
    }

    private void issue(final long payload, final int... hosts)
    {
        final long sequence = pipeline.ring().next();
        path.fill(pipeline.ring().get(sequence), sequence, FAR, payload, hosts);
        pipeline.ring().publish(sequence);
    }
}
