/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

/**
 * The run of a host in which an application thread has issued isochrons, or may still issue some, behind what is in the
 * send ring. Written by the owner of the host; any thread may ask.
 */
public final class OpenRun
{
    // Volatile: whoever finds a run finds what was appended before it was sealed, see Run.
    private volatile Run run;

    /**
     * The run, null for none.
     */
    public Run get()
    {
        return run;
    }

    /**
     * For the owner of the host.
     *
     * @param next the run, null for none.
     */
    public void set(final Run next)
    {
        run = next;
    }

    /**
     * Is there anything in the run that is in no frame yet?
     */
    public boolean isBehind()
    {
        final Run open = run;
        return null != open && open.isBehind();
    }

    /**
     * Nothing is to be issued any more: sees to it that the application thread of the run notices.
     */
    public void seal()
    {
        final Run open = run;
        if (null != open)
        {
            open.seal();
        }
    }
}
