/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm.litmus;

import java.util.List;

import static org.isotach.smm.litmus.Operation.add;
import static org.isotach.smm.litmus.Operation.assign;
import static org.isotach.smm.litmus.Operation.read;
import static org.isotach.smm.litmus.Operation.sched;
import static org.isotach.smm.litmus.Operation.write;

/**
 * The litmus programs. An actor is the application of one host; it issues its isochrons in order.
 * <p>
 * Outcome of a program: the values of all reads, actor by actor in program order, and then the values of all variables
 * in the end.
 */
enum Shape
{
    STORE_BUFFERING(2,
        actor(isochron(write(0, 1)), isochron(read(1))),
        actor(isochron(write(1, 1)), isochron(read(0)))),

    MESSAGE_PASSING(2,
        actor(isochron(write(0, 1)), isochron(write(1, 1))),
        actor(isochron(read(1)), isochron(read(0)))),

    LOAD_BUFFERING(2,
        actor(isochron(read(0)), isochron(write(1, 1))),
        actor(isochron(read(1)), isochron(write(0, 1)))),

    TWO_PLUS_TWO_WRITES(2,
        actor(isochron(write(0, 1)), isochron(write(1, 2))),
        actor(isochron(write(1, 1)), isochron(write(0, 2)))),

    S(2,
        actor(isochron(write(0, 2)), isochron(write(1, 1))),
        actor(isochron(read(1)), isochron(write(0, 1)))),

    R(2,
        actor(isochron(write(0, 1)), isochron(write(1, 1))),
        actor(isochron(write(1, 2)), isochron(read(0)))),

    COHERENCE_READ_WRITE(1,
        actor(isochron(read(0)), isochron(write(0, 1))),
        actor(isochron(write(0, 2)))),

    COHERENCE(1,
        actor(isochron(write(0, 1)), isochron(write(0, 2))),
        actor(isochron(read(0)), isochron(read(0))),
        actor(isochron(write(0, 3)), isochron(read(0)))),

    WRITE_TO_READ_CAUSALITY(2,
        actor(isochron(write(0, 1))),
        actor(isochron(read(0)), isochron(write(1, 1))),
        actor(isochron(read(1)), isochron(read(0)))),

    ISA2(3,
        actor(isochron(write(0, 1)), isochron(write(1, 1))),
        actor(isochron(read(1)), isochron(write(2, 1))),
        actor(isochron(read(2)), isochron(read(0)))),

    INDEPENDENT_READS(2,
        actor(isochron(write(0, 1))),
        actor(isochron(write(1, 1))),
        actor(isochron(read(0)), isochron(read(1))),
        actor(isochron(read(1)), isochron(read(0)))),

    ALL_OR_NOTHING(4,
        actor(isochron(write(0, 1), write(1, 1), write(2, 1), write(3, 1))),
        actor(isochron(write(3, 2), write(2, 2), write(1, 2), write(0, 2))),
        actor(isochron(read(0), read(1), read(2), read(3)), isochron(read(3), read(2), read(1), read(0)))),

    EXCHANGE(2,
        actor(isochron(read(0), write(0, 1), read(1), write(1, 1))),
        actor(isochron(read(1), write(1, 2), read(0), write(0, 2))),
        actor(isochron(read(0), write(0, 3)), isochron(read(1), write(1, 3)))),

    SCHED_ASSIGN(3,
        actor(isochron(sched(0), sched(1), write(2, 1)), isochron(assign(0, 1), assign(1, 1))),
        actor(isochron(read(2), read(0), read(1)), isochron(read(0))),
        actor(isochron(write(0, 2)), isochron(read(1)))),

    THREE_SCHEDS(1,
        actor(isochron(read(0), sched(0)), isochron(assign(0, 1))),
        actor(isochron(read(0), sched(0)), isochron(assign(0, 2))),
        actor(isochron(read(0), sched(0)), isochron(assign(0, 3)))),

    ADDITIONS(2,
        actor(isochron(add(0, 1), add(1, 1)), isochron(read(0), read(1))),
        actor(isochron(add(1, 2), add(0, 2))),
        actor(isochron(write(0, 10)), isochron(add(1, 4)))),

    ADDITIONS_BEHIND_SCHEDS(1,
        actor(isochron(add(0, 1), sched(0)), isochron(assign(0, 10), add(0, 2))),
        actor(isochron(sched(0)), isochron(assign(0, 20)), isochron(read(0))),
        actor(isochron(add(0, 4)), isochron(read(0), add(0, 8)))),

    ADDITION_BELOW_A_WRITE(1,
        actor(isochron(sched(0)), isochron(assign(0, 10), add(0, 1))),
        actor(isochron(add(0, 2), write(0, 50), add(0, 4))),
        actor(isochron(read(0)), isochron(add(0, 8))));

    private final int variables;
    private final List<List<List<Operation>>> actors;

    @SafeVarargs
    @SuppressWarnings("varargs")
    Shape(final int variables, final List<List<Operation>>... actors)
    {
        this.variables = variables;
        this.actors = List.of(actors);
    }

    int variables()
    {
        return variables;
    }

    int actors()
    {
        return actors.size();
    }

    /**
     * The isochrons of an actor, in the order in which they are issued.
     */
    List<List<Operation>> isochrons(final int actor)
    {
        return actors.get(actor);
    }

    /**
     * Number of reads, and results, of an actor.
     */
    int reads(final int actor)
    {
        int reads = 0;
        for (final List<Operation> isochron : isochrons(actor))
        {
            for (final Operation operation : isochron)
            {
                if (operation.hasResult())
                {
                    reads++;
                }
            }
        }
        return reads;
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static List<List<Operation>> actor(final List<Operation>... isochrons)
    {
        return List.of(isochrons);
    }

    private static List<Operation> isochron(final Operation... operations)
    {
        return List.of(operations);
    }
}
