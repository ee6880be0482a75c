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
     * @param refusal called once, by this method or later by {@link #work}, if that is impossible.
     */
    void request(int host, Refusal refusal);

    /**
     * Goes on with what was asked for.
     *
     * @return amount of work that was done.
     */
    int work();

    /**
     * Answers whoever has asked.
     */
    interface Refusal
    {
        /**
         * The host is not expelled.
         *
         * @param isClosing true if the cluster is closing; false if no other host would be left here.
         */
        void refuse(boolean isClosing);
    }
}
