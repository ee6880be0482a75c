/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import java.lang.invoke.VarHandle;

import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.send.OpenBatch;
import org.isotach.niu.send.SendPipeline;

/**
 * The progress of isochrons that go through a send ring: the issuer knows the sequence of an isochron there, and its
 * entry knows the rest until it is used again.
 */
final class PipelineProgress extends IssueProgress
{
    private final SendPipeline pipeline;

    /**
     * @param pipeline  of the host.
     * @param links     from the host.
     * @param executor  of the host.
     * @param openBatch of the host.
     */
    PipelineProgress(
        final SendPipeline pipeline,
        final OutboundLinks links,
        final IsochronExecutor executor,
        final OpenBatch openBatch)
    {
        super(pipeline, links, executor, openBatch);
        this.pipeline = pipeline;
    }

    /**
     * {@inheritDoc}
     *
     * @param sequence of the isochron in the send ring.
     */
    @Override
    public boolean isExecuted(final long sequence)
    {
        if (execution.executedIssue() >= sequence || pipeline.retired() >= sequence)
        {
            return true;
        }
        if (pipeline.shipped() < sequence)
        {
            return false;
        }
        final long ticket = pipeline.ticket(sequence);
        // The ticket belongs to the isochron if the isochron is not retired yet: its entry is used again only
        // afterwards.
        VarHandle.acquireFence();
        return pipeline.retired() >= sequence || isPassed(ticket);
    }

    @Override
    public String describe(final long sequence)
    {
        return "its isochron " + sequence;
    }
}
