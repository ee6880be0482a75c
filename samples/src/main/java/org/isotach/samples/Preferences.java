/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.SplittableRandom;

/**
 * Applicants and posts, as many of each, each with an order of preference of all of the other kind.
 */
final class Preferences
{
    private final int[][] posts;
    private final int[][] ranks;

    /**
     * @param posts      posts[a] are the posts in the order in which applicant a prefers them.
     * @param applicants applicants[p] are the applicants in the order in which post p prefers them.
     */
    Preferences(final int[][] posts, final int[][] applicants)
    {
        this.posts = posts.clone();
        ranks = new int[applicants.length][applicants.length];
        for (int post = 0; post < applicants.length; post++)
        {
            for (int rank = 0; rank < applicants.length; rank++)
            {
                ranks[post][applicants[post][rank]] = rank;
            }
        }
    }

    static Preferences random(final int size, final long seed)
    {
        final SplittableRandom random = new SplittableRandom(seed);
        final int[][] posts = new int[size][];
        final int[][] applicants = new int[size][];
        for (int i = 0; i < size; i++)
        {
            posts[i] = permutation(size, random);
            applicants[i] = permutation(size, random);
        }
        return new Preferences(posts, applicants);
    }

    int size()
    {
        return posts.length;
    }

    /**
     * Returns the post of an applicant's choice.
     *
     * @param choice 0 for the one that the applicant prefers to all others.
     */
    int post(final int applicant, final int choice)
    {
        return posts[applicant][choice];
    }

    boolean prefers(final int post, final int applicant, final int otherApplicant)
    {
        return ranks[post][applicant] < ranks[post][otherApplicant];
    }

    /**
     * Returns a pair that would rather have each other than their partners; null if there is none: then the matching is
     * stable.
     *
     * @param choices choices[a] is the choice that applicant a has got; each post is that of one applicant.
     */
    String blockingPair(final int[] choices)
    {
        final int[] holders = new int[choices.length];
        for (int applicant = 0; applicant < choices.length; applicant++)
        {
            holders[post(applicant, choices[applicant])] = applicant;
        }
        for (int applicant = 0; applicant < choices.length; applicant++)
        {
            for (int choice = 0; choice < choices[applicant]; choice++)
            {
                final int post = post(applicant, choice);
                if (prefers(post, applicant, holders[post]))
                {
                    return "applicant " + applicant + " and post " + post;
                }
            }
        }
        return null;
    }

    private static int[] permutation(final int size, final SplittableRandom random)
    {
        final int[] permutation = new int[size];
        for (int i = 0; i < size; i++)
        {
            final int j = random.nextInt(i + 1);
            permutation[i] = permutation[j];
            permutation[j] = i;
        }
        return permutation;
    }
}
