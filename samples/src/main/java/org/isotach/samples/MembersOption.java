/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.isotach.MemberLostException;
import org.isotach.OtherMemberLostException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.actions.IsotachContext;
import org.isotach.aeron.AeronTrunks;
import org.isotach.aeron.AeronTrunksContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.MembershipListener;
import org.isotach.smm.SharedMemory;

import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The options for several JVMs.
 */
final class MembersOption
{
    private static final Duration SOON = Duration.ofSeconds(5);

    @Option(names = "--members", paramLabel = "N",
        description = "Run in N JVMs, 2..16, over Aeron. Default: in this JVM, without Aeron.")
    private Integer count;

    @Option(names = "--member", paramLabel = "K",
        description = "With --members: this JVM is member K, 0..N-1, and you start the others, member 0 first. " +
            "Default: this JVM starts them all.")
    private Integer own;

    @Option(names = "--aeron-dir", paramLabel = "DIR",
        description = "With --member: directory of Aeron, the same for all. Default: that of Aeron for this user.")
    private String directory;

    @Option(names = "--percents", hidden = true, description = "Print a line for each percent.")
    private boolean hasPercents;

    @Option(names = "--halt-at", hidden = true, paramLabel = "P",
        description = "Halt this JVM, as kill -9 does, after P percent of its work.")
    private int haltAt;

    /**
     * Returns whether there are several JVMs.
     */
    boolean isUsed()
    {
        return null != count;
    }

    /**
     * Returns whether this JVM starts them.
     */
    boolean startsAll()
    {
        return null == own;
    }

    int count()
    {
        return count;
    }

    int own()
    {
        return own;
    }

    /**
     * Returns the number of a member, -1 if there is none with that name.
     */
    int number(final String name)
    {
        return IntStream.range(0, count).filter(member -> nameOf(member).equals(name)).findFirst().orElse(-1);
    }

    private static String nameOf(final int member)
    {
        return "member-" + member;
    }

    /**
     * @throws ParameterException when the options make no sense.
     */
    void check(final CommandSpec spec)
    {
        if (isUsed())
        {
            Limits.check(spec, "--members", count, 2, Members.MAX_MEMBERS);
            if (null != own)
            {
                Limits.check(spec, "--member", own, 0, count - 1);
            }
            else if (null != directory)
            {
                throw new ParameterException(
                    spec.commandLine(), "--aeron-dir with --members needs --member: " +
                    "members have a directory of their own when this JVM starts them all");
            }
            else if (null != Samples.trace(spec))
            {
                throw new ParameterException(
                    spec.commandLine(), "--trace with --members needs --member: each JVM has a cluster to draw");
            }
        }
        else if (null != own || null != directory)
        {
            throw new ParameterException(
                spec.commandLine(), (null != own ? "--member" : "--aeron-dir") + " needs --members");
        }
    }

    /**
     * Returns the progress of this member.
     */
    MemberProgress progress(final CommandSpec spec, final long total)
    {
        return new MemberProgress(spec, hasPercents, haltAt, total);
    }

    /**
     * A switch for each member, all of them in a chain.
     *
     * @param hosts number of hosts, at least one for each member.
     */
    Topology topology(final int hosts)
    {
        final Topology.Builder builder = Topology.builder();
        for (int member = 0; member < count; member++)
        {
            final int switchId = builder.addSwitch();
            if (member > 0)
            {
                builder.connect(switchId - 1, switchId);
            }
        }
        for (int host = 0; host < hosts; host++)
        {
            builder.addHost(host * count / hosts);
        }
        return builder.build();
    }

    /**
     * Launches this member and waits for the others. If one of them is lost later, this JVM ends.
     *
     * @param spec    of the sample.
     * @param mode    threads of the cluster.
     * @param hosts   of all members.
     * @param pageMap of the shared memory.
     * @return the memory and its cluster.
     */
    MemberMemory launch(final CommandSpec spec, final ModeOption mode, final int hosts, final PageMap pageMap)
    {
        final Cluster cluster = Cluster.launch(
            mode.context(topology(hosts)).errorHandler(ex -> end(spec, ex)), membership(null));
        try
        {
            final SharedMemory memory = SharedMemory.on(cluster, pageMap);
            cluster.join();
            return new MemberMemory(cluster, memory);
        }
        catch (final Throwable ex)
        {
            cluster.close();
            throw ex;
        }
    }

    /**
     * Settings of the Isotach of this member, with one host for each member.
     *
     * @param spec     of the sample.
     * @param mode     threads of the cluster.
     * @param listener goes on without members that are lost; null if this JVM is to end then.
     */
    IsotachContext isotach(final CommandSpec spec, final ModeOption mode, final MembershipListener listener)
    {
        return mode.isotach().hosts(count).membership(membership(listener)).errorHandler(ex ->
        {
            // The listener is told of that, too.
            if (null == listener || !(ex instanceof OtherMemberLostException || ex instanceof MemberLostException))
            {
                end(spec, ex);
            }
        });
    }

    private Membership membership(final MembershipListener listener)
    {
        final AeronTrunksContext trunks = new AeronTrunksContext();
        if (null != listener)
        {
            trunks.memberTimeout(SOON);
        }
        if (null != directory)
        {
            trunks.aeronDirectoryName(directory);
        }
        final Members.Builder builder = Members.builder();
        for (int member = 0; member < count; member++)
        {
            builder.add(nameOf(member), "ipc", member);
        }
        final Members members = builder.build();
        return new Membership(members, members.name(own), AeronTrunks.with(trunks)).listener(listener);
    }

    /**
     * Ends this JVM.
     */
    static void end(final CommandSpec spec, final Throwable error)
    {
        final PrintWriter err = spec.commandLine().getErr();
        err.println(spec.name() + " failed: " + OneLineErrors.describe(error));
        err.flush();
        // Nobody else knows: the program waits for a member that does not answer. A media driver that runs here has a
        // directory to delete.
        Runtime.getRuntime().exit(ExitCode.SOFTWARE);
    }

    /**
     * Starts all members and waits for them.
     *
     * @param spec      of the sample.
     * @param names     of the numbers in their results that are added.
     * @param lost      number of a member that is to halt, {@link MemberJvms#NONE} for none.
     * @param arguments of each, but for those of this class.
     * @return the sums, in the order of their names.
     */
    long[] startAll(
        final CommandSpec spec, final List<String> names, final int lost, final List<String> arguments)
    {
        return new MemberJvms(spec, count, names, lost).run(arguments);
    }
}
