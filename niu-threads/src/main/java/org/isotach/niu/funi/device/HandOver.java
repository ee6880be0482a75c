/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * Hands messages from send queues to the devices of their receivers, which put them into their receive queues: all that
 * happens to a packet, from retrieval to its acknowledgement, in one step of both devices. For whoever does several
 * steps at once. The line that the packet would have, its copy in it, its buffers and its acknowledgement are left out:
 * they would be there only within this step, in which nobody looks. Counts are those of all the steps.
 * <p>
 * It is done only if nothing is under way that it could overtake, and nothing would stop the packet: nothing is in the
 * lines of the sender, nothing has come to the receiver that is not in its queues yet, both devices work for the same
 * gang, in no mode, and the queue has room. Everything else goes through lines and the network: transfers, accesses,
 * what a device sends to itself, and what the receiver is going to reject.
 * <p>
 * A receiver may have a thread that serves it. If that comes while a message is handed over, it is turned away, and
 * woken at the end if anything is left for it ({@link FuniDevice#tryTake}).
 */
final class HandOver
{
    private final DeviceState state;

    // Of devices, by host; empty if nothing is to be handed over.
    private final Intake[] intakes;
    private final QueueWords replies;
    private final QueueWords requests;
    private final HandedMessage message;

    /**
     * @param intakes of devices, by host, which may be set later; empty if nothing is to be handed over.
     */
    HandOver(final DeviceState state, final Intake[] intakes)
    {
        this.state = state;
        this.intakes = intakes;
        message = new HandedMessage(state);
        replies = new QueueWords(state.registers, Queue.RPSQ);
        requests = new QueueWords(state.registers, Queue.RQSQ);
    }

    /**
     * Hands messages over, replies first. Nothing may be in retrieval.
     *
     * @param most messages.
     * @return number of messages.
     */
    int advance(final int most)
    {
        if (0 == intakes.length || !state.isInOrder() || DeviceState.ALL_LINES != state.free())
        {
            return 0;
        }
        int done = 0;
        while (done < most && (isDone(true, replies) || replies.isEmpty() && isDone(false, requests)))
        {
            done++;
        }
        message.clear();
        if (done > 0)
        {
            state.wakeProcess();
            if (replies.isEmpty() && requests.isEmpty())
            {
                state.engines.remove(Engines.RETRIEVAL);
            }
        }
        return done;
    }

    private boolean isDone(final boolean isReply, final QueueWords source)
    {
        if (source.isEmpty())
        {
            return false;
        }
        final int mask = source.mask();
        final int tail = source.tail(mask);
        final int slot = source.slot(tail);
        final HostMemory mapped = state.memory();
        if (tail == source.head(mask) || !mapped.isMapped(slot, Slot.LENGTH))
        {
            return false;
        }
        final OffHeapBuffer user = mapped.buffer();
        final int written = user.getInt(slot);
        final Intake intake = Slot.isMessage(written) ? intake(Slot.node(written)) : null;
        if (null == intake)
        {
            return false;
        }
        message.set(user, slot, isReply, written);
        if (!intake.tryTake(message))
        {
            return false;
        }
        state.counts.countHandedOut(message.words());
        source.moveTail(tail + 1 & mask);
        return true;
    }

    /**
     * Returns the device of a node; null if there is none.
     */
    private Intake intake(final int node)
    {
        final int host = state.routes().host(node);
        return host < 0 ? null : intakes[host];
    }

    @Override
    public String toString()
    {
        return "HandOver{replies=" + replies + ", requests=" + requests + '}';
    }
}
