/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

/**
 * The two priorities of packets. Each has queues of its own (Hoe, FUNet, section 3), so replies get through however
 * many requests wait, and a receiver takes them first.
 */
public enum Priority
{
    /**
     * The low one: packets that may have to wait for replies.
     */
    REQUEST,

    /**
     * The high one: packets whose handlers wait for nothing.
     */
    REPLY;

    static final int COUNT = 2;
}
