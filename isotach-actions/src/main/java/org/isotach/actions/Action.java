/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import org.isotach.mbm.MessagePort;

/**
 * The values of the declared variables at the point of an action in the order, and the new values and messages of the
 * action. New values and messages take effect together when the body has returned. If the body throws, none of them
 * does.
 * <p>
 * <b>Note:</b> this class is not threadsafe, and is valid only inside the body that receives it.
 */
public final class Action extends Snapshot
{
    private final Post post;
    private final Wait run;
    private final ArrayList<Topic<?>> topics = new ArrayList<>(0);
    private final List<Object> messages = new ArrayList<>();

    // What the isochron that assigns takes along for the library itself.
    private final List<Consumer<MessagePort>> enclosures = new ArrayList<>();
    private boolean isChanged;

    private long[] record = {};

    // By variable, which of them refer to another object.
    private boolean[] referring = {};

    /**
     * @param post takes the messages.
     * @param run  the run whose action it is.
     */
    Action(final Post post, final Wait run)
    {
        this.post = post;
        this.run = run;
    }

    Wait run()
    {
        return run;
    }

    /**
     * Gives a variable a new value, which {@link #get(IsoLong)} returns from then on.
     *
     * @param variable a variable that was declared with {@code update()}.
     * @param value    the new value.
     * @return this.
     * @throws IllegalArgumentException if the variable was not declared, or only for reading.
     * @throws IllegalStateException    if the body has ended.
     */
    public Action set(final IsoLong variable, final long value)
    {
        return setWord(variable, value);
    }

    /**
     * Gives a variable a new value, which {@link #get(IsoInt)} returns from then on.
     *
     * @param variable a variable that was declared with {@code update()}.
     * @param value    the new value.
     * @return this.
     * @throws IllegalArgumentException if the variable was not declared, or only for reading.
     * @throws IllegalStateException    if the body has ended.
     */
    public Action set(final IsoInt variable, final int value)
    {
        return setWord(variable, value);
    }

    /**
     * Gives a variable a new value, which {@link #get(IsoDouble)} returns from then on.
     *
     * @param variable a variable that was declared with {@code update()}.
     * @param value    the new value.
     * @return this.
     * @throws IllegalArgumentException if the variable was not declared, or only for reading.
     * @throws IllegalStateException    if the body has ended.
     */
    public Action set(final IsoDouble variable, final double value)
    {
        return setWord(variable, Double.doubleToRawLongBits(value));
    }

    /**
     * Gives a variable a new value, which {@link #get(IsoBoolean)} returns from then on.
     *
     * @param variable a variable that was declared with {@code update()}.
     * @param value    the new value.
     * @return this.
     * @throws IllegalArgumentException if the variable was not declared, or only for reading.
     * @throws IllegalStateException    if the body has ended.
     */
    public Action set(final IsoBoolean variable, final boolean value)
    {
        return setWord(variable, value ? 1 : 0);
    }

    /**
     * Makes a variable refer to another object, which {@link #get(IsoReference)} returns from then on. In a cluster
     * with members the object becomes bytes when the body has returned. If the codec refuses it, or all objects and
     * messages of the action do not fit into one isochron, the action fails, and the old values stay.
     *
     * @param variable a variable that was declared with {@code update()}.
     * @param value    the object, or null.
     * @param <T>      type of the object.
     * @return this.
     * @throws IllegalArgumentException if the variable was not declared, or only for reading.
     * @throws IllegalStateException    if the body has ended.
     */
    public <T> Action set(final IsoReference<T> variable, final T value)
    {
        final int index = reservedIndexOf(variable);
        objects()[index] = value;
        if (referring.length <= index)
        {
            referring = Arrays.copyOf(referring, objects().length);
        }
        referring[index] = true;
        isChanged = true;
        return this;
    }

    /**
     * Gives all components of a variable new values, which {@link #get(IsoStruct)} returns from then on.
     *
     * @param variable a variable that was declared with {@code update()}.
     * @param value    the new values.
     * @param <T>      type of the record.
     * @return this.
     * @throws IllegalArgumentException if the variable was not declared, or only for reading.
     * @throws IllegalStateException    if the body has ended.
     */
    public <T extends Record> Action set(final IsoStruct<T> variable, final T value)
    {
        final int first = footprint().firstWord(reservedIndexOf(variable));
        final int words = variable.words();
        if (record.length < words)
        {
            record = new long[words];
        }
        // An accessor may throw.
        variable.layout().write(value, record, 0);
        System.arraycopy(record, 0, values(), first, words);
        isChanged = true;
        return this;
    }

    /**
     * Sends a message in the isochron that assigns the new values. Receivers see these values or later ones, and all
     * receivers get the message at the same point in the order.
     *
     * @param topic   the topic whose subscribers receive the message.
     * @param message the message, not null. It is not copied, so it should be immutable.
     * @param <T>     type of the message.
     * @return this.
     * @throws IllegalStateException    if the body has ended.
     * @throws IllegalArgumentException if the topic belongs to another Isotach, or, in a cluster with members, the
     *                                  codec of {@link IsotachContext#membership} does not take the message, or it is
     *                                  too long.
     */
    public <T> Action send(final Topic<T> topic, final T message)
    {
        checkOpen();
        Objects.requireNonNull(topic, "topic");
        if (!topic.isOf(post))
        {
            throw new IllegalArgumentException("topic " + topic + " belongs to another Isotach: send to it in actions" +
                " of that one");
        }
        // First, as memory may run out: there is a topic for each message.
        topics.ensureCapacity(topics.size() + 1);
        messages.add(post.accept(topic, Objects.requireNonNull(message, "message")));
        topics.add(topic);
        return this;
    }

    /**
     * Begins a body, with the values that were taken.
     */
    void begin(final Footprint declared, final long[] words)
    {
        undo();
        open(declared, words);
    }

    /**
     * Forgets the changes and messages of a body that has thrown.
     */
    void undo()
    {
        if (!messages.isEmpty())
        {
            topics.clear();
            messages.clear();
        }
        if (isChanged)
        {
            isChanged = false;
            enclosures.clear();
            Arrays.fill(referring, false);
        }
    }

    /**
     * Returns whether a variable was made to refer to an object, perhaps the same one again.
     */
    boolean hasSet(final int variable)
    {
        return variable < referring.length && referring[variable];
    }

    /**
     * Adds a message to the isochron that assigns the new values.
     *
     * @param message appends it, perhaps more than once, if there was no room.
     */
    void enclose(final Consumer<MessagePort> message)
    {
        enclosures.add(message);
    }

    void appendEnclosures(final MessagePort port)
    {
        for (int i = 0; i < enclosures.size(); i++)
        {
            enclosures.get(i).accept(port);
        }
    }

    /**
     * Gives a declared variable the words of a batch.
     *
     * @param first index in {@code words} of the first of them.
     */
    void setWords(final IsoVariable variable, final long[] words, final int first)
    {
        System.arraycopy(words, first, values(), footprint().firstWord(reservedIndexOf(variable)), variable.words());
        isChanged = true;
    }

    boolean isChanged()
    {
        return isChanged;
    }

    int messages()
    {
        return messages.size();
    }

    Topic<?> topic(final int index)
    {
        return topics.get(index);
    }

    Object message(final int index)
    {
        return messages.get(index);
    }

    private Action setWord(final IsoVariable variable, final long word)
    {
        values()[footprint().firstWord(reservedIndexOf(variable))] = word;
        isChanged = true;
        return this;
    }

    private int reservedIndexOf(final IsoVariable variable)
    {
        final int index = indexOf(variable);
        if (!footprint().isReserved(index))
        {
            throw new IllegalArgumentException("variable " + variable + " is declared by " + footprint() +
                " for reading only: declare it with update() to set it");
        }
        return index;
    }
}
