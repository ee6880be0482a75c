/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

/**
 * A packet that was taken: a message of up to 21 words, or the notice of a put, whose bytes are in memory already. It
 * ends when its handler returns; with {@link org.isotach.niu.ClusterContext#paranoid(boolean)} each packet has a view
 * of its own, so that one that is kept stays ended for good.
 */
public final class PacketView extends PacketWords
{
    private boolean isTransfer;

    PacketView()
    {
    }

    void isTransfer(final boolean value)
    {
        isTransfer = value;
    }

    /**
     * Reads a word.
     *
     * @param word index of the word.
     * @return its value.
     * @throws IndexOutOfBoundsException if the packet has no such word.
     * @throws IllegalStateException     if the packet has ended.
     */
    public int getInt(final int word)
    {
        return buffer().getInt(index(word, 1));
    }

    /**
     * Reads two words.
     *
     * @param word index of the first of them.
     * @return their value.
     * @throws IndexOutOfBoundsException if the packet has no such words.
     * @throws IllegalStateException     if the packet has ended.
     */
    public long getLong(final int word)
    {
        return buffer().getLong(index(word, 2));
    }

    /**
     * Returns whether this is the notice of a put, which has no words of its own.
     *
     * @return true if so.
     */
    public boolean isTransfer()
    {
        checkOpen();
        return isTransfer;
    }

    /**
     * Returns where the bytes of the put are.
     *
     * @return pointer to the first one; {@link SharedSegment#offset(long)} has its index.
     * @throws IllegalStateException if this is no notice.
     */
    public long pointer()
    {
        return notice(PacketLayout.POINTER_OFFSET);
    }

    /**
     * Returns the argument of the put.
     *
     * @return what the sender has given.
     * @throws IllegalStateException if this is no notice.
     */
    public long argument()
    {
        return notice(PacketLayout.ARGUMENT_OFFSET);
    }

    /**
     * Returns how many bytes were put.
     *
     * @return the length in bytes.
     * @throws IllegalStateException if this is no notice.
     */
    public int length()
    {
        return (int)notice(PacketLayout.LENGTH_OFFSET);
    }

    private long notice(final int field)
    {
        checkOpen();
        if (!isTransfer)
        {
            throw new IllegalStateException("this is a message, not the notice of a put: see isTransfer()");
        }
        return buffer().getLong(offset() + field);
    }

    @Override
    public String toString()
    {
        return "PacketView{offset=" + offset() + ", transfer=" + isTransfer + '}';
    }
}
