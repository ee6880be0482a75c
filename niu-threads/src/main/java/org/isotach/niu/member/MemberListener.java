/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.MemberLostException;
import org.isotach.OtherMemberLostException;
import org.isotach.niu.link.HostExit;

/**
 * Told by the owner of the trunks what becomes of members; never throws.
 */
public interface MemberListener extends HostExit
{
    /**
     * Another member is lost, and still in.
     *
     * @param reason names it.
     */
    void memberLost(OtherMemberLostException reason);

    /**
     * The hosts of another member leave: nobody sends to them, or waits for them, any more.
     *
     * @param member its number.
     */
    void memberLeaves(int member);

    /**
     * Another member is out, and its hosts have got their last isochrons.
     *
     * @param member its number.
     */
    void memberLeft(int member);

    /**
     * This member takes part no more.
     *
     * @param reason what has happened, and what to do.
     */
    void lost(MemberLostException reason);
}
