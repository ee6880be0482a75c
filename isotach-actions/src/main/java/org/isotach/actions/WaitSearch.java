/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.isotach.HostSet;
import org.isotach.IsotachException;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;

/**
 * Looks for waits of several members that wait for each other. It owns the rule that a circle is ended once, by the
 * member of its last wait: a member where a thread holds a reservation and waits for another one asks all members for
 * their waits, and ends a wait of its own if that is the last one of the same circle in two answers of all, one after
 * the other.
 * <p>
 * That is enough: a thread in a circle neither goes on nor gives anything back, so answers of different moments show
 * the same circle, and each of its members that has a holder in it asks. Answers of different moments can also make a
 * circle that is none: when a wait has ended for another reason, an interrupt for example, or when a ticket belongs to
 * the next read already. The second answers, which come later, show that it has gone, or another circle.
 * <p>
 * What a value waits for is known to the member that has the variable. If that is not the member of the waiting thread,
 * the two answers are put together: one has the ticket of the value, the other one what it owes to that ticket.
 * <p>
 * A question or an answer for which there is no room in time is not sent. So a question that is not answered by all is
 * asked again, with a new number: answers to the old one are ignored, as parts of two answers must not be mixed.
 * <p>
 * All methods are threadsafe.
 */
final class WaitSearch implements Runnable
{
    private static final int HANDLER = 3;
    private static final int HEADER_LENGTH = 4 * Integer.BYTES;
    private static final int QUESTION = -1;

    // Looks between two questions while nothing is found, at most. A simulation may take a longer pause for the end.
    private static final int MAX_PAUSE = 32;
    private static final int MAX_PAUSE_SIMULATED = 8;

    // Looks until a question is asked again: at first, and at most.
    private static final int MIN_PATIENCE = 32;
    private static final int MAX_PATIENCE = 4096;

    private final HostsOfMembers hosts;
    private final Sessions sessions;
    private final WaitGraph graph;
    private final Supplier<long[]> owed;
    private final Caretaker caretaker;
    private final int maxLength;
    private final int maxPause;
    private final BooleanSupplier answering = this::answerAll;

    // By member: the number of its last question, and of the one that was answered last.
    private final int[] asked;
    private final int[] answered;

    // By member: the answer to the own question, and how much of it has come.
    private final byte[][] answers;
    private final int[] lengths;
    private int question;
    private boolean isOpen;
    private List<Long> suspect = List.of();
    private long seen = WaitGraph.NO_WAIT;
    private int pause;
    private int patience = MIN_PATIENCE;

    // Since the last question, or its answers.
    private int looks;

    /**
     * @param owed what this member owes to the others, see {@link org.isotach.smm.SharedMemory#owedResults()}.
     */
    WaitSearch(
        final HostsOfMembers hosts,
        final Messaging messaging,
        final Sessions sessions,
        final WaitGraph graph,
        final Supplier<long[]> owed,
        final Caretaker caretaker)
    {
        this.hosts = hosts;
        this.sessions = sessions;
        this.graph = graph;
        this.owed = owed;
        this.caretaker = caretaker;
        maxLength = messaging.context().maxMessageLength() - HEADER_LENGTH;
        maxPause = sessions.isSimulated() ? MAX_PAUSE_SIMULATED : MAX_PAUSE;
        asked = new int[hosts.members()];
        answered = new int[hosts.members()];
        answers = new byte[hosts.members()][];
        lengths = new int[hosts.members()];
        hosts.handle(messaging, HANDLER, this::onMessage);
    }

    /**
     * Has a look at the own waits, and now and then at those of all members; called by one thread at a time.
     */
    @Override
    public void run()
    {
        graph.lookIfAnythingIsHeld();
        final long holder = graph.longestWaitOfHolder();
        final long before = seen;
        seen = holder;
        if (WaitGraph.NO_WAIT == holder || holder != before)
        {
            // Most waits are over before the next look.
            pause = 0;
            patience = MIN_PATIENCE;
            looks = 0;
            suspect = List.of();
            return;
        }
        try
        {
            if (isComplete())
            {
                conclude();
            }
            else if (looks++ >= (isOpen() ? patience : pause))
            {
                looks = 0;
                ask();
            }
        }
        catch (final IsotachException ex)
        {
            // There was no room in time: it asks again. Or this member is out: the wait ends for the same reason.
        }
    }

    private void conclude()
    {
        final List<SeenWait> circle = new SeenWaits(takeAnswers()).circle();
        final boolean isOwn = !circle.isEmpty() && hosts.own() == circle.get(0).member();
        final List<Long> found = isOwn ? SeenWaits.identity(circle) : List.of();
        if (isOwn && found.equals(suspect))
        {
            graph.callOff(circle.get(0).number(), describe(circle));
        }
        pause = isOwn ? 0 : Math.min(maxPause, 2 * pause + 1);
        suspect = found;
        looks = 0;
    }

    private String describe(final List<SeenWait> circle)
    {
        final StringBuilder text = new StringBuilder();
        String separator = "at ";
        for (final SeenWait wait : circle)
        {
            text.append(separator).append("member ").append(hosts.name(wait.member())).append(' ').append(wait.text());
            separator = "; at ";
        }
        return text.toString();
    }

    private void ask()
    {
        final int number;
        synchronized (this)
        {
            // The answers of a slow member must not be too late each time.
            patience = isOpen ? Math.min(MAX_PATIENCE, 2 * patience) : patience;
            number = ++question;
            isOpen = true;
            Arrays.fill(answers, null);
            Arrays.fill(lengths, 0);
        }
        send(hosts.all(), number, QUESTION, 0, new byte[0], 0);
    }

    private boolean answerAll()
    {
        for (int member = 0; member < asked.length; member++)
        {
            final int number;
            synchronized (this)
            {
                number = asked[member];
            }
            if (number != answered[member])
            {
                answered[member] = number;
                try
                {
                    answer(member, number);
                }
                catch (final IsotachException ex)
                {
                    // It asks again if it still waits.
                    continue;
                }
            }
        }
        return true;
    }

    private void answer(final int member, final int number)
    {
        final byte[] bytes = SeenMember.encode(graph.seen(hosts.own()), owed.get());
        final HostSet to = hosts.of(member);
        for (int offset = 0; offset < bytes.length && !hosts.isOut(member); offset += maxLength)
        {
            send(to, number, bytes.length, offset, bytes, Math.min(maxLength, bytes.length - offset));
        }
    }

    /**
     * @param total length of the whole answer, {@link #QUESTION} for a question.
     */
    private void send(
        final HostSet to, final int number, final int total, final int offset, final byte[] bytes, final int length)
    {
        sessions.carry((isochron, memory, messages) ->
        {
            final MessageBuffer buffer = messages.claimForHandler(to, HANDLER, HEADER_LENGTH + length);
            buffer.putInt(0, number);
            buffer.putInt(Integer.BYTES, total);
            buffer.putInt(2 * Integer.BYTES, offset);
            buffer.putBytes(HEADER_LENGTH, bytes, offset, length);
        }, true);
    }

    private void onMessage(final int sender, final MessageView message)
    {
        final int member = hosts.memberOf(sender);
        final int number = message.getInt(0);
        final int total = message.getInt(Integer.BYTES);
        if (QUESTION == total)
        {
            synchronized (this)
            {
                asked[member] = number;
            }
            // A handler issues nothing.
            caretaker.tendOften(answering);
        }
        else
        {
            onAnswer(member, number, total, message);
        }
    }

    private synchronized void onAnswer(
        final int member, final int number, final int total, final MessageView message)
    {
        if (isOpen && number == question)
        {
            final int length = message.length() - HEADER_LENGTH;
            answers[member] = null == answers[member] ? new byte[total] : answers[member];
            message.getBytes(HEADER_LENGTH, answers[member], message.getInt(2 * Integer.BYTES), length);
            lengths[member] += length;
        }
    }

    private synchronized boolean isOpen()
    {
        return isOpen;
    }

    /**
     * Returns whether all members that are not out have answered.
     */
    private synchronized boolean isComplete()
    {
        boolean isComplete = isOpen;
        for (int member = 0; isComplete && member < answers.length; member++)
        {
            isComplete = hosts.isOut(member) || hasAnswered(member);
        }
        return isComplete;
    }

    private synchronized List<SeenMember> takeAnswers()
    {
        isOpen = false;
        final List<SeenMember> all = new ArrayList<>();
        for (int member = 0; member < answers.length; member++)
        {
            all.add(hasAnswered(member) ? SeenMember.decode(answers[member], member) : SeenMember.SILENT);
        }
        return all;
    }

    private boolean hasAnswered(final int member)
    {
        return null != answers[member] && lengths[member] == answers[member].length;
    }

    @Override
    public synchronized String toString()
    {
        return "WaitSearch{question=" + question + ", isOpen=" + isOpen + ", members=" + answers.length + '}';
    }
}
