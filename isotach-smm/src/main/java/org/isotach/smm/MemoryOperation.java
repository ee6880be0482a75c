/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;

/**
 * Layout of the operations of the shared memory model, after their {@link OperationHeader}.
 * <pre>
 *               0        8        16       24        32
 *   READ        | header | slot   |                          host = the copy that is read, slot at the issuer
 *   WRITE       | header | value  |
 *   SCHED       | header | version|
 *   ASSIGN      | header | version| value  |
 *   CANCEL      | header | version|
 *   UPDATE      | header | argument|                         host = the function
 *   UPDATE_LONG | header | argument| slot  | function| expected |           host = the copy that answers, or none
 *   TAKE        | header | lengths| version| slot   | addresses ...           READ and SCHED of several variables
 *   ASSIGN_ALL  | header | lengths| version| values ... | addresses ...       ASSIGN of all variables of a take
 *   WRITE_ROW   | header | lengths| values ...                                WRITE of successive variables
 * </pre>
 * The address field of the header is the address of the variable. UPDATE_LONG is an UPDATE that has a result, or the
 * second argument of COMPARE_AND_SET; the upper half of its function field selects the result.
 * <p>
 * In the last three operations the lower half of the second word is the length of the operation, and the upper half is
 * the number of variables. Addresses have 4 bytes each, padded to 8; the address field of WRITE_ROW is that of the
 * first variable. The versions of the variables are consecutive, beginning with the given one. In TAKE the host field
 * is the host that answers, and the address field is the index of the first variable among all variables of the take.
 * If several hosts answer, there is one TAKE for each row of variables that one host answers, with version 0, which
 * only reads, and a last TAKE that no host answers, which schedules all variables: nothing is scheduled before
 * everything is read.
 */
final class MemoryOperation
{
    static final int FAMILY = 0;

    static final int READ = 0x1;
    static final int WRITE = 0x2;
    static final int SCHED = 0x3;
    static final int ASSIGN = 0x4;
    static final int CANCEL = 0x5;
    static final int TAKE = 0x6;
    static final int ASSIGN_ALL = 0x7;
    static final int UPDATE = 0x8;
    static final int UPDATE_LONG = 0x9;
    static final int WRITE_ROW = 0xA;

    static final int FIRST_OFFSET = Long.BYTES;
    static final int SECOND_OFFSET = 2 * Long.BYTES;

    /**
     * Stands for the host that answers, in a TAKE or UPDATE_LONG that no host answers.
     */
    static final int NO_HOST = 0xFFFF;

    static final int SHORT_LENGTH = 2 * Long.BYTES;
    static final int ASSIGN_LENGTH = 3 * Long.BYTES;
    static final int UPDATE_LONG_LENGTH = 5 * Long.BYTES;

    static final int UPDATE_SLOT_OFFSET = 2 * Long.BYTES;
    static final int UPDATE_FUNCTION_OFFSET = 3 * Long.BYTES;
    static final int UPDATE_EXPECTED_OFFSET = 4 * Long.BYTES;

    /**
     * Results of an UPDATE: the old value, and the new one.
     */
    static final int OLD_VALUE = 0;
    static final int NEW_VALUE = 1;

    static final int GROUP_VERSION_OFFSET = 2 * Long.BYTES;
    static final int TAKE_SLOT_OFFSET = 3 * Long.BYTES;
    static final int TAKE_ADDRESSES_OFFSET = 4 * Long.BYTES;
    static final int ASSIGN_VALUES_OFFSET = 3 * Long.BYTES;
    static final int WRITE_VALUES_OFFSET = 2 * Long.BYTES;

    /**
     * What the headers of operations of one length begin with. With another length an operation is none of these: all
     * who walk through a frame step over it as its header says.
     */
    static final int READ_START = start(OperationHeader.encode(READ, SHORT_LENGTH, 0, 0));
    static final int WRITE_START = start(OperationHeader.encode(WRITE, SHORT_LENGTH, 0, 0));
    static final int SCHED_START = start(OperationHeader.encode(SCHED, SHORT_LENGTH, 0, 0));
    static final int ASSIGN_START = start(OperationHeader.encode(ASSIGN, ASSIGN_LENGTH, 0, 0));
    static final int CANCEL_START = start(OperationHeader.encode(CANCEL, SHORT_LENGTH, 0, 0));
    static final int UPDATE_START = start(OperationHeader.encode(UPDATE, SHORT_LENGTH, 0, 0));
    static final int UPDATE_LONG_START = start(OperationHeader.encode(UPDATE_LONG, UPDATE_LONG_LENGTH, 0, 0));

    private MemoryOperation()
    {
    }

    /**
     * Returns what a header begins with: the type of its operation, and the length.
     */
    static int start(final long header)
    {
        return (int)header & 0xFFFF;
    }

    /**
     * Function field of an UPDATE_LONG: the code of its function, and its result.
     */
    static long function(final int code, final int result)
    {
        return (long)result << Integer.SIZE | code;
    }

    static int takeLength(final int variables)
    {
        return TAKE_ADDRESSES_OFFSET + addressesLength(variables);
    }

    static int assignAllLength(final int variables)
    {
        return ASSIGN_VALUES_OFFSET + variables * Long.BYTES + addressesLength(variables);
    }

    /**
     * Returns the length, or one that no isochron has if it is longer than that.
     */
    static int writeRowLength(final int variables)
    {
        return (int)Math.min(WRITE_VALUES_OFFSET + (long)variables * Long.BYTES, Integer.MAX_VALUE & -Long.BYTES);
    }

    private static int addressesLength(final int variables)
    {
        return variables * Integer.BYTES + Long.BYTES - 1 & -Long.BYTES;
    }

    static long lengths(final int length, final int variables)
    {
        return (long)variables << Integer.SIZE | length;
    }

    /**
     * Returns whether an operation of this family follows in a frame, after an operation of another or an unknown
     * family.
     *
     * @param offset offset of that operation.
     * @param limit  end of the frame. An operation whose length does not fit is the last one.
     */
    static boolean isBehind(final OffHeapBuffer frame, final int offset, final int limit)
    {
        int next = offset;
        while (limit - next >= OperationHeader.LENGTH)
        {
            if (next != offset && FAMILY == OperationHeader.family(frame.getLong(next)))
            {
                return true;
            }
            final int length = OperationHeader.lengthWithin(frame, next, limit);
            if (0 == length)
            {
                return false;
            }
            next += length;
        }
        return false;
    }

    /**
     * Returns whether an operation has any number of variables, and therefore a length that others have to look up.
     */
    static boolean isOfSeveral(final int opcode)
    {
        return WRITE_ROW == opcode || TAKE == opcode || ASSIGN_ALL == opcode;
    }

    static int variables(final OffHeapBuffer frame, final int offset)
    {
        return (int)(frame.getLong(offset + FIRST_OFFSET) >>> Integer.SIZE);
    }
}
