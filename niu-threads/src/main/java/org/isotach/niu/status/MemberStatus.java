/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

/**
 * The state of another member of the cluster, as this one knows it.
 *
 * @param name   its name.
 * @param pulse  logical time up to which it has promised to send nothing.
 * @param leftIn pulse in which its hosts were expelled with it; -1 if it is in.
 * @param stall  why it holds others up at this moment; null if it does not.
 */
public record MemberStatus(String name, long pulse, long leftIn, String stall)
{
    /**
     * Returns whether there is something to say of it.
     *
     * @return true if it is out, or holds others up.
     */
    public boolean isRemarkable()
    {
        return leftIn >= 0 || null != stall;
    }

    @Override
    public String toString()
    {
        return "member " + name + ": pulse " + pulse + (leftIn >= 0 ? ", expelled in pulse " + leftIn : "") +
            (null == stall ? "" : "; " + stall);
    }
}
