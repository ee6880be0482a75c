/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Members in JVMs of their own, of which one is killed, or stopped: the others go on without it, in one order.
 */
@DisabledIfSystemProperty(
    named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
class LostMembersIT
{
    private static final String MEMBER_TIMEOUT = "memberTimeout=1000";

    // A driver inside a member is as slow as that on a busy machine.
    private static final String MEMBER_TIMEOUT_WITH_DRIVER = "memberTimeout=3000";
    private static final int MILLIS = 2000;
    private static final int MAX_LIFE_MS = 1200;
    private static final int MAX_JOIN_MS = 30;
    private static final int MAX_CLOSE_MS = 20;

    // Longer than any test waits.
    private static final int CLOSE_MS = 600_000;

    private final MemberProcesses processes = new MemberProcesses();
    private final Map<Integer, MemberProcess> members = new TreeMap<>();

    @AfterEach
    void endAll()
    {
        processes.close();
    }

    private void start(final String endpoints, final String... more) throws Exception
    {
        launch(endpoints, more);
        for (final MemberProcess member : members.values())
        {
            member.await("JOINED", 1);
        }
    }

    private void launch(final String endpoints, final String... more) throws Exception
    {
        final List<String> settings = new ArrayList<>(List.of(
            endpoints.startsWith("ipc") ? MEMBER_TIMEOUT : MEMBER_TIMEOUT_WITH_DRIVER, "millis=" + MILLIS));
        settings.addAll(List.of(more));
        for (int own = 0; own < endpoints.split(",").length; own++)
        {
            members.put(own, processes.start(endpoints, own, settings.toArray(String[]::new)));
        }
    }

    private void startDriver() throws Exception
    {
        processes.startDriver("-Daeron.client.liveness.timeout=1s", "-Daeron.image.liveness.timeout=1s",
            "-Daeron.publication.unblock.timeout=2s", "-Daeron.timer.interval=100ms");
    }

    private void startWithDriverApart() throws Exception
    {
        startDriver();
        start("ipc,ipc,ipc", "driver=apart");
    }

    private static void sleepUpTo(final int millis) throws InterruptedException
    {
        Thread.sleep(ThreadLocalRandom.current().nextInt(millis));
    }

    private void killOne() throws Exception
    {
        sleepUpTo(MAX_LIFE_MS);
        members.remove(2).kill();
    }

    private void expel(final int at, final int leaving)
    {
        members.get(at).tell("expel m" + leaving);
    }

    private String awaitExpelled(final int at, final int leaving) throws InterruptedException
    {
        return members.get(at).await("EXPELLED m" + leaving + ' ', 1).get(0);
    }

    private void awaitStall(final int at, final String description) throws InterruptedException
    {
        members.get(at).tell("stall " + description);
        members.get(at).await("STALL " + description, 1);
    }

    private void awaitLost(final int at, final int lost) throws InterruptedException
    {
        awaitStall(at, "member m" + lost + " is lost: ");
    }

    /**
     * All that are left expel a member. One that lacks a part of what the others have got leaves, too.
     */
    private void expelAtAll(final int leaving) throws InterruptedException
    {
        members.keySet().forEach(at -> expel(at, leaving));
        for (final int at : List.copyOf(members.keySet()))
        {
            if (members.get(at).awaitUnless("EXPELLED m" + leaving + ' ', 1, "LOST").isEmpty())
            {
                members.remove(at);
                expel(first(), at);
                awaitExpelled(first(), at);
            }
        }
    }

    /**
     * Returns the number of the first one that is left.
     */
    private int first()
    {
        return members.keySet().iterator().next();
    }

    private void assertOneOrder() throws Exception
    {
        members.values().forEach(member -> member.tell("stop"));
        processes.assertOneOrder(members.values());
    }

    /**
     * The driver stays, so nothing is lost that the member had sent.
     */
    @Test
    void shouldGoOnWithoutAMemberThatWasKilled() throws Exception
    {
        startWithDriverApart();
        killOne();
        expel(ThreadLocalRandom.current().nextInt(2), 2);
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
        expelAtAll(2);
        assertFalse(members.isEmpty());
        assertOneOrder();
    }

    @Test
    void shouldGoOnWithAMemberThatIsSilentForAWhile() throws Exception
    {
        startWithDriverApart();
        members.get(1).signal("STOP");
        sleepUpTo(300);
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
        awaitLost(0, 1);
        expel(0, 1);
        awaitExpelled(0, 1);
        final MemberProcess stopped = members.remove(1);
        stopped.signal("CONT");
        stopped.await("LOST", 1);
        assertOneOrder();
    }

    /**
     * Its driver is silent, too, so what it had not sent yet has reached some of the others only.
     */
    @Test
    void shouldTellAMemberThatWasSilentTooLongWithItsDriverThatItIsOut() throws Exception
    {
        start(TestDriver.freeEndpoint() + ',' + TestDriver.freeEndpoint() + ',' + TestDriver.freeEndpoint(),
            "endless=true");
        sleepUpTo(300);
        final MemberProcess stopped = members.remove(2);
        stopped.signal("STOP");
        awaitLost(0, 2);
        expelAtAll(2);
        members.values().forEach(member -> member.tell("more 10"));
        for (final MemberProcess member : members.values())
        {
            member.await("MORE", 1);
        }
        // The others count it as lost from what they have heard last, it counts from what it has done last.
        Thread.sleep(500);
        stopped.signal("CONT");
        final String line = stopped.await("OUT", 1).get(0);
        assertTrue(line.contains(" has not heard this member for longer than its client liveness timeout"), line);
        stopped.awaitEnd();
        assertOneOrder();
    }

    /**
     * Each of the others joins, or says that it cannot; who has joined goes on without those that have not.
     */
    @Test
    void shouldNotWaitForEverWhenAMemberIsKilledWhileItJoins() throws Exception
    {
        startDriver();
        launch("ipc,ipc,ipc", "driver=apart", "endless=true", "held=true", "join=5000");
        for (final MemberProcess member : members.values())
        {
            member.await("LAUNCHED", 1);
        }
        members.values().forEach(MemberProcess::goOn);
        sleepUpTo(MAX_JOIN_MS);
        members.remove(2).kill();
        for (final int own : List.copyOf(members.keySet()))
        {
            if (members.get(own).awaitUnless("JOINED", 1, "FAILED").isEmpty())
            {
                final MemberProcess failed = members.remove(own);
                final String line = failed.await("FAILED", 1).get(0);
                assertTrue(line.contains(" have not joined") || line.contains(" is lost: "), line);
                failed.awaitEnd();
            }
        }
        if (!members.isEmpty())
        {
            final List<Integer> leaving =
                IntStream.range(0, 3).filter(own -> !members.containsKey(own)).boxed().toList();
            leaving.forEach(own -> expel(first(), own));
            for (final int own : leaving)
            {
                awaitExpelled(first(), own);
            }
            assertOneOrder();
        }
    }

    /**
     * As by a supervisor, while the others wait for it, or have heard a part of what it had said before.
     */
    @Test
    void shouldStartAllOrNobodyWhenAMemberIsKilledWhileItJoinsAndLaunchedAgainAlone() throws Exception
    {
        final String endpoints =
            TestDriver.freeEndpoint() + ',' + TestDriver.freeEndpoint() + ',' + TestDriver.freeEndpoint();
        final String[] settings = { "endless=true", "held=true", "join=8000" };
        launch(endpoints, settings);
        for (final MemberProcess member : members.values())
        {
            member.await("LAUNCHED", 1);
        }
        members.values().forEach(MemberProcess::goOn);
        sleepUpTo(MAX_JOIN_MS);
        members.get(2).kill();
        final MemberProcess again = processes.start(
            endpoints, 2, MEMBER_TIMEOUT_WITH_DRIVER, "millis=" + MILLIS, settings[0], settings[2]);
        members.put(2, again);

        if (!again.awaitUnless("JOINED", 1, "FAILED").isEmpty())
        {
            members.get(0).await("JOINED", 1);
            members.get(1).await("JOINED", 1);
            assertOneOrder();
        }
        else
        {
            final String line = again.await("FAILED", 1).get(0);
            assertTrue(line.contains(" have not joined") || line.contains(" is lost: "), line);
        }
    }

    @Test
    void shouldCloseWhenAMemberIsKilledWhileItCloses() throws Exception
    {
        startDriver();
        start("ipc,ipc,ipc", "driver=apart", "millis=100", "close=" + CLOSE_MS);
        for (final MemberProcess member : members.values())
        {
            member.await("ISSUED", MemberProgram.HOSTS_PER_MEMBER);
        }
        members.values().forEach(MemberProcess::goOn);
        for (final MemberProcess member : members.values())
        {
            member.await("READ", 1);
        }
        members.values().forEach(MemberProcess::goOn);
        sleepUpTo(MAX_CLOSE_MS);
        members.remove(2).kill();
        for (final MemberProcess member : members.values())
        {
            member.await("CLOSED", 1);
            member.awaitEnd();
        }
    }

    /**
     * The one that is stopped owes the others its word; killed, it never gives it.
     */
    @Test
    void shouldGoOnWhenAnotherMemberIsKilledWhileOneIsExpelled() throws Exception
    {
        startDriver();
        start("ipc,ipc,ipc,ipc", "driver=apart", "endless=true");
        members.remove(3).kill();
        final MemberProcess second = members.remove(2);
        second.signal("STOP");
        expel(0, 3);
        awaitStall(0, "member m2 has not said how far it has heard those that are not in View{1: 0, 1, 2}");
        assertFalse(members.get(0).hasSaid("EXPELLED"));
        second.kill();
        awaitLost(0, 2);
        final String refused = members.get(0).await("REFUSED", 1).get(0);
        assertTrue(refused.startsWith("REFUSED member m3 is not out yet: member m2 is lost, too, "), refused);
        assertFalse(members.get(0).hasSaid("EXPELLED"));

        for (final int leaving : List.of(2, 3))
        {
            expel(0, leaving);
            final String expelled = awaitExpelled(0, leaving);
            expel(1, leaving);
            assertEquals(expelled, awaitExpelled(1, leaving));
        }
        assertOneOrder();
    }
}
