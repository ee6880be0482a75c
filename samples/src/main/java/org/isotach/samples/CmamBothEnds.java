/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.function.IntConsumer;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.am.CmamEndFunction;

/**
 * Measures the primitives of CMAM at both ends, by one thread: it sends until a queue is full, or all places for
 * transfers are taken, and then receives everything at the other end. So nobody waits within the times.
 */
final class CmamBothEnds
{
    /**
     * Slots of a queue.
     */
    static final int SLOTS = 256;

    private static final int XFER_LENGTH = 16;
    private static final double NS_PER_US = 1e3;

    // Blocks that are transferred before they are received, each into a segment of its own.
    private static final int BLOCKS = 16;

    private final CmamNode sender;
    private final CmamNode receiver;
    private final int calls;
    private final Violations violations;
    private final Progress progress;
    private final OffHeapBuffer source = OffHeapBuffer.allocate(BLOCKS * CmamCall.BLOCK);
    private final int[] segaddrs = new int[BLOCKS];
    private final CmamEndFunction end = (info, base) -> onEnd();
    private int stamp;
    private long sent;
    private long segments;

    @FunctionalInterface
    private interface WordsCall
    {
        void send(int node, int segaddr, int i1, int i2, int i3, int i4);
    }

    @FunctionalInterface
    private interface BytesCall
    {
        void send(int node, int segaddr, OffHeapBuffer source, int offset, int dest, int nbyte);
    }

    /**
     * @param calls of each primitive.
     */
    CmamBothEnds(
        final CmamNode sender,
        final CmamNode receiver,
        final int calls,
        final Violations violations,
        final Progress progress)
    {
        this.sender = sender;
        this.receiver = receiver;
        this.calls = calls;
        this.violations = violations;
        this.progress = progress;
    }

    private void onEnd()
    {
        segments++;
    }

    /**
     * Measures all of them once.
     */
    void measure(final CmamColumn here)
    {
        final int node = receiver.cmam().selfAddress();
        final int call = sender.call();
        final int block = sender.block();
        final OffHeapBuffer words = sender.words();
        final int most = CmamNode.WORDS * Integer.BYTES;
        messages(here, CmamCall.CALL_4, i -> sender.cmam().request4(node, call, i, -i, i, ~i));
        messages(here, CmamCall.REPLY_4, i -> sender.cmam().reply4(node, call, i, -i, i, ~i));
        messages(here, CmamCall.N_1, i -> sender.cmam().requestN(node, block, words, 0, Integer.BYTES));
        messages(here, CmamCall.N_20, i -> sender.cmam().requestN(node, block, words, 0, most));
        messages(here, CmamCall.REPLY_N_1, i -> sender.cmam().replyN(node, block, words, 0, Integer.BYTES));
        messages(here, CmamCall.REPLY_N_20, i -> sender.cmam().replyN(node, block, words, 0, most));
        transfers(here, CmamCall.XFER_4, byWords(sender.cmam()::requestXfer4));
        transfers(here, CmamCall.REPLY_XFER_4, byWords(sender.cmam()::replyXfer4));
        transfers(here, CmamCall.MFER_N, byBlocks(sender.cmam()::requestMferN));
        transfers(here, CmamCall.REPLY_MFER_N, byBlocks(sender.cmam()::replyMferN));
    }

    private void messages(final CmamColumn here, final CmamCall call, final IntConsumer send)
    {
        measure(here, call, SLOTS - 1, send);
        sent += calls;
        if (receiver.received() != sent)
        {
            violations.add(receiver.received() + " messages of " + sent + " after " + call.label());
        }
    }

    private IntConsumer byWords(final WordsCall four)
    {
        final int node = receiver.cmam().selfAddress();
        return i ->
        {
            final int first = source.getInt(i % BLOCKS * CmamCall.BLOCK);
            for (int done = 0; done < CmamCall.BLOCK; done += XFER_LENGTH)
            {
                four.send(node, segaddrs[i % BLOCKS] + done, first, first, first, first);
            }
        };
    }

    private IntConsumer byBlocks(final BytesCall some)
    {
        final int node = receiver.cmam().selfAddress();
        return i ->
        {
            final int place = i % BLOCKS * CmamCall.BLOCK;
            some.send(node, segaddrs[i % BLOCKS], source, place, place, CmamCall.BLOCK);
        };
    }

    private void transfers(final CmamColumn here, final CmamCall call, final IntConsumer send)
    {
        final long before = segments;
        measure(here, call, BLOCKS, send);
        if (segments - before != calls)
        {
            violations.add(segments - before + " segments of " + calls + " with " + call.label());
        }
    }

    private void measure(final CmamColumn here, final CmamCall call, final int batch, final IntConsumer send)
    {
        long sendNs = 0;
        long receiveNs = 0;
        for (int done = 0; done < calls; done += batch)
        {
            final int limit = Math.min(calls, done + batch);
            open(call, limit - done);
            final long startNs = System.nanoTime();
            for (int i = done; i < limit; i++)
            {
                send.accept(i);
            }
            final long sentNs = System.nanoTime();
            receiver.cmam().poll();
            receiveNs += System.nanoTime() - sentNs;
            sendNs += sentNs - startNs;
            check(call, limit - done);
        }
        here.set(call, sendNs / NS_PER_US / calls, receiveNs / NS_PER_US / calls);
        progress.step();
    }

    /**
     * Opens segments for transfers, and writes what is to land there: no two blocks have the same words.
     */
    private void open(final CmamCall call, final int count)
    {
        for (int i = 0; i < count && call.isTransfer(); i++)
        {
            final int place = i * CmamCall.BLOCK;
            segaddrs[i] = receiver.cmam().openSegment(place, CmamCall.BLOCK, end, null);
            stamp++;
            for (int index = place; index < place + CmamCall.BLOCK; index += Integer.BYTES)
            {
                source.putInt(index, stamp);
            }
        }
    }

    private void check(final CmamCall call, final int count)
    {
        for (int index = 0; index < count * CmamCall.BLOCK && call.isTransfer(); index += Integer.BYTES)
        {
            final int landed = receiver.memory().getInt(index);
            if (landed != source.getInt(index))
            {
                violations.add("word " + index / Integer.BYTES + " of " + call.label() + " is " + landed +
                    " instead of " + source.getInt(index));
            }
        }
    }

    long segments()
    {
        return segments;
    }
}
