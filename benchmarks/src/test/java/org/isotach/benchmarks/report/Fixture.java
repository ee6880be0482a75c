/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.io.IOException;
import java.io.InputStream;

import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Results that nobody has measured.
 */
final class Fixture
{
    private Fixture()
    {
    }

    static Results results()
    {
        try (InputStream in = Fixture.class.getResourceAsStream("results.json"))
        {
            return new ObjectMapper().readValue(in, Results.class);
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
    }
}
