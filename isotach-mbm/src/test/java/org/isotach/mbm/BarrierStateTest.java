/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

import org.isotach.mbm.BarrierState.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.isotach.mbm.BarrierState.EXPELLED;
import static org.isotach.mbm.BarrierState.HOLDING;
import static org.isotach.mbm.BarrierState.MEMBER;
import static org.isotach.mbm.BarrierState.NOTICE;
import static org.isotach.mbm.BarrierState.NOT_HOLDING;
import static org.isotach.mbm.BarrierState.READY;
import static org.isotach.mbm.BarrierState.REGISTERED;
import static org.isotach.mbm.BarrierState.SEND;
import static org.isotach.mbm.BarrierState.STRONG;
import static org.isotach.mbm.BarrierState.TRANSITION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Every step of Ironman section 6.5.5 from every state that can be written down: five places of the credit with, and
 * without, each of five flags.
 */
final class BarrierStateTest
{
    private static final List<String> CREDITS = List.of("SEND", "NOT_HOLDING", "TRANSITION", "READY", "HOLDING");
    private static final Map<Character, Integer> FLAGS = Map.of(
        'r', REGISTERED, 'm', MEMBER, 's', STRONG, 'x', EXPELLED, 'n', NOTICE);
    private static final int FLAGS_LIMIT = 256;
    private static final int FLAGS_STEP = 8;

    /**
     * A step, and a row of its table for each kind of state. In front of the arrow stand the flags that the state has
     * (+) and has not (-), and the places of the credit, any where there is none. Behind it stand the flags that are
     * set (+) and taken away (-), and where the credit is then; or why the step is refused.
     */
    enum Step
    {
        REGISTER_STRONG(now -> BarrierState.register(now, BarrierMode.STRONG),
            "+r -> REGISTERS_AGAIN",
            "-r+x -> REGISTERS_EXPELLED",
            "-r-x SEND -> +r+m+s HOLDING",
            "-r-x NOT_HOLDING TRANSITION READY HOLDING -> +r+m+s TRANSITION"),
        REGISTER_WEAK(now -> BarrierState.register(now, BarrierMode.WEAK),
            "+r -> REGISTERS_AGAIN",
            "-r+x -> REGISTERS_EXPELLED",
            "-r-x SEND -> +r+m-s HOLDING",
            "-r-x NOT_HOLDING TRANSITION READY HOLDING -> +r+m-s TRANSITION"),
        REGISTER_MEMBER_STRONG(now -> BarrierState.registerMember(now, BarrierMode.STRONG),
            "+r -> REGISTERS_AGAIN",
            "-r+x -> REGISTERS_EXPELLED",
            "-r-x-m ->",
            "-r-x+m SEND -> +r+s HOLDING",
            "-r-x+m NOT_HOLDING TRANSITION READY HOLDING -> +r+s TRANSITION"),
        REGISTER_MEMBER_WEAK(now -> BarrierState.registerMember(now, BarrierMode.WEAK),
            "+r -> REGISTERS_AGAIN",
            "-r+x -> REGISTERS_EXPELLED",
            "-r-x-m ->",
            "-r-x+m SEND -> +r-s HOLDING",
            "-r-x+m NOT_HOLDING TRANSITION READY HOLDING -> +r-s TRANSITION"),
        PARTICIPATE_STRONG(now -> BarrierState.participate(now, BarrierMode.STRONG),
            "+x -> PARTICIPATES_EXPELLED",
            "-x-r -> NOT_REGISTERED",
            "-x+r-s -> OTHER_MODE",
            "-x+r+s+n -> INCOMPLETE",
            "-x+r+s-n SEND NOT_HOLDING READY -> INCOMPLETE",
            "-x+r+s-n TRANSITION -> READY",
            "-x+r+s-n HOLDING -> NOT_HOLDING"),
        PARTICIPATE_WEAK(now -> BarrierState.participate(now, BarrierMode.WEAK),
            "+x -> PARTICIPATES_EXPELLED",
            "-x-r -> NOT_REGISTERED",
            "-x+r+s -> OTHER_MODE",
            "-x+r-s+n -> INCOMPLETE",
            "-x+r-s-n SEND NOT_HOLDING READY -> INCOMPLETE",
            "-x+r-s-n TRANSITION -> READY",
            "-x+r-s-n HOLDING -> NOT_HOLDING"),
        CLEAR(BarrierState::clear,
            "-r ->",
            "+r SEND HOLDING -> -r SEND",
            "+r NOT_HOLDING TRANSITION READY -> -r NOT_HOLDING"),
        RECEIVE_NOTICE(BarrierState::receiveNotice,
            " -> -n"),
        COMPLETE(now -> BarrierState.complete(now, true, true),
            "-m -> NO_PART_OF_IT",
            "+m SEND HOLDING -> CREDIT_NOT_SENT",
            "+m+r NOT_HOLDING -> +n HOLDING",
            "+m-r NOT_HOLDING -> -m-s-x",
            "+m TRANSITION -> HOLDING",
            "+m READY -> SEND"),
        COMPLETE_BEFORE_JOINING(now -> BarrierState.complete(now, false, true),
            " -> NO_PART_OF_IT"),
        SEND_CREDIT(BarrierState::sendCredit,
            "+m SEND -> NOT_HOLDING",
            "-m SEND ->",
            " NOT_HOLDING TRANSITION READY HOLDING ->"),
        TAKE_BACK_PARTICIPATION(BarrierState::takeBackParticipation,
            "+r NOT_HOLDING -> HOLDING",
            "-r NOT_HOLDING -> SEND",
            " TRANSITION -> HOLDING",
            " SEND READY HOLDING -> SEND"),
        TAKE_BACK_CREDIT(BarrierState::takeBackCredit,
            " TRANSITION -> HOLDING",
            " SEND NOT_HOLDING READY HOLDING -> SEND"),
        LEAVE(BarrierState::leave,
            "-r NOT_HOLDING -> -m-s-x",
            "+r NOT_HOLDING ->",
            " SEND TRANSITION READY HOLDING ->"),
        EXPEL(BarrierState::expel,
            " -> +x-r-m-s-n SEND");

        private final IntUnaryOperator step;
        private final String[] rows;

        Step(final IntUnaryOperator step, final String... rows)
        {
            this.step = step;
            this.rows = rows;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldMakeTheStepFromEveryState(final Step step)
    {
        states().forEach(state ->
        {
            final String[] rows = Arrays.stream(step.rows).filter(row -> isOf(state, row)).toArray(String[]::new);
            assertEquals(1, rows.length, () -> step + " from " + toString(state) + ": " + Arrays.toString(rows));
            final String outcome = rows[0].substring(rows[0].indexOf("->") + 2).trim();
            final int next = step.step.applyAsInt(state);
            if (Arrays.stream(Refusal.values()).anyMatch(reason -> reason.name().equals(outcome)))
            {
                assertTrue(BarrierState.isRefusal(next), () -> step + " from " + toString(state) + ": " + next);
                assertEquals(outcome, BarrierState.reason(next).name(), () -> step + " from " + toString(state));
                assertEquals(BarrierState.credit(state), BarrierState.credit(next));
                assertEquals(BarrierState.mode(state), BarrierState.mode(next));
            }
            else
            {
                assertEquals(
                    toString(after(state, outcome)), toString(next), () -> step + " from " + toString(state));
            }
        });
    }

    @Test
    void shouldSayWhatTheStatesMean()
    {
        states().forEach(state ->
        {
            assertEquals(isOf(state, "+r ->"), BarrierState.isRegistered(state));
            assertEquals(isOf(state, "+m ->"), BarrierState.isMember(state));
            assertEquals(isOf(state, "+s ->") ? BarrierMode.STRONG : BarrierMode.WEAK, BarrierState.mode(state));
            assertEquals(isOf(state, "+r NOT_HOLDING READY ->"), BarrierState.isWaiting(state));
            assertEquals(isOf(state, "+r NOT_HOLDING ->"), BarrierState.isTold(state));
            assertEquals(isOf(state, "+r HOLDING ->"), BarrierState.isWaitedFor(state));
            assertEquals(isOf(state, "+m SEND ->"), BarrierState.hasToSend(state));
            assertEquals(isOf(state, "-r NOT_HOLDING ->"), BarrierState.isLeaving(state));
            assertFalse(BarrierState.isRefusal(state));
        });
    }

    /**
     * Whatever the order of the steps. That the credit of a host is waited for is not known here: no completion comes
     * while it is not sent.
     */
    @Test
    void shouldNotComeToOtherStates()
    {
        final Set<Integer> found = new TreeSet<>(List.of(BarrierState.INITIAL, BarrierState.FIRST));
        final Deque<Integer> left = new ArrayDeque<>(found);
        while (!left.isEmpty())
        {
            final int state = left.remove();
            for (final Step step : Step.values())
            {
                final int next = step.step.applyAsInt(state);
                if (!BarrierState.isRefusal(next) && found.add(next))
                {
                    left.add(next);
                }
            }
        }
        for (final int state : found)
        {
            assertTrue(
                EXPELLED == state || isOf(state, "-x+r+m ->") || isOf(state, "-x-r SEND NOT_HOLDING ->"),
                () -> toString(state));
        }
        for (final int credit : new int[]{SEND, NOT_HOLDING, TRANSITION, READY, HOLDING})
        {
            assertTrue(found.contains(credit | REGISTERED | MEMBER));
            assertTrue(found.contains(credit | REGISTERED | MEMBER | STRONG));
        }
    }

    @Test
    void shouldStayExpelled()
    {
        for (final Step step : Step.values())
        {
            final int next = step.step.applyAsInt(EXPELLED);
            assertTrue(EXPELLED == next || BarrierState.isRefusal(next), step::toString);
        }
    }

    private static IntStream states()
    {
        return IntStream.iterate(0, flags -> flags < FLAGS_LIMIT, flags -> flags + FLAGS_STEP)
            .flatMap(flags -> IntStream.range(0, CREDITS.size()).map(credit -> flags | credit));
    }

    /**
     * Is the state one of those in front of the arrow?
     */
    private static boolean isOf(final int state, final String row)
    {
        final String[] words = row.substring(0, row.indexOf("->")).stripTrailing().split(" ");
        boolean isOf = words.length <= 1 ||
            Arrays.asList(words).subList(1, words.length).contains(CREDITS.get(state & 7));
        for (int i = 0; i + 1 < words[0].length(); i += 2)
        {
            isOf &= '+' == words[0].charAt(i) == (0 != (state & FLAGS.get(words[0].charAt(i + 1))));
        }
        return isOf;
    }

    /**
     * The state that stands behind the arrow.
     */
    private static int after(final int state, final String outcome)
    {
        int after = state;
        for (final String word : outcome.isEmpty() ? new String[0] : outcome.split(" "))
        {
            if (CREDITS.contains(word))
            {
                after = after & ~7 | CREDITS.indexOf(word);
            }
            else
            {
                for (int i = 0; i < word.length(); i += 2)
                {
                    final int flag = FLAGS.get(word.charAt(i + 1));
                    after = '+' == word.charAt(i) ? after | flag : after & ~flag;
                }
            }
        }
        return after;
    }

    private static String toString(final int state)
    {
        final StringBuilder text = new StringBuilder();
        for (final char flag : "rmsxn".toCharArray())
        {
            text.append(0 == (state & FLAGS.get(flag)) ? '-' : '+').append(flag);
        }
        return text.append(' ').append(CREDITS.get(state & 7)).toString();
    }
}
