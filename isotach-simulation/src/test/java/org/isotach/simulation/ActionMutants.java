/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

/**
 * Mistakes in isotach-actions that the simulation of actions finds.
 */
final class ActionMutants
{
    private static final String RULE = "actions";

    static final List<Mutant> ALL = List.of(
        new Mutant(
            "who waits for a condition is woken and not told why", RULE, "Watchers",
            "isSignalled = true;\nwaiter.wake();", "waiter.wake();"),
        new Mutant(
            "nothing given back when a body throws", RULE, "BodyRunner",
            "exit(run, isDone);", "exit(run, true);"),
        new Mutant(
            "new values assigned when a body throws", RULE, "Taker",
            "run.restoreValues();\ntry\n{\nassign(run);", "try\n{\nassign(run);"),
        new Mutant(
            "nothing given back when the values come later than the interrupt", RULE, "RunEnd",
            "if (run.taken().isHeld() && !run.isSettled() || !tryGiveBack(run))",
            "if (!(run.taken().isHeld() && !run.isSettled()) && !tryGiveBack(run))"),
        new Mutant(
            "last variable of an action not reserved", RULE, "Footprint",
            "reservedWords += i < reserved ? variables[i].words() : 0;",
            "reservedWords += i < Math.max(1, reserved - 1) && i < reserved ? variables[i].words() : 0;"),
        new Mutant(
            "body run twice", RULE, "BodyRunner",
            "result = body.run(action);", "body.run(action);\nresult = body.run(action);"),
        new Mutant(
            "snapshot of the only copies, which change meanwhile", RULE, "CopyReads",
            "if (null == prepared ? local.tryReadLocal(addresses, into) : prepared.tryRead(into))",
            "if ((null == prepared ? local.tryReadLocal(addresses, into) : prepared.tryRead(into)) || i > 0)"),
        new Mutant(
            "snapshot of copies that change meanwhile", RULE, "Session",
            "if (port.tryReadLocal(addresses, values))", "if (port.tryReadLocal(addresses, values) || tries > 1)"),
        new Mutant(
            "order of two hosts lost: old copies read", RULE, "HostOrder",
            "return isOneHost() || seen.get(STRIDE * host) == sumOfOthers(begun, host);", "return true;"),
        new Mutant(
            "object freed while somebody may read its handle", RULE, "References",
            "while (null != first && first.epoch + 2 <= epoch.get())", "while (null != first)"),
        new Mutant(
            "message removed when the first host has delivered it", RULE, "Post",
            "if (0 == letter.receivers.decrementAndGet())", "if (0 <= letter.receivers.decrementAndGet())"),
        new Mutant(
            "nothing given back of what was cancelled", RULE, "AsyncRun",
            "giveBack(null);", ""),
        new Mutant(
            "cancelled while its condition is awaited, and run nevertheless", RULE, "BodyRunner",
            "if (future.isDone())\n{\nthrow new CancellationException(\"cancelled before the body began\");\n}", ""),
        new Mutant(
            "reservation kept whose answer nobody wants", RULE, "actions/Reservation",
            "assigned.beforeEnd(this::cancel);", ""),
        new Mutant(
            "answer that is assigned after its reservation has ended", RULE, "actions/Reservation",
            "if (!state.compareAndSet(State.AWAITS_AN_ANSWER, State.ENDED))",
            "if (!state.compareAndSet(State.AWAITS_AN_ANSWER, State.ENDED) && State.ENDED != state.get())"),
        new Mutant(
            "taken at once and not reserved", "7", "LocalTaker",
            "store.sched(store.cell(addresses[i]), version + i);", ""),
        new Mutant(
            "taken at once though reserved", "7", "VariableCells",
            "if (NOT_HERE == cell || state(cell) < 0)", "if (NOT_HERE == cell)"),
        new Mutant(
            "deferred work not done by the next owner", "13", "TryLock",
            "deferred.run();", ""),
        new Mutant(
            "taken briefly, and not reserved by the next owner", "13", "BriefTaker",
            "store.sched(cell, versionOfCell);", ""),
        new Mutant(
            "taken briefly, and assigned as if nobody had come in", "13", "BriefTaker",
            "if (!tryResume(taken))\n{\nschedule(taken);",
            "if (!tryResume(taken) && !work.tryBegin())\n{\nschedule(taken);"),
        new Mutant(
            "taken briefly, and no value assigned", "13", "BriefTaker",
            "cells.putValues(taken.values().addresses(), taken.count(), values);", ""),
        new Mutant(
            "taken briefly, and given back when others have come in", "13", "BriefTaker",
            "if (!tryResume(taken))\n{\nreturn false;",
            "if (!tryResume(taken) && !work.tryBegin())\n{\nreturn false;"));

    /**
     * What reads of several hosts may find.
     */
    static final List<Mutant> READERS = List.of(
        new Mutant(
            "write seen under way, and old copies read after it", RULE, "HostOrder",
            "return isOneHost() || seen.get(STRIDE * host) == sumOfOthers(begun, host);",
            "return isOneHost() || seen.get(STRIDE * host) == sumOfOthers(ended, host);"),
        new Mutant(
            "reservation that does not count as a write", RULE, "Taker",
            "return sessions.tryCarry(run.taking(), run.isReserving());",
            "return sessions.tryCarry(run.taking(), false);"),
        new Mutant(
            "write counted when it has been issued", RULE, "Session",
            "writes++;\norder.begins(host.id());", "writes++;"),
        new Mutant(
            "writes counted as ended that were only issued", RULE, "Session",
            "UninterruptibleWait.run(awaiting);\nisExecuted = true;", "isExecuted = true;"));

    /**
     * What readers of references may find.
     */
    static final List<Mutant> REFERENCES = List.of(
        new Mutant(
            "references that are only read, read in no epoch", RULE, "RunStart",
            "null == taker.local() ? footprint.hasReferences() : footprint.readsReferences();",
            "null == taker.local() && footprint.hasReferences();"),
        new Mutant(
            "snapshot of references whose objects are gone", RULE, "actions/Snapshot",
            "return false;", "return true;"),
        new Mutant(
            "reference read whose object is gone", RULE, "ReferenceUpdates",
            "return References.isFound(handle, object) ? object : readAnew(address, variable);",
            "return object;"),
        new Mutant(
            "object found that has taken the place of another one", RULE, "ObjectTable",
            "return handle == (long)HANDLES.getOpaque(chunk.handles, index) ? object : null;", "return object;"),
        new Mutant(
            "calls of odd epochs overlooked when a handle is retired", RULE, "actions/References",
            "if (0 == readers.get(0) && 0 == readers.get(1))", "if (0 == readers.get(0))"),
        new Mutant(
            "references that are read anew, read in no epoch", RULE, "ReferenceReader",
            """
            final long entered = references.enter();
            try
            {
            words.read(reading, what, addresses, prepared, handles);
            resolver.resolve(handles);
            }
            finally
            {
            references.exit(entered);
            }
            """,
            "words.read(reading, what, addresses, prepared, handles);\nresolver.resolve(handles);"));

    /**
     * What changes of references that compare their objects, or return them, may do.
     */
    static final List<Mutant> REFERENCE_CHANGES = List.of(
        new Mutant(
            "object that is replaced, retired before it is looked up", RULE, "ReferenceUpdates",
            """
            final Object before = localReferences.find(handle);
            localReferences.retire(handle);
            """,
            """
            localReferences.retire(handle);
            final Object before = localReferences.find(handle);
            """),
        new Mutant(
            "object that is replaced, kept", RULE, "ReferenceUpdates",
            "final Object before = localReferences.find(handle);\nlocalReferences.retire(handle);",
            "final Object before = localReferences.find(handle);"),
        new Mutant(
            "handles compared in place of objects", RULE, "ReferenceUpdates",
            "handle = before;", "return localReferences.find(before);"),
        new Mutant(
            "object that is gone compared", RULE, "ReferenceUpdates",
            "if (!References.isFound(handle, object))", "if (false)"),
        new Mutant(
            "new object kept that was not set", RULE, "ReferenceUpdates",
            "else\n{\nlocalReferences.remove(handle);\n}", ""),
        new Mutant(
            "old object retired that was not replaced", RULE, "ReferenceUpdates",
            "if (before == expected)\n{\nlocalReferences.retire(before);\n}",
            "if (before != handle)\n{\nlocalReferences.retire(before);\n}"),
        new Mutant(
            "initial object of all references of an array with one handle", RULE, "VariableMaker",
            "Arrays.setAll(handles, i -> localReferences.add(initial));",
            "Arrays.fill(handles, localReferences.add(initial));"));

    /**
     * Found where changes, writes and snapshots are futures.
     */
    static final List<Mutant> ASYNC_CALLS = List.of(
        new Mutant(
            "future of changes complete before the new values are known", RULE, "AsyncChanges",
            "return reads.values(footprint, executor);", "return CompletableFuture.completedFuture(null);"),
        new Mutant(
            "changes of a future made twice", RULE, "AsyncChanges",
            "access.apply(changes, sending, \"applyAsync()\");",
            "access.apply(changes, sending, \"applyAsync()\");\naccess.apply(changes, sending, \"applyAsync()\");"),
        new Mutant(
            "words of a batch with a future written before its references", RULE, "AsyncChanges",
            "final Footprint footprint = new Footprint(access, batch.variables(), NOTHING);",
            "access.write(batch.addresses(), batch.values(), batch.count(), \"writeAsync()\");\n" +
            "final Footprint footprint = new Footprint(access, batch.variables(), NOTHING);"),
        new Mutant(
            "snapshot with a future of copies that cannot be read", RULE, "actions/Reader",
            "if (!copies.tryRead(reading, footprint, footprint.read(), prepared, values) ||",
            "if (!copies.tryRead(reading, footprint, footprint.read(), prepared, values) && null == values ||"));

    /**
     * Found where changes and snapshots are prepared, functions are registered, and messages have handlers.
     */
    static final List<Mutant> PREPARED = List.of(
        new Mutant(
            "prepared snapshot of the only copies, which are reserved", RULE, "CopyReads",
            "if (null == prepared ? local.tryReadLocal(addresses, into) : prepared.tryRead(into))",
            "if (null == prepared ? local.tryReadLocal(addresses, into) : prepared.tryRead(into) || i > 0)"),
        new Mutant(
            "words of a prepared snapshot taken though one is reserved", RULE, "actions/Reader",
            "return prepared.tryRead(into);", "return prepared.tryRead(into) || true;"),
        new Mutant(
            "cells of a prepared snapshot that lie apart, read as a row", RULE, "CellList",
            "isRowSoFar &= cells[i] == cells[i - 1] + VariableCells.CELL_LENGTH;",
            "isRowSoFar &= cells[i] > cells[i - 1];"),
        new Mutant(
            "seen revision of a prepared snapshot not compared", "section 13", "RevisionReads",
            "if (isUndisturbed(before) && areOf(revision, list.cells(), list.count()))",
            "if (isUndisturbed(before))"),
        new Mutant(
            "future of prepared changes complete before the new values are known", RULE, "PreparedChanges",
            "all = AsyncChanges.footprint(access, changes);",
            "all = AsyncChanges.footprint(access, new Change[0]);"),
        new Mutant(
            "registered function computed as if it was built in", RULE, "LocalMemory",
            "if (UpdateFunction.isRegistered(functions[i].code()))", "if (false)"),
        new Mutant(
            "sum of ints that does not wrap around", RULE, "Functions",
            "memory.registerFunction(FIRST + 3, (value, argument) -> (int)(value + argument)));",
            "memory.registerFunction(FIRST + 3, (value, argument) -> value + argument));"),
        new Mutant(
            "smaller one of two doubles found by their bits", RULE, "Functions",
            "memory.registerFunction(FIRST + 1, ofDoubles(Math::min)),",
            "memory.registerFunction(FIRST + 1, Math::min),"),
        new Mutant(
            "messages left behind one whose handler has thrown", RULE, "Subscription",
            "if (!messages.isEmpty() && !isClosed)", "if (false)"),
        new Mutant(
            "two threads in the handler of one subscription", RULE, "Subscription",
            "if (!isScheduled.compareAndSet(false, true))\n{\nreturn;\n}", ""));

    /**
     * Found when a host is expelled.
     */
    static final List<Mutant> EXPULSION = List.of(
        new Mutant(
            "actions by a host that was expelled", RULE, "Sessions",
            "if (!session.host().isExpelled())", "if (null != session)"),
        new Mutant(
            "message removed that may be on its way from an expelled host", RULE, "Session",
            "awaitOrder(cargo);\n}\nreturn isIssued;",
            """
            try
            {
            awaitOrder(cargo);
            }
            catch (final org.isotach.IsotachException ex)
            {
            cargo.abandoned();
            throw ex;
            }
            }
            return isIssued;
            """),
        new Mutant(
            "nobody told of an asynchronous action that its host was expelled", RULE, "WaitGraph",
            "new Look(() -> waiting.forEach(Wait::lookForExpulsion), () -> false);",
            "new Look(() -> {}, () -> false);"));

    /**
     * Found where threads of several members hold variables and want others, all the time.
     */
    static final List<Mutant> CIRCLES = List.of(
        new Mutant(
            "one note for all results of a TAKE", RULE, "OutstandingReads",
            "owed.put(ticket(reader, place), new Owed(address, version));",
            "owed.put(ticket(reader, ReadSlots.slot(place)), new Owed(address, version));"));

    /**
     * Found only where there are members.
     */
    static final List<Mutant> MEMBERS = List.of(
        new Mutant(
            "copies read that do not know what other members have written", RULE, "CopyReads",
            "if (null != engine.declarations())\n{\n// What other members have written is not known here.",
            "if (null == engine)\n{"),
        new Mutant(
            "message of an action for one member only", RULE, "PostOfMembers",
            "final MessageBuffer buffer = port.claimForHandler(hosts.all(), HANDLER, bytes.length);",
            "final MessageBuffer buffer = port.claimForHandler(hosts.of(hosts.own()), HANDLER, bytes.length);"),
        new Mutant(
            "message handled by each host of a member", RULE, "OncePerMember",
            "else\n{\nawaitHandled(executed);", "else\n{\nhandler.onMessage(sender, message);"),
        new Mutant(
            "variables used before their initial values are written", RULE, "Declarations",
            "hosts.await(\n() -> isWritten() || isFirst(), " +
            "\"the initial values, which the first member writes that is not out\");\nif (!isWritten())\n{\n" +
            "write(values, sessions);\n}\nhosts.await(this::isWritten, \"the initial values\");",
            "if (isFirst())\n{\nwrite(values, sessions);\n}"),
        new Mutant(
            "initial values written by every member", RULE, "Declarations",
            "if (!hosts.hasLeft(member))", "if (hosts.hasLeft(member))"),
        new Mutant(
            "initial values written by every thread that joins", RULE, "Declarations",
            "if (isWritten || null != writer)", "if (isWritten && null != writer)"),
        new Mutant(
            "circle of members found and not ended", RULE, "WaitSearch",
            "graph.callOff(circle.get(0).number(), describe(circle));", ""),
        new Mutant(
            "question of a member that nobody answers", RULE, "WaitSearch",
            "caretaker.tendOften(answering);", ""),
        new Mutant(
            "circle of members through a variable of another member", RULE, "RunOperations",
            "action.accept(taken.ticket(i));", ""),
        new Mutant(
            "what a member owes kept to itself", RULE, "WaitSearch",
            "final byte[] bytes = SeenMember.encode(graph.seen(hosts.own()), owed.get());",
            "final byte[] bytes = SeenMember.encode(graph.seen(hosts.own()), new long[0]);"),
        new Mutant(
            "object of a reference for one member only", RULE, "ReferencesOfMembers",
            "messages.claimForHandler(hosts.all(), HANDLER, HEADER_LENGTH + bytes.length);",
            "messages.claimForHandler(hosts.of(hosts.own()), HANDLER, HEADER_LENGTH + bytes.length);"),
        new Mutant(
            "handles of all members the same", RULE, "ReferencesOfMembers",
            "handles = new AtomicLong(hosts.own() + 1L << MEMBER_SHIFT);",
            "handles = new AtomicLong(1L << MEMBER_SHIFT);"),
        new Mutant(
            "new object freed in place of the old one", RULE, "ReferencesOfMembers",
            "retire(message.getLong(Long.BYTES));", "retire(handle);"),
        new Mutant(
            "object freed at a member while somebody may read its handle", RULE, "References",
            "while (null != first && first.epoch + 2 <= epoch.get())", "while (null != first)"));

    private ActionMutants()
    {
    }
}
