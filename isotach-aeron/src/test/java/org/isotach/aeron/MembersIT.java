/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Members in JVMs of their own: all hosts execute in one order, and nobody starts where something is wrong.
 */
class MembersIT
{
    private static final int MILLIS = Boolean.getBoolean("isotach.paranoid") ? 1500 : 2500;

    private final MemberProcesses processes = new MemberProcesses();

    @AfterEach
    void endAll()
    {
        processes.close();
    }

    private MemberProcess start(final String endpoints, final int own, final String... more) throws Exception
    {
        final List<String> settings = new ArrayList<>(List.of(more));
        settings.add("millis=" + MILLIS);
        return processes.start(endpoints, own, settings.toArray(String[]::new));
    }

    private void assertOneOrder(final String endpoints, final String... more) throws Exception
    {
        final List<MemberProcess> members = new ArrayList<>();
        for (int own = 0; own < endpoints.split(",").length; own++)
        {
            members.add(start(endpoints, own, more));
        }
        long everywhere = 0;
        for (final MemberProcess member : members)
        {
            for (final String line : member.await("ISSUED", MemberProgram.HOSTS_PER_MEMBER))
            {
                everywhere += Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
            }
        }
        final Map<String, String> values = processes.assertOneOrder(members);
        assertEquals(MemberProgram.PAGES, values.size(), () -> "seed " + processes.seed);
        assertEquals(
            everywhere, Long.parseLong(values.get("0").split(" ")[1]), () -> "seed " + processes.seed);
        assertTrue(everywhere > 0);
    }

    @Test
    void shouldHaveOneOrderOverADriverInsideAMember() throws Exception
    {
        assertOneOrder("ipc,ipc");
    }

    @Test
    void shouldHaveOneOrderOverADriverApart() throws Exception
    {
        processes.startDriver();
        assertOneOrder("ipc,ipc,ipc", "driver=apart");
    }

    @Test
    void shouldHaveOneOrderOverUdp() throws Exception
    {
        assertOneOrder(TestDriver.freeEndpoint() + ',' + TestDriver.freeEndpoint());
    }

    /**
     * @param what the program does.
     * @return what all members have printed.
     */
    private String assertSameHash(final String what, final String endpoints) throws Exception
    {
        final List<MemberProcess> members = new ArrayList<>();
        for (int own = 0; own < endpoints.split(",").length; own++)
        {
            members.add(processes.start(endpoints, own, TalkingMember.class, what));
        }
        final String first = members.get(0).await("HASH", 1).get(0);
        for (final MemberProcess member : members)
        {
            assertEquals(first, member.await("HASH", 1).get(0));
            member.await("CLOSED", 1);
        }
        return first;
    }

    @Test
    void shouldReceiveMessagesAndCompleteBarriersInOneOrder() throws Exception
    {
        final String line = assertSameHash("talk", "ipc,ipc,ipc");
        assertTrue(line.startsWith("HASH " + 3 * TalkingMember.ROUNDS + ' ' + TalkingMember.ROUNDS + ' '), line);
    }

    @Test
    void shouldActInOneOrder() throws Exception
    {
        final String line = assertSameHash("act", TestDriver.freeEndpoint() + ',' + TestDriver.freeEndpoint());
        assertTrue(line.startsWith("HASH " + 2 * TalkingMember.ROUNDS + ' ' +
            TalkingMember.ACCOUNTS * TalkingMember.INITIAL + ' '), line);
    }

    @Test
    void shouldRefuseAMemberThatDiffers() throws Exception
    {
        assertBothRefuse("ipc,ipc");
    }

    @Test
    void shouldRefuseAMemberThatDiffersOverUdp() throws Exception
    {
        assertBothRefuse(TestDriver.freeEndpoint() + ',' + TestDriver.freeEndpoint());
    }

    /**
     * Each ends as soon as it has refused the other one.
     */
    private void assertBothRefuse(final String endpoints) throws Exception
    {
        final MemberProcess first = start(endpoints, 0);
        final MemberProcess second = start(endpoints, 1, "ring=32");
        assertRefuses(
            first, "m1 is lost: it differs: linkRingSize is 32 there, and 64 here; give all members the same");
        assertRefuses(
            second, "m0 is lost: it differs: linkRingSize is 64 there, and 32 here; give all members the same");
    }

    private static void assertRefuses(final MemberProcess process, final String what) throws Exception
    {
        final String line = process.await("FAILED", 1).get(0);
        assertTrue(line.startsWith("FAILED member " + what), line);
    }

    @Test
    void shouldStartNobodyWhenOneOfThreeDiffers() throws Exception
    {
        processes.startDriver();
        final MemberProcess first = start("ipc,ipc,ipc", 0, "driver=apart", "held=true");
        final MemberProcess second = start("ipc,ipc,ipc", 1, "driver=apart", "held=true");
        final MemberProcess third = start("ipc,ipc,ipc", 2, "driver=apart", "held=true", "ring=32");
        final List<MemberProcess> members = List.of(first, second, third);
        for (final MemberProcess member : members)
        {
            member.await("LAUNCHED", 1);
        }
        members.forEach(MemberProcess::goOn);
        int found = 0;
        for (final MemberProcess member : members)
        {
            // The others may have ended before they have said more.
            final String line = member.await("FAILED", 1).get(0);
            assertTrue(line.contains(" is lost: "), line);
            found += line.contains(" is lost: it differs: linkRingSize is ") ? 1 : 0;
        }
        assertTrue(found >= 2, "the two that found it first know what differs: " + found);
    }

    /**
     * A program has the port of a member in its list, and claims to be the other one.
     */
    @Test
    void shouldGoOnBesideAStranger() throws Exception
    {
        final String second = TestDriver.freeEndpoint();
        final String endpoints = TestDriver.freeEndpoint() + ',' + second;
        final List<MemberProcess> members = List.of(start(endpoints, 0), start(endpoints, 1));
        for (final MemberProcess member : members)
        {
            member.await("JOINED", 1);
        }
        final MemberProcess stranger =
            start(TestDriver.freeEndpoint() + ',' + second, 0, "join=1000", "close=0");
        final String line = stranger.await("FAILED", 1).get(0);
        assertTrue(line.startsWith("FAILED members [m1] have not joined"), line);
        processes.assertOneOrder(members);
    }

    @Test
    void shouldNameWhoIsMissing() throws Exception
    {
        final String line = start("ipc,ipc,ipc", 0, "join=300", "close=0").await("FAILED", 1).get(0);
        assertTrue(line.startsWith("FAILED members [m1, m2] have not joined"), line);
    }

    @Test
    void shouldNameTheFlagOfTheJvm() throws Exception
    {
        final MemberProcess process = processes.add(new MemberProcess(
            List.of(), MemberProgram.class, "endpoints=ipc,ipc", "directory=" + processes.directory, "seed=1"));
        final String line = process.await("FAILED", 1).get(0);
        assertTrue(line.startsWith("FAILED Aeron cannot be loaded, "), line);
        assertTrue(line.endsWith(
            "start the JVM with --add-exports java.base/jdk.internal.misc=ALL-UNNAMED"), line);
    }
}
