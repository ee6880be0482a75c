/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Members in JVMs of their own, of which one is killed, or stopped: the others go on without it, in one order.
 */
class LostMembersIT
{
    private static final String MEMBER_TIMEOUT = "memberTimeout=1000";
    private static final int MILLIS = 2000;
    private static final int MAX_LIFE_MS = 1200;

    private final MemberProcesses processes = new MemberProcesses();
    private final List<MemberProcess> members = new ArrayList<>();

    @AfterEach
    void endAll()
    {
        processes.close();
    }

    private void start(final String endpoints, final String... more) throws Exception
    {
        final List<String> settings = new ArrayList<>(List.of(MEMBER_TIMEOUT, "millis=" + MILLIS));
        settings.addAll(List.of(more));
        for (int own = 0; own < endpoints.split(",").length; own++)
        {
            members.add(processes.start(endpoints, own, settings.toArray(String[]::new)));
        }
        for (final MemberProcess member : members)
        {
            member.await("JOINED", 1);
        }
    }

    private void startWithDriverApart() throws Exception
    {
        processes.startDriver("-Daeron.client.liveness.timeout=1s", "-Daeron.image.liveness.timeout=1s",
            "-Daeron.publication.unblock.timeout=2s", "-Daeron.timer.interval=100ms");
        start("ipc,ipc,ipc", "driver=apart");
    }

    private void killOne() throws Exception
    {
        Thread.sleep(ThreadLocalRandom.current().nextInt(MAX_LIFE_MS));
        members.remove(2).kill();
    }

    private void expel(final int which, final String name)
    {
        members.get(which).tell("expel " + name);
    }

    /**
     * All that are left have issued everything, and have the same copies.
     */
    private void assertOneOrder() throws Exception
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
        copies.forEach((page, values) -> assertEquals(
            Collections.nCopies(values.size(), values.get(0)), values, () -> "page " + page));
        members.forEach(MemberProcess::goOn);
        for (final MemberProcess member : members)
        {
            member.await("CLOSED", 1);
        }
    }

    /**
     * The driver stays, so nothing is lost that the member had sent.
     */
    @Test
    void shouldGoOnWithoutAMemberThatWasKilled() throws Exception
    {
        startWithDriverApart();
        killOne();
        expel(ThreadLocalRandom.current().nextInt(2), "m2");
        assertOneOrder();
    }

    /**
     * What the driver of the member had not sent yet is lost, so one of the others may have to leave, too.
     */
    @Test
    void shouldGoOnWithoutAMemberThatWasKilledWithItsDriver() throws Exception
    {
        start(TestDriver.freeEndpoint() + ',' + TestDriver.freeEndpoint() + ',' + TestDriver.freeEndpoint());
        killOne();
        expel(0, "m2");
        expel(1, "m2");
        for (int own = 1; own >= 0; own--)
        {
            if (members.get(own).awaitUnless("EXPELLED", 1, "LOST").isEmpty())
            {
                members.remove(own);
                expel(0, "m" + own);
            }
        }
        assertFalse(members.isEmpty());
        assertOneOrder();
    }

    @Test
    void shouldGoOnWithAMemberThatIsSilentForAWhile() throws Exception
    {
        startWithDriverApart();
        members.get(1).signal("STOP");
        Thread.sleep(ThreadLocalRandom.current().nextInt(300));
        members.get(1).signal("CONT");
        assertOneOrder();
    }

    @Test
    void shouldLeaveNoDirectoryBehindWhenItIsTerminated() throws Exception
    {
        start(TestDriver.freeEndpoint() + ',' + TestDriver.freeEndpoint());
        final MemberProcess terminated = members.remove(1);
        assertEquals(1, terminated.driverDirectories().size());

        terminated.signal("TERM");

        terminated.awaitEnd();
        assertEquals(List.of(), terminated.driverDirectories());
    }

    @Test
    void shouldTellAMemberThatWasSilentTooLongThatItIsOut() throws Exception
    {
        startWithDriverApart();
        members.get(1).signal("STOP");
        members.get(0).tell("lost m1");
        final String stall = members.get(0).await("STALL", 1).get(0);
        assertTrue(stall.contains("member m1 is lost"), stall);
        expel(0, "m1");
        members.get(0).await("EXPELLED m1", 1);
        final MemberProcess stopped = members.remove(1);
        stopped.signal("CONT");
        stopped.await("LOST", 1);
        assertOneOrder();
    }
}
