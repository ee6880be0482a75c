/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

/**
 * A packet that is being written, in the slot of its queue. It ends with {@link QueuePair#commit()} or {@link
 * QueuePair#abort()}. Words that are not written have any content.
 */
public final class PacketBuffer extends PacketWords
{
    PacketBuffer()
    {
    }

    /**
     * Writes a word.
     *
     * @param word  index of the word.
     * @param value its value.
     * @return this.
     * @throws IndexOutOfBoundsException if the packet has no such word.
     * @throws IllegalStateException     if the packet has ended.
     */
    public PacketBuffer putInt(final int word, final int value)
    {
        buffer().putInt(index(word, 1), value);
        return this;
    }

    /**
     * Writes two words.
     *
     * @param word  index of the first of them.
     * @param value their value.
     * @return this.
     * @throws IndexOutOfBoundsException if the packet has no such words.
     * @throws IllegalStateException     if the packet has ended.
     */
    public PacketBuffer putLong(final int word, final long value)
    {
        buffer().putLong(index(word, 2), value);
        return this;
    }

    @Override
    public String toString()
    {
        return "PacketBuffer{offset=" + offset() + '}';
    }
}
