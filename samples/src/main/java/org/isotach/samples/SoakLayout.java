/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.isotach.PageMap;

/**
 * The places of the variables of a round, one to a page: first one with each possible copyset, which are always equal,
 * then groups of accounts, of which at least two hosts hold copies, so that none is lost.
 */
final class SoakLayout
{
    static final int ACCOUNTS = 4;

    private final int hosts;
    private final int equals;
    private final PageMap pages;

    SoakLayout(final SoakSettings settings)
    {
        hosts = settings.hosts();
        equals = (1 << hosts) - 1;
        final SplittableRandom random = new SplittableRandom(settings.seed());
        final PageMap.Builder builder = PageMap.builder().pageSize(1);
        for (int variable = 0; variable < equals; variable++)
        {
            builder.page(variable, hostsOf(variable + 1));
        }
        for (int group = 0; group < groups(); group++)
        {
            for (int account = 0; account < ACCOUNTS; account++)
            {
                final int copyset = 1 << group | 1 << (group + 1) % hosts | random.nextInt(1 << hosts);
                builder.page(account(group, account), hostsOf(copyset));
            }
        }
        pages = builder.build();
    }

    PageMap pages()
    {
        return pages;
    }

    /**
     * Variables that are always equal: 0 .. equals - 1.
     */
    int equals()
    {
        return equals;
    }

    /**
     * Groups of accounts.
     */
    int groups()
    {
        return hosts;
    }

    int account(final int group, final int account)
    {
        return equals + group * ACCOUNTS + account;
    }

    private static int[] hostsOf(final int copyset)
    {
        return IntStream.range(0, Integer.SIZE).filter(host -> 0 != (copyset >> host & 1)).toArray();
    }
}
