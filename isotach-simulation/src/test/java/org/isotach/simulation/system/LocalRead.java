/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.Arrays;

/**
 * Variables that a program has read at its host without an isochron.
 *
 * @param host       of the program.
 * @param executed   isochrons that the host had executed.
 * @param lastIssued isochron that the program had issued last, null if none.
 * @param addresses  of the variables.
 * @param values     that were read.
 */
record LocalRead(int host, int executed, Issued lastIssued, int[] addresses, long[] values)
{
    @Override
    public String toString()
    {
        return "host " + host + " has read variables " + Arrays.toString(addresses) + " as " + Arrays.toString(values) +
            " when it had executed " + executed + " isochrons";
    }
}
