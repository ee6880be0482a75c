/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

/**
 * Expels hosts of this member that other members ask for. Called by the owner of the trunks; never waits or throws.
 */
public interface HostExpeller
{
    /**
     * Another member asks for a host of this one to be expelled.
     *
     * @param refusal called by {@link #work}, once, if that turns out to be impossible later.
     * @return false if that will not happen: no other host would be left here, or the cluster is closing.
     */
    boolean request(int host, Runnable refusal);

    /**
     * Goes on with what was asked for.
     *
     * @return amount of work that was done.
     */
    int work();
}
