/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The parts of a diagram that are not Java code.
 */
final class DiagramResource
{
    private DiagramResource()
    {
    }

    /**
     * Style of pictures.
     */
    static String diagramStyle()
    {
        return text("diagram.css");
    }

    /**
     * Additional style of pages.
     */
    static String pageStyle()
    {
        return text("page.css");
    }

    /**
     * Script of pages.
     */
    static String pageScript()
    {
        return text("page.js");
    }

    private static String text(final String name)
    {
        try (InputStream in = DiagramResource.class.getResourceAsStream(name))
        {
            if (null == in)
            {
                throw new IllegalStateException(name + " is missing beside " + DiagramResource.class.getName() +
                    " (expected: in the same jar)");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
