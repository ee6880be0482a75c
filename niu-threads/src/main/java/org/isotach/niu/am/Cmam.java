/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Objects;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.funi.PacketBuffer;
import org.isotach.niu.funi.Priority;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.SharedSegment;
import org.isotach.niu.funi.TransferStatus;

/**
 * The functions of CMAM, the active messages of the CM-5, for one member of a gang (Hoe, FUNet, appendix A). A message
 * calls a function at its receiver, by its number. The function of a request may reply, that of a reply may not send.
 * <p>
 * Names are those of the paper, in camel case and without their prefix: {@code cmam_4} is {@link #request4}, {@code
 * cmam_reply_xfer_4} is {@link #replyXfer4}. Functions and segments belong to a member; all members add the same
 * functions in the same order, so that numbers are the same.
 * <p>
 * While its queue is full, a call that sends tries again, within the time limit of the cluster: in between, a request
 * takes one reply, or else one request; a reply takes replies only. When it has sent, a request takes all replies and
 * then all requests, and a reply takes all replies. So programs end although their queues are full, if all of them go
 * on calling.
 * <p>
 * Calls throw what those of {@link QueuePair} throw; a transfer that throws does not go on. Calls that send requests
 * are refused inside functions, and those that send replies inside functions of replies.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one application thread at a time.
 */
public final class Cmam extends CmamMember
{
    /**
     * Most bytes of the messages of {@link #requestN} and {@link #replyN}.
     */
    public static final int MAX_BLOCK = (QueuePair.MAX_WORDS - 1) * Integer.BYTES;

    private static final int FOUR = 4;
    private static final int XFER_LENGTH = FOUR * Integer.BYTES;

    private Cmam(final QueuePair queuePair, final SharedSegment memory)
    {
        super(queuePair, memory);
    }

    /**
     * Makes the functions of CMAM for one member.
     *
     * @param queuePair of the member, which nothing else may use.
     * @param memory    of the member, in which its segments are; one that all members make in the same order, with
     *                  {@link org.isotach.niu.funi.Rights#PUT}.
     * @return the functions.
     */
    public static Cmam on(final QueuePair queuePair, final SharedSegment memory)
    {
        return new Cmam(queuePair, memory);
    }

    /**
     * Calls a function with four words.
     *
     * @param node number of a member; may be this one.
     * @param fun  number of the function.
     * @param i1   first word.
     * @param i2   second word.
     * @param i3   third word.
     * @param i4   fourth word.
     */
    public void request4(
        final int node, final int fun, final int i1, final int i2, final int i3, final int i4)
    {
        send4(Priority.REQUEST, CmamService.CALL, node, fun, i1, i2, i3, i4);
    }

    /**
     * Calls an indirect function with its own number and four words.
     *
     * @param node number of a member; may be this one.
     * @param fun  number of the function.
     * @param i1   first word.
     * @param i2   second word.
     * @param i3   third word.
     * @param i4   fourth word.
     */
    public void requestIndirect4(
        final int node, final int fun, final int i1, final int i2, final int i3, final int i4)
    {
        send4(Priority.REQUEST, CmamService.INDIRECT, node, fun, i1, i2, i3, i4);
    }

    /**
     * Copies four words into a segment of another member.
     *
     * @param node    number of a member; may be this one.
     * @param segaddr where to, see {@link #openSegment}.
     * @param i1      first word.
     * @param i2      second word.
     * @param i3      third word.
     * @param i4      fourth word.
     */
    public void requestXfer4(
        final int node, final int segaddr, final int i1, final int i2, final int i3, final int i4)
    {
        send4(Priority.REQUEST, CmamService.XFER, node, segaddr, i1, i2, i3, i4);
    }

    /**
     * Calls a function with up to 20 words.
     *
     * @param node   number of a member; may be this one.
     * @param fun    number of the function.
     * @param source memory with the words.
     * @param offset index in bytes of the first one.
     * @param nbyte  a multiple of 4 in 0..{@link #MAX_BLOCK}.
     * @throws IllegalArgumentException if the length is another one.
     */
    public void requestN(
        final int node, final int fun, final OffHeapBuffer source, final int offset, final int nbyte)
    {
        sendN(Priority.REQUEST, CmamService.BLOCK, node, fun, source, offset, nbyte);
    }

    /**
     * Calls an indirect function with its own number and up to 20 words.
     *
     * @param node   number of a member; may be this one.
     * @param fun    number of the function.
     * @param source memory with the words.
     * @param offset index in bytes of the first one.
     * @param nbyte  a multiple of 4 in 0..{@link #MAX_BLOCK}.
     * @throws IllegalArgumentException if the length is another one.
     */
    public void requestIndirectN(
        final int node, final int fun, final OffHeapBuffer source, final int offset, final int nbyte)
    {
        sendN(Priority.REQUEST, CmamService.INDIRECT_BLOCK, node, fun, source, offset, nbyte);
    }

    /**
     * Copies bytes of any length into a segment of another member, as one message and with one copy.
     *
     * @param node    number of a member; may be this one.
     * @param segaddr of the segment that counts them, see {@link #openSegment}.
     * @param source  memory to copy from.
     * @param offset  index in bytes of the first byte.
     * @param dest    where to, in bytes in the memory of the member.
     * @param nbyte   length in bytes.
     * @throws IsotachException if the memory is not there, or the member is gone meanwhile.
     */
    public void requestMferN(
        final int node,
        final int segaddr,
        final OffHeapBuffer source,
        final int offset,
        final int dest,
        final int nbyte)
    {
        mfer(Priority.REQUEST, node, segaddr, source, offset, dest, nbyte);
    }

    /**
     * Calls a function with four words.
     *
     * @param node number of a member; may be this one.
     * @param fun  number of the function.
     * @param i1   first word.
     * @param i2   second word.
     * @param i3   third word.
     * @param i4   fourth word.
     */
    public void reply4(
        final int node, final int fun, final int i1, final int i2, final int i3, final int i4)
    {
        send4(Priority.REPLY, CmamService.CALL, node, fun, i1, i2, i3, i4);
    }

    /**
     * Calls an indirect function with its own number and four words.
     *
     * @param node number of a member; may be this one.
     * @param fun  number of the function.
     * @param i1   first word.
     * @param i2   second word.
     * @param i3   third word.
     * @param i4   fourth word.
     */
    public void replyIndirect4(
        final int node, final int fun, final int i1, final int i2, final int i3, final int i4)
    {
        send4(Priority.REPLY, CmamService.INDIRECT, node, fun, i1, i2, i3, i4);
    }

    /**
     * Copies four words into a segment of another member.
     *
     * @param node    number of a member; may be this one.
     * @param segaddr where to, see {@link #openSegment}.
     * @param i1      first word.
     * @param i2      second word.
     * @param i3      third word.
     * @param i4      fourth word.
     */
    public void replyXfer4(
        final int node, final int segaddr, final int i1, final int i2, final int i3, final int i4)
    {
        send4(Priority.REPLY, CmamService.XFER, node, segaddr, i1, i2, i3, i4);
    }

    /**
     * Calls a function with up to 20 words.
     *
     * @param node   number of a member; may be this one.
     * @param fun    number of the function.
     * @param source memory with the words.
     * @param offset index in bytes of the first one.
     * @param nbyte  a multiple of 4 in 0..{@link #MAX_BLOCK}.
     * @throws IllegalArgumentException if the length is another one.
     */
    public void replyN(
        final int node, final int fun, final OffHeapBuffer source, final int offset, final int nbyte)
    {
        sendN(Priority.REPLY, CmamService.BLOCK, node, fun, source, offset, nbyte);
    }

    /**
     * Calls an indirect function with its own number and up to 20 words.
     *
     * @param node   number of a member; may be this one.
     * @param fun    number of the function.
     * @param source memory with the words.
     * @param offset index in bytes of the first one.
     * @param nbyte  a multiple of 4 in 0..{@link #MAX_BLOCK}.
     * @throws IllegalArgumentException if the length is another one.
     */
    public void replyIndirectN(
        final int node, final int fun, final OffHeapBuffer source, final int offset, final int nbyte)
    {
        sendN(Priority.REPLY, CmamService.INDIRECT_BLOCK, node, fun, source, offset, nbyte);
    }

    /**
     * Copies bytes of any length into a segment of another member, as one message and with one copy.
     *
     * @param node    number of a member; may be this one.
     * @param segaddr of the segment that counts them, see {@link #openSegment}.
     * @param source  memory to copy from.
     * @param offset  index in bytes of the first byte.
     * @param dest    where to, in bytes in the memory of the member.
     * @param nbyte   length in bytes.
     * @throws IsotachException if the memory is not there, or the member is gone meanwhile.
     */
    public void replyMferN(
        final int node,
        final int segaddr,
        final OffHeapBuffer source,
        final int offset,
        final int dest,
        final int nbyte)
    {
        mfer(Priority.REPLY, node, segaddr, source, offset, dest, nbyte);
    }

    /**
     * Copies words of any number into a segment of another member, as replies.
     *
     * @param who     number of a member; may be this one.
     * @param segaddr where to, see {@link #openSegment}.
     * @param source  memory to copy from.
     * @param offset  index in bytes of the first byte.
     * @param bytes   a multiple of 4.
     * @throws IllegalArgumentException  if the length is another one.
     * @throws IndexOutOfBoundsException if the source has no such bytes; nothing was sent.
     */
    public void replyXfer(
        final int who, final int segaddr, final OffHeapBuffer source, final int offset, final int bytes)
    {
        checkWords(bytes, Integer.MAX_VALUE);
        Objects.checkFromIndexSize(offset, bytes, source.capacity());
        for (int done = 0; done < bytes; done += XFER_LENGTH)
        {
            sendN(Priority.REPLY, CmamService.XFER, who, segaddr + done, source, offset + done,
                Math.min(bytes - done, XFER_LENGTH));
        }
    }

    private void send4(
        final Priority priority,
        final int tag,
        final int node,
        final int first,
        final int i1,
        final int i2,
        final int i3,
        final int i4)
    {
        commit4(priority, tag, node, first, i1, i2, i3, i4);
        sent(priority);
    }

    /**
     * Does the part of sending after which the message will arrive, whatever the functions do that {@link #sent} calls.
     */
    void commit4(
        final Priority priority,
        final int tag,
        final int node,
        final int first,
        final int i1,
        final int i2,
        final int i3,
        final int i4)
    {
        messages().begin(priority, "a message of four words");
        queuePair().claim(priority, node, tag, 1 + FOUR, messages())
            .putInt(0, first).putInt(1, i1).putInt(2, i2).putInt(3, i3).putInt(4, i4);
        queuePair().commit();
    }

    private void sendN(
        final Priority priority,
        final int tag,
        final int node,
        final int first,
        final OffHeapBuffer source,
        final int offset,
        final int nbyte)
    {
        messages().begin(priority, "a message of words");
        checkWords(nbyte, MAX_BLOCK);
        Objects.checkFromIndexSize(offset, nbyte, source.capacity());
        final int words = nbyte / Integer.BYTES;
        final PacketBuffer packet = queuePair().claim(priority, node, tag, 1 + words, messages());
        packet.putInt(0, first);
        for (int word = 0; word < words; word++)
        {
            packet.putInt(1 + word, source.getInt(offset + word * Integer.BYTES));
        }
        queuePair().commit();
        sent(priority);
    }

    private void mfer(
        final Priority priority,
        final int node,
        final int segaddr,
        final OffHeapBuffer source,
        final int offset,
        final int dest,
        final int nbyte)
    {
        messages().begin(priority, "a transfer");
        final TransferStatus status = queuePair().put(
            priority, source, offset, memory().pointer(node, dest), nbyte, CmamService.MFER, segaddr, messages());
        if (TransferStatus.DONE != status)
        {
            throw new IsotachException("a transfer of " + nbyte + " bytes to " + dest + " of node " + node + " is " +
                status);
        }
        drain(priority);
    }

    private static void checkWords(final int nbyte, final int max)
    {
        if (nbyte < 0 || nbyte > max || 0 != nbyte % Integer.BYTES)
        {
            throw new IllegalArgumentException(
                "nbyte: " + nbyte + " (expected: a multiple of 4 in 0.." + max + ')');
        }
    }

    void sent(final Priority priority)
    {
        queuePair().flush();
        drain(priority);
    }

    private void drain(final Priority priority)
    {
        if (Priority.REQUEST == priority)
        {
            serviceDrain();
        }
        else
        {
            serviceReplyDrain();
        }
    }

    @Override
    public String toString()
    {
        return "Cmam{node=" + selfAddress() + ", size=" + partitionSize() + '}';
    }
}
