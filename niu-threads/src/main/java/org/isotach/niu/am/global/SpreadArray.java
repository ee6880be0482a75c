/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

/**
 * An array whose elements are spread over all hosts in turn, in the manner of the spread arrays of Split-C: element 0
 * is at host 0, element 1 at host 1, and behind the last host it goes on at host 0, one element further in its memory.
 * {@link #pointer} makes a spread pointer, and {@link #advance} does its arithmetic.
 * <pre>
 *   host 0            host 1            host 2
 *   0  3  6           1  4  7           2  5         an array of 8 elements
 * </pre>
 * An element may be a block of many words. With as many elements as hosts, each host has one block. A program that
 * works on its own elements counts from {@code self} in steps of {@code size} hosts.
 * <p>
 * An array is a way to count, and no memory: whoever makes it says where in the memory of all hosts it lies. Nothing is
 * allocated by its methods. Threadsafe.
 */
public final class SpreadArray
{
    private final Extent extent;
    private final int hosts;
    private final int offset;
    private final int size;
    private final int elementLength;

    SpreadArray(final Extent extent, final int hosts, final int offset, final int size, final int elementLength)
    {
        if (elementLength < Integer.BYTES || 0 != elementLength % Integer.BYTES)
        {
            throw new IllegalArgumentException("elementLength: " + elementLength + " (expected: a multiple of " +
                Integer.BYTES + ", at least " + Integer.BYTES + " bytes)");
        }
        if (size < 1)
        {
            throw new IllegalArgumentException("size: " + size + " (expected: at least 1)");
        }
        this.extent = extent;
        this.hosts = hosts;
        this.offset = offset;
        this.size = size;
        this.elementLength = elementLength;
        if (offset < 0 || offset + length() > extent.length())
        {
            throw new IllegalArgumentException("offset: " + offset + " (expected: at least 0, and " + size +
                " elements of " + elementLength + " bytes, which take " + length() +
                " bytes of each host, inside the " + extent.length() + " bytes of its memory)");
        }
    }

    /**
     * Returns the number of elements.
     *
     * @return the number.
     */
    public int size()
    {
        return size;
    }

    /**
     * Returns the length of an element.
     *
     * @return the length in bytes.
     */
    public int elementLength()
    {
        return elementLength;
    }

    /**
     * Returns how much memory the array takes of each host, so where something else may lie.
     *
     * @return the length in bytes.
     */
    public long length()
    {
        return ((long)size + hosts - 1) / hosts * elementLength;
    }

    /**
     * Returns how many elements a host has.
     *
     * @param host number of a host.
     * @return the number, 0 if there are more hosts than elements.
     * @throws IllegalArgumentException if there is no such host.
     */
    public int sizeOf(final int host)
    {
        extent.pointer(host, 0);
        return size / hosts + (host < size % hosts ? 1 : 0);
    }

    /**
     * Makes a pointer to an element.
     *
     * @param index of the element, 0..{@link #size()}; that of {@code size()} leads behind the last element, for
     *              comparisons.
     * @return a global pointer to its first byte.
     * @throws IndexOutOfBoundsException if there is no such element.
     */
    public long pointer(final int index)
    {
        if (index < 0 || index > size)
        {
            throw new IndexOutOfBoundsException("index: " + index + " (expected: 0.." + size + ')');
        }
        return GlobalPointer.of(index % hosts, offset + index / hosts * elementLength);
    }

    /**
     * Returns the element to which a pointer leads, or in which it leads to a byte.
     *
     * @param pointer made by {@link #pointer} or {@link #advance}.
     * @return index of the element, 0..{@link #size()}.
     * @throws IllegalArgumentException if it leads to no element, nor behind the last one.
     */
    public int index(final long pointer)
    {
        final int host = GlobalPointer.host(pointer);
        final long place = GlobalPointer.offset(pointer) - offset;
        final long index = place / elementLength * hosts + host;
        if (host < 0 || host >= hosts || place < 0 || index > size)
        {
            throw new IllegalArgumentException("pointer: host " + host + ", offset " + GlobalPointer.offset(pointer) +
                " (expected: one to an element of " + this + ')');
        }
        return (int)index;
    }

    /**
     * Moves a spread pointer on, over hosts. It keeps its place within the element.
     *
     * @param pointer  to an element, or to a byte of one.
     * @param elements how many elements further, or back if negative.
     * @return the pointer.
     * @throws IllegalArgumentException  if the pointer leads to no element.
     * @throws IndexOutOfBoundsException if there is no element so far away, and it is not the end of the array.
     */
    public long advance(final long pointer, final int elements)
    {
        final int index = index(pointer);
        final long to = (long)index + elements;
        return pointer - pointer(index) + pointer((int)Math.min(Integer.MAX_VALUE, to));
    }

    @Override
    public String toString()
    {
        return "SpreadArray{hosts=" + hosts + ", offset=" + offset + ", size=" + size + ", elementLength=" +
            elementLength + '}';
    }
}
