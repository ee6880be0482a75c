/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.BooleanSupplier;

import org.isotach.HostExpelledException;
import org.isotach.niu.link.PacketLink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.niu.myrinet.MyrinetCluster.LONG;
import static org.isotach.niu.myrinet.MyrinetCluster.SHORT;
import static org.isotach.niu.myrinet.MyrinetCluster.ofHosts;
import static org.isotach.niu.myrinet.MyrinetCluster.small;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Hosts that fail in the middle of a call: there is no memory for a link or a handle, or they are expelled just then.
 */
final class FailingStationsTest
{
    private static final int HOSTS = 4;
    private static final int CALLS = 200;

    // Questions that a host answers with no before it is expelled.
    private int looks = Integer.MAX_VALUE;
    private int linksWithoutMemory;

    // What happens when a host other than 0 sends to another one for the first time.
    private Runnable whenConnected = () ->
    {
    };

    /**
     * A station with other answers to some questions.
     */
    private Station station(final MyrinetCluster on, final int host)
    {
        final Station actual = new HostStation(on.cluster.host(host));
        final BooleanSupplier isExpelled = () -> 1 == host && looks-- <= 0;
        return (Station)Proxy.newProxyInstance(Station.class.getClassLoader(), new Class<?>[] { Station.class },
            (proxy, method, args) ->
            {
                if ("isExpelled".equals(method.getName()))
                {
                    return isExpelled.getAsBoolean();
                }
                if (PacketLink.class == method.getReturnType() && 2 == (int)args[0] && 0 < linksWithoutMemory--)
                {
                    throw new OutOfMemoryError("of the test");
                }
                if (PacketLink.class == method.getReturnType() && 0 != host)
                {
                    whenConnected.run();
                }
                try
                {
                    return method.invoke(actual, args);
                }
                catch (final InvocationTargetException ex)
                {
                    throw ex.getCause();
                }
            });
    }

    private Wiring wiring(final MyrinetCluster on)
    {
        final Station[] stations = new Station[HOSTS];
        for (int host = 0; host < HOSTS; host++)
        {
            stations[host] = station(on, host);
        }
        return new Wiring(stations, small().checkedCopy());
    }

    @Test
    void shouldLeaveNoPacketOpenWhenThereIsNoMemoryForALink()
    {
        try (MyrinetCluster on = ofHosts(HOSTS))
        {
            final Wiring wiring = wiring(on);
            final SendSide sender = wiring.sendSide(0);
            final Channel[] channels = { wiring.tryOpen(1, 0), wiring.tryOpen(2, 0) };
            linksWithoutMemory = 1;
            final Buffer buffer = sender.tryBuffer().length(SHORT);
            assertThrows(OutOfMemoryError.class, () -> sender.tryMulticast(new int[] { 1, 2 }, 0, buffer));
            assertTrue(sender.tryMulticast(new int[] { 1, 2 }, 0, buffer));
            for (final Channel channel : channels)
            {
                channel.tryReceive().free();
                channel.close();
            }
            assertEquals(small().buffers(), wiring.countFree(0));
        }
    }

    @Test
    void shouldFreeTheCopyWhenItsReceiverIsExpelledJustThen()
    {
        try (MyrinetCluster on = ofHosts(HOSTS))
        {
            final Wiring wiring = wiring(on);
            final SendSide sender = wiring.sendSide(0);
            final SendWindow window = new SendWindow(sender, sender.routes().to(1), 0, 4);
            final Buffer[] pool = new Buffer[small().buffers()];
            for (int i = 0; i < pool.length; i++)
            {
                pool[i] = sender.tryBuffer();
            }
            final Buffer spare = window.tryBuffer().length(LONG);
            pool[0].free();
            looks = 1;
            assertThrows(HostExpelledException.class, () -> window.trySend(spare));
            assertEquals(1, wiring.countFree(0));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldLeaveABufferAloneThatWasTakenFromItsSenderAndSentAgain(final boolean isMulticast)
    {
        try (MyrinetCluster on = ofHosts(HOSTS))
        {
            final Wiring wiring = wiring(on);
            final SendSide owner = wiring.sendSide(0);
            final SendSide late = wiring.sendSide(1);
            final Channel atLate = wiring.tryOpen(1, 0);
            final Channel atOther = wiring.tryOpen(2, 0);
            wiring.tryOpen(3, 0);
            assertTrue(owner.trySend(owner.routes().to(2), 0, owner.tryBuffer().length(SHORT), 0, false));
            atOther.tryReceive().free();
            assertTrue(owner.trySend(owner.routes().to(1), 0, owner.tryBuffer().length(LONG), 0, false));
            final Buffer received = atLate.tryReceive();
            // The next buffer of the owner is the one that was received.
            takeAll(owner);
            whenConnected = () ->
            {
                looks = 0;
                assertEquals(1, owner.reap());
                final Buffer again = owner.tryBuffer().length(LONG);
                again.putLong(0, 42);
                assertEquals(received.block(), again.block());
                assertTrue(owner.trySend(owner.routes().to(2), 0, again, 0, false));
            };
            assertThrows(IllegalStateException.class, () -> sendOn(late, 3, received, isMulticast));
            assertEquals(0, owner.reap(), "it is on its way between two hosts that are there");
            assertEquals(42, atOther.tryReceive().getLong(0));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldSayThatTheReceiverWasExpelledWhenTheBufferWasTakenWithIt(final boolean isMulticast)
    {
        // In paranoid mode the handle says that it is in other use before anything is sent.
        try (MyrinetCluster on = new MyrinetCluster(MyrinetCluster.invoker(HOSTS).paranoid(false), small()))
        {
            final Wiring wiring = wiring(on);
            final SendSide owner = wiring.sendSide(0);
            final Channel channel = wiring.tryOpen(2, 0);
            wiring.tryOpen(1, 0);
            assertTrue(owner.trySend(owner.routes().to(2), 0, owner.tryBuffer().length(LONG), 0, false));
            final Buffer received = channel.tryReceive();
            whenConnected = () ->
            {
                looks = 0;
                take(received);
            };
            assertThrows(
                HostExpelledException.class, () -> sendOn(wiring.sendSide(2), 1, received, isMulticast));
            assertEquals(small().buffers(), wiring.countFree(0));
        }
    }

    @Test
    void shouldCountACopyAsSentWhoseOriginalWasTakenJustThen()
    {
        try (MyrinetCluster on = new MyrinetCluster(MyrinetCluster.invoker(HOSTS).paranoid(false), small()))
        {
            final Wiring wiring = wiring(on);
            final SendSide owner = wiring.sendSide(0);
            final SendSide sender = wiring.sendSide(2);
            final Channel channel = wiring.tryOpen(2, 0);
            final Channel atTarget = wiring.tryOpen(3, 0);
            assertTrue(owner.trySend(owner.routes().to(2), 0, owner.tryBuffer().length(LONG), 0, false));
            final Buffer received = channel.tryReceive();
            final SendWindow window = new SendWindow(sender, sender.routes().to(3), 0, 4);
            whenConnected = () -> take(received);
            assertTrue(window.trySend(received));
            assertEquals(1, window.unacknowledged());
            atTarget.tryReceive().free();
            window.close();
            assertEquals(small().buffers(), wiring.countFree(0));
            assertEquals(small().buffers(), wiring.countFree(2));
        }
    }

    @Test
    void shouldDropADoubledMessageThatWasTakenJustThen()
    {
        try (MyrinetCluster on = ofHosts(HOSTS))
        {
            final Wiring wiring = wiring(on);
            final SendSide sender = wiring.sendSide(0);
            final Channel channel = wiring.tryOpen(1, 0);
            final ReceiveWindow window = new ReceiveWindow(wiring.sendSide(1), 0, 0, 4);
            for (int i = 0; i < 2; i++)
            {
                assertTrue(sender.trySend(sender.routes().to(1), 0, sender.tryBuffer().length(LONG), 0, false));
            }
            window.arrive(0, channel.tryReceive());
            final Buffer doubled = channel.tryReceive();
            take(doubled);
            window.arrive(0, doubled);
            assertEquals(1, window.doubled());
            window.close();
            assertEquals(small().buffers(), wiring.countFree(0));
        }
    }

    /**
     * As is done when the host that has received it was expelled.
     */
    private static void take(final Buffer received)
    {
        assertTrue(received.region().tryRelease(received.block(), received.generation(), 0));
    }

    private static void takeAll(final SendSide sender)
    {
        Buffer taken = sender.tryBuffer();
        while (null != taken)
        {
            taken = sender.tryBuffer();
        }
    }

    private static boolean sendOn(
        final SendSide sender, final int target, final Buffer buffer, final boolean isMulticast)
    {
        return isMulticast ? sender.tryMulticast(new int[] { target }, 0, buffer) :
            sender.trySend(sender.routes().to(target), 0, buffer, 0, false);
    }

    @Test
    void shouldGiveABlockBackThatGetsNoHandle() throws ReflectiveOperationException
    {
        try (MyrinetCluster on = ofHosts(HOSTS))
        {
            final Wiring wiring = wiring(on);
            final SendSide sender = wiring.sendSide(0);
            final Object handles = replace(sender, "handles", new Buffer[0]);
            assertThrows(IndexOutOfBoundsException.class, sender::tryBuffer);
            replace(sender, "handles", handles);
            assertEquals(small().buffers(), wiring.countFree(0));
            takeAll(sender);
            assertEquals(0, wiring.countFree(0));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 2 })
    void shouldReceiveAllPartsWhenThereAreHandlesForThemAgain(final int place) throws ReflectiveOperationException
    {
        try (MyrinetCluster on = ofHosts(HOSTS))
        {
            final Wiring wiring = wiring(on);
            final SendSide sender = wiring.sendSide(0);
            final Channel channel = wiring.tryOpen(1, 0);
            final Channel back = wiring.tryOpen(0, 0);
            final SendSide other = wiring.sendSide(1);
            assertTrue(other.trySend(other.routes().to(0), 0, other.tryBuffer().length(LONG), 0, false));
            final Buffer[] parts = new Buffer[3];
            for (int i = 0; i < parts.length; i++)
            {
                parts[i] = i == place ? back.tryReceive() : sender.tryBuffer().length(LONG);
            }
            assertTrue(sender.tryGather(sender.routes().to(1), 0, parts));
            // For what belongs to host 0 only.
            final Object handles = replace(opener(channel), "handles", new ReceivedHandles(1, false));
            assertThrows(IndexOutOfBoundsException.class, channel::tryReceive);
            replace(opener(channel), "handles", handles);
            Buffer part = channel.tryReceive();
            for (int i = 0; i < parts.length; i++)
            {
                final Buffer next = part.next();
                part.free();
                part = next;
            }
            assertNull(part);
            assertNull(channel.tryReceive());
            assertEquals(small().buffers(), wiring.countFree(0));
            assertEquals(small().buffers(), wiring.countFree(1));
        }
    }

    @Test
    void shouldReceiveAMessageInOrderForWhichThereWasNoHandle() throws ReflectiveOperationException
    {
        try (MyrinetCluster on = ofHosts(HOSTS))
        {
            final Wiring wiring = wiring(on);
            final Channel channel = wiring.tryOpen(1, 0);
            final Rpp sender = end(wiring, 0, wiring.tryOpen(0, 0), 1);
            final Rpp receiver = end(wiring, 1, channel, 0);
            assertTrue(sender.trySend(sender.tryBuffer().length(LONG)));
            assertTrue(sender.trySend(sender.tryBuffer().length(SHORT)));
            final Object handles = replace(opener(channel), "handles", new ReceivedHandles(0, false));
            assertThrows(IndexOutOfBoundsException.class, receiver::tryReceive);
            replace(opener(channel), "handles", handles);
            for (final int length : new int[] { LONG, SHORT })
            {
                final Buffer received = receiver.tryReceive();
                assertEquals(length, received.length());
                received.free();
            }
            sender.poll();
            assertEquals(0, sender.unacknowledged());
            sender.close();
            receiver.close();
            assertEquals(small().buffers(), wiring.countFree(0));
        }
    }

    private static Rpp end(final Wiring wiring, final int host, final Channel channel, final int peer)
    {
        final SendSide sendSide = wiring.sendSide(host);
        return new Rpp(sendSide, channel, sendSide.routes().to(peer), 0, 2);
    }

    @Test
    void shouldReceiveASmallPayloadWhenThereIsAHandleForItAgain() throws ReflectiveOperationException
    {
        try (MyrinetCluster on = ofHosts(HOSTS))
        {
            final Wiring wiring = wiring(on);
            final SendSide sender = wiring.sendSide(0);
            final Channel channel = wiring.tryOpen(1, 0);
            final Object handles = replace(opener(channel), "cellHandles", new ReceivedHandles(0, false));
            assertTrue(sender.trySend(sender.routes().to(1), 0, sender.tryBuffer().length(SHORT), 0, false));
            assertThrows(IndexOutOfBoundsException.class, channel::tryReceive);
            replace(opener(channel), "cellHandles", handles);
            for (int i = 0; i < channel.capacity(); i++)
            {
                assertNotNull(channel.tryReceive());
                assertTrue(sender.trySend(sender.routes().to(1), 0, sender.tryBuffer().length(SHORT), 0, false));
            }
            assertNull(channel.tryReceive());
        }
    }

    private static Object opener(final Channel channel) throws ReflectiveOperationException
    {
        final Field opener = Channel.class.getDeclaredField("opener");
        opener.setAccessible(true);
        return opener.get(channel);
    }

    /**
     * @return the value before.
     */
    private static Object replace(final Object owner, final String name, final Object value)
        throws ReflectiveOperationException
    {
        final Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        final Object before = field.get(owner);
        field.set(owner, value);
        return before;
    }

    @Test
    void shouldNotThrowWhenAReceiverIsExpelledToWhichSomethingIsSentAgain()
    {
        try (MyrinetCluster on = ofHosts(HOSTS))
        {
            final Wiring wiring = wiring(on);
            final SendSide sender = wiring.sendSide(0);
            final SendWindow window = new SendWindow(sender, sender.routes().to(1), 0, 4);
            assertTrue(window.trySend(sender.tryBuffer().length(LONG)), "dropped: nobody has opened the channel");
            boolean isSentAgain = false;
            for (int call = 0; call < CALLS; call++)
            {
                looks = 1;
                window.resendIfLate();
                isSentAgain |= looks < 0;
            }
            assertTrue(isSentAgain, "the host was asked twice");
            window.close();
            assertEquals(small().buffers(), wiring.countFree(0));
        }
    }
}
