/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * The layouts of the records between members of a cluster. All words are little-endian, and at multiples of 8.
 * <pre>
 * FRAME    0 type, 4 sender | 8 length, 12 flags | 16 timestamp | 24 issue | 32 number | 40.. receivers, a bit each
 *          | with a token: promised pulse | wanted pulse | for each member: position on the trunk to it so far
 *          | operations
 * TOKEN    0 type, 4 count | 8 promised pulse | 16 wanted pulse
 *          | 24.. for each member: position on the trunk to it so far | for each link: as CREDITS
 * CREDITS  0 type, 4 count | for each link: sender, receiver | executed | consumed
 * REPLY    0 type, 4 issuer | 8 family, 12 place | 16 value
 * HELLO    0 type, 4 member | 8 hash of what all members must have in common, 7 bytes, 15 {@link #FORMAT}
 * SET_UP   0 type | 8 length of what is set up, or all must have, 12 length of its value | 16 both, in UTF-8
 * READY    0 type, 4 member | 8 what it has drawn for the number of the launch
 * LAUNCH   0 type | 8.. for each member: what it has drawn
 * DIFFERS  0 type, 4 number of records SET_UP that follow | 8 nothing
 * NOTICE   0 type, 4 sender | 8 pulse | 16 notice | 24 number, counted with frames
 * TAKEN    0 type, 4 sender | 8 sequence of the last notice that is taken
 * CLOSED   0 type, 4 member | 8 nothing
 * VIEW     0 type | 8 number, 12 members, a bit each | 16 members that follow, a bit each
 *          | for each of them: pulse heard from it, view in which that was decided
 *          | for each member: position on the trunk to it by then
 * LEFT     0 type | 8 nothing
 * START    0 type, 4 host | 8 word that it begins with
 * DATA     0 type, 4 sender | 8 receiver, 12 length, -1 for padding | 16 position at the sender | bytes
 * GIVEN    0 type, 4 sender | 8 receiver | 16 position up to which the receiver has given memory back
 * COUNT    0 type, 4 host | 8 its counter
 * EXPEL    0 type, 4 host | 8 number of the request
 * NOT_EXPELLED  as EXPEL, of the request that is refused; the number is negative if the member is closing
 * </pre>
 */
public final class TrunkRecord
{
    /**
     * Number of these layouts, and of what the records mean, at most 127. It goes up when one of them changes, so that
     * members of two builds do not misread each other. HELLO has it, at the same place in all of them.
     */
    public static final int FORMAT = 2;

    /**
     * An isochron of one host for some hosts of a member.
     */
    public static final int FRAME = 1;

    /**
     * A promise, and what is wanted.
     */
    public static final int TOKEN = 2;

    /**
     * What was executed, and given back, on links from the other member.
     */
    public static final int CREDITS = 3;

    /**
     * A result of an operation.
     */
    public static final int REPLY = 4;

    /**
     * The first record: a member was launched.
     */
    public static final int HELLO = 5;

    /**
     * A member has all its models.
     */
    public static final int READY = 6;

    /**
     * A member needs nothing from the others any more.
     */
    public static final int CLOSED = 7;

    /**
     * A host tells all hosts that listen.
     */
    public static final int NOTICE = 8;

    /**
     * How far all that listen have taken the notices of a host.
     */
    public static final int TAKEN = 9;

    /**
     * How far the members that a view puts out were heard. From one that the view has put out itself: that it is so.
     */
    public static final int VIEW = 10;

    /**
     * A member takes part no more, though it knows no view that puts it out.
     */
    public static final int LEFT = 11;

    /**
     * How a model is set up; between HELLO and READY. Behind DIFFERS, something that all must have in common.
     */
    public static final int SET_UP = 12;

    /**
     * What a host begins with: between HELLO and READY.
     */
    public static final int START = 13;

    /**
     * Data from one host to another one, outside of logical time.
     */
    public static final int DATA = 14;

    /**
     * How much of these data the receiver does not need any more.
     */
    public static final int GIVEN_BACK = 15;

    /**
     * A counter of a host, behind its data.
     */
    public static final int COUNT = 16;

    /**
     * A member asks the member of a host to expel it.
     */
    public static final int EXPEL = 17;

    /**
     * That member does not.
     */
    public static final int NOT_EXPELLED = 18;

    /**
     * Some other member has said HELLO with another hash; what this one has follows.
     */
    public static final int DIFFERS = 19;

    /**
     * What all members have drawn, from one that has heard READY from all others. Promises come behind it.
     */
    public static final int LAUNCH = 20;

    public static final int TYPE = 0;
    public static final int FIRST = Integer.BYTES;
    public static final int SECOND = Long.BYTES;
    public static final int THIRD = 2 * Long.BYTES;
    public static final int FOURTH = 3 * Long.BYTES;

    /**
     * Length of a record without operations, bits, or credits.
     */
    public static final int SHORT_LENGTH = 4 * Long.BYTES;

    /**
     * Length of a record of data in front of the bytes.
     */
    public static final int DATA_HEADER_LENGTH = FOURTH;

    /**
     * Length of what is said of one link.
     */
    public static final int CREDIT_LENGTH = 3 * Long.BYTES;

    static final int LENGTH = SECOND;
    static final int FLAGS = SECOND + Integer.BYTES;
    static final int TIMESTAMP = THIRD;
    static final int ISSUE = FOURTH;
    static final int NUMBER = 4 * Long.BYTES;
    static final int RECEIVERS = 5 * Long.BYTES;

    /**
     * Index of the wanted pulse, from the start of the token that a frame carries.
     */
    public static final int TOKEN_WANTED = Long.BYTES;

    /**
     * Index of the first position, from the start of the token that a frame carries.
     */
    public static final int TOKEN_POSITIONS = 2 * Long.BYTES;

    static final int FOR_APPLICATIONS = 1;
    static final int WITH_TOKEN = 2;
    static final int LAST_OF_HOST = 4;

    private TrunkRecord()
    {
    }

    /**
     * Returns the length of the token that a frame may carry behind what {@link #frameHeaderLength} says.
     *
     * @param members number of members.
     */
    public static int tokenLength(final int members)
    {
        return TOKEN_POSITIONS + members * Long.BYTES;
    }

    /**
     * Returns the length of a frame in front of its operations, and of the token that it may carry.
     *
     * @param hosts number of hosts of the member that receives.
     */
    public static int frameHeaderLength(final int hosts)
    {
        return RECEIVERS + (hosts + Long.SIZE - 1) / Long.SIZE * Long.BYTES;
    }
}
