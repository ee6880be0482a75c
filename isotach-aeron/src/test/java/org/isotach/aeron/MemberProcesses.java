/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

import io.aeron.CommonContext;
import io.aeron.driver.MediaDriver;

import org.agrona.CloseHelper;
import org.agrona.IoUtil;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * The JVMs that a test has started: members, and perhaps their media driver.
 */
final class MemberProcesses implements AutoCloseable
{
    final String directory = CommonContext.generateRandomDirName();
    final long seed = ThreadLocalRandom.current().nextLong(1 << 30);
    private final List<MemberProcess> processes = new ArrayList<>();

    /**
     * Starts a member that runs a {@link MemberProgram}.
     *
     * @param endpoints of all members.
     * @param own       number of the member.
     * @param more      settings.
     */
    MemberProcess start(final String endpoints, final int own, final String... more) throws Exception
    {
        return start(endpoints, own, MemberProgram.class, more);
    }

    /**
     * Starts a member.
     *
     * @param endpoints of all members.
     * @param own       number of the member.
     * @param program   that the member runs.
     * @param more      settings.
     */
    MemberProcess start(
        final String endpoints, final int own, final Class<?> program, final String... more) throws Exception
    {
        final List<String> arguments = new ArrayList<>(List.of(
            "endpoints=" + endpoints, "own=" + own, "seed=" + seed));
        if (endpoints.startsWith("ipc"))
        {
            arguments.add("directory=" + directory);
        }
        arguments.addAll(List.of(more));
        return add(new MemberProcess(MemberProcess.EXPORTS, program, arguments.toArray(String[]::new)));
    }

    /**
     * Starts a media driver that is a process of its own.
     *
     * @param more system properties.
     */
    void startDriver(final String... more) throws Exception
    {
        final List<String> options = new ArrayList<>(MemberProcess.EXPORTS);
        options.addAll(List.of("-Daeron.dir=" + directory, "-Daeron.dir.delete.on.shutdown=true",
            "-Daeron.threading.mode=SHARED", "-Daeron.shared.idle.strategy=sleep-ms"));
        options.addAll(List.of(more));
        add(new MemberProcess(options, MediaDriver.class));
    }

    MemberProcess add(final MemberProcess process)
    {
        processes.add(process);
        return process;
    }

    /**
     * All members have issued everything, and have the same copies. Then they close.
     *
     * @return the variables of each page.
     */
    Map<String, String> assertOneOrder(final Collection<MemberProcess> members) throws InterruptedException
    {
        for (final MemberProcess member : members)
        {
            member.await("ISSUED", MemberProgram.HOSTS_PER_MEMBER);
        }
        members.forEach(MemberProcess::goOn);
        final Map<String, List<String>> copies = new HashMap<>();
        for (final MemberProcess member : members)
        {
            member.await("READ", 1);
            for (final String line : member.await("COPY", MemberProgram.HOSTS_PER_MEMBER))
            {
                final String[] words = line.split(" ", 4);
                copies.computeIfAbsent(words[2], page -> new ArrayList<>()).add(words[3]);
            }
        }
        assertEquals(members.size() * MemberProgram.HOSTS_PER_MEMBER, copies.get("0").size());
        final Map<String, String> values = new HashMap<>();
        copies.forEach((page, all) ->
        {
            assertEquals(Collections.nCopies(all.size(), all.get(0)), all, () -> "page " + page + ", seed " + seed);
            values.put(page, all.get(0));
        });
        members.forEach(MemberProcess::goOn);
        for (final MemberProcess member : members)
        {
            member.await("CLOSED", 1);
        }
        return values;
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(processes);
        IoUtil.delete(new File(directory), true);
    }
}
