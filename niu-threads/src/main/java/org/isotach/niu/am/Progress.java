/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * Which thread runs the handlers for what arrives at a host.
 */
public enum Progress
{
    /**
     * The thread that calls the port: a program that computes for long polls now and then.
     */
    CALLER,

    /**
     * A thread of the cluster, one for each host, in any threading mode. It is asleep while nothing arrives. Calls of
     * the port run handlers, too, but never two at the same time. So a host answers whatever its own threads do.
     */
    CLUSTER
}
