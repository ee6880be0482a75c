/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

import org.isotach.PageMap;

/**
 * Variables with as many different copysets as is sensible, one variable to a page: the address of a variable is the
 * number of its page.
 */
final class Copysets
{
    static final int MOST_HOSTS_FOR_ALL = 8;
    static final int RANDOM_COPYSETS = 64;

    private Copysets()
    {
    }

    static PageMap of(final int hosts, final long seed)
    {
        return hosts <= MOST_HOSTS_FOR_ALL ? PageMap.allCopysets(hosts, 1) : random(hosts, seed);
    }

    private static PageMap random(final int hosts, final long seed)
    {
        final SplittableRandom random = new SplittableRandom(seed);
        final PageMap.Builder builder = PageMap.builder().pageSize(1);
        final Set<BitSet> copysets = new HashSet<>();
        while (copysets.size() < RANDOM_COPYSETS)
        {
            final BitSet copyset = new BitSet();
            // Small and large copysets alike; with a probability of a half for each host, all would have about the same
            // size.
            for (int draws = 1 + random.nextInt(hosts); draws > 0; draws--)
            {
                copyset.set(random.nextInt(hosts));
            }
            if (copysets.add(copyset))
            {
                builder.page(copysets.size() - 1, copyset.stream().toArray());
            }
        }
        return builder.build();
    }
}
