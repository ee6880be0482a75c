/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.memory.OffHeapBuffer;

/**
 * Told by the owner of the trunks what other members say of views, and that this one takes part no more.
 */
interface ViewListener
{
    /**
     * @param from   number of the member that says it.
     * @param buffer memory that holds the record, see {@link ViewRecord}.
     * @param offset index in bytes of the record.
     */
    void onView(int from, OffHeapBuffer buffer, int offset);

    /**
     * This member takes part no more, and no view says so.
     *
     * @param what has happened.
     */
    void lose(String what);
}
