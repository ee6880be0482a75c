/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.memory.OffHeapBuffer;

/**
 * Told what other members say of views, by the owner of the trunks.
 */
@FunctionalInterface
interface ViewListener
{
    /**
     * @param from   number of the member that says it.
     * @param buffer memory that holds the record, see {@link ViewRecord}.
     * @param offset index in bytes of the record.
     */
    void onView(int from, OffHeapBuffer buffer, int offset);
}
