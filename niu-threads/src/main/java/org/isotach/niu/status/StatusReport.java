/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

import java.util.List;

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
     * @param variable     the variable, for people.
     * @param holder       number of the host that has reserved it.
     * @param owner        host and thread that have reserved it, for people.
     * @param waitingHosts host of each read that waits for it; empty if none does.
     */
    void addReservation(Object key, String variable, int holder, String owner, List<Integer> waitingHosts);
}
