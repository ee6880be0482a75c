/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

import java.util.List;
import java.util.function.Supplier;

/**
 * Takes the state that a {@link StatusSource} reports.
 */
@FunctionalInterface
public interface StatusReport
{
    /**
     * Adds a variable that is reserved.
     *
     * @param key          identifies this reservation in all reports: equal to itself, and to nothing else.
     * @param variable     describes the variable, for people; called only where that is needed.
     * @param holder       number of the host that has reserved it.
     * @param owner        describes host and thread that have reserved it, for people; called as the variable's.
     * @param waitingHosts host of each read that waits for it; empty if none does.
     */
    void addReservation(
        Object key, Supplier<String> variable, int holder, Supplier<String> owner, List<Integer> waitingHosts);
}
