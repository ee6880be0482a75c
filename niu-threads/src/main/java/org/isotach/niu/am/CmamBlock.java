/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.niu.funi.PacketView;

/**
 * The words behind the number of a function, as long as the function runs.
 */
public final class CmamBlock
{
    private PacketView view;

    CmamBlock()
    {
    }

    void open(final PacketView packet)
    {
        view = packet;
    }

    /**
     * Reads a word.
     *
     * @param word index of the word.
     * @return its value.
     * @throws IndexOutOfBoundsException if there is no such word.
     * @throws IllegalStateException     if the function has returned.
     */
    public int getInt(final int word)
    {
        return view.getInt(word < 0 ? word : word + 1);
    }

    /**
     * Reads two words.
     *
     * @param word index of the first of them.
     * @return their value.
     * @throws IndexOutOfBoundsException if there are no such words.
     * @throws IllegalStateException     if the function has returned.
     */
    public long getLong(final int word)
    {
        return view.getLong(word < 0 ? word : word + 1);
    }

    @Override
    public String toString()
    {
        return "CmamBlock{" + view + '}';
    }
}
