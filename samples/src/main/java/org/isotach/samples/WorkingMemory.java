/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Working memory and rules of a forward chaining system that finds a stable matching (D. Gale, L. S. Shapley, College
 * Admissions and the Stability of Marriage, 1962).
 * <ul>
 * <li>vacant: SEEKING(a, c), VACANT(p), p is choice c of a -> HIRED(a, c, p)</li>
 * <li>replace: SEEKING(a, c), HIRED(b, d, p), p prefers a to b -> HIRED(a, c, p), SEEKING(b, d + 1)</li>
 * <li>reject: SEEKING(a, c), HIRED(b, d, p), p prefers b to a -> HIRED(b, d, p), SEEKING(a, c + 1)</li>
 * </ul>
 * Each firing retracts the two facts that it matches. Firings conflict: two applicants may match the same vacancy. In
 * whatever order they fire, the result is the same: the matching that is best for all applicants at once; so is the
 * number of firings.
 */
final class WorkingMemory
{
    private final Preferences preferences;
    private final Map<Integer, Fact> seeking = new TreeMap<>();
    private final Map<Integer, Fact> holders = new HashMap<>();
    private int firings;

    WorkingMemory(final Preferences preferences)
    {
        this.preferences = preferences;
        for (int i = 0; i < preferences.size(); i++)
        {
            seeking.put(i, Fact.seeking(i, 0));
            holders.put(i, Fact.vacant(i));
        }
    }

    /**
     * Is there no rule left that could fire?
     */
    boolean isDone()
    {
        return seeking.isEmpty();
    }

    /**
     * Returns the rule that matches the application of an applicant, null if there is none.
     */
    Firing match(final int applicant)
    {
        final Fact fact = seeking.get(applicant);
        return null == fact ? null : new Firing(fact, holders.get(post(fact)));
    }

    /**
     * Returns the fact of an applicant who seeks a post; there must be one.
     */
    int anySeeking()
    {
        return seeking.keySet().iterator().next();
    }

    /**
     * Fires a rule if the facts that it matched are still there.
     *
     * @return false if one of them has been retracted: nothing is done.
     */
    boolean fire(final Firing firing)
    {
        final Fact application = firing.seeking();
        final int applicant = application.applicant();
        final int post = post(application);
        if (!application.equals(seeking.get(applicant)) || !firing.holder().equals(holders.get(post)))
        {
            return false;
        }
        final Fact holder = firing.holder();
        seeking.remove(applicant);
        if (Fact.Kind.VACANT == holder.kind() || preferences.prefers(post, applicant, holder.applicant()))
        {
            holders.put(post, Fact.hired(applicant, application.choice(), post));
            if (Fact.Kind.HIRED == holder.kind())
            {
                seeking.put(holder.applicant(), Fact.seeking(holder.applicant(), holder.choice() + 1));
            }
        }
        else
        {
            seeking.put(applicant, Fact.seeking(applicant, application.choice() + 1));
        }
        firings++;
        return true;
    }

    int firings()
    {
        return firings;
    }

    /**
     * Returns the holders of the posts.
     */
    Set<String> result()
    {
        final Set<String> result = new TreeSet<>();
        holders.values().forEach(fact -> result.add(fact.toString()));
        seeking.values().forEach(fact -> result.add(fact.toString()));
        return result;
    }

    /**
     * Returns the choice that each applicant has got, when no rule can fire any more.
     */
    int[] choices()
    {
        final int[] choices = new int[preferences.size()];
        holders.values().forEach(hired -> choices[hired.applicant()] = hired.choice());
        return choices;
    }

    private int post(final Fact application)
    {
        return preferences.post(application.applicant(), application.choice());
    }
}
