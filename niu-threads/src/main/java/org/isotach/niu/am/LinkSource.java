/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.niu.link.PacketLink;

/**
 * Makes the links between hosts.
 */
@FunctionalInterface
interface LinkSource
{
    /**
     * @param capacity memory for packets on their way in bytes, a power of two.
     */
    PacketLink newLink(int sender, int receiver, int capacity);
}
