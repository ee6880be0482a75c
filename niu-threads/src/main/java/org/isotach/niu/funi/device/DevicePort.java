/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * Queues of one process, and what a library does with its registers (Hoe, FUNet, section 3.2): set up and resize, send,
 * receive, transfer. Replies and requests have queues of their own. There is no order among packets.
 * <p>
 * When a send queue is full, packets go into a second one of the same size, which takes its place when the device has
 * taken all of the first (section 3.2.2).
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one thread at a time.
 */
public final class DevicePort extends Padded
{
    /**
     * In place of an address: there is no slot.
     */
    public static final int NO_SLOT = -1;

    private final DeviceMember member;
    private final PortQueues queues;

    /**
     * Prepares the queues. They take six times their length at the beginning of the memory of the member, from byte 128
     * on.
     *
     * @param member the process.
     * @param slots  of each queue, a power of two, 2..65536; one of them always stays empty.
     * @throws IllegalArgumentException if the number is out of range, or the memory has no room for them.
     */
    public DevicePort(final DeviceMember member, final int slots)
    {
        this(member, slots, true, Slot.LENGTH);
    }

    /**
     * Prepares the queues, with or without second send queues. These need {@link #advance()} until they are empty.
     *
     * @param member   the process.
     * @param slots    of each queue, a power of two, 2..65536; one of them always stays empty.
     * @param isSecond true for second send queues.
     * @param first    address of the queues, a multiple of 128, at least 128; what is before them is left alone.
     * @throws IllegalArgumentException if a number is out of range, or the memory has no room for them.
     */
    public DevicePort(final DeviceMember member, final int slots, final boolean isSecond, final int first)
    {
        this.member = member;
        queues = new PortQueues(member, slots, isSecond, first);
    }

    /**
     * Returns how much memory queues take that begin at byte 128.
     *
     * @param slots of each queue, 2..65536.
     * @return the length in bytes, with the bytes before them.
     */
    public static int length(final int slots)
    {
        return (int)PortQueues.end(Slot.LENGTH, slots);
    }

    /**
     * Returns the first byte behind the queues.
     *
     * @return its address: memory for transfers begins there.
     */
    public int end()
    {
        return queues.end();
    }

    /**
     * Returns the memory of the process, as it is at present: see {@link DeviceMember#tryGrow()}.
     *
     * @return the memory.
     */
    public OffHeapBuffer memory()
    {
        return member.memory();
    }

    /**
     * Returns the number of slots of each queue.
     *
     * @return number of slots.
     */
    public int slots()
    {
        return queues.slots();
    }

    /**
     * Sets the queues up, when the device says that it has stopped to use them (section 3.2.1).
     *
     * @return true if they can be used now, or could before; else call it again.
     */
    public boolean tryOpen()
    {
        return queues.tryOpen();
    }

    /**
     * Changes the number of slots. It succeeds at a moment at which the device has taken everything that was sent, and
     * everything that has arrived was received. It stops the device, and waits for a moment until that says so; it
     * works for the devices meanwhile, if the cluster has no threads that do that. A slot that was claimed must have
     * been committed. If the process has too little memory it takes what it may have ({@link DeviceMember#tryGrow()}).
     *
     * @param value a power of two, 2..65536.
     * @return true if it is done; else the device goes on as before: receive, and call it again.
     * @throws IllegalArgumentException if the number is out of range, or the memory has no room for them.
     */
    public boolean tryResize(final int value)
    {
        return queues.tryResize(value);
    }

    /**
     * Returns where the next packet is to be written. Others do not see it before {@link #commit}.
     *
     * @param isReply true for a reply.
     * @return address of the slot; {@link #NO_SLOT} if both queues are full.
     */
    public int tryClaim(final boolean isReply)
    {
        return queues.openOut(isReply).tryClaim();
    }

    /**
     * Sends the packet that was written where {@link #tryClaim} said.
     *
     * @param isReply true for a reply.
     */
    public void commit(final boolean isReply)
    {
        stage(isReply);
        queues.out(isReply).publish();
    }

    /**
     * Adds the packet that was written where {@link #tryClaim} said to those that {@link #publish} sends.
     *
     * @param isReply true for a reply.
     */
    public void stage(final boolean isReply)
    {
        queues.out(isReply).stage();
    }

    /**
     * Sends all packets that were staged.
     */
    public void publish()
    {
        queues.publish();
    }

    /**
     * Sends a message.
     *
     * @param isReply true for a reply.
     * @param node    number of a member.
     * @param type    0..511.
     * @param words   up to 21; the device cuts the others off.
     * @return false if the queues are full.
     */
    public boolean trySend(final boolean isReply, final int node, final int type, final int... words)
    {
        final int address = tryClaim(isReply);
        if (NO_SLOT == address)
        {
            return false;
        }
        final int count = Math.min(Slot.MAX_WORDS, words.length);
        final OffHeapBuffer memory = member.memory();
        memory.putInt(address, Slot.header(false, type, count, node));
        for (int word = 0; word < count; word++)
        {
            memory.putInt(address + Slot.BODY + word * Integer.BYTES, words[word]);
        }
        commit(isReply);
        return true;
    }

    /**
     * Sends a transfer: words from the memory of this member to that of another one, which gets a notice then (section
     * 3.2.4). The source may change when {@link #isTaken} says so.
     *
     * @param isReply     true for a reply.
     * @param node        number of a member.
     * @param type        0..511.
     * @param source      address in this memory, a multiple of 16.
     * @param destination address in the memory of the other member, a multiple of 16; with 0 the words arrive as a
     *                    message, behind the argument.
     * @param words       a multiple of 4, 0..16; more are cut off.
     * @param argument    any word.
     * @return false if the queues are full.
     */
    public boolean tryTransfer(
        final boolean isReply,
        final int node,
        final int type,
        final int source,
        final int destination,
        final int words,
        final int argument)
    {
        final int address = tryClaim(isReply);
        if (NO_SLOT == address)
        {
            return false;
        }
        memory().putInt(address, Slot.header(true, type, Math.min(words, Slot.MAX_TRANSFER_WORDS), node));
        memory().putInt(address + Slot.SOURCE, source);
        memory().putInt(address + Slot.DESTINATION, destination);
        memory().putInt(address + Slot.ARGUMENT, argument);
        commit(isReply);
        return true;
    }

    /**
     * Returns whether the device has taken everything that was sent. Sources may then change.
     *
     * @param isReply true for replies.
     * @return true if so.
     */
    public boolean isTaken(final boolean isReply)
    {
        return queues.openOut(isReply).isEmpty();
    }

    /**
     * Goes on with what needs several steps: lets a second send queue take the place of the first.
     */
    public void advance()
    {
        queues.advance();
    }

    /**
     * Returns where the next packet is that has arrived. It stays until {@link #release}.
     *
     * @param isReply true for replies.
     * @return address of the slot; {@link #NO_SLOT} if there is none.
     */
    public int tryReceive(final boolean isReply)
    {
        return queues.openIn(isReply).next();
    }

    /**
     * Gives the slot back that {@link #tryReceive} has returned.
     *
     * @param isReply true for replies.
     */
    public void release(final boolean isReply)
    {
        queues.in(isReply).release();
    }

    /**
     * Is done with the slot that {@link #tryReceive} has returned, as {@link #release}, but gives it back with others:
     * when they are a quarter of the queue. Until then the queue is shorter for the device by that much. This writes a
     * register less often.
     *
     * @param isReply true for replies.
     */
    public void pass(final boolean isReply)
    {
        queues.in(isReply).pass();
    }

    /**
     * Returns the process.
     *
     * @return its memory and registers.
     */
    public DeviceMember member()
    {
        return member;
    }

    @Override
    public String toString()
    {
        return "DevicePort{" + queues + ", " + member + '}';
    }
}
