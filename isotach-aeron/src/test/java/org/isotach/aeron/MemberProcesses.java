/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import io.aeron.CommonContext;
import io.aeron.driver.MediaDriver;

import org.agrona.CloseHelper;
import org.agrona.IoUtil;

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

    @Override
    public void close()
    {
        CloseHelper.closeAll(processes);
        IoUtil.delete(new File(directory), true);
    }
}
