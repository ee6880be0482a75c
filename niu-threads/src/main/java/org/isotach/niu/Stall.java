/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.time.Duration;

import org.isotach.niu.spi.Unit;

/**
 * A host that holds others up, see {@link Cluster#stalls()}.
 *
 * @param host        number of the host that holds others up.
 * @param unit        part of that host: the name of a unit, see {@link Unit#unitName()}, or of a part of a model, a
 *                    memory port for example.
 * @param pulse       logical time at that host.
 * @param duration    how long nothing has changed, as far as a waiting thread has seen; 0 if none has.
 * @param description the work that is held up, and the hosts that wait for it.
 */
public record Stall(int host, String unit, long pulse, Duration duration, String description)
{
    @Override
    public String toString()
    {
        return description + (duration.isZero() ? "" : ", for " + duration.toMillis() + " ms");
    }
}
