/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

import org.isotach.MemberLostException;
import org.isotach.niu.spi.LostMember;
import org.isotach.niu.spi.MembershipListener;

import picocli.CommandLine.Model.CommandSpec;

/**
 * Goes on without members that are lost. The cluster calls it on a thread of its own, which may wait.
 */
final class Survivors implements MembershipListener
{
    private final CountDownLatch joined = new CountDownLatch(1);
    private CommandSpec spec;
    private Consumer<String> onExpelled;

    /**
     * Call it before the member joins the others.
     *
     * @param sample     that runs.
     * @param onExpelled what to do for the sample when a member is out, with its name.
     */
    void start(final CommandSpec sample, final Consumer<String> onExpelled)
    {
        spec = sample;
        this.onExpelled = onExpelled;
    }

    /**
     * The variables can be used from now on.
     */
    void joined()
    {
        joined.countDown();
    }

    @Override
    public void onMemberLost(final LostMember member)
    {
        print(member.reason().getMessage());
        // Here its process was killed. If it might still run, end it first, or let a ViewAuthority decide.
        member.expel();
    }

    @Override
    public void onMemberExpelled(final String name, final List<Integer> hosts, final long pulse)
    {
        print(name + " is out from pulse " + pulse + " on: the others go on without it");
        try
        {
            joined.await();
            onExpelled.accept(name);
        }
        catch (final InterruptedException ex)
        {
            // This member ends, too.
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void onOut(final MemberLostException reason)
    {
        MembersOption.end(spec, reason);
    }

    private void print(final String line)
    {
        final PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
