/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.Map;
import java.util.TreeMap;

import org.isotach.benchmarks.LaterJdk;

/**
 * The unit of a measurement: one benchmark with one value of each of its parameters.
 *
 * @param benchmark regular expression that finds exactly one benchmark.
 * @param params    all its parameters.
 * @param threads   threads that run it; 0 for as many as it declares.
 * @param laterJdk  what it needs another JDK for; null if it runs on any.
 */
record Configuration(String benchmark, Map<String, String> params, int threads, LaterJdk laterJdk)
{
    Configuration
    {
        params = new TreeMap<>(params);
    }

    Configuration with(final String param, final String value)
    {
        final Map<String, String> all = new TreeMap<>(params);
        all.put(param, value);
        return new Configuration(benchmark, all, threads, laterJdk);
    }
}
