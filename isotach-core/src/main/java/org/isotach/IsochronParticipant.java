/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * The part of a model in an isochron. It is told whether the operations that it appended are issued, so that it can
 * reserve what they need and take back what they promised.
 * <p>
 * All methods are called by the application thread that owns the isochron.
 */
public interface IsochronParticipant
{
    /**
     * Reserves everything that the operations need besides space in the frame, or nothing. Called before an attempt to
     * issue, once or more often for the same operations: a reservation of an earlier call stays valid.
     *
     * @return false if something is not available at present: nothing is reserved, and the isochron cannot be issued
     * now.
     */
    boolean prepare();

    /**
     * The isochron has been issued. Called after the last operation has been handed over, and perhaps executed.
     */
    void issued();

    /**
     * The isochron was abandoned; none of its operations takes effect.
     */
    void abandoned();
}
