/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * A fact of the working memory.
 *
 * @param kind      of the fact.
 * @param applicant it is about, {@link #NOBODY} for a vacancy.
 * @param choice    how far down the own list the applicant has got; 0 for a vacancy.
 * @param post      it is about, -1 for an applicant who seeks one.
 */
record Fact(Kind kind, int applicant, int choice, int post)
{
    static final int NOBODY = -1;

    /**
     * What a fact says.
     */
    enum Kind
    {
        /**
         * The applicant has no post, and will apply for that choice next.
         */
        SEEKING,

        /**
         * Nobody has the post.
         */
        VACANT,

        /**
         * The applicant has the post, which is that choice.
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
