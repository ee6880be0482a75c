/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

/**
 * Layout of the operations of the shared memory model behind their {@link org.isotach.OperationHeader}.
 * <pre>
 *            0        8        16       24
 *   READ     | header | slot   |                host = the copy that is read, slot at the issuer
 *   WRITE    | header | value  |
 *   SCHED    | header | version|
 *   ASSIGN   | header | version| value  |
 *   CANCEL   | header | version|
 * </pre>
 * The address field of the header is the address of the variable.
 */
final class MemoryOperation
{
    static final int FAMILY = 0;

    static final int READ = 0x1;
    static final int WRITE = 0x2;
    static final int SCHED = 0x3;
    static final int ASSIGN = 0x4;
    static final int CANCEL = 0x5;

    static final int FIRST_OFFSET = Long.BYTES;
    static final int SECOND_OFFSET = 2 * Long.BYTES;

    static final int SHORT_LENGTH = 2 * Long.BYTES;
    static final int ASSIGN_LENGTH = 3 * Long.BYTES;

    private MemoryOperation()
    {
    }
}
