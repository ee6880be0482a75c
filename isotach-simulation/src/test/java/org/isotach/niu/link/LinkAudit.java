/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.execute.ApplicationSide;
import org.isotach.niu.execute.Deliveries;
import org.isotach.niu.execute.DeliveryQueue;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.issue.HostUnits;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.notice.NoticeInbox;
import org.isotach.niu.send.FrameBatch;
import org.isotach.niu.send.Lanai;
import org.isotach.niu.send.OpenBatch;
import org.isotach.niu.send.SendPipeline;
import org.isotach.niu.send.Sender;
import org.isotach.simulation.PrivateField;

/**
 * Counts what is on its way between the hosts of a cluster, where it is: frames, results and notices. What senders have
 * counted must be the same. Only between steps of a simulation; hosts that are expelled are passed over. Of a cluster
 * with several members it knows one, and what is between two of them is compared by {@link #violation(LinkAudit)}.
 */
public final class LinkAudit
{
    /**
     * In place of the receiver of a frame that was not sent yet.
     */
    public static final int NOT_SENT = -1;

    private static final long NOTHING_HELD = Long.MAX_VALUE;
    private static final VarHandle TAKEN = PrivateField.of(InboundLink.class, "next", long.class);
    private static final VarHandle LAST_HELD = PrivateField.of(Consumption.class, "lastHeld", long.class);
    private static final VarHandle HANDED_OVER = PrivateField.of(Deliveries.class, "handedOver", long.class);
    private static final VarHandle CURRENT_HELD = PrivateField.of(Deliveries.class, "sequence", long.class);
    private static final VarHandle HELD = PrivateField.of(Deliveries.Entry.class, "sequence", long.class);
    private static final VarHandle QUEUE =
        PrivateField.of(ApplicationSide.class, "deliveryQueue", DeliveryQueue.class);
    private static final VarHandle QUEUE_RING = PrivateField.of(DeliveryQueue.class, "ring", GrowingRing.class);
    private static final VarHandle QUEUE_SEGMENT =
        PrivateField.of(Deliveries.class, "segment", GrowingRing.Segment.class);
    private static final VarHandle IS_SENT = PrivateField.of(Lanai.class, "isSent", boolean.class);
    private static final VarHandle KNOWN_CONSUMED = PrivateField.of(FrameRing.class, "knownConsumed", long.class);
    private static final VarHandle REPLIES = PrivateField.of(ReplyLink.class, "ring", ReplyRing.class);
    private static final VarHandle BATCH_BUFFER = PrivateField.of(FrameBatch.class, "buffer", OffHeapBuffer.class);
    private static final VarHandle BATCH_FLUSHED = PrivateField.of(FrameBatch.class, "flushed", int.class);
    private static final VarHandle BATCH_END = PrivateField.of(FrameBatch.class, "end", int.class);
    private static final VarHandle COLLECTED = PrivateField.of(NoticeInbox.class, "collected", long[].class);
    private static final VarHandle IS_LISTENING = PrivateField.of(NoticeInbox.class, "isListening", boolean.class);
    private static final VarHandle COLLECTED_FROM = PrivateField.of(NoticeInbox.class, "collectedFrom", int.class);
    private static final VarHandle NOTICES = PrivateField.of(NoticeInbox.class, "size", int.class);

    /**
     * Is given frames that have not been executed.
     */
    @FunctionalInterface
    public interface FrameVisitor
    {
        /**
         * A frame.
         *
         * @param sender   of the frame.
         * @param receiver host that is to execute it, {@link #NOT_SENT} for all that it concerns.
         * @param frame    memory of the frame.
         * @param offset   of the frame in bytes.
         * @param length   of the frame in bytes.
         */
        void visit(int sender, int receiver, OffHeapBuffer frame, int offset, int length);
    }

    /**
     * Parts of a host that stay the same.
     */
    private static final class Parts
    {
        final Host host;
        final Sender sender;

        // Where hosts have threads, else null.
        final SendPipeline pipeline;
        final IsochronExecutor executor;
        final OpenBatch openBatch;
        final OutboundLinks links;
        final FrameCarrier[] carriers;
        final InboundLinks inbound;
        final AtomicReference<ReplyLink[]> replies;

        Parts(final Host host)
        {
            this.host = host;
            openBatch = PrivateField.read(host, "openBatch");
            final HostUnits units = PrivateField.read(host, "units");
            sender = units.sender();
            pipeline = sender instanceof SendPipeline stages ? stages : null;
            executor = units.executor;
            links = units.links;
            carriers = PrivateField.read(links, "carriers");
            inbound = executor.inbound();
            replies = PrivateField.read(executor.replies(), "links");
        }

        /**
         * Sequence of the last entry whose frames are on links, or on their way there.
         */
        long sent()
        {
            return null == pipeline || (boolean)IS_SENT.get(pipeline.lanai()) ? sender.stamped() : sender.shipped();
        }

        /**
         * Frames to a host that have left it and are not on the link.
         */
        long onWire(final int receiver)
        {
            final WireAudit wire = WireAudit.of(carriers[receiver]);
            return null == wire ? 0 : wire.underWay();
        }

        DeliveryQueue queue()
        {
            return (DeliveryQueue)QUEUE.get(executor.application());
        }
    }

    // Null for hosts of other members.
    private final Parts[] hosts;
    private final NoticeBoard board;

    private final long[] stamped;

    // By sender and receiver: the link as the receiver sees it, what is known of its bytes, and the frames of it that
    // the application holds.
    private final InboundLink[][] inbounds;
    private final LinkMemory[][] memories;
    private final long[][] firstHeld;
    private final long[][] lastHeld;

    /**
     * An audit of a cluster that has just been launched.
     */
    public LinkAudit(final Cluster cluster)
    {
        hosts = new Parts[cluster.hostCount()];
        for (final Host host : cluster.localHosts())
        {
            hosts[host.id()] = new Parts(host);
        }
        board = PrivateField.read(cluster.localHosts().get(0).models(), "noticeBoard");
        stamped = new long[hosts.length];
        inbounds = new InboundLink[hosts.length][hosts.length];
        memories = new LinkMemory[hosts.length][hosts.length];
        firstHeld = new long[hosts.length][hosts.length];
        lastHeld = new long[hosts.length][hosts.length];
    }

    /**
     * INV-13: for each pair of hosts, {@code size of the link = credits left + stamped + on the wire + on the link +
     * taken and not given back}, and the same for the memory of frames, and for notices.
     *
     * @return null if it is so; otherwise what is wrong.
     */
    public String violation()
    {
        for (int receiver = 0; receiver < hosts.length; receiver++)
        {
            if (null != hosts[receiver])
            {
                findHeld(receiver);
            }
        }
        for (int sender = 0; sender < hosts.length; sender++)
        {
            if (isHere(sender))
            {
                count(hosts[sender]);
            }
            for (int receiver = 0; receiver < hosts.length; receiver++)
            {
                final String wrong = isHere(sender) && isHere(receiver) ? wrongFrames(sender, receiver) : null;
                final String wrongNotices = null == wrong && isHere(receiver) && !isExpelled(sender) ?
                    wrongNotices(sender, receiver) : wrong;
                if (null != wrongNotices)
                {
                    return wrongNotices;
                }
            }
        }
        return null;
    }

    private boolean isHere(final int host)
    {
        return null != hosts[host] && !isExpelled(host);
    }

    private boolean isExpelled(final int host)
    {
        return null != hosts[host] && hosts[host].host.isExpelled();
    }

    /**
     * INV-13 between two members: for each sender here, and each receiver there, {@code known to be given back <= given
     * back <= taken <= on the link there <= counted <= known to be given back + size of the link}. What is missing
     * between two of them is on the trunk, in one direction or the other.
     *
     * @param other of the member of the receivers.
     * @return null if it is so; otherwise what is wrong.
     */
    public String violation(final LinkAudit other)
    {
        for (int sender = 0; sender < hosts.length; sender++)
        {
            for (int receiver = 0; isHere(sender) && receiver < hosts.length; receiver++)
            {
                final String wrong = other.isHere(receiver) ? wrongFrames(sender, receiver, other, false) : null;
                if (null != wrong)
                {
                    return wrong;
                }
            }
        }
        return null;
    }

    /**
     * What is on the trunk to another member, when there is nothing to be done any more.
     *
     * @param other of the member of the receivers.
     * @return null if there is nothing; otherwise what it is.
     */
    public String pending(final LinkAudit other)
    {
        for (int sender = 0; sender < hosts.length; sender++)
        {
            for (int receiver = 0; isHere(sender) && receiver < hosts.length; receiver++)
            {
                final String wrong = other.isHere(receiver) ? wrongFrames(sender, receiver, other, true) : null;
                if (null != wrong)
                {
                    return wrong;
                }
            }
        }
        return null;
    }

    private String wrongFrames(final int sender, final int receiver, final LinkAudit other, final boolean isAtRest)
    {
        // Null until it has sent something there.
        final FrameRing counting = hosts[sender].links.to(receiver);
        final InboundLink inbound = other.inboundFrom(sender, receiver);
        final long size = null == counting ? 0 : counting.size();
        final long counted = null == counting ? 0 : counting.reserved() + 1;
        final long known = null == counting ? 0 : known(counting);
        final long there = null == inbound ? 0 : inbound.link().published() + 1;
        final long taken = null == inbound ? 0 : (long)TAKEN.get(inbound);
        final long returned = null == inbound ? 0 : known(inbound.link());
        final boolean areWrong = known > returned || returned > taken || taken > there || there > counted ||
            counted > known + size || isAtRest && there != counted;
        return areWrong ? "host " + sender + " has counted " + counted + " frames to host " + receiver +
            " of another member, and knows that " + known + " are given back; there " + there + " have come, " + taken +
            " are taken, " + returned + " given back; a link has " + size : null;
    }

    /**
     * Number of frames that are given back. The receiver may say less later, and what it has said before stays true.
     */
    private static long known(final FrameRing link)
    {
        return Math.max(link.consumed(), (long)KNOWN_CONSUMED.get(link)) + 1;
    }

    private InboundLink inboundFrom(final int sender, final int receiver)
    {
        for (final InboundLink inbound : hosts[receiver].inbound.get())
        {
            if (sender == inbound.sender)
            {
                return inbound;
            }
        }
        return null;
    }

    /**
     * What is left, when there is nothing to be done any more.
     *
     * @return null if there is nothing; otherwise what it is.
     */
    public String pending()
    {
        for (int id = 0; id < hosts.length; id++)
        {
            final String left = isHere(id) ? left(hosts[id]) : null;
            if (null != left)
            {
                return "host " + id + ": " + left;
            }
        }
        return null;
    }

    /**
     * Shows all frames that have not been executed.
     */
    public void visitFrames(final FrameVisitor visitor)
    {
        for (int sender = 0; sender < hosts.length; sender++)
        {
            final Parts parts = hosts[sender];
            final FrameBatch batch = parts.openBatch.get();
            if (null != batch && batch.hasUnflushed())
            {
                final int offset = (int)BATCH_FLUSHED.get(batch);
                visitor.visit(
                    sender,
                    NOT_SENT,
                    (OffHeapBuffer)BATCH_BUFFER.get(batch),
                    offset,
                    (int)BATCH_END.get(batch) - offset);
            }
            for (long sequence = parts.sent() + 1; sequence <= parts.sender.issued(); sequence++)
            {
                final FrameEntry entry = parts.pipeline.ring().get(sequence);
                visitor.visit(sender, NOT_SENT, entry.buffer, entry.offset, entry.length);
            }
            for (int receiver = 0; receiver < hosts.length; receiver++)
            {
                final WireAudit wire = WireAudit.of(parts.carriers[receiver]);
                if (null != wire)
                {
                    wire.visit(visitor, sender, receiver);
                }
            }
        }
        for (int receiver = 0; receiver < hosts.length; receiver++)
        {
            for (final InboundLink inbound : hosts[receiver].inbound.get())
            {
                final LinkMemory memory = new LinkMemory(inbound);
                memory.violation();
                memory.visitUntaken(visitor, receiver);
            }
        }
    }

    /**
     * Number of results on their way to a host.
     */
    public long repliesTo(final int host)
    {
        long count = 0;
        for (final ReplyLink link : hosts[host].replies.get())
        {
            count += ((ReplyRing)REPLIES.get(link)).size();
        }
        return count;
    }

    /**
     * Counts, per receiver, the frames of a host that are stamped and not sent.
     */
    private void count(final Parts parts)
    {
        Arrays.fill(stamped, 0);
        final long limit = null == parts.pipeline ? -1 : parts.sender.stamped();
        for (long sequence = parts.sent() + 1; sequence <= limit; sequence++)
        {
            final FrameEntry entry = parts.pipeline.ring().get(sequence);
            for (int i = 0; i < entry.targetCount; i++)
            {
                stamped[entry.targets[i]]++;
            }
        }
    }

    /**
     * Finds the first and the last frame of each sender that the application of a host holds, or is to have.
     */
    private void findHeld(final int receiver)
    {
        for (int sender = 0; sender < hosts.length; sender++)
        {
            firstHeld[sender][receiver] = NOTHING_HELD;
            lastHeld[sender][receiver] = -1;
        }
        final DeliveryQueue queue = hosts[receiver].queue();
        if (null != queue)
        {
            final GrowingRing<?> ring = (GrowingRing<?>)QUEUE_RING.get(queue);
            GrowingRing.Segment<?> segment = (GrowingRing.Segment<?>)QUEUE_SEGMENT.get(queue.deliveries());
            for (long sequence = ring.freed().get() + 1; sequence <= ring.published().get(); sequence++)
            {
                if (segment.isBefore(sequence))
                {
                    segment = segment.next();
                }
                final Deliveries.Entry entry = (Deliveries.Entry)segment.get(sequence);
                if (sequence == (long)HANDED_OVER.get(queue.deliveries()))
                {
                    held(queue.deliveries().sender(), receiver, (long)CURRENT_HELD.get(queue.deliveries()));
                }
                else if (null != entry.finished)
                {
                    held(entry.finished.sender(), receiver, (long)HELD.get(entry));
                }
            }
        }
    }

    private void held(final int sender, final int receiver, final long frame)
    {
        firstHeld[sender][receiver] = Math.min(firstHeld[sender][receiver], frame);
        lastHeld[sender][receiver] = frame;
    }

    private String wrongFrames(final int sender, final int receiver)
    {
        final Parts parts = hosts[sender];
        final FrameRing link = parts.links.to(receiver);
        if (null == link)
        {
            return 0 == stamped[receiver] ? null : "host " + sender + " has no link to host " + receiver + " for " +
                stamped[receiver] + " frames";
        }
        final long counted = link.reserved() + 1;
        final InboundLink inbound = inbound(sender, receiver, link);
        final long sent = link.published() + 1;
        final long onWire = parts.onWire(receiver);
        final long taken = (long)TAKEN.get(inbound);
        final long known = (long)KNOWN_CONSUMED.get(link) + 1;
        final long returned = Math.max(link.consumed() + 1, known);
        final long first = firstHeld[sender][receiver];
        final long last = lastHeld[sender][receiver];
        if (first <= last && last != (long)LAST_HELD.get(link.consumption()))
        {
            return "host " + receiver + " keeps the frames of host " + sender + " up to " +
                LAST_HELD.get(link.consumption()) + " for its application, which holds " + first + " to " + last;
        }
        if (NOTHING_HELD == first ? returned != taken : returned > first)
        {
            return "host " + receiver + " has given " + (link.consumed() + 1) + " frames back to host " + sender +
                ", which counts " + known + "; it has taken " + taken + ", and holds " +
                (NOTHING_HELD == first ? "none" : first + " to " + last);
        }
        final long inUse = taken - returned;
        final int size = link.size();
        final long free = size - (counted - returned);
        if (size != free + stamped[receiver] + onWire + (sent - taken) + inUse || free < 0 || taken > sent)
        {
            return "link of host " + sender + " to host " + receiver + ": of " + size + " credits " + free +
                " are left, " + stamped[receiver] + " frames are stamped, " + onWire + " on the wire, " +
                (sent - taken) + " on the link, " + inUse + " taken and not given back";
        }
        return wrongMemory(sender, receiver);
    }

    /**
     * Frames lie as they were sent until they are given back; in the memory of their sender, too, if units read them
     * there.
     */
    private String wrongMemory(final int sender, final int receiver)
    {
        final Sender unit = hosts[sender].sender;
        final SendPipeline pipeline = hosts[sender].pipeline;
        if (unit.shipped() > unit.issued() || null != pipeline && pipeline.retired() > unit.shipped())
        {
            final long freed = null == pipeline ? 0 : pipeline.retired() + 1;
            return "of host " + sender + " " + (unit.issued() + 1) + " frames were issued, " + (unit.shipped() + 1) +
                " are on their links, and " + freed + " not in memory any more";
        }
        if (hosts[sender].onWire(receiver) > 0 && unit.shipped() == unit.issued())
        {
            return "host " + sender + " takes a frame for shipped that is on the wire to host " + receiver;
        }
        final LinkMemory memory = memories[sender][receiver];
        final String wrong = memory.violation();
        if (null != wrong)
        {
            return "link of host " + sender + " to host " + receiver + ": " + wrong;
        }
        if (null != pipeline)
        {
            for (final LinkMemory.Known frame : memory.frames())
            {
                if (frame.issue() <= pipeline.retired())
                {
                    return "frame " + frame.issue() + " of host " + sender + " is not in memory any more, and was" +
                        " not given back by host " + receiver;
                }
            }
        }
        return null;
    }

    private InboundLink inbound(final int sender, final int receiver, final FrameRing link)
    {
        if (null == inbounds[sender][receiver])
        {
            for (final InboundLink inbound : hosts[receiver].inbound.get())
            {
                if (inbound.link() == link)
                {
                    inbounds[sender][receiver] = inbound;
                    memories[sender][receiver] = new LinkMemory(inbound);
                }
            }
        }
        return inbounds[sender][receiver];
    }

    private String wrongNotices(final int sender, final int receiver)
    {
        final NoticeInbox inbox = hosts[receiver].executor.application().inbox();
        if (null == inbox || !(boolean)IS_LISTENING.get(inbox))
        {
            return null;
        }
        final long published = board.log(sender).published();
        final long collected = ((long[])COLLECTED.get(inbox))[sender];
        final long taken = inbox.taken(sender);
        final long free = NoticeBoard.LOG_SIZE - (published - collected) - (collected - taken);
        final int collectedFrom = (int)COLLECTED_FROM.get(inbox);
        final boolean isWrong = taken > collected || collected > published || free < 0 ||
            taken < collected && sender != collectedFrom && NoticeInbox.SEVERAL != collectedFrom;
        return isWrong ? "notices of host " + sender + " at host " + receiver + ": of " + NoticeBoard.LOG_SIZE + ' ' +
            free + " are free, " + (published - collected) + " not collected, " + (collected - taken) +
            " not given back" : null;
    }

    private String left(final Parts parts)
    {
        final long issued = parts.sender.issued();
        final FrameBatch batch = parts.openBatch.get();
        if (null != batch && batch.hasUnflushed() || parts.sender.shipped() != issued ||
            parts.sender.stamped() != issued)
        {
            return "isochrons that are not sent: of " + (issued + 1) + " " + (parts.sender.stamped() + 1) +
                " are stamped and " + (parts.sender.shipped() + 1) + " shipped";
        }
        for (final InboundLink inbound : parts.inbound.get())
        {
            final FrameRing link = inbound.link();
            final long published = link.published();
            if ((long)TAKEN.get(inbound) != published + 1 || link.consumed() != published)
            {
                return "frames of host " + inbound.sender + ": " + (published + 1) + " were sent, " +
                    (long)TAKEN.get(inbound) + " executed, " + (link.consumed() + 1) + " given back";
            }
        }
        for (int receiver = 0; receiver < hosts.length; receiver++)
        {
            // What goes to other members is not packed anew here.
            final WireAudit wire = null == hosts[receiver] ? null : WireAudit.of(parts.carriers[receiver]);
            if (null != wire && 0 < wire.unacknowledged())
            {
                return wire.unacknowledged() + " messages with frames on the wire to host " + receiver;
            }
        }
        return 0 < repliesTo(parts.host.id()) ? "results that were not taken" : leftForApplication(parts);
    }

    private String leftForApplication(final Parts parts)
    {
        final DeliveryQueue queue = parts.queue();
        final GrowingRing<?> ring = null == queue ? null : (GrowingRing<?>)QUEUE_RING.get(queue);
        if (null != ring && ring.published().get() != ring.freed().get())
        {
            return "deliveries that were not received, or not given back";
        }
        final NoticeInbox inbox = parts.executor.application().inbox();
        if (null == inbox || !(boolean)IS_LISTENING.get(inbox))
        {
            return null;
        }
        for (int sender = 0; sender < hosts.length; sender++)
        {
            if (inbox.taken(sender) != board.log(sender).published())
            {
                return "notices of host " + sender + " that were not taken";
            }
        }
        return 0 == (int)NOTICES.get(inbox) ? null : (int)NOTICES.get(inbox) + " notices that are not due";
    }
}
