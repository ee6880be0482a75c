/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

/**
 * Mistakes that the simulation finds.
 */
final class Mutants
{
    static final List<Mutant> ALL = List.of(
        new Mutant(
            "token sent in mid-isochron", "rule 2", "SwitchInterfaceUnit",
            "stamped.set(limit - 1);",
            "stamped.set(limit - 1); tokens.release();"),
        new Mutant(
            "tokens not stopped while isochrons are stamped", "rule 2", "TokenWord",
            "pin(time);", ""),
        new Mutant(
            "next batch before the last one is on its links", "rule 2", "SwitchInterfaceUnit",
            "if (shipped.get() != first - 1)", "if (false)"),
        new Mutant(
            "token sent in mid-isochron, in one step", "rule 2", "DirectSender",
            "ship(sequence, entry);\nif (null != entry.marker)",
            "ship(sequence, entry); tokens.release();\nif (null != entry.marker)"),
        new Mutant(
            "next isochron before the last one is on its links", "rule 2", "DirectSender",
            """
            if (isUnderWay && !letTokensGoIfDelivered() ||
                null != entry.marker && !markers.hasRoom() || !tryReserve(entry))
            """,
            "if (null != entry.marker && !markers.hasRoom() || !tryReserve(entry))"),
        new Mutant(
            "distance one too small", "rule 3", "SwitchInterfaceUnit",
            "last = Math.max(last, tokens.earliest(tokensSent, entry.distance));",
            "last = Math.max(last, tokens.earliest(tokensSent, entry.distance - 1));"),
        new Mutant(
            "distance one too small, in one step", "rule 3", "DirectSender",
            "last = Math.max(last, tokens.earliest(tokens.stop(), entry.distance));",
            "last = Math.max(last, tokens.earliest(tokens.stop(), entry.distance - 1));"),
        new Mutant(
            "distance one too large", "rule 4", "SwitchInterfaceUnit",
            "last = Math.max(last, tokens.earliest(tokensSent, entry.distance));",
            "last = Math.max(last, tokens.earliest(tokensSent, entry.distance + 1));"),
        new Mutant(
            "distance one too large, in one step", "rule 4", "DirectSender",
            "last = Math.max(last, tokens.earliest(tokens.stop(), entry.distance));",
            "last = Math.max(last, tokens.earliest(tokens.stop(), entry.distance + 1));"),
        new Mutant(
            "distance of the farthest host for all isochrons", "rule 4", "Issuer",
            "return isochron.isFresh() ? Math.max(ownDistance, isochron.distance()) : isochron.distance();",
            "return isochron.isFresh() || isochron.distance() > 0 ? ownDistance : 0;"),
        new Mutant(
            "timestamps that go back", "rule 4", "SwitchInterfaceUnit",
            "last = Math.max(last, tokens.earliest(tokensSent, entry.distance));",
            "last = tokens.earliest(tokensSent, entry.distance);"),
        new Mutant(
            "timestamps that go back, in one step", "rule 4", "DirectSender",
            "last = Math.max(last, tokens.earliest(tokens.stop(), entry.distance));",
            "last = tokens.earliest(tokens.stop(), entry.distance);"),
        new Mutant(
            "fresh isochrons without a timestamp of their own", "rule 4", "Issuer",
            "return isochron.isFresh() ? Math.max(ownDistance, isochron.distance()) : isochron.distance();",
            "return isochron.distance();"),
        new Mutant(
            "token manager does not wait for its hosts", "rule 1", "TokenManager",
            "return haveNeighboursSent(time) ? Math.min(reach, sentByHosts(time) + 1) : time;",
            "return haveNeighboursSent(time) ? time + 1 : time;"),
        new Mutant(
            "token manager does not wait for its neighbours", "rule 1", "TokenManager",
            "return haveNeighboursSent(time) ? Math.min(reach, sentByHosts(time) + 1) : time;",
            "return Math.min(reach, sentByHosts(time) + 1);"),
        new Mutant(
            "token manager one pulse ahead of its hosts", "rule 1", "TokenManager",
            "sent = Math.min(sent, word < IDLE ? word : Math.max(token, word - IDLE - 1));",
            "sent = Math.min(sent, word < IDLE ? word + 1 : Math.max(token, word - IDLE - 1));"),
        new Mutant(
            "time as far as one host has promised", "rule 1", "TokenManager",
            "sent = Math.min(sent, word < IDLE ? word : Math.max(token, word - IDLE - 1));",
            """
            final long promised = word < IDLE ? word : Math.max(token, word - IDLE - 1);
            sent = sent >= IDLE ? promised : Math.min(sent, token) < token ? sent : Math.max(sent, promised);
            """),
        new Mutant(
            "end of pulse one pulse early", "rule 5", "IsochronExecutor",
            "final boolean isOver = pulse <= clock.ended();", "final boolean isOver = pulse <= clock.ended() + 1;"),
        new Mutant(
            "links looked at before the time is read", "rule 5", "IsochronExecutor",
            """
            private int executeFrames(final boolean endsPulses)
            {
                int work = 0;
                while (work < WORK_LIMIT)
                {
                // First the links, then the notices: one that was announced before a frame that is seen is seen too.
                    final InboundLink[] links = inbound.get();
                    final long framePulse = null == arrivals ? heads.read(links) : arrivals.execute(links);
            """,
            """
            private long earliestBefore = InboundLink.NONE;

            private int executeFrames(final boolean endsPulses)
            {
                int work = 0;
                while (work < WORK_LIMIT)
                {
                    final InboundLink[] links = inbound.get();
                    final long framePulse = earliestBefore;
                    earliestBefore = null == arrivals ? heads.read(links) : arrivals.execute(links);
            """),
        new Mutant(
            "frames executed in the pulse after theirs", "rule 6", "IsochronExecutor",
            "executedPulse = Math.max(executedPulse, pulse);\nif (isOver)",
            "executedPulse = Math.max(executedPulse, pulse + 1);\nif (isOver)"),
        new Mutant(
            "unstable order of senders", "rule 6", "InboundLinks",
            "Arrays.sort(after, Comparator.comparingInt(inboundLink -> inboundLink.sender));", ""),
        new Mutant(
            "tokens let go before frames are acknowledged", "section 17", "Lanai",
            "isSent = !links.isDelivered();", "links.isDelivered();"),
        new Mutant(
            "tokens let go before frames are acknowledged, in one step", "section 17", "DirectSender",
            "isUnderWay = !links.isDelivered();",
            "links.isDelivered();"),
        new Mutant(
            "wrong bits in frames", "section 17", "FaultyPacketReader",
            "if (buffer.getLong(records.offset()) == check.of(offset(), length()))",
            "if (length() > 0)"),
        new Mutant(
            "frames taken as they come", "section 17", "WindowReceiver",
            "if (sequence == expected)",
            "if (sequence >= expected)"),
        new Mutant(
            "first frame of a link lost", "section 17", "FrameChannel",
            "final int index = path.claim(HEADER_LENGTH + first);",
            "if (0 == frameIssue) { return; } final int index = path.claim(HEADER_LENGTH + first);"),
        new Mutant(
            "only the first packet of a frame", "section 17, frames cut", "FrameChannel",
            "if (first < entry.length)", "if (false)"),
        new Mutant(
            "all packets of a frame in the place of the first one", "section 17, frames cut", "FrameChannel",
            "link.put(place, present, message, offset, length);",
            "link.put(place, 0, message, offset, length);"),
        new Mutant(
            "tokens let go before frames are acknowledged, on Myrinet", "section 17, Myrinet", "MyrinetPath",
            "return 0 == sendEnd.unacknowledged();",
            "return true;"),
        new Mutant(
            "frames taken twice", "section 17", "WindowReceiver",
            "if (sequence == expected)",
            "if (sequence <= expected)"),
        new Mutant(
            "lost frames not sent again", "section 17", "WindowSender",
            "next = first;", "acknowledge(sequence);"),
        new Mutant(
            "late tokens in place of newer ones", "section 17", "TokenLink",
            "arrived.accumulateAndGet(token, (known, other) -> other.number() > known.number() ? other : known);",
            "arrived.set(token);"),
        new Mutant(
            "wrong bits in tokens", "section 17", "TokenLink",
            "if (null != token && token.isIntact())", "if (null != token)"),
        new Mutant(
            "tokens not stopped when the link loses that", "section 17", "FaultyTokenWord",
            "link.sendUntilHeard(pulse);", "link.send(pulse);"),
        new Mutant(
            "local isochrons overtake what was issued before", "rule 7", "Issuer",
            """
            return !isochron.isFresh() && !isochron.isFrameKept() && isochron.destinations().isWithin(hostId) &&
                isNothingPendingSoon();
            """,
            "return !isochron.isFresh() && !isochron.isFrameKept() && isochron.destinations().isWithin(hostId);"),
        new Mutant(
            "local isochrons overtake what has no part at their host", "rule 7", "IssueProgress",
            """
            if (issued > sender.shipped() || sender.lastIssueToSelf() > execution.executedIssue() ||
                !completed.isCompleted(sender.lastPulseToOthers()))
            """,
            "if (issued > sender.shipped() || sender.lastIssueToSelf() > execution.executedIssue())"),
        new Mutant(
            "executed once, executed for ever", "rule 7", "IssueProgress",
            "if (issued == executed.get())", "if (executed.get() >= 0)"),
        new Mutant(
            "ahead of hosts that have sent nothing", "rule 8", "RunAhead",
            "heads.others() >= otherHosts && sender.tryFollow(framePulse);", "sender.tryFollow(framePulse);"),
        new Mutant(
            "ahead of what comes on the first link", "rule 8", "IsochronExecutor",
            "work += execution.executeLink(links[heads.first()], pulse, executedPulse);",
            """
            for (final InboundLink link : links)
            {
                if (link.seenTimestamp() <= pulse)
                {
                    work += execution.executeLink(link, pulse, executedPulse);
                }
            }
            """),
        new Mutant(
            "ahead of what is stamped later", "rule 8", "DirectSender",
            "last = Math.max(last, pulse + 1);", ""),
        new Mutant(
            "stamped later than what is ahead demands", "rule 8", "DirectSender",
            "last = Math.max(last, pulse + 1);", "last = Math.max(last, pulse + 2);"),
        new Mutant(
            "ahead of notices", "rule 8", "IsochronExecutor",
            "final long noticePulse = null == noticeInbox ? NoticeInbox.NONE : noticeInbox.nextPulse();",
            """
            final long due = null == noticeInbox ? NoticeInbox.NONE : noticeInbox.nextPulse();
            final long noticePulse = due <= clock.ended() || InboundLink.NONE == framePulse ? due : NoticeInbox.NONE;
            """),
        new Mutant(
            "last isochron that is not seen to be executed", "section 2", "PipelineProgress",
            "if (pipeline.shipped() < sequence)", "if (pipeline.shipped() <= sequence)"),
        new Mutant(
            "isochrons seen before they are executed", "section 2", "IssueProgress",
            """
            return Ticket.isOfIssue(ticket) ? execution.executedIssue() >= Ticket.value(ticket) :
                completed.isCompleted(Ticket.value(ticket));
            """,
            "return !Ticket.isOfIssue(ticket) || execution.executedIssue() >= Ticket.value(ticket);"),
        new Mutant(
            "credit claimed that is not there", "section 7", "FrameRing",
            "if (reserved - knownConsumed >= size)", "if (reserved - knownConsumed > size)"),
        new Mutant(
            "credit taken that is not there", "section 7", "FrameRing",
            "return position + space <= limit && reserved - knownConsumed < size || makesRoom(space);",
            "return position + space <= limit && reserved - knownConsumed <= size || makesRoom(space);"),
        new Mutant(
            "credit for one destination only", "section 7", "OutboundLinks",
            "if (!hasRoom(entry.targets[i], entry.length))", "if (!hasRoom(entry.targets[i], entry.length) && 0 == i)"),
        new Mutant(
            "credit for the bytes of one destination only", "section 7", "OutboundLinks",
            "if (!hasRoom(entry.targets[i], entry.length))",
            "if (!hasRoom(entry.targets[i], 0 == i ? entry.length : 0))"),
        new Mutant(
            "credits kept without the one that is missing", "section 7", "OutboundLinks",
            """
            if (!hasRoom(entry.targets[i], entry.length))
            {
                return entry.targets[i];
            }
            }
            for (int i = 0; i < entry.targetCount && slowCarriers.all.length > 0; i++)
            {
                carriers[entry.targets[i]].prepare(entry);
            }
            for (int i = 0; i < entry.targetCount; i++)
            {
                entry.places[i] = links[entry.targets[i]].reserve(entry.length);
            }
            """,
            """
            if (!hasRoom(entry.targets[i], entry.length))
            {
                return entry.targets[i];
            }
            entry.places[i] = links[entry.targets[i]].reserve(entry.length);
            }
            """),
        new Mutant(
            "frames in the place of those that are not given back", "section 8", "FrameRing",
            "if (start + space + LINE - free <= capacity)", "if (true)"),
        new Mutant(
            "line behind a frame not cleared", "section 8", "FrameRing",
            "buffer.putLong(next, FrameDescriptor.ABSENT);", ""),
        new Mutant(
            "place used again one frame too early", "section 8", "FrameRing",
            "final long free = knownConsumed < firstOfSegment ? 0 : ends[index(knownConsumed)];",
            """
            final long free =
                knownConsumed < firstOfSegment ? 0 : ends[index(Math.min(knownConsumed + 1, reserved))];
            """),
        new Mutant(
            "no place for the word behind the last frame", "section 8", "FrameRing",
            "if (start + space + LINE - free <= capacity)", "if (start + space - free <= capacity)"),
        new Mutant(
            "word that leads on published before its frame", "section 8", "FrameRing",
            "final long place = place(segment, (int)position & capacity - 1);",
            """
            final long place = place(segment, (int)position & capacity - 1);
            if (published.get() == reserved - 1 && place != place(publishedSegment, publishedOffset))
            {
                lead(segment);
            }
            """),
        new Mutant(
            "word that leads to the start in place of a longer ring", "section 8", "FrameDescriptor",
            "return segment == fromSegment ? TO_START : TO_START - segment;", "return TO_START;"),
        new Mutant(
            "ring that is free until a frame of it is given back", "section 8", "FrameRing",
            "final long free = knownConsumed < firstOfSegment ? 0 : ends[index(knownConsumed)];",
            "final long free = knownConsumed < firstOfSegment ? position : ends[index(knownConsumed)];"),
        new Mutant(
            "memory of isochrons overwritten before their batch is sent", "section 10", "CopiedFrames",
            "if (IsochronIssuer.APPENDED == ticket)", "if (false)"),
        new Mutant(
            "credit returned early", "section 10", "InboundLink",
            "consumption.hold(sequence);", ""),
        new Mutant(
            "frames in front of a held one are free while an earlier one is read", "section 10", "Consumption",
            "if (finished.last() >= lastHeld)", "if (true)"),
        new Mutant(
            "all frames are free when the application has finished one", "section 10", "Consumption",
            "if (lastFinished >= held)", "if (lastFinished >= 0)"),
        new Mutant(
            "frame shared by isochrons for different hosts, sent to those of the first", "section 8", "FrameBatch",
            "destinations.addAll(isochron.destinations());", ""),
        new Mutant(
            "frame shared with the distance of the first isochron", "section 8", "FrameBatch",
            "distance = Math.max(distance, logicalDistance);", ""),
        new Mutant(
            "frame with something to be executed, taken for one of messages alone", "section 8", "FrameBatch",
            "isForApplications &= isochron.isForApplications();", ""),
        new Mutant(
            "batch overtaken by a marker", "section 8", "InvokerIssuer",
            """
            if (!sender.tryFlush(false))
            {
                return false;
            }
            final boolean isSent = sender.trySend(marker, ownDistance);
            """,
            "final boolean isSent = sender.trySend(marker, ownDistance);"),
        new Mutant(
            "refused marker rides with the next isochron", "section 11", "DirectSender",
            "markerFrame.setMarker(hostId, marker, distance);\nreturn trySend(markerFrame);",
            "frame.setMarker(hostId, marker, distance);\nreturn trySend(frame);"),
        new Mutant(
            "nothing pending while a batch has something unflushed", "section 8", "IssueProgress",
            """
            public boolean isNothingPending()
            {
                if (openBatch.hasUnflushed())
                {
                    return false;
                }
            """,
            """
            public boolean isNothingPending()
            {
            """),
        new Mutant(
            "delivery forgotten before it is received", "section 10", "GrowingRing",
            "claimable = Math.max(freed.get(), last.first - 1) + size();", "claimable = next - 1 + size();"),
        new Mutant(
            "frame handed over past those that wait", "section 10", "DeliveryQueue",
            "if (isReceiving && ring.hasRoom() && deliveries.hasTakenUpTo(ring.published().get()))",
            "if (isReceiving && ring.hasRoom())"),
        new Mutant(
            "deliveries of the segment before not read to their end", "section 10", "GrowingRing",
            "return null != following && sequence >= following.first;", "return null != following;"),
        new Mutant(
            "results are taken for those that come a ring later", "section 9", "ReplyRing",
            "return sequenceBits(next) == word >>> SEQUENCE_SHIFT;", "return 0 != word;"),
        new Mutant(
            "first result of a longer ring not found", "section 9", "ReplyRing",
            "if (next >= following.first)", "if (next > following.first)"),
        new Mutant(
            "results are handed over again and again", "section 9", "ReplyLink",
            """
            ring.take();
            count++;
            """,
            """
            count++;
            """),
        new Mutant(
            "results of one host only are taken", "section 9", "ReplyLinks",
            """
            for (final ReplyLink link : links.get())
            {
                work += link.poll(handlers, errorHandler);
            }
            """,
            """
            for (final ReplyLink link : links.get())
            {
                return link.poll(handlers, errorHandler);
            }
            """),
        new Mutant(
            "notices before the frames of their pulse", "section 11", "IsochronExecutor",
            """
            if (isOver)
            {
                for (final InboundLink link : links)
            """,
            """
            if (isOver)
            {
                if (noticePulse == pulse)
                {
                    work += noticeInbox.give(pulse);
                }
                for (final InboundLink link : links)
            """),
        new Mutant(
            "equal notices of a pulse given twice", "section 11", "NoticeInbox",
            "if (0 == count || pulses[count] != pulses[count - 1] || notices[count] != notices[count - 1])",
            "if (true)"),
        new Mutant(
            "notices not sorted", "section 11", "NoticeInbox",
            """
            while (i > 0 && (pulse < pulses[i - 1] || pulse == pulses[i - 1] && notice < notices[i - 1]))
            """,
            "while (i > 0 && pulse < 0)"),
        new Mutant(
            "notices that were not taken are overwritten", "section 11", "NoticeBoard",
            "taken = Math.min(taken, listener.taken(sender));", ""),
        new Mutant(
            "several notices taken for one", "section 11", "NoticeBoard",
            "return (before >> SENDER_BITS) + 1 == after >> SENDER_BITS;", "return before != after;"),
        new Mutant(
            "signals due at once", "section 11", "SignalMarker",
            "return pulse;", "return pulse - 2;"),
        new Mutant(
            "signals due one pulse late", "section 11", "SignalMarker",
            "return pulse;", "return pulse + 1;"),
        new Mutant(
            "messages handled when their frame is begun", "section 10", "MessageExecutor",
            """
            return handlers.getAndSet(index, handler);
            }

            @Override
            public int execute(
                final int issuer, final long timestamp, final OffHeapBuffer frame, final int offset, final int limit)
            {
                int next = offset;
                while (next < limit)
                {
                    final long header = frame.getLong(next);
                    final int length = OperationHeader.lengthWithin(header, frame, next, limit);
                    if (0 == length || !MessageOperation.isMessage(header))
                    {
                        // The executor of the host decides what it is.
                        break;
                    }
                    if (MessageOperation.isToMailbox(frame, next, header, hostId))
                    {
                        if (models.deliverFrame(timestamp, frame, next, limit))
                        {
                            return limit;
                        }
                    }
                    else if (MessageOperation.isTo(frame, next, header, hostId))
                    {
                        handle(issuer, frame, next, header);
                    }
            """,
            """
            return handlers.getAndSet(index, handler);
            }

            private OffHeapBuffer begun;
            private int end;

            private void handleAll(final int issuer, final OffHeapBuffer frame, final int offset, final int limit)
            {
                for (int next = offset; next < limit; next += OperationHeader.length(frame, next))
                {
                    final long header = frame.getLong(next);
                    if (MessageOperation.isMessage(header) && MessageOperation.isTo(frame, next, header, hostId) &&
                        MessageOperation.isToHandler(header))
                    {
                        handle(issuer, frame, next, header);
                    }
                }
            }

            @Override
            public int execute(
                final int issuer, final long timestamp, final OffHeapBuffer frame, final int offset, final int limit)
            {
                if (begun != frame || end != limit)
                {
                    begun = frame;
                    end = limit;
                    handleAll(issuer, frame, offset, limit);
                }
                int next = offset;
                while (next < limit)
                {
                    final long header = frame.getLong(next);
                    final int length = OperationHeader.lengthWithin(header, frame, next, limit);
                    if (0 == length || !MessageOperation.isMessage(header))
                    {
                        // The executor of the host decides what it is.
                        break;
                    }
                    if (MessageOperation.isToMailbox(frame, next, header, hostId))
                    {
                        if (models.deliverFrame(timestamp, frame, next, limit))
                        {
                            return limit;
                        }
                    }
                    else if (MessageOperation.isTo(frame, next, header, hostId))
                    {
                    }
            """),
        new Mutant(
            "barrier without automatic participation", "section 11", "SharedChannel",
            "completion.bring(ledger.creditAndLeave(0), executor);", ""),
        new Mutant(
            "barrier completed by the first who participates", "section 11", "SharedLedger",
            "final boolean isComplete = 0 == (after & COUNT_MASK) && 0 != members(after);",
            "final boolean isComplete = 0 != members(after);"),
        new Mutant(
            "barrier due without regard to the other participants", "section 11", "SharedLedger",
            "completionPulse = Math.max(completionPulse + 1, Math.max(pulse, latest.get()));",
            "completionPulse = Math.max(completionPulse + 1, pulse);"),
        new Mutant(
            "barrier due one pulse late", "section 11", "SharedLedger",
            "completionPulse = Math.max(completionPulse + 1, Math.max(pulse, latest.get()));",
            "completionPulse = Math.max(completionPulse, Math.max(pulse, latest.get())) + 1;"),
        new Mutant(
            "completion of a barrier told twice", "section 11", "Completions",
            "models.deliverNotice(pulses[channel], Notice.barrier(channel, executions[channel]));",
            "models.deliverNotice(pulses[channel], Notice.barrier(channel, executions[channel]));\n" +
            "models.deliverNotice(pulses[channel] + 1, Notice.barrier(channel, executions[channel]));"),
        new Mutant(
            "one barrier channel worked for in place of all", "section 11", "HostSignals",
            "work += barrier.doWork();",
            "work += barrier.doWork(); if (work > told) break;"),
        new Mutant(
            "participation without a token in front of what is not on its links", "section 11", "DirectSender",
            "return null == openBatch.get() && !isUnderWay;", "return true;"),
        new Mutant(
            "last participation without a token", "section 11", "SharedLedger",
            "if (ONE_HOLDER == (before & COUNT_MASK))", "if (0 == (before & COUNT_MASK))"),
        new Mutant(
            "closed before everybody has closed", "section 11", "HostMessaging",
            "return isTooLate || signals.isShutDown() && mailbox().isEmpty() && nonIsotachPort.isEmpty();",
            "return isTooLate || mailbox().isEmpty() && nonIsotachPort.isEmpty();"),
        new Mutant(
            "closed with messages in the mailbox", "section 11", "HostMessaging",
            "return isTooLate || signals.isShutDown() && mailbox().isEmpty() && nonIsotachPort.isEmpty();",
            "return isTooLate || signals.isShutDown();"),
        new Mutant(
            "WRITE releases pending reads", "memory model", "SharedMemoryManager",
            "store.write(cell, frame.getLong(next + MemoryOperation.FIRST_OFFSET));",
            """
            final long pendingVersion = store.version(cell);
            store.write(cell, frame.getLong(next + MemoryOperation.FIRST_OFFSET));
            answers.deliverAll(address, pendingVersion, store.value(cell));
            """),
        new Mutant(
            "WRITE leaves the SCHED", "memory model", "SharedMemoryManager",
            "store.write(cell, frame.getLong(next + MemoryOperation.FIRST_OFFSET));",
            """
            final long pendingVersion = store.version(cell);
            store.write(cell, frame.getLong(next + MemoryOperation.FIRST_OFFSET));
            if (Version.SUBSTANTIATED != pendingVersion) store.sched(cell, pendingVersion);
            """),
        new Mutant(
            "half of a value assigned", "memory model", "SharedMemoryManager",
            "final boolean isKept = store.assign(cell, version, value);",
            "final boolean isKept = store.assign(cell, version, (int)value);"),
        new Mutant(
            "ASSIGN matches by host only", "memory model", "SharedMemoryManager",
            "final boolean isKept = store.assign(cell, version, value);",
            """
            final long there = store.version(cell);
            final boolean isOfHost = Version.SUBSTANTIATED != there && Version.host(there) == Version.host(version);
            final boolean isKept = store.assign(cell, isOfHost ? there : version, value);
            """),
        new Mutant(
            "ASSIGN overwrites later posts", "memory model", "SharedMemoryManager",
            "final boolean isKept = store.assign(cell, version, value);",
            "store.write(cell, value); final boolean isKept = true;"),
        new Mutant(
            "ASSIGN releases one read only", "memory model", "ReadAnswers",
            """
            for (int read = pendingReads.take(address, version);
                read >= 0;
                read = pendingReads.take(address, version))
            {
                deliverAwaited(pendingReads.reader(read), pendingReads.slot(read), value);
            """,
            """
            final int read = pendingReads.take(address, version);
            if (read >= 0)
            {
                deliverAwaited(pendingReads.reader(read), pendingReads.slot(read), value);
            """),
        new Mutant(
            "reads lost when their table grows", "memory model", "PendingReads",
            "for (int link = 1; link <= used; link++)", "for (int link = used + 1; link <= used; link++)"),
        new Mutant(
            "UPDATEs that wait lost when their table grows", "memory model", "WaitingUpdates",
            "link = entries.getInt(entry + BUCKET_OFFSET);\nchain(entry);",
            "link = entries.getInt(entry + BUCKET_OFFSET);"),
        new Mutant(
            "SCHEDs that were covered lost when their table grows", "memory model", "CoveredScheds",
            "versions = Arrays.copyOf(versions, 2 * entry);", "versions = new long[2 * entry];"),
        new Mutant(
            "versions lost when their table grows", "memory model", "VersionMap",
            "entries[index + 1] = old[i + 1];", ""),
        new Mutant(
            "CANCEL leaves the SCHED", "memory model", "SharedMemoryManager",
            "final long before = store.cancel(address, cell, version);",
            "final long before = Version.SUBSTANTIATED;"),
        new Mutant(
            "CANCEL forgets the SCHEDs before", "memory model", "VariableStore",
            "final long rootBefore = covered.pop(VariableCells.number(cell));",
            "final long rootBefore = Version.SUBSTANTIATED;"),
        new Mutant(
            "reads of a cancelled SCHED get a value that is not assigned yet", "memory model", "SharedMemoryManager",
            "answers.moveAll(address, version, before);",
            "answers.deliverAll(address, version, store.value(cell));"),
        new Mutant(
            "READ does not wait for the ASSIGN", "memory model", "ReadAnswers",
            "if (store.isSubstantiated(cell))\n{\ndeliver(reader, place, store.value(cell));",
            "if (true)\n{\ndeliver(reader, place, store.value(cell));"),
        new Mutant(
            "TAKE does not wait for the ASSIGN of an own copy", "memory model", "ReadAnswers",
            "if (store.isSubstantiated(cell))\n{\npart.value(first + i, store.value(cell));",
            "if (true)\n{\npart.value(first + i, store.value(cell));"),
        new Mutant(
            "TAKE schedules before it reads", "memory model", "SharedMemoryManager",
            "answers.answerAll(sender, frame, addresses, count, slot, OperationHeader.address(header));\n}",
            """
            store.schedAll(frame, addresses, count, frame.getLong(offset + MemoryOperation.GROUP_VERSION_OFFSET));
            answers.answerAll(sender, frame, addresses, count, slot, OperationHeader.address(header));
            return;
            }
            """),
        new Mutant(
            "TAKE of several hosts schedules what is still to be read", "memory model", "TakeWriter",
            """
            writeTake(isochron.buffer(), offset, source, Version.SUBSTANTIATED, addresses, first, end);
            openReads.add(into.values().addPart(source, first, end - first), offset + MemoryOperation.TAKE_SLOT_OFFSET);
            offset += MemoryOperation.takeLength(end - first);
            first = end;
            }
            if (isScheduling)
            {
                writeTake(isochron.buffer(), offset, MemoryOperation.NO_HOST, version, addresses, 0, count);
            }
            """,
            """
            final long own = isScheduling ? version + first : version;
            writeTake(isochron.buffer(), offset, source, own, addresses, first, end);
            openReads.add(into.values().addPart(source, first, end - first), offset + MemoryOperation.TAKE_SLOT_OFFSET);
            offset += MemoryOperation.takeLength(end - first);
            first = end;
            }
            if (isScheduling)
            {
                final long none = Version.SUBSTANTIATED;
                writeTake(isochron.buffer(), offset, MemoryOperation.NO_HOST, none, addresses, 0, count);
            }
            """),
        new Mutant(
            "versions of a TAKE that do not follow each other", "memory model", "VariableStore",
            """
            for (int i = 0; i < count; i++)
            {
            final int cell = cell(frame.getInt(addresses + i * Integer.BYTES));
            """,
            """
            for (int i = -1, k = 0; k < count; k++)
            {
            final int cell = cell(frame.getInt(addresses + k * Integer.BYTES));
            i += NOT_HERE == cell ? 0 : 1;
            """),
        new Mutant(
            "ASSIGN of all matches the version of the first", "memory model", "SharedMemoryManager",
            "assign(address, cell, version, frame.getLong(values + i * Long.BYTES));\n}\nversion++;",
            "assign(address, cell, version, frame.getLong(values + i * Long.BYTES));\n}"),
        new Mutant(
            "TAKE settled one value too early", "memory model", "TakenPart",
            "return 0 == missing;", "return 0 == missing || 1 == missing;"),
        new Mutant(
            "slots of a TAKE stay claimed until all values have come", "section 9", "ReadAnswers",
            "readSlots.freeOneRoom(part);", ""),
        new Mutant(
            "one slot for all results of a TAKE", "section 9", "TakenPart",
            "roomNeeded = isRemote ? variableCount - 1 : 0;", "roomNeeded = 0;"),
        new Mutant(
            "UPDATE applied twice", "memory model", "UpdateExecutor",
            "store.change(cell, caller.compute(function, address, store.value(cell), argument, 0));",
            """
            store.change(cell, caller.compute(function, address, store.value(cell), argument, 0));
            store.change(cell, caller.compute(function, address, store.value(cell), argument, 0));
            """),
        new Mutant(
            "UPDATE at one copy only", "memory model", "SharedMemoryManager",
            "updates.update(address, cell, OperationHeader.host(header), argument);",
            "if (sender == hostId) updates.update(address, cell, OperationHeader.host(header), argument);"),
        new Mutant(
            "UPDATE before the ASSIGN", "memory model", "UpdateExecutor",
            "if (store.isSubstantiated(cell))\n{\nstore.change(cell, caller.compute(function, address," +
                " store.value(cell), argument, 0));",
            "if (true)\n{\nstore.change(cell, caller.compute(function, address, store.value(cell), argument, 0));"),
        new Mutant(
            "UPDATE that has waited changes the value behind a later WRITE", "memory model", "UpdateExecutor",
            "if (isKept)", "if (isKept || last != value && store.isSubstantiated(cell))"),
        new Mutant(
            "UPDATE behind a SCHED that is cancelled is dropped", "memory model", "UpdateExecutor",
            "store.update(cell, computeAll(address, updates.take(address, version), store.value(cell)));",
            "failUpdates(updates.take(address, version), ReadFailure.cancelled(Version.host(version)));"),
        new Mutant(
            "UPDATE without a result behind a SCHED that is cancelled is dropped", "memory model",
            "UpdateExecutor",
            "store.update(cell, computeAll(address, updates.take(address, version), store.value(cell)));",
            "computeAll(address, updates.take(address, version), store.value(cell));"),
        new Mutant(
            "UPDATE stays behind a SCHED that is cancelled", "memory model", "VariableStore",
            "updates.move(address, version, rootBefore);\nreturn before;", "return before;"),
        new Mutant(
            "result of another host's argument", "memory model", "UpdateExecutor",
            "updates.function(update), address, before, updates.argument(update), updates.expected(update));",
            "updates.function(update), address, before, updates.argument(first), updates.expected(update));"),
        new Mutant(
            "READ behind an UPDATE that waits gets what the UPDATE waits for", "memory model", "UpdateExecutor",
            "store.dependOn(cell, updates.version(update));", ""),
        new Mutant(
            "UPDATEs that wait forgotten by the SCHED that covers them", "memory model", "VariableStore",
            "covered.push(VariableCells.number(cell), updates.root(before));",
            "covered.push(VariableCells.number(cell), before);"),
        new Mutant(
            "UPDATEs that wait computed in the wrong order", "memory model", "WaitingUpdates",
            """
            next(entries.getInt(first + LAST_OFFSET), head);
            entries.putInt(first + LAST_OFFSET, last);
            """,
            """
            next(last, next(link(first)));
            next(link(first), head);
            if (0 == next(last)) entries.putInt(first + LAST_OFFSET, last);
            """),
        new Mutant(
            "slot of a result that waits freed too early", "section 9", "ReadAnswers",
            "reads.waitsFor(reader, place, address, root);",
            "if (reader == hostId)\n{\nreadSlots.free(ReadSlots.slot(place));\n}"),
        new Mutant(
            "local reads overtake what the host has issued", "section 5", "RevisionReads",
            "return host.mayRead(\"MemoryPort.tryOptimisticRead()\");", "return true;"),
        new Mutant(
            "local reads of what is scheduled", "memory model", "RevisionReads",
            "return areAllSubstantiated && sequence == revisions.sequence() && !Revisions.isInBetween(sequence);",
            "return sequence == revisions.sequence() && !Revisions.isInBetween(sequence);"),
        new Mutant(
            "SCHEDs not counted", "memory model", "VariableStore",
            "revisions.addWaiting(1);", ""),
        new Mutant(
            "local reads of what is scheduled, beside other changes", "memory model", "RevisionReads",
            "return Long.compareUnsigned(state, revision) <= 0;", "return state <= revision;"),
        new Mutant(
            "memory freed before the oldest frame in it is given back", "section 10", "FrameRing",
            "return known == published.get() ? Long.MAX_VALUE : issues[index(known + 1)] - 1;",
            "return known == published.get() ? Long.MAX_VALUE : issues[index(known + 1)];"),
        new Mutant(
            "memory freed of what is under way", "section 10", "Retirement",
            "final long sequence = Math.min(shipped, links.retired());",
            "final long sequence = Math.min(shipped + 1, links.retired());"),
        new Mutant(
            "memory freed that one host has given back", "section 10", "OutboundLinks",
            "retired = Math.min(retired, link.retired());", "retired = link.retired();"),
        new Mutant(
            "room for one notice less after each look", "section 11", "NoticeInbox",
            "taken.lazySet(sender, collected[sender]);",
            "taken.lazySet(sender, Math.max(taken.get(sender), collected[sender] - 1));"),
        new Mutant(
            "notices given back when others come", "section 11", "NoticeInbox",
            "if (NOBODY != collectedFrom && 0 == size && isTakenByApplication)",
            "if (NOBODY != collectedFrom && 0 == size && isTakenByApplication && seen != board.announced())"),
        new Mutant(
            "reads that are appended after a failed attempt get no slots", "section 9", "OpenReads",
            "while (preparedCount < readCount)",
            "if (preparedCount > 0) return true;\nwhile (preparedCount < readCount)"),
        new Mutant(
            "slots of abandoned reads stay claimed", "section 9", "OpenReads",
            "if (SlotRead.NO_SLOT == slots[i] || tryFree(i))",
            "if (SlotRead.NO_SLOT == slots[i] || slots[i] >= 0)"),
        new Mutant(
            "WRITE leaves the SCHEDs that were covered", "memory model", "VariableStore",
            "covered.clear(VariableCells.number(cell));", ""),
        new Mutant(
            "padding not given back", "section 12", "RecordReader",
            "position += capacity - index;\ngiveBack();", "position += capacity - index;"),
        new Mutant(
            "non-isotach messages given back while they are read", "section 12", "RecordReader",
            "position += RecordLayout.recordLength(length);",
            "position += RecordLayout.recordLength(length); giveBack();"),
        new Mutant(
            "closed with non-isotach messages in their rings", "section 12", "HostMessaging",
            "return isTooLate || signals.isShutDown() && mailbox().isEmpty() && nonIsotachPort.isEmpty();",
            "return isTooLate || signals.isShutDown() && mailbox().isEmpty();"),
        new Mutant(
            "non-isotach messages over the end of their ring", "section 12", "RecordWriter",
            "if (recordLength > capacity - index || recordLength > credit())",
            "if (recordLength > credit())"),
        new Mutant(
            "non-isotach messages over those that were not received", "section 12", "RecordWriter",
            "return capacity - (position - consumed);", "return capacity;"),
        new Mutant(
            "non-isotach barrier one epoch early", "section 12", "SharedEpochs",
            "while (host < hostCount && (epoch(host) >= epoch || isExpelled.test(host)))",
            "while (host < hostCount && (epoch(host) >= epoch - 1 || isExpelled.test(host)))"),
        new Mutant(
            "hosts counted that came to the non-isotach barrier before", "section 12", "NonIsotachPort",
            "isInBarrier = true;\nmissing = 0;", "isInBarrier = true;"),
        new Mutant(
            "the same versions for all ports of a host", "memory model", "SchedLedger",
            "return Version.of(hostId, portId, schedCount + 1);",
            "return Version.of(hostId, 0, schedCount + 1);"),
        new Mutant(
            "SCHED that was handed over and is still owed", "memory model", "SchedLedger",
            "final long version = scheduled.remove(address);", "final long version = scheduled.get(address);"),
        new Mutant(
            "own SCHED forgotten with an ASSIGN of another one", "memory model", "SchedLedger",
            "if (version == scheduled.get(address))", "if (Version.SUBSTANTIATED != scheduled.get(address))"));

    /**
     * Those that it takes the crash of a host to find.
     */
    static final List<Mutant> CRASH = List.of(
        new Mutant(
            "half-sent isochrons of an expelled host stay so", "section 18", "SendPipeline",
            "return lanai.shipped() == siu.stamped().get();", "return true;"),
        new Mutant(
            "what is under way from an expelled host stays so", "section 18", "DirectSender",
            "return !isUnderWay || letTokensGoIfDelivered();", "return true;"),
        new Mutant(
            "room at an expelled host waited for", "section 18", "OutboundLinks",
            "return link.hasRoom(length) || expelledHosts.contains(host);", "return link.hasRoom(length);"),
        new Mutant(
            "memory of what an expelled host has not given back stays in use", "section 18", "OutboundLinks",
            """
            if (null != link && !expelledHosts.contains(host))
            {
                retired = Math.min(retired, link.retired());
            """,
            """
            if (null != link)
            {
                retired = Math.min(retired, link.retired());
            """),
        new Mutant(
            "tokens of an expelled host stay stopped", "section 18", "Expulsion",
            "tokens.release();", ""),
        new Mutant(
            "last isochron of an expelled host without a pulse of its own", "section 18", "Expulsion",
            "sender.stampAlone(frame);", "tokens.stop();"),
        new Mutant(
            "SCHEDs of an expelled host stay", "section 18", "SharedMemoryManager",
            "store.forEachSched(expelled, this::cancel);", ""),
        new Mutant(
            "reads wait for the ASSIGN of an expelled host", "section 18", "ReadAnswers",
            """
            deliverAwaited(
                pendingReads.reader(read), ~pendingReads.slot(read), ReadFailure.expelled(expelled));
            """, ""),
        new Mutant(
            "reads behind the SCHED of an expelled host get no value", "section 18", "SharedMemoryManager",
            "store.forEachSched(expelled, this::cancel);",
            "answers.schedsTakenBack(expelled); store.forEachSched(expelled, this::cancel);"),
        new Mutant(
            "UPDATEs lost with the SCHED of an expelled host", "section 18", "SharedMemoryManager",
            "store.forEachSched(expelled, this::cancel);",
            "updates.hostExpelled(expelled); store.forEachSched(expelled, this::cancel);"),
        new Mutant(
            "UPDATEs wait for the overwritten SCHED of an expelled host", "section 18", "UpdateExecutor",
            """
            for (int update = updates.takeScheduledBy(expelled);
                WaitingUpdates.NONE != update;
                update = updates.takeScheduledBy(expelled))
            {
                failUpdates(update, ReadFailure.expelled(expelled));
            }
            """,
            ""),
        new Mutant(
            "reads wait for the answer of an expelled host", "section 18", "ReadSlots",
            "if (null != value && value.source() == source)", "if (null != value && value.source() < 0)"),
        new Mutant(
            "reads go to an expelled host", "section 18", "SharedMemoryManager",
            "pageTable = pageTable.without(expelled);", ""),
        new Mutant(
            "barriers wait for an expelled host", "section 18", "SharedChannel",
            "completion.bring(ledger.expel(lastSent));", ""),
        new Mutant(
            "credit of an expelled host counted twice", "section 18", "SharedLedger",
            "final long after = before - members - (execution(before) == lastSent ? 0 : ONE_HOLDER);",
            "final long after = before - members - ONE_HOLDER;"),
        new Mutant(
            "nobody is told of a barrier that an expelled host completes", "section 18", "BarrierCompletion",
            "markers.add(this);", ""));

    static final List<Mutant> COME_AGAIN = List.of(
        new Mutant(
            "participation before the last completion is received", "section 11", "BarrierState",
            "if (HOLDING != credit && TRANSITION != credit || 0 != (state & NOTICE))",
            "if (HOLDING != credit && TRANSITION != credit)"),
        new Mutant(
            "completion that was not received forgotten with the registration", "section 11", "BarrierState",
            "return isLeaving(state) ? NOT_HOLDING | state & NOTICE : state;",
            "return isLeaving(state) ? NOT_HOLDING : state;"),
        new Mutant(
            "notice of a completion received before it is given", "section 11", "ChannelState",
            """
            return 0 != (now & BarrierState.NOTICE) && (int)RECEIVED.getAcquire(this) == (now & ~STATE_MASK) ?
            """,
            "return 0 != (now & BarrierState.NOTICE) && (int)RECEIVED.getAcquire(this) <= (now & ~STATE_MASK) ?"));

    /**
     * Those that show when optimistic reads and the executor meet between two words.
     */
    static final List<Mutant> SNAPSHOTS = List.of(
        new Mutant(
            "revision not begun before the first change", "section 13", "Revisions",
            "SEQUENCE.setRelease(this, sequence + 1);", ""),
        new Mutant(
            "revision complete before its frame is executed", "section 13", "Revisions",
            "SEQUENCE.setRelease(this, sequence + 1);", "SEQUENCE.setRelease(this, sequence + 2);"),
        new Mutant(
            "frame that is being executed not waited for", "section 13", "RevisionReads",
            "while (Revisions.isInBetween(first) && first == revisions.sequence())", "while (looks < 0)"),
        new Mutant(
            "frame that is being executed waited for in vain, and read", "section 13", "RevisionReads",
            "if (looks == MAX_LOOKS)\n{\nreturn false;\n}", "if (looks == MAX_LOOKS)\n{\nreturn true;\n}"),
        new Mutant(
            "read of what a frame has changed so far", "section 13", "RevisionReads",
            "return areAllSubstantiated && sequence == revisions.sequence() && !Revisions.isInBetween(sequence);",
            "return areAllSubstantiated && sequence == revisions.sequence();"),
        new Mutant(
            "variables changed with the revision before", "section 13", "VariableStore",
            "cells.state(cell, revisions.current());\ncells.value(cell, value);",
            "cells.state(cell, revisions.current() - 1);\ncells.value(cell, value);"),
        new Mutant(
            "frame that has not announced its changes unknown", "section 13", "Revisions",
            "unannounced.begin();", ""),
        new Mutant(
            "frame that has not announced its changes complete at once", "section 13", "Revisions",
            "unannounced.begin();", "unannounced.begin(); unannounced.complete();"),
        new Mutant(
            "frame that has not announced its changes not looked at", "section 13", "RevisionReads",
            "return frames == unannounced.sequence() && !Revisions.isInBetween(frames);",
            "return !Revisions.isInBetween(frames);"),
        new Mutant(
            "frame that has not announced its changes looked at too late", "section 13", "RevisionReads",
            "return frames == unannounced.sequence() && !Revisions.isInBetween(frames);",
            "return frames == unannounced.sequence();"),
        new Mutant(
            "changes announced as of the revision before", "section 13", "VariableStore",
            "cells.putStates(addresses, count, revisions.current());",
            "cells.putStates(addresses, count, revisions.current() - 1);"),
        new Mutant(
            "changes announced beside variables that wait", "section 13", "VariableStore",
            "final boolean isAnnounced = areSubstantiated(addresses, count);", "final boolean isAnnounced = true;"),
        new Mutant(
            "announced ASSIGN of what waits for a later one", "memory model", "VariableStore",
            "if (version + i != version(cell(addresses[i])))", "if (version + i > version(cell(addresses[i])))"),
        new Mutant(
            "seen revision kept for variables that have changed", "section 13", "RevisionReads",
            "return Long.compareUnsigned(state, revision) <= 0;", "return state >= 0;"),
        new Mutant(
            "revision that is being made counted as seen", "section 13", "RevisionReads",
            "seen.remember(first, Revisions.latest(sequence));",
            "seen.remember(first, Revisions.latest(sequence) + 1);"),
        new Mutant(
            "row written at once while one of its variables waits", "memory model", "VariableStore",
            "if (NOT_HERE != row && revisions.areAllSubstantiated())", "if (NOT_HERE != row)"),
        new Mutant(
            "row written at once beyond the end of a page", "memory model", "VariableCells",
            "return isWhole || address >>> pageShift == address + count - 1 >>> pageShift ? cell(address) : NOT_HERE;",
            "return cell(address);"),
        new Mutant(
            "CANCEL without a revision of its own", "section 13", "VariableStore",
            "cells.state(cell, revisions.current());\nreturn rootBefore;", "cells.state(cell, 0);\nreturn rootBefore;"),
        new Mutant(
            "one variable of an optimistic read not looked at", "section 13", "RevisionReads",
            "for (int i = 0; i < length && areOfRevision; i++)", "for (int i = 1; i < length && areOfRevision; i++)"),
        new Mutant(
            "one variable of a read of all at once not looked at", "section 13", "RevisionReads",
            "for (int i = 0; i < addresses.length && areOfRevision; i++)",
            "for (int i = 1; i < addresses.length && areOfRevision; i++)"),
        new Mutant(
            "variables that were not noted down not looked at", "section 13", "OptimisticReads",
            "return isNoting && whole.isSettled() && whole.areOfRevision(sequence, cellsRead, count);",
            "return whole.isSettled() && whole.areOfRevision(sequence, cellsRead, count);"),
        new Mutant(
            "local reads of what has no value", "memory model", "OptimisticReads",
            "missing.accept(address);\nareAllHere = false;", "missing.accept(address);"));

    static final List<Mutant> STUCK = List.of(
        new Mutant(
            "owner that is not told what was taken from it", "section 18", "TryLock",
            "return STATE.compareAndSet(this, IN_HANDLER, OWNED);",
            "STATE.compareAndSet(this, IN_HANDLER, OWNED); return true;"),
        new Mutant(
            "owner that gives back what was taken from it", "section 18", "TryLock",
            "if (OWNED == state)", "if (true)"),
        new Mutant(
            "handler that is waited for", "section 18", "Expulsion",
            "else if (isHandlerLate)", "else if (false)"),
        new Mutant(
            "owner that goes on with the isochron", "section 18", "HostHandlers",
            """
            if (error instanceof RevokedException revoked)
            {
                throw revoked;
            }
            """,
            ""));

    /**
     * Those that the library finds itself in paranoid mode: nobody else looks.
     */
    static final List<Mutant> PARANOID = List.of(
        new Mutant(
            "unstable order of senders, in paranoid mode", "V44, watch", "InboundLinks",
            "Arrays.sort(after, Comparator.comparingInt(inboundLink -> inboundLink.sender));", ""),
        new Mutant(
            "frame lost that is in front of another one", "V44, numbers", "FrameExecution",
            "link.next();\ntaken(link, timestamp, executedPulse);",
            "link.next();\nif (InboundLink.NONE != link.timestamp())\n{\nlink.next();\n}\n" +
            "taken(link, timestamp, executedPulse);"),
        new Mutant(
            "frames executed in the pulse after theirs, in paranoid mode", "V44, acknowledgements", "IsochronExecutor",
            "executedPulse = Math.max(executedPulse, pulse);\nif (isOver)",
            "executedPulse = Math.max(executedPulse, pulse + 1);\nif (isOver)"));

    /**
     * Those that are found when nobody works for the units, and all programs only try.
     */
    static final List<Mutant> TRIES = List.of(
        new Mutant(
            "tries that never poll", "section 7", "FailurePoll",
            "failures++;", "if (failures >= 0) return 0;"),
        new Mutant(
            "polls that never work for others", "section 7", "HostPolls",
            """
            idlePolls = 0;
            done = cluster.work();
            """,
            "idlePolls = 0;"),
        new Mutant(
            "all hosts are worked for, and send nothing", "section 7", "AllHosts",
            "work += host.work();", "work += host.workQuietly();"));

    private Mutants()
    {
    }
}
