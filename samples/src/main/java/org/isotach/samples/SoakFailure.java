/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * The way in which a host fails in a round of a soak.
 */
enum SoakFailure
{
    /**
     * No host fails.
     */
    NONE,

    /**
     * The application ends between two isochrons.
     */
    BETWEEN_ISOCHRONS,

    /**
     * The application ends with an isochron that is not issued, and a non-isotach message that is not sent.
     */
    ISOCHRON_OPEN,

    /**
     * The application ends with variables scheduled that are never assigned.
     */
    NOT_ASSIGNED,

    /**
     * The application comes to a barrier, and ends.
     */
    IN_BARRIER,

    /**
     * Nothing fails: the host is expelled in the middle of its work, and goes on until it is told.
     */
    EXPELLED_ALIVE
}
