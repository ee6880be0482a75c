/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.isotach.IsotachException;
import org.isotach.MemberLostException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What two members say to each other at the start, and what each makes of it.
 */
final class GreetingTest
{
    private static final Map<String, String> MODELS = Map.of("memory", "");
    private static final String LOST = "member other is lost: ";
    private static final String END = "; close this cluster, and launch all members again";
    private static final String UNKNOWN = LOST + "it differs in its version of isotach, members, topology, " +
        "linkRingSize, linkLength, maxIsochronLength or readCap, and has not said in which; give all members the same";

    private static final class Views implements ViewListener
    {
        private final List<String> losses = new ArrayList<>();

        @Override
        public void onView(final int from, final OffHeapBuffer buffer, final int offset)
        {
            throw new AssertionError("view from " + from);
        }

        @Override
        public void lose(final String what)
        {
            losses.add(what);
        }
    }

    /**
     * One of two members, as far as they greet.
     */
    private static final class Side
    {
        private final int own;
        private final Common common;
        private final Greeting greeting;
        private final TrunkQueue queue;
        private final InboundStream in;
        private final Views views = new Views();
        private final List<Throwable> errors = new ArrayList<>();

        // Types of what is not of the greeting.
        private final List<Integer> rest = new ArrayList<>();

        Side(final int own, final Common common, final LoopTrunk out, final LoopTrunk in)
        {
            this.own = own;
            this.common = common;
            greeting = new Greeting(1 - own, common);
            queue = new TrunkQueue(out, null);
            this.in = new InboundStream("other", new GuardedTrunk(in), this::onRecord);
        }

        private void onRecord(final OffHeapBuffer buffer, final int offset, final int length, final long position)
        {
            final int type = buffer.getInt(offset + TrunkRecord.TYPE);
            if (!greeting.take(type, buffer, offset))
            {
                rest.add(type);
            }
        }

        void say()
        {
            greeting.sayHello(own, queue);
            greeting.sayModels(own, MODELS, queue);
        }

        String work()
        {
            in.poll();
            greeting.settle(in, queue);
            in.tell(false, false, views, errors::add);
            return null == in.error() ? null : in.error().getMessage();
        }
    }

    private final LoopTrunk there = new LoopTrunk();
    private final LoopTrunk back = new LoopTrunk();

    private static Common empty(final int own)
    {
        return new Common(LaunchNumberTest.newNumber(2, own));
    }

    private static Common common(final int own)
    {
        return empty(own).put("version", "1.0").put("linkLength", 4096);
    }

    private Side left()
    {
        return new Side(0, common(0), there, back);
    }

    private Side right(final Common common)
    {
        return new Side(1, common, back, there);
    }

    private Side rightThatDiffers()
    {
        return right(empty(1).put("version", "1.1").put("linkLength", 8192));
    }

    private static String differences(final String here, final String other)
    {
        return LOST + "it differs: version is 1." + other + " there, and 1." + here + " here; linkLength is " +
            ("0".equals(here) ? "8192 there, and 4096" : "4096 there, and 8192") + " here; give all members the same" +
            END;
    }

    @Test
    void shouldGreetAMemberThatHasTheSameWithOneNumber()
    {
        final Side left = left();
        final Side right = right(common(1));
        left.say();
        right.say();
        final List<Integer> lengths = new ArrayList<>();
        final LoopTrunk copy = new LoopTrunk();
        new Greeting(0, common(1)).sayHello(1, new TrunkQueue(copy, null));
        copy.poll((buffer, offset, length, position) -> lengths.add(length), Integer.MAX_VALUE);
        assertEquals(List.of(2 * Long.BYTES), lengths);
        assertNull(left.work());
        assertFalse(left.greeting.isOver(), "it does not know that the other one has heard the same");
        assertEquals("right (it has not heard all others)", left.greeting.described("right"));
        for (int i = 0; i < 2; i++)
        {
            assertNull(right.work());
            assertNull(left.work());
        }
        assertTrue(left.greeting.isOver() && right.greeting.isOver());
        assertFalse(left.greeting.take(TrunkRecord.VIEW, null, 0), "it is of this launch");
        assertEquals(0, there.count() + back.count(), "nothing else is said");
        assertTrue(left.common.launch().isComplete());
        assertEquals(left.common.launch().get(), right.common.launch().get());
        assertNotEquals(empty(0).launch().get(), empty(0).launch().get());
    }

    @Test
    void shouldRefuseWhatComesFirstInPlaceOfTheGreeting()
    {
        final Greeting greeting = new Greeting(1, common(0));
        final String message =
            assertThrows(IsotachException.class, () -> greeting.take(TrunkRecord.FRAME, null, 0)).getMessage();
        assertTrue(message.contains("(expected: HELLO)"), message);
        assertThrows(IsotachException.class, () -> greeting.take(TrunkRecord.DIFFERS, null, 0));
    }

    /**
     * The trunk had no room for its greeting, which it has dropped.
     */
    @Test
    void shouldHearFirstThatAMemberTakesPartNoMore()
    {
        final Greeting greeting = new Greeting(1, common(0));
        assertFalse(greeting.take(TrunkRecord.LEFT, null, 0));
        final String message =
            assertThrows(IsotachException.class, () -> greeting.take(TrunkRecord.VIEW, null, 0)).getMessage();
        assertEquals("it takes part no more, and has not said in which launch", message);
        assertThrows(IsotachException.class, () -> greeting.take(TrunkRecord.FRAME, null, 0));
    }

    /**
     * Time and isochrons of a launch that is not known do not count.
     */
    @Test
    void shouldRefuseTimeAndIsochronsBeforeTheLaunchIsKnown()
    {
        for (final int type : new int[]{ TrunkRecord.FRAME, TrunkRecord.TOKEN, TrunkRecord.NOTICE })
        {
            final Side left = left();
            final Side right = right(common(1));
            left.say();
            right.say();
            right.queue.say(type, 0, 1);
            final String message = left.work();
            assertTrue(
                message.startsWith(LOST + "it issues and promises, and has not said in which launch"), message);
            assertEquals(List.of(), left.rest);
        }
    }

    /**
     * What a member says at the start is said again when that has failed in the middle.
     */
    @Test
    void shouldHearAGreetingTwice()
    {
        final Side left = left();
        final Side right = right(common(1));
        left.say();
        right.greeting.sayHello(1, right.queue);
        right.say();
        right.say();
        assertNull(left.work());
        assertNull(right.work());
        assertNull(left.work());
        assertTrue(left.greeting.isOver() && right.greeting.isOver());
        assertEquals(left.common.launch().get(), right.common.launch().get());
    }

    /**
     * A third member was launched again alone, and each side has heard another incarnation of it: whichever is heard
     * first, both sides say so.
     */
    @Test
    void shouldRefuseAMemberThatTakesPartInAnotherLaunch()
    {
        final Side left = new Side(0, new Common(LaunchNumberTest.newNumber(3, 0)), there, back);
        final Side right = new Side(1, new Common(LaunchNumberTest.newNumber(3, 1)), back, there);
        left.say();
        right.say();
        left.common.launch().add(2, 0xA);
        assertNull(left.work());
        assertNull(right.work());
        assertFalse(right.greeting.isOver(), "it has not heard the third one");
        right.common.launch().add(2, 0xB);
        back.room = 0;
        assertNull(right.work(), "it has not said so: there was no room");
        back.room = Integer.MAX_VALUE;
        assertEquals(launchLost("a", "b"), right.work());
        right.queue.say(TrunkRecord.TOKEN, 0, 1);
        assertEquals(launchLost("b", "a"), left.work());
        assertFalse(left.greeting.isOver() || right.greeting.isOver());
        assertEquals(List.of(), left.rest);
    }

    private static String launchLost(final String other, final String here)
    {
        return LOST + "it has heard a launch of member m2 with number " + other + ", and this member one with number " +
            here + ": m2 was launched again alone while others joined; end all members" + END;
    }

    /**
     * It answers to somebody else who had its name before.
     */
    @Test
    void shouldRefuseAMemberThatHasHeardAnotherIncarnationOfThisOne()
    {
        final Side left = new Side(0, new Common(LaunchNumberTest.newNumber(3, 0)), there, back);
        final Side right = new Side(1, new Common(LaunchNumberTest.newNumber(3, 1)), back, there);
        left.say();
        right.say();
        right.common.launch().add(0, left.common.launch().drawn(0) + 1);
        right.common.launch().add(2, 7);
        right.greeting.settle(right.in, right.queue);
        right.queue.say(TrunkRecord.TOKEN, 0, 1);
        final String message = left.work();
        assertTrue(message.startsWith(LOST + "it has heard a launch of member m0 with number "), message);
        assertEquals(List.of(), left.rest);
    }

    @Test
    void shouldSayWhatDiffersAtBothSides()
    {
        final Side left = left();
        final Side right = rightThatDiffers();
        left.say();
        right.say();
        assertNull(left.work());
        assertNull(left.work(), "the other one has not said what it has");
        assertEquals(differences("1", "0"), right.work());
        assertEquals(differences("0", "1"), left.work());
        assertEquals(1, left.errors.size());
        assertFalse(left.greeting.isOver() || right.greeting.isOver());
    }

    /**
     * Records that the other member has sent before it knew mean nothing, whatever they are.
     */
    @Test
    void shouldHandleNothingElseOfAMemberThatDiffers()
    {
        final Side left = left();
        final Side right = rightThatDiffers();
        left.say();
        right.say();
        left.work();
        right.queue.say(TrunkRecord.TOKEN, 1 << 30, -1);
        right.queue.say(TrunkRecord.START, 1 << 30, -1);
        right.work();
        right.queue.say(TrunkRecord.FRAME, 1 << 30, -1);
        right.queue.say(TrunkRecord.CLOSED, 1, 0);
        assertEquals(differences("0", "1"), left.work());
        assertEquals(List.of(), left.rest);
    }

    @Test
    void shouldHearWhatDiffersTwice()
    {
        final Side left = left();
        final Side right = rightThatDiffers();
        left.say();
        right.say();
        // As if the memory had come to an end behind this.
        right.queue.say(TrunkRecord.DIFFERS, 2, 0);
        new Greeting(0, common(1)).sayModels(1, Map.of("version", "1.1"), right.queue);
        assertNull(left.work());
        right.work();
        assertEquals(differences("0", "1"), left.work());
    }

    /**
     * Who refuses may close at once.
     */
    @Test
    void shouldSayWhatItHasBeforeItRefuses()
    {
        final Side left = left();
        final Side right = rightThatDiffers();
        left.say();
        right.say();
        there.room = 1;
        left.work();
        right.work();
        assertNull(left.work(), "there was no room");
        assertTrue(left.greeting.described("right").startsWith("right (it differs: version is 1.1 there, "),
            left.greeting::toString);
        there.room = Integer.MAX_VALUE;
        assertEquals(differences("0", "1"), left.work());
        assertEquals(differences("1", "0"), right.work());
    }

    @Test
    void shouldSayThatAMemberDiffersThatWasLostBeforeItSaidInWhat()
    {
        final Side left = left();
        rightThatDiffers().say();
        assertNull(left.work());
        assertTrue(left.greeting.described("right").startsWith("right (it differs in its version of isotach, "),
            left.greeting::toString);
        back.failure = new IsotachException("the line is cut");
        assertEquals(UNKNOWN + " (the line is cut)" + END, left.work());
        assertEquals(1, left.errors.size());
    }

    @Test
    void shouldSayThatAMemberDiffersThatGoesBeforeItSaysInWhat()
    {
        final Side left = left();
        final Side right = rightThatDiffers();
        right.say();
        right.queue.say(TrunkRecord.CLOSED, 1, 0);
        assertEquals(UNKNOWN + " (it has closed its cluster)" + END, left.work());
        final Side another = left();
        right.say();
        right.queue.say(TrunkRecord.LEFT, 0, 0);
        assertEquals(UNKNOWN + " (it takes part no more)" + END, another.work());
    }

    /**
     * Then the other one has nothing to do with that.
     */
    @Test
    void shouldSayWhenThisMemberReachesNobody()
    {
        final Side left = left();
        rightThatDiffers().say();
        assertNull(left.work());
        back.failure = new MemberLostException("the driver is gone");
        left.work();
        assertInstanceOf(MemberLostException.class, left.in.error());
        assertEquals(List.of("the driver is gone"), left.views.losses);
    }

    /**
     * Who closes because a third member differs tells all others what it has.
     */
    @Test
    void shouldSayWhatItHasWhenAThirdMemberDiffers()
    {
        final Common common = common(1);
        final Side right = right(common);
        final LoopTrunk toThird = new LoopTrunk();
        final Common differing = empty(0).put("version", "1.1").put("linkLength", 8192);
        final Side third = new Side(0, differing, new LoopTrunk(), toThird);
        right.say();
        final Greeting greeting = new Greeting(0, common);
        final TrunkQueue queue = new TrunkQueue(toThird, null);
        greeting.sayHello(1, queue);
        final LoopTrunk toNobody = new LoopTrunk();
        greeting.sayClosed(1, new TrunkQueue(toNobody, null));
        assertEquals(1, toNobody.count(), "nothing is disputed");
        common.dispute();
        greeting.sayClosed(1, queue);
        assertTrue(
            third.work().startsWith(LOST + "it differs: version is 1.0 there, and 1.1 here; linkLength is 4096 there"),
            third.in::toString);
        assertEquals(0, toThird.count());
        // Nothing is new for one that has the same.
        right.greeting.sayClosed(1, right.queue);
        final Side same = left();
        same.greeting.sayModels(0, MODELS, new TrunkQueue(new LoopTrunk(), null));
        assertNull(same.work());
        assertTrue(same.common.launch().isComplete());
        assertEquals(List.of(TrunkRecord.CLOSED), same.rest);
    }

    @Test
    void shouldRefuseRecordsOfAnotherFormatAtOnce()
    {
        final Side left = left();
        new TrunkQueue(back, null).say(TrunkRecord.HELLO, 1, 0x12L << 56 | 7);
        assertEquals(LOST + "its records are of format 18, and those here of format " + TrunkRecord.FORMAT +
            "; give all members the same version of isotach" + END, left.work());
        assertEquals(0, there.count());
    }

    @Test
    void shouldRefuseAnotherMember()
    {
        final Side left = left();
        new Greeting(0, common(1)).sayHello(2, new TrunkQueue(back, null));
        assertEquals(LOST + "member 2 is at the other end of its trunk" + END, left.work());
    }

    @Test
    void shouldRefuseOtherModels()
    {
        final Side left = left();
        final Side right = right(common(1));
        left.say();
        right.greeting.sayHello(1, right.queue);
        right.greeting.sayModels(1, Map.of(), right.queue);
        assertEquals(
            LOST + "it has other models: memory is missing there; give all members the same" + END, left.work());
        assertFalse(left.greeting.isOver());
    }

    @Test
    void shouldHaveAnotherNumberForEachDifference()
    {
        final long hash = common(0).hash();
        assertEquals(hash, common(0).hash());
        assertNotEquals(hash, empty(0).put("version", "1.0").put("linkLength", 4097).hash());
        assertNotEquals(
            empty(0).put("host", "a 4 link1 b").hash(), empty(0).put("host", "a").put("link", "b").hash());
        assertNotEquals(
            empty(0).put("name", "a".repeat(500) + "b" + "a".repeat(500)).hash(),
            empty(0).put("name", "a".repeat(1001)).hash());
    }

    @Test
    void shouldKnowTheVersionOfTheLibrary()
    {
        assertTrue(LibraryVersion.get().matches("[0-9]+\\.[0-9]+.*"), LibraryVersion::get);
    }
}
