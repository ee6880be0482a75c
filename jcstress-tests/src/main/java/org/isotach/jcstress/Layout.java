/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.isotach.PageMap;

/**
 * Where the variables of a test have their copies.
 */
enum Layout
{
    /**
     * Every variable on every host: reads are local, and execute at once when nothing is pending.
     */
    REPLICATED
    {
        @Override
        PageMap pageMap(final int hosts, final int variables, final int pageSize)
        {
            return PageMap.builder().pageSize(pageSize).everywhere(0, variables - 1).build();
        }
    },

    /**
     * Variable v on host v modulo the number of hosts and nowhere else: reads and writes of the others are remote.
     */
    DISJOINT
    {
        @Override
        PageMap pageMap(final int hosts, final int variables, final int pageSize)
        {
            final PageMap.Builder builder = PageMap.builder().pageSize(pageSize);
            for (int variable = 0; variable < variables; variable++)
            {
                builder.page(variable, variable % hosts);
            }
            return builder.build();
        }
    },

    /**
     * Every variable on the last host and nowhere else: isochrons of that host are purely local, and execute at once
     * when nothing is pending; those of the others are remote.
     */
    LAST
    {
        @Override
        PageMap pageMap(final int hosts, final int variables, final int pageSize)
        {
            final PageMap.Builder builder = PageMap.builder().pageSize(pageSize);
            for (int variable = 0; variable < variables; variable++)
            {
                builder.page(variable, hosts - 1);
            }
            return builder.build();
        }
    };

    /**
     * A map with one page for each variable.
     */
    abstract PageMap pageMap(int hosts, int variables, int pageSize);
}
