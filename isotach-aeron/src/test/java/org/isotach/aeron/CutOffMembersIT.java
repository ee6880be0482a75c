/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.isotach.aeron.views.replicated.TestNodes;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Members in JVMs of their own, in a network that is cut while all of them issue. Three nodes on Aeron Cluster decide
 * who goes on: those execute the same in one order, and who is out learns that, and has executed nothing in another
 * order.
 */
@Timeout(180)
@DisabledIfSystemProperty(
    named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
class CutOffMembersIT
{
    private static final int MORE = 50;
    private static final int MAX_GAP_MS = 10;

    // Longer than any test waits: nobody waits for a member that is out.
    private static final int CLOSE_MS = 600_000;

    @TempDir
    static Path directoryOfNodes;

    private static TestNodes nodes;

    @TempDir
    Path directory;

    private final MemberProcesses processes = new MemberProcesses();
    private final Map<Integer, MemberProcess> members = new TreeMap<>();
    private final Set<Integer> out = new HashSet<>();
    private LossyNetwork network;

    // The number of the nodes in the network, all in one place.
    private int atNodes;

    @BeforeAll
    static void launchNodes()
    {
        nodes = new TestNodes(directoryOfNodes).launch();
    }

    @AfterAll
    static void closeNodes()
    {
        nodes.close();
    }

    /**
     * All of them issue when this returns.
     */
    private void start(final int count, final int memberTimeoutMs) throws Exception
    {
        atNodes = count;
        network = new LossyNetwork(count + 1, processes.seed);
        network.loseNothing();
        final String[] endpoints = IntStream.range(0, count).mapToObj(own -> TestDriver.freeEndpoint())
            .toArray(String[]::new);
        for (int own = 0; own < count; own++)
        {
            final int from = own;
            final String[] seen = endpoints.clone();
            for (int other = 0; other < count; other++)
            {
                seen[other] = own == other ? endpoints[own] : network.route(own, other, endpoints[other]);
            }
            final String seenNodes = Arrays.stream(nodes.addresses().split(","))
                .map(node -> network.route(from, atNodes, node)).collect(Collectors.joining(","));
            members.put(own, processes.start(String.join(",", seen), own, "endless=true", "history=" + directory,
                "memberTimeout=" + memberTimeoutMs, "close=" + CLOSE_MS, "nodes=" + seenNodes,
                "cluster=" + directory.getFileName()));
        }
        network.start();
        for (final MemberProcess member : members.values())
        {
            member.await("JOINED", 1);
        }
        assertIssue();
    }

    @AfterEach
    void endAll() throws IOException
    {
        processes.close();
        network.close();
    }

    /**
     * Each host of those that are left executes more isochrons of its own.
     */
    private void assertIssue() throws InterruptedException
    {
        for (final MemberProcess member : members.values())
        {
            member.tell("more " + MORE);
        }
        for (final MemberProcess member : members.values())
        {
            member.awaitNext("MORE");
        }
    }

    private void cutBothWays(final int one, final int other)
    {
        network.cut(one, other);
        network.cut(other, one);
    }

    private static void awaitLost(final MemberProcess at, final int lost) throws InterruptedException
    {
        at.tell("stall member m" + lost + " is lost: ");
        at.await("STALL member m" + lost, 1);
    }

    /**
     * All others ask for that. One that lacks a part of what the others have got leaves, too, and has to be expelled:
     * what is not on its way yet when the network is cut has reached some of them only.
     *
     * @return the member that is out.
     */
    private MemberProcess expel(final int leaving) throws InterruptedException
    {
        final MemberProcess left = members.remove(leaving);
        out.add(leaving);
        final Set<String> answers = new HashSet<>();
        members.values().forEach(member -> member.tell("expel m" + leaving));
        for (final int own : List.copyOf(members.keySet()))
        {
            final List<String> answer = members.get(own).awaitUnless("EXPELLED m" + leaving, 1, "LOST");
            answers.addAll(answer);
            if (answer.isEmpty())
            {
                assertOut(members.remove(own), own);
                out.add(own);
                final MemberProcess other = members.values().iterator().next();
                other.tell("expel m" + own);
                other.await("EXPELLED m" + own, 1);
            }
        }
        assertEquals(1, answers.size(), "they leave in one pulse");
        return left;
    }

    /**
     * A member has learned that it is out, and its cluster has closed.
     */
    private static void assertOut(final MemberProcess member, final int own) throws InterruptedException
    {
        final String line = member.await("OUT", 1).get(0);
        assertTrue(line.startsWith("OUT member m" + own + ' '), line);
        member.await("LOST", 1);
        member.awaitEnd();
        assertFalse(member.hasSaid("EXPELLED"), line);
    }

    /**
     * A member is out because a view that is in force says so.
     */
    private static void assertOutOfView(final MemberProcess member, final int own) throws InterruptedException
    {
        assertOut(member, own);
        final String line = member.await("OUT", 1).get(0);
        assertTrue(line.startsWith("OUT member m" + own + " is not in View{"), line);
    }

    /**
     * All that are left have executed the same, in one order, and those that are out nothing in another one.
     */
    private void assertOneOrder() throws Exception
    {
        members.values().forEach(member -> member.tell("stop"));
        final String hash = processes.assertOneOrder(members.values()).get("0").split(" ")[0];
        for (final MemberProcess member : members.values())
        {
            member.awaitEnd();
        }
        final long[] order = ExecutedOrder.read(directory, firstHost(members.keySet().iterator().next()));
        assertEquals(Long.parseLong(hash), Arrays.stream(order).reduce(0, MemberProgram::combine));
        final Set<Long> all = Arrays.stream(order).boxed().collect(Collectors.toSet());
        assertEquals(order.length, all.size(), "each of them is executed once");
        for (int host = 0; host < firstHost(atNodes); host++)
        {
            final long[] ofHost = ExecutedOrder.read(directory, host);
            if (members.containsKey(member(host)))
            {
                assertArrayEquals(order, ofHost, "host " + host + ", seed " + processes.seed);
            }
            else
            {
                assertNothingInAnotherOrder(order, all, ofHost, "host " + host + ", seed " + processes.seed);
            }
        }
    }

    /**
     * What a host of a member that is out has executed is what those that are left have, up to some place, except for
     * isochrons of members that are out: from some place on, the others have forgotten them.
     */
    private void assertNothingInAnotherOrder(
        final long[] order, final Set<Long> all, final long[] ofHost, final String host)
    {
        final Set<Integer> forgotten = new HashSet<>();
        final List<Long> common = new ArrayList<>();
        for (final long id : ofHost)
        {
            final int from = member((int)(id >>> Integer.SIZE));
            if (all.contains(id))
            {
                assertFalse(forgotten.contains(from), host);
                common.add(id);
            }
            else
            {
                assertTrue(out.contains(from), host);
                forgotten.add(from);
            }
        }
        assertNotEquals(0, common.size(), host);
        assertEquals(Arrays.stream(order).limit(common.size()).boxed().toList(), common, host);
    }

    private static int member(final int host)
    {
        return host / MemberProgram.HOSTS_PER_MEMBER;
    }

    private static int firstHost(final int member)
    {
        return member * MemberProgram.HOSTS_PER_MEMBER;
    }

    /**
     * The member that is cut off asks, too, and gets no answer before it reaches the nodes again.
     */
    @Test
    void shouldGoOnWithoutAMemberThatIsCutOffAndTellItSoWhenTheNetworkIsHealed() throws Exception
    {
        start(3, 3000);
        cutBothWays(2, 0);
        cutBothWays(2, 1);
        cutBothWays(2, atNodes);
        awaitLost(members.get(0), 2);
        awaitLost(members.get(2), 0);
        members.get(2).tell("expel m0");

        final MemberProcess cutOff = expel(2);

        assertIssue();
        assertFalse(cutOff.hasSaid("EXPELLED") || cutOff.hasSaid("REFUSED") || cutOff.hasSaid("OUT"));
        network.heal();
        assertOutOfView(cutOff, 2);
        assertIssue();
        assertOneOrder();
    }

    /**
     * The others hear it all the time.
     */
    @Test
    void shouldRefuseAMemberThatHearsNothingWhenTheOthersHaveAskedBefore() throws Exception
    {
        start(3, 3000);
        network.cut(0, 2);
        network.cut(1, 2);
        awaitLost(members.get(2), 0);
        awaitLost(members.get(2), 1);

        final MemberProcess cutOff = expel(2);

        assertIssue();
        assertFalse(cutOff.hasSaid("OUT"));
        cutOff.tell("expel m1");
        assertOutOfView(cutOff, 2);
        assertIssue();
        assertOneOrder();
    }

    /**
     * It does not count as lost yet: what the others say last reaches it, and it has to ask nobody. One of them may
     * have heard it for longer than the other one, which lacks a part then, and leaves, too.
     */
    @Test
    void shouldTellAMemberThatNobodyHearsThatItIsOut() throws Exception
    {
        start(3, 10_000);
        network.cut(2, 0);
        Thread.sleep(ThreadLocalRandom.current().nextInt(MAX_GAP_MS));
        network.cut(2, 1);

        final MemberProcess cutOff = expel(2);

        network.heal();
        assertOutOfView(cutOff, 2);
        assertIssue();
        assertOneOrder();
    }

    /**
     * Two members have no majority; that of the nodes decides.
     */
    @Test
    void shouldLetOneOfTwoGoOnWhenEachAsksForItself() throws Exception
    {
        start(2, 3000);
        cutBothWays(0, 1);
        members.get(0).tell("expel m1");
        members.get(1).tell("expel m0");
        final int loser = members.get(0).awaitUnless("EXPELLED", 1, "REFUSED").isEmpty() ? 0 : 1;
        final MemberProcess refused = members.remove(loser);
        out.add(loser);
        final String line = refused.await("REFUSED", 1).get(0);
        assertTrue(line.contains("is not expelled: View{1: " + loser + "} was refused, and View{1: " + (1 - loser) +
            "} is in force"), line);
        assertOutOfView(refused, loser);
        assertIssue();
        assertOneOrder();
    }
}
