/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * Takes messages that another device hands over.
 */
interface Intake
{
    /**
     * Takes a message.
     *
     * @return false if nothing was done.
     */
    boolean tryTake(HandedMessage message);
}
