/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * A model's part in an isochron: told what becomes of the operations that it appended, so that it can reserve what
 * they need and take back what they promised.
 * <p>
 * All methods are called by the application thread that owns the isochron.
 */
public interface IsochronParticipant
{
    /**
     * Reserves what the operations need beyond space in the frame, all of it or nothing. Called before an attempt to
     * issue, once or more often for the same operations: what an earlier call reserved stays reserved.
     *
     * @return false if something is not to be had at present: nothing is reserved, and the isochron cannot be issued
     * now.
     */
    boolean prepare();

    /**
     * The isochron has been issued. Called after the last operation has been handed over, perhaps executed.
     */
    void issued();

    /**
     * The isochron was given up; none of its operations takes effect.
     */
    void abandoned();
}
