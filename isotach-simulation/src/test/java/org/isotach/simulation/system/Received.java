/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.mbm.Delivery;

/**
 * A message, signal or completion that a host has received.
 *
 * @param kind    of the delivery.
 * @param pulse   of the delivery.
 * @param sender  of a message.
 * @param id      isochron of a message, or number of a completion.
 * @param place   of a message in its isochron, or the channel.
 */
record Received(Delivery.Kind kind, long pulse, int sender, int id, int place)
{
}
