/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * The invariants of a run, checked after each step or at its end. It owns the rule that the first violation, or the
 * first error that a cluster reports, ends the run.
 */
final class Invariants
{
    private record NamedInvariant(String name, Invariant invariant)
    {
    }

    private final List<NamedInvariant> always = new ArrayList<>();
    private final List<NamedInvariant> atEnd = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();

    // Null until it is thrown. It passes through whatever waits inside a step or an invariant, and may be caught there.
    private Violation first;

    void always(final String name, final Invariant invariant)
    {
        always.add(new NamedInvariant(name, invariant));
    }

    void atEnd(final String name, final Invariant invariant)
    {
        atEnd.add(new NamedInvariant(name, invariant));
    }

    /**
     * The error handler of the clusters.
     */
    void report(final Throwable error)
    {
        errors.add(error);
    }

    /**
     * Remembers a violation.
     *
     * @return the first one of the run, to be thrown.
     */
    Violation first(final Violation violation)
    {
        if (null == first)
        {
            first = violation;
        }
        return first;
    }

    /**
     * Returns the first violation, null if there is none.
     */
    Violation violation()
    {
        return first;
    }

    /**
     * @throws Violation if one has been thrown.
     */
    void checkNotViolated()
    {
        if (null != first)
        {
            throw first;
        }
    }

    /**
     * @throws Violation if an invariant of every step does not hold.
     */
    void checkStep()
    {
        checkErrors();
        if (!always.isEmpty())
        {
            check(always);
        }
    }

    /**
     * @throws Violation if an invariant of the end does not hold.
     */
    void checkEnd()
    {
        check(atEnd);
    }

    /**
     * @throws Violation if one has been thrown, or when a cluster has reported an error.
     */
    void checkErrors()
    {
        checkNotViolated();
        if (!errors.isEmpty())
        {
            throw first(new Violation(
                Violation.NO_ERRORS, "reported to the error handler: " + errors.get(0), errors.get(0)));
        }
    }

    private void check(final List<NamedInvariant> invariants)
    {
        for (final NamedInvariant named : invariants)
        {
            final String violation;
            try
            {
                violation = named.invariant.violation();
            }
            catch (final Violation ex)
            {
                throw first(ex);
            }
            catch (final Throwable ex)
            {
                throw first(new Violation(named.name, "could not be checked: " + ex, ex));
            }
            if (null != violation)
            {
                throw first(new Violation(named.name, violation, null));
            }
        }
    }
}
