/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;

/**
 * Layout of the operations of the shared memory model behind their {@link OperationHeader}.
 * <pre>
 *               0        8        16       24        32
 *   READ        | header | slot   |                          host = the copy that is read, slot at the issuer
 *   WRITE       | header | value  |
 *   SCHED       | header | version|
 *   ASSIGN      | header | version| value  |
 *   CANCEL      | header | version|
 *   UPDATE      | header | argument|                         host = the function
 *   UPDATE_LONG | header | argument| slot  | function| expected |           host = the copy that answers, or nobody
 *   TAKE        | header | lengths| version| slot   | addresses ...           READ and SCHED of several variables
 *   ASSIGN_ALL  | header | lengths| version| values ... | addresses ...       ASSIGN of all that were taken
 * </pre>
 * The address field of the header is the address of the variable. UPDATE_LONG is an UPDATE that has a result, or the
 * second argument of COMPARE_AND_SET; the upper half of its function says which result.
 * <p>
 * In the last two the lower half of the second word is the length of the operation, the upper half the number of
 * variables; addresses have 4 bytes each, padded to 8; the versions of the variables follow each other, beginning with
 * the one given. In TAKE the host field is the host that answers, and the address field the index of the first variable
 * among all that the issuer takes. If several hosts answer there is one TAKE for each row of variables of one of them,
 * with version 0, which only reads, and a last one that no host answers, which schedules all: nothing is scheduled
 * before everything is read.
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

    static final int FIRST_OFFSET = Long.BYTES;
    static final int SECOND_OFFSET = 2 * Long.BYTES;

    /**
     * In TAKE and UPDATE_LONG, in place of the host that answers.
     */
    static final int NO_HOST = 0xFFFF;

    static final int SHORT_LENGTH = 2 * Long.BYTES;
    static final int ASSIGN_LENGTH = 3 * Long.BYTES;
    static final int UPDATE_LONG_LENGTH = 5 * Long.BYTES;

    static final int UPDATE_SLOT_OFFSET = 2 * Long.BYTES;
    static final int UPDATE_FUNCTION_OFFSET = 3 * Long.BYTES;
    static final int UPDATE_EXPECTED_OFFSET = 4 * Long.BYTES;

    /**
     * Results of an UPDATE: the value before it, and the one behind it.
     */
    static final int OLD_VALUE = 0;
    static final int NEW_VALUE = 1;

    static final int GROUP_VERSION_OFFSET = 2 * Long.BYTES;
    static final int TAKE_SLOT_OFFSET = 3 * Long.BYTES;
    static final int TAKE_ADDRESSES_OFFSET = 4 * Long.BYTES;
    static final int ASSIGN_VALUES_OFFSET = 3 * Long.BYTES;

    private MemoryOperation()
    {
    }

    /**
     * Of UPDATE_LONG: code of its function, and which result it has.
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

    private static int addressesLength(final int variables)
    {
        return variables * Integer.BYTES + Long.BYTES - 1 & -Long.BYTES;
    }

    static long lengths(final int length, final int variables)
    {
        return (long)variables << Integer.SIZE | length;
    }

    /**
     * Is there an operation of this family in a frame, behind one that is not, or that nobody knows?
     *
     * @param offset of that one.
     * @param limit  end of the frame. An operation whose length does not fit is the last one.
     */
    static boolean isBehind(final OffHeapBuffer frame, final int offset, final int limit)
    {
        int next = offset;
        while (limit - next >= OperationHeader.LENGTH)
        {
            final long header = frame.getLong(next);
            if (next != offset && FAMILY == OperationHeader.family(header))
            {
                return true;
            }
            final int rest = limit - next;
            final int length =
                OperationHeader.isLong(header) && rest < 2 * Long.BYTES ? 0 : OperationHeader.length(frame, next);
            if (length <= 0 || length > rest)
            {
                return false;
            }
            next += length;
        }
        return false;
    }

    static int variables(final OffHeapBuffer frame, final int offset)
    {
        return (int)(frame.getLong(offset + FIRST_OFFSET) >>> Integer.SIZE);
    }
}
