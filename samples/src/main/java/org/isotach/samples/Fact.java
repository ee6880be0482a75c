/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * A fact of the working memory.
 *
 * @param kind      of the fact.
 * @param applicant the applicant, {@link #NOBODY} for a vacancy.
 * @param choice    position of the post in the list of the applicant; 0 for a vacancy.
 * @param post      the post, -1 for an applicant who seeks one.
 */
record Fact(Kind kind, int applicant, int choice, int post)
{
    static final int NOBODY = -1;

    /**
     * The kinds of facts.
     */
    enum Kind
    {
        /**
         * The applicant has no post, and will apply for that choice next.
         */
        SEEKING,

        /**
         * The post is vacant.
         */
        VACANT,

        /**
         * The applicant has the post; it is that choice of the applicant.
         */
        HIRED
    }

    static Fact seeking(final int applicant, final int choice)
    {
        return new Fact(Kind.SEEKING, applicant, choice, -1);
    }

    static Fact vacant(final int post)
    {
        return new Fact(Kind.VACANT, NOBODY, 0, post);
    }

    static Fact hired(final int applicant, final int choice, final int post)
    {
        return new Fact(Kind.HIRED, applicant, choice, post);
    }
}
