/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.List;

/**
 * An isochron of a random program as it was issued: what a replay needs to know of it.
 */
final class IssuedIsochron
{
    /**
     * Kinds of operations.
     */
    enum Kind
    {
        READ, WRITE, SCHED, ASSIGN, UPDATE, GET_AND_UPDATE, UPDATE_AND_GET
    }

    /**
     * One operation.
     *
     * @param kind     what to do.
     * @param address  with which variable.
     * @param version  of a SCHED or an ASSIGN; what a COMPARE_AND_SET expects.
     * @param value    of a WRITE or an ASSIGN, argument of an UPDATE.
     * @param read     number of a READ, or of the result of an UPDATE.
     * @param copy     host whose copy a READ reads.
     * @param function of an UPDATE, null if it is none.
     */
    record Operation(
        Kind kind, int address, long version, long value, int read, int copy, UpdateFunction function)
    {
        void replay(final SequentialMemory memory)
        {
            switch (kind)
            {
                case READ:
                    memory.read(address, read);
                    break;
                case WRITE:
                    memory.write(address, value);
                    break;
                case SCHED:
                    memory.sched(address, version);
                    break;
                case UPDATE:
                    memory.update(address, this::apply, null, null);
                    break;
                case GET_AND_UPDATE:
                    memory.update(address, this::apply, read, null);
                    break;
                case UPDATE_AND_GET:
                    memory.update(address, this::apply, null, read);
                    break;
                default:
                    memory.assign(address, version, value);
                    break;
            }
        }

        private long apply(final long before)
        {
            if (!UpdateFunction.isRegistered(function.code()))
            {
                return UpdateFunction.apply(function.code(), before, value, version);
            }
            return RandomProgram.REFUSE == UpdateFunction.number(function.code()) ?
                RandomProgram.refuse(before, value) : RandomProgram.combine(before, value);
        }
    }

    final int id;
    final int host;
    final int program;
    final List<Operation> operations = new ArrayList<>();
    boolean isFresh;

    /**
     * Logical time at the host before it was issued.
     */
    long time;

    IssuedIsochron(final int id, final int host, final int program)
    {
        this.id = id;
        this.host = host;
        this.program = program;
    }

    @Override
    public String toString()
    {
        return "isochron " + id + " of host " + host + " program " + program + (isFresh ? " fresh " : " ") + operations;
    }
}
