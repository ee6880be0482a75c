/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

/**
 * Mistakes in what members of a cluster tell each other that the simulation of members finds.
 */
final class MemberMutants
{
    static final List<Mutant> ALL = List.of(
        new Mutant(
            "stamped without regard to what is promised", "rule R1", "TokenWord",
            "return Math.max(tokensSent + distance, floor.promised() + 1);", "return tokensSent + distance;"),
        new Mutant(
            "stamped two pulses behind what is promised", "rule R1", "TokenWord",
            "return Math.max(tokensSent + distance, floor.promised() + 1);",
            "return Math.max(tokensSent + distance, floor.promised() + 2);"),
        new Mutant(
            "floor not raised", "rule R2", "Promiser",
            "floor.raise(goal);", ""),
        new Mutant(
            "promised without a look at the hosts", "rule R2", "Promiser",
            "seen = 0;", "seen = tokenManager.inputCount();"),
        new Mutant(
            "promised when one host has sent", "rule R2", "Promiser",
            "if (seen == tokenManager.inputCount())", "if (seen > 0)"),
        new Mutant(
            "token one pulse too far", "rule R3", "PeerTokens",
            "floor.hear(member, promised);", "floor.hear(member, promised + 1);"),
        new Mutant(
            "time one pulse further than promised", "rule R4", "Floor",
            "return before;", "return before + 1;"),
        new Mutant(
            "time as far as one member has promised", "rule R4", "Floor",
            "least = other == member ? least : Math.min(least, heard(other));",
            "least = other == member ? least : heard(other);"),
        new Mutant(
            "wanted and not said", "rule R5", "PeerTokens",
            "record.putLong(TrunkRecord.THIRD, wanted);", "record.putLong(TrunkRecord.THIRD, 0);"),
        new Mutant(
            "what was promised before it was wanted is not asked for", "rule R5", "PeerTokens",
            "if (Math.min(promised, wanted) <= told && !isToAsk(wanted, promised) || !queue.flush())",
            "if (Math.min(promised, wanted) <= told || !queue.flush())"),
        new Mutant(
            "what others want is not heard", "rule R5", "PeerTokens",
            "floor.want(wanted);", ""),
        new Mutant(
            "token taken as told with a frame that its trunk refused", "rule R2", "TrunkFrames",
            "token.end(position);", "token.end(1);"),
        new Mutant(
            "token in a frame not heard", "rule R3", "PeerTokens",
            "if (InboundFrames.NO_TOKEN != token)", "if (InboundFrames.NO_TOKEN != token && token < 0)"),
        new Mutant(
            "tokens let go before frames are on their trunk", "rule 2", "TrunkTransport",
            "return frames.flush();", "frames.flush();\nreturn true;"),
        new Mutant(
            "frame for one host of a member only", "section 19", "TrunkFrames",
            "header.putLong(index, header.getLong(index) | 1L << indexOf[host]);",
            "header.putLong(index, 1L << indexOf[host]);"),
        new Mutant(
            "frame for two hosts of a member sent twice", "section 19", "TrunkFrames",
            "if (issue == lastIssue)", "if (issue == lastIssue && number < 0)"),
        new Mutant(
            "credits for what is executed and not given back", "section 19", "LinkFromMember",
            "consumed = Math.min(executed, ring.look());",
            "executed = ring.published();\nconsumed = executed;"),
        new Mutant(
            "credits for whole quarters of a link only", "section 19", "LinkFromMember",
            "return isNew() && (executed == ring.published() || isUrgent());",
            "return consumed - toldConsumed >= Math.max(2, ring.size() / PARTS);"),
        new Mutant(
            "results of one remote host only are taken", "section 19", "RemoteReplies",
            "issuer = host;", "issuer = host;\nif (host != remoteHosts[0])\n{\nbreak;\n}"),
        new Mutant(
            "frames sent before the other member has joined", "section 19", "TrunkTransport",
            "return hosts.isOwn(receiver) || 0 != openMembers.get(hosts.memberOf(receiver));",
            "return true;"),
        new Mutant(
            "notices overwritten that others have not taken", "section 19", "NoticeBoard",
            "log.taken(null == carrier ? taken : Math.min(taken, carrier.taken(sender)));", "log.taken(taken);"),
        new Mutant(
            "notices given back when they have come", "section 19", "TakenNotices",
            "final long taken = board.taken(hosts[i]);", "final long taken = published;"),
        new Mutant(
            "notices for one other member only", "section 19", "RemoteNotices",
            "transport.sendNotice(sender, member, pulse, notice);",
            "transport.sendNotice(sender, member, pulse, notice);\nbreak;"),
        new Mutant(
            "notices that no token waits for", "section 19", "TrunkTransport",
            "frames[sender][member].sendNotice(pulse, notice);",
            "final TrunkFrames late = frames[sender][member];\nif (null == lateNotice)\n{\n" +
            "lateNotice = () -> late.sendNotice(pulse, notice);\nreturn;\n}\nlateNotice.run();\n" +
            "lateNotice = () -> late.sendNotice(pulse, notice);\n}\nprivate Runnable lateNotice;\n{"));

    /**
     * Those that messages and barriers find.
     */
    static final List<Mutant> MESSAGES = List.of(
        new Mutant(
            "token carried to the first of two members", "rule R2", "TrunkFrames",
            "final boolean isForOneMember = putReceivers(entry);",
            "final boolean isForOneMember = putReceivers(entry) || issue != lastIssue;"),
        new Mutant(
            "barrier of members completed by the first who participates", "section 19", "LedgerCopy",
            "if (0 != holderCount || 0 == memberCount)", "if (0 == memberCount)"),
        new Mutant(
            "barriers without those who had registered before their member joined", "section 19", "RemoteData",
            "queue.say(TrunkRecord.START, host, exchange.startWords().get(host));", ""),
        new Mutant(
            "credit that a member keeps for itself", "section 19", "ChannelOfMember",
            "return told(ledger.apply(kind, changing));",
            "return Notice.CREDIT == kind && host != changing && 0 == changing ? BarrierLedger.NONE :\n" +
            "told(ledger.apply(kind, changing));"),
        new Mutant(
            "participation due before what was issued before it", "section 19", "ChannelOfMember",
            "return pulse;", "return pulse - 2;"),
        new Mutant(
            "participation at a member due one pulse late", "section 19", "ChannelOfMember",
            "return pulse;", "return pulse + 1;"),
        new Mutant(
            "closed with non-isotach messages that no trunk has", "section 19", "HostMessaging",
            "if (!isTooLate && !signals.isStarting() && nonIsotachPort.isSent())",
            "if (!isTooLate && !signals.isStarting())"),
        new Mutant(
            "non-isotach barrier in front of messages", "section 19", "RemoteData",
            "if (isDue && areEmpty)", "if (isDue)"),
        new Mutant(
            "non-isotach messages given back when they have come", "section 19", "RecordLanding",
            "final long consumed = buffer.getLongVolatile(RecordLayout.consumedIndex(capacity));",
            "final long consumed = position;"),
        new Mutant(
            "padding that stays at its sender", "section 19", "RemoteData",
            "if (at < 0)", "if (at >= 0 && relay.isPadding())\n{\nrelay.take();\ncontinue;\n}\nif (at < 0)"));

    /**
     * Those that the credits between members find, whatever else they break.
     */
    static final List<Mutant> CREDITS = List.of(
        new Mutant(
            "credits for what an application of another member holds", "section 19, credits", "LinkFromMember",
            "consumed = Math.min(executed, ring.look());", "ring.look();\nconsumed = executed;"),
        new Mutant(
            "executed at another member taken for given back", "section 19, credits", "RemoteLink",
            "consumption().report(executed, consumed);", "consumption().report(executed, executed);"),
        new Mutant(
            "room at another member not looked at", "section 19, credits", "OutboundLinks",
            "return link.hasRoom(length) || expelledHosts.contains(host);",
            "return link.hasRoom(length) || link instanceof RemoteLink || expelledHosts.contains(host);"),
        new Mutant(
            "frame on the links to all hosts of a member", "section 19, credits", "InboundFrames",
            "if (0 != (bits & 1L << i) && !expelledHosts.contains(ownHosts[i]))",
            "if (0 != bits && !expelledHosts.contains(ownHosts[i]))"));

    /**
     * Those that hosts find which open together, come late, or come again.
     */
    static final List<Mutant> OPEN = List.of(
        new Mutant(
            "registered before the others know", "section 19", "Mailbox",
            "if (barrier.isJoining())", "if (false)"),
        new Mutant(
            "host that leaves without its last credit", "section 19", "ChannelOfMember",
            "// A member until all copies have its last credit.\nsendCredit(executor);", ""),
        new Mutant(
            "host that is told of completions before it was a member", "section 19", "ChannelOfMember",
            "return known == asked && super.takesPartIn(execution);", "return true;"),
        new Mutant(
            "join of a host that has left taken for the next one", "section 19", "ChannelOfMember",
            "return known == asked && super.takesPartIn(execution);", "return super.takesPartIn(execution);"),
        new Mutant(
            "reset without those who are not ready", "section 19", "ResetOfMembers",
            "if (HOST == host && !isOpeningIssued && !isGivenUp() && 0 == missing().length)",
            "if (HOST == host && !isOpeningIssued && !isGivenUp() && 1 >= missing().length)"),
        new Mutant(
            "end that waits for shut hosts of other members", "section 19", "AllHosts",
            "if (host.isLocal() && !host.isExpelled() && !host.isShutDown())",
            "if (!host.isExpelled() && !host.isShutDown())"));

    /**
     * Found where a member is launched again alone while others join.
     */
    static final List<Mutant> LAUNCHES = List.of(
        new Mutant(
            "launches of members not compared", "section 19", "LaunchNumber",
            "if (0 != (heard >>> member & 1) && drawn[member] != there[member])",
            "if (0 != (heard >>> member & 1) && drawn[member] != there[member] && there.length < 0)"),
        new Mutant(
            "launch compared before all of it is known", "section 19", "Greeting",
            "else if (common.launch().isComplete())", "else"),
        new Mutant(
            "trunk open to whoever has all models", "section 19", "Greeting",
            "return isAgreed && hasSaidLaunch;", "return isReady;"),
        new Mutant(
            "promised before all take part in one launch", "section 19", "Trunks",
            "if (start.isOver())", "if (start != null)"),
        new Mutant(
            "launch said before all of it is known", "section 19", "Greeting",
            "if (!hasSaidLaunch && common.launch().isComplete())", "if (!hasSaidLaunch && isReady)"));

    /**
     * Found where members end.
     */
    static final List<Mutant> LOST = List.of(
        new Mutant(
            "frames behind the cut executed", "section 19, cut", "IsochronExecutor",
            "inbound.removeOlder(host);", ""),
        new Mutant(
            "notices behind the cut given", "section 19, cut", "IsochronExecutor",
            "noticeInbox.cutOff(host, cut);", ""),
        new Mutant(
            "cut as far as one member has heard", "section 19, cut", "ViewDecisions",
            "records.forEach(this::collect);", "collect(records.get(0));"),
        new Mutant(
            "more taken after it was said how far one has heard", "section 19, cut", "ViewChange",
            "areDrained &= null == peer || view.contains(peer.member()) || peer.stream().drain();", ""),
        new Mutant(
            "frames of a member that has promised nothing executed ahead", "rule R6", "RunAhead",
            """
            return InboundLink.NONE != framePulse && framePulse <= promised.applyAsLong(heads.firstSender()) &&
                super.mayExecute(heads, framePulse, noticePulse, ended);
            """,
            "return super.mayExecute(heads, framePulse, noticePulse, ended);"),
        new Mutant(
            "positions not compared", "section 19, cut", "ViewChange",
            "if (received < sent || exit.heard(member) > decisions.heard(member))", "if (received < 0)"),
        new Mutant(
            "last frame behind the position", "section 19, cut", "FramePositions",
            "return null == onTrunks[member] ? 0 : onTrunks[member].get();",
            "return null == onTrunks[member] ? 0 : onTrunks[member].get() - 1;"),
        new Mutant(
            "hosts leave directly behind the cut", "section 19, cut", "MemberExit",
            "return heard + RunAhead.MAX_AHEAD + 1;", "return heard + 1;"),
        new Mutant(
            "what others have decided decided again", "section 19, views", "ViewDecisions",
            "records.forEach(this::take);", ""),
        new Mutant(
            "a cut for each member that leaves in one view", "section 19, views", "ViewChange",
            "cut = Math.min(cut, decisions.heard(member));",
            "cut = Long.MAX_VALUE == cut ? decisions.heard(member) : Math.max(cut, decisions.heard(member));"),
        new Mutant(
            "room waited for on the trunk to a member that is out", "section 19, views", "GuardedTrunk",
            "lastRecord = last;\nisAbandoned = true;", "lastRecord = last;"),
        new Mutant(
            "notices that a member does not take any more waited for", "section 19, views", "MemberExit",
            "notices.leave(peer.member());", ""),
        new Mutant(
            "frames of another member carried on as those inside a member", "section 19", "ClusterWiring",
            "watched(new SharedMemoryTransport()),", "newTransport(),"),
        new Mutant(
            "frames put on links to a host that has left alone", "section 19, one host", "InboundFrames",
            "if (0 != (bits & 1L << i) && !expelledHosts.contains(ownHosts[i]))", "if (0 != (bits & 1L << i))"),
        new Mutant(
            "last isochron of a host without room", "section 19, one host", "InboundFrames",
            "final LinkFromMember link = isLast ? lastLink(sender, ownHosts[i]) : link(sender, i);",
            "final LinkFromMember link = link(sender, i);"),
        new Mutant(
            "host that has left alone leaves with its member again", "section 19, one host", "InboundFrames",
            "final boolean leavesNow = left[sender] > cut;", "final boolean leavesNow = left[sender] > 0;"),
        new Mutant(
            "room waited for at a host of another member that has left alone", "section 19, one host", "InboundFrames",
            "exit.hostLeaves(sender, entry.timestamp);", ""),
        new Mutant(
            "pulse of a host that leaves taken for certain too early", "section 19, one host", "HostExpulsion",
            "final boolean isPromised = cluster.member.floor.heard() >= pulse;",
            "final boolean isPromised = cluster.member.floor.heard(member) >= pulse;"),
        new Mutant(
            "request to expel a host not heard", "section 19, one host", "ExpulsionRequests",
            "expeller.request(host, isClosing ->",
            "java.util.Objects.<HostExpeller.Refusal>requireNonNull(isClosing ->"),
        new Mutant(
            "requested expulsion left half done", "section 19, one host", "RequestedExpulsions",
            "if (!current.end().tryEndExpulsion())", "if (current.end().isExpulsionEnded())"));

    /**
     * Found where one of two members that end has heard nobody for a while.
     */
    static final List<Mutant> DEAF = List.of(
        new Mutant(
            "frames executed ahead up to the promise of their own member", "rule R6", "Floor",
            "return 0 == (gone >>> from & 1) ? least(gone) : Math.min(cuts[from], least(gone));",
            "return 0 == (gone >>> from & 1) ? heard(from) : Math.min(cuts[from], least(gone));"));

    /**
     * Found where members end that change references.
     */
    static final List<Mutant> LOST_REFERENCES = List.of(
        new Mutant(
            "objects behind the cut brought", "section 19, cut", "IsochronExecutor",
            "inbound.removeOlder(host);", ""),
        new Mutant(
            "references stay reserved by a member that is out", "section 18", "SharedMemoryManager",
            "store.forEachSched(expelled, this::cancel);", ""),
        new Mutant(
            "variables of a member that is out awaited", "actions", "Declarations",
            "if (!isDeclared(member) && !hosts.isOut(member))", "if (!isDeclared(member))"),
        new Mutant(
            "initial values of a member that is out awaited", "actions", "Declarations",
            "if (!hosts.hasLeft(member))", "if (member >= 0)"));

    private MemberMutants()
    {
    }
}
