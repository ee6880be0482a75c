/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.IntToLongFunction;

import org.isotach.IsotachException;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;

/**
 * The variables of a cluster with members. It owns the rule that all members have declared the same variables, with the
 * same addresses and initial values, before any of them is used: they tell each other what they have declared, and the
 * first member writes the initial values when nothing differs, or the next one if that is out before. Threadsafe.
 */
final class Declarations
{
    private static final int HANDLER = 2;
    private static final int HEADER_LENGTH = 2 * Integer.BYTES;

    // In place of the number of a declaration: the initial values are written.
    private static final int WRITTEN = -1;

    private final HostsOfMembers hosts;
    private final int maxLength;
    private final List<String> texts = new ArrayList<>();
    private final List<Initial> initials = new ArrayList<>();

    // By member, null until its first declaration has come.
    private final String[][] declared;
    private boolean isComplete;

    // How many the others were told, and whether a thread tells them.
    private int said;
    private boolean isSaying;
    private boolean isWritten;

    // The thread that writes the initial values, and whether one has done so.
    private volatile Thread writer;
    private boolean areFilled;
    private volatile boolean isJoined;

    /**
     * Writes variables.
     */
    @FunctionalInterface
    interface Writer
    {
        /**
         * Writes new words.
         *
         * @param values the values by index in {@code addresses}.
         * @param what   for messages.
         */
        void fill(int[] addresses, IntToLongFunction values, Object what);
    }

    private record Initial(int[] addresses, IntToLongFunction words)
    {
    }

    /**
     * @param hosts     the hosts of the members.
     * @param messaging brings the declarations.
     * @param functions numbers of the functions.
     */
    Declarations(final HostsOfMembers hosts, final Messaging messaging, final Collection<Integer> functions)
    {
        this.hosts = hosts;
        maxLength = messaging.context().maxMessageLength() - HEADER_LENGTH;
        declared = new String[hosts.members()][];
        texts.add("functions " + functions);
        hosts.handle(messaging, HANDLER, this::onMessage);
    }

    /**
     * Refuses to declare a variable when members have compared theirs.
     */
    synchronized void checkOpen(final String name)
    {
        if (isComplete)
        {
            throw new IllegalStateException("variable " + name + " after Isotach.join(): all members have compared" +
                " their variables; declare it before, at all members");
        }
    }

    /**
     * Refuses what uses variables before all members have compared theirs.
     */
    void checkJoined(final Object what)
    {
        if (!isJoined && Thread.currentThread() != writer)
        {
            throw new IllegalStateException(what + " before Isotach.join(): declare all variables, then join");
        }
    }

    /**
     * Notes a variable, or several with one name, unless another thread joins meanwhile.
     */
    synchronized void declare(final String name, final int[] addresses, final int words)
    {
        checkOpen(name);
        final int last = addresses[addresses.length - 1];
        texts.add(addresses.length + " times " + words + " words at " + addresses[0] + ".." + last + ": " + name);
    }

    /**
     * Notes the initial value of the variables that were declared last.
     */
    void initialize(final int[] addresses, final long word)
    {
        initialize(addresses, i -> word, word);
    }

    /**
     * Notes the initial values of the variables that were declared last.
     *
     * @param words the values by index in {@code addresses}.
     * @param shown what members compare in place of the words.
     */
    synchronized void initialize(final int[] addresses, final IntToLongFunction words, final Object shown)
    {
        checkOpen("at " + addresses[0]);
        texts.add("initially " + shown + " at " + addresses[0]);
        initials.add(new Initial(addresses, words));
    }

    /**
     * Compares with all other members, and waits until the initial values are written.
     *
     * @throws IsotachException when members have declared different variables.
     */
    void join(final Writer values, final Sessions sessions)
    {
        say(sessions);
        hosts.await(this::areAllDeclared, "the variables of the other members");
        check();
        hosts.await(
            () -> isWritten() || isFirst(), "the initial values, which the first member writes that is not out");
        if (!isWritten())
        {
            write(values, sessions);
        }
        hosts.await(this::isWritten, "the initial values");
        isJoined = true;
    }

    /**
     * Returns whether all members in front of this one are out, and have not written the initial values: then no other
     * one uses a variable yet. What they had sent is executed here, so nobody finds anything else.
     */
    private boolean isFirst()
    {
        for (int member = 0; member < hosts.own(); member++)
        {
            if (!hosts.hasLeft(member))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Tells the others, from where an earlier call has failed. Whoever hears one twice knows no more.
     */
    private void say(final Sessions sessions)
    {
        if (!trySay())
        {
            return;
        }
        try
        {
            while (said < texts.size())
            {
                send(sessions, said, texts.size(), texts.get(said));
                said++;
            }
        }
        finally
        {
            stopSaying();
        }
    }

    private synchronized boolean trySay()
    {
        // From now on nothing is declared.
        isComplete = true;
        if (isSaying)
        {
            return false;
        }
        isSaying = true;
        return true;
    }

    private synchronized void stopSaying()
    {
        isSaying = false;
    }

    private void write(final Writer values, final Sessions sessions)
    {
        if (!tryBeWriter())
        {
            return;
        }
        try
        {
            if (!areFilled)
            {
                for (final Initial initial : initials)
                {
                    values.fill(initial.addresses, initial.words, "the initial values");
                }
                areFilled = true;
            }
            // Behind them in the order. Whoever hears it twice, after a time-out, knows no more.
            send(sessions, WRITTEN, 0, "");
        }
        finally
        {
            writer = null;
        }
    }

    /**
     * Only one of several threads that join writes: what it has written may be changed before another one would write
     * it again.
     */
    private synchronized boolean tryBeWriter()
    {
        if (isWritten || null != writer)
        {
            return false;
        }
        writer = Thread.currentThread();
        return true;
    }

    private void send(final Sessions sessions, final int number, final int count, final String text)
    {
        final byte[] whole = text.getBytes(StandardCharsets.UTF_8);
        final byte[] bytes = whole.length <= maxLength ? whole :
            (text.hashCode() + " of " + text).substring(0, maxLength / 4).getBytes(StandardCharsets.UTF_8);
        sessions.carry((isochron, memory, messages) ->
        {
            final MessageBuffer buffer =
                messages.claimForHandler(hosts.all(), HANDLER, HEADER_LENGTH + bytes.length);
            buffer.putInt(0, number);
            buffer.putInt(Integer.BYTES, count);
            buffer.putBytes(HEADER_LENGTH, bytes, 0, bytes.length);
        }, true);
    }

    private synchronized void onMessage(final int sender, final MessageView message)
    {
        final int number = message.getInt(0);
        if (WRITTEN == number)
        {
            isWritten = true;
        }
        else
        {
            final byte[] bytes = new byte[message.length() - HEADER_LENGTH];
            message.getBytes(HEADER_LENGTH, bytes, 0, bytes.length);
            final int member = hosts.memberOf(sender);
            if (null == declared[member])
            {
                declared[member] = new String[message.getInt(Integer.BYTES)];
            }
            declared[member][number] = new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private synchronized boolean areAllDeclared()
    {
        for (int member = 0; member < declared.length; member++)
        {
            if (!isDeclared(member) && !hosts.isOut(member))
            {
                return false;
            }
        }
        return true;
    }

    private boolean isDeclared(final int member)
    {
        return null != declared[member] && !Arrays.asList(declared[member]).contains(null);
    }

    private synchronized boolean isWritten()
    {
        return isWritten;
    }

    private synchronized void check()
    {
        final String[] own = declared[hosts.own()];
        for (int member = 0; member < declared.length; member++)
        {
            final String[] other = declared[member];
            // One that is out may have said a part only.
            if (isDeclared(member) && !Arrays.equals(own, other))
            {
                final int difference = Arrays.mismatch(own, other);
                throw new IsotachException("member " + hosts.name(member) +
                    " has declared other variables than member " + hosts.name(hosts.own()) + ": " +
                    at(other, difference) + " there, " + at(own, difference) +
                    " here; declare the same in the same order at all members");
            }
        }
    }

    private static String at(final String[] some, final int index)
    {
        return index < some.length ? '"' + some[index] + '"' : "nothing more";
    }

    @Override
    public synchronized String toString()
    {
        return "Declarations{variables=" + texts.size() + ", joined=" + isJoined + '}';
    }
}
