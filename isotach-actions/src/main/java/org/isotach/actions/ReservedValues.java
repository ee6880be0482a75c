/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * The values of a reservation.
 */
final class ReservedValues extends Snapshot
{
    private final Object reservation;

    /**
     * @param reservation for messages.
     */
    ReservedValues(final Object reservation)
    {
        this.reservation = reservation;
    }

    @Override
    String describeEnd()
    {
        return reservation + " has ended: read its values before";
    }
}
