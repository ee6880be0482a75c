/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.niu.Host;

/**
 * What all ports of a program share.
 *
 * @param context    its settings.
 * @param key        of its packets.
 * @param hosts      of the cluster.
 * @param turns      decide which thread uses a port, by host.
 * @param regions    memory for transfers, by host.
 * @param requests   handlers of requests.
 * @param replies    handlers of replies.
 * @param failures   handlers of failures.
 * @param hasFaults  true if links have faults.
 */
record Program(
    AmContext context,
    long key,
    Host[] hosts,
    PortTurn[] turns,
    Regions[] regions,
    HandlerTable<RequestHandler> requests,
    HandlerTable<ReplyHandler> replies,
    FailureTable failures,
    boolean hasFaults)
{
}
