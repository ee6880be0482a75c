/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

import java.util.List;

/**
 * Takes what a {@link StatusSource} knows.
 */
@FunctionalInterface
public interface StatusReport
{
    /**
     * Adds a variable that is reserved.
     *
     * @param key          stands for this reservation in all looks: equal to itself, and to nothing else.
     * @param variable     which one, for people.
     * @param holder       number of the host that has reserved it.
     * @param owner        host and thread that have reserved it, for people.
     * @param waitingHosts host of each read that waits for it, none if nobody does.
     */
    void addReservation(Object key, String variable, int holder, String owner, List<Integer> waitingHosts);
}
