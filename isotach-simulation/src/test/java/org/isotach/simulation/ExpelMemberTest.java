/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.MemberLostException;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.Stall;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.View;
import org.isotach.niu.spi.ViewAuthority;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Two members, of which the right one does nothing unless it is asked to: the left one names it, and goes on without
 * it.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ExpelMemberTest extends TwoMembers
{
    @Test
    void shouldNameAMemberThatIsSilent()
    {
        join();
        final Isochron isochron = write(0, EVERYWHERE, 1);
        final String message = assertThrows(IsotachTimeoutException.class, isochron::awaitExecuted).getMessage();
        assertTrue(message.contains("member right has promised pulse "), message);
        final Stall stall = left.stalls().stream().filter(each -> "member right".equals(each.unit())).findFirst()
            .orElseThrow();
        assertEquals(2, stall.host());
        assertTrue(left.status().toString().contains("member right: pulse "), left.status()::toString);
        // Nobody is out because of that, and what concerns nobody else goes on.
        assertFalse(left.host(2).isExpelled());
        write(1, AT_ONE, 7).awaitExecuted();
        final IsoValue value = new IsoValue();
        final MemoryPort port = memory.port(left.host(1));
        final Isochron local = left.host(1).isochron().begin();
        port.read(local, AT_ONE, value);
        local.issue();
        assertEquals(7, value.await());
        while (!isochron.isExecuted())
        {
            right.localHosts().get(0).poll();
            left.localHosts().get(0).poll();
        }
        assertEquals(List.of(), errors);
    }

    /**
     * A read of what the other member has needs no promise, so nobody had asked for one.
     */
    @Test
    void shouldNameAMemberThatDoesNotAnswer()
    {
        join();
        final Host reader = left.host(0);
        for (int i = 0; i < MAX_POLLS / 100; i++)
        {
            right.localHosts().get(0).poll();
            reader.poll();
        }
        final IsoValue value = new IsoValue();
        final Isochron isochron = reader.isochron().begin();
        memory.port(reader).read(isochron, AT_RIGHT, value);
        isochron.issue();
        // Whoever waits looks every 10 ms. The first look asks for the promise.
        left.stalls();
        reader.poll();
        reader.poll();
        final String stalls = left.stalls().toString();
        assertTrue(stalls.contains("member right has promised pulse "), stalls);
        while (!value.isReady())
        {
            right.localHosts().get(0).poll();
            reader.poll();
        }
        assertEquals(List.of(), left.stalls());
    }

    @Test
    void shouldGoOnWithoutAMemberThatIsExpelled()
    {
        join();
        final Isochron isochron = write(0, EVERYWHERE, 1);
        assertThrows(IsotachTimeoutException.class, isochron::awaitExecuted);
        final long pulse = left.expelMember("right");
        isochron.awaitExecuted();
        assertTrue(left.host(2).isExpelled());
        assertEquals(List.of(), left.stalls());
        assertTrue(left.status().toString().contains("expelled in pulse " + pulse), left.status()::toString);
        assertEquals(pulse, left.expelMember("right"));
        write(0, EVERYWHERE, 2).awaitExecuted();
        left.close();
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldRecordEachHostThatLeavesWithItsMember(@TempDir final Path directory) throws IOException
    {
        final Path file = directory.resolve("recording.jfr");
        final long pulse;
        try (Recording recording = new Recording())
        {
            recording.enable("org.isotach.Expel");
            recording.start();
            join();
            pulse = left.expelMember("right");
            recording.dump(file);
        }
        final List<String> results = RecordingFile.readAllEvents(file).stream()
            .filter(event -> "org.isotach.Expel".equals(event.getEventType().getName()))
            .map(event -> event.getInt("host") + " " + event.getString("result")).toList();
        assertEquals(List.of("2 expelled with member right in pulse " + pulse), results);
    }

    /**
     * There was no room on the trunk for some of them. Nobody takes them any more, and nobody waits for that.
     */
    @Test
    void shouldCloseWithMessagesForAMemberThatIsOut()
    {
        launch();
        final Messaging messaging = Messaging.on(left);
        Messaging.on(right);
        final NonIsotachPort port = messaging.nonIsotachPort(left.host(0));
        joinBoth();
        final byte[] message = new byte[Long.BYTES];
        for (int i = 0; i < 2 * TRUNK_CAPACITY; i++)
        {
            port.trySend(2, message, 0, message.length);
            left.host(0).poll();
        }
        left.expelMember("right");
        for (int i = 0; i < MAX_POLLS && !messaging.tryClose(left.host(0)); i++)
        {
            left.host(0).poll();
        }
        assertTrue(messaging.tryClose(left.host(0)));
    }

    @Test
    void shouldTellAMemberThatItIsOut()
    {
        join();
        left.expelMember("right");
        final Isochron isochron = right.localHosts().get(0).isochron();
        while (!right.localHosts().get(0).isShutDown())
        {
            right.localHosts().get(0).poll();
            left.localHosts().get(0).poll();
        }
        rightMemory.port(right.localHosts().get(0)).write(isochron.begin(), EVERYWHERE, 1);
        final String message = assertThrows(MemberLostException.class, isochron::issue).getMessage();
        assertTrue(message.contains("member right is not in View{1: 0}"), message);
        assertThrows(MemberLostException.class, () -> right.expelMember("left"));
        assertThrows(MemberLostException.class, () -> right.expel(0));
        assertThrows(MemberLostException.class, right::tryJoin);
        right.close();
        assertEquals(1, errors.size(), errors::toString);
    }

    @Test
    void shouldRefuseWhatIsNoOtherMember()
    {
        join();
        assertThrows(IllegalArgumentException.class, () -> left.expelMember("middle"));
        assertThrows(IllegalArgumentException.class, () -> left.expelMember("left"));
        try (Cluster alone = Cluster.launch(new ClusterContext().threadingMode(ThreadingMode.INVOKER)))
        {
            assertThrows(IllegalStateException.class, () -> alone.expelMember("left"));
        }
    }

    @Test
    void shouldRefuseBeforeAllHaveJoined()
    {
        launch();
        left.tryJoin();
        final String message =
            assertThrows(IllegalStateException.class, () -> left.expelMember("right")).getMessage();
        assertTrue(message.contains("[right] have not joined"), message);
    }

    @Test
    void shouldSayWhichViewIsInForceWhenTheAuthorityDoesNotAgree()
    {
        authority = next -> View.first(MEMBERS.count());
        join();
        final String message = assertThrows(IsotachException.class, () -> left.expelMember("right")).getMessage();
        assertTrue(message.contains("View{1: 0} was refused, and View{0: 0, 1} is in force"), message);
        assertFalse(left.host(2).isExpelled());
    }

    @Test
    void shouldSayThatTheAuthorityReturnsNoView()
    {
        authority = next -> null;
        join();
        assertEquals("ViewAuthority.propose() has returned null for View{1: 0}, so member right is not expelled: " +
            "return the view in force",
            assertThrows(IsotachException.class, () -> left.expelMember("right")).getMessage());
        assertFalse(left.host(2).isExpelled());
    }

    @Test
    void shouldSayThatTheAuthorityReturnsNoneForALaunch()
    {
        authority = new ViewAuthority()
        {
            @Override
            public View propose(final View next)
            {
                throw new AssertionError("of no launch: " + next);
            }

            @Override
            public ViewAuthority ofLaunch(final long launch)
            {
                return null;
            }
        };
        join();
        assertEquals("ViewAuthority.ofLaunch() has returned null, so member right is not expelled: return the " +
            "authority for the launch",
            assertThrows(IsotachException.class, () -> left.expelMember("right")).getMessage());
    }

    @Test
    void shouldNotWaitForEverForAnAuthorityThatHangs() throws Exception
    {
        final CountDownLatch isAsked = new CountDownLatch(1);
        final CountDownLatch mayAnswer = new CountDownLatch(1);
        authority = next ->
        {
            isAsked.countDown();
            awaitQuietly(mayAnswer);
            return View.first(MEMBERS.count());
        };
        join();
        final FutureTask<IsotachException> first = new FutureTask<>(() ->
            assertThrows(IsotachException.class, () -> left.expelMember("right")));
        new Thread(first).start();
        isAsked.await();
        final String message =
            assertThrows(IsotachTimeoutException.class, () -> left.expelMember("right")).getMessage();
        assertTrue(message.contains("this expelMember() has waited for more than"), message);
        Thread.currentThread().interrupt();
        assertThrows(IsotachException.class, () -> left.expelMember("right"));
        assertTrue(Thread.interrupted());
        mayAnswer.countDown();
        assertTrue(first.get().getMessage().contains("was refused"));
    }

    @Test
    void shouldTakeATurnThatIsFreeWithAnInterrupt()
    {
        authority = next -> View.first(MEMBERS.count());
        join();
        Thread.currentThread().interrupt();
        final String message =
            assertThrows(IsotachException.class, () -> left.expelMember("right")).getMessage();
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        assertTrue(message.contains("was refused"), message);
    }

    private static void awaitQuietly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    @Test
    void shouldLeaveWhenTheAuthorityHasPutItOut()
    {
        authority = next -> new View(1, 2);
        join();
        assertThrows(IsotachException.class, () -> left.expelMember("right"));
        left.localHosts().get(0).poll();
        final String message =
            assertThrows(MemberLostException.class, () -> left.host(0).isochron()).getMessage();
        assertTrue(message.contains("member left is not in View{1: 1}"), message);
        assertThrows(MemberLostException.class, () -> left.expel(1));
        assertThrows(MemberLostException.class, () -> left.expel(2));
    }

    @Test
    void shouldRefuseAViewWithOthers()
    {
        authority = next -> new View(5, 7);
        join();
        assertThrows(IsotachException.class, () -> left.expelMember("right"));
        assertFalse(left.host(2).isExpelled());
    }
}
