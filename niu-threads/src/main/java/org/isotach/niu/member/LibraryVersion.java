/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/**
 * The version of this library, which members compare. It lies beside this class and not in a manifest, because classes
 * of several jars may have been put into one.
 */
public final class LibraryVersion
{
    private static final String UNKNOWN = "unknown";

    private LibraryVersion()
    {
    }

    /**
     * Returns the version, as the build knows it.
     */
    public static String get()
    {
        try (InputStream in = LibraryVersion.class.getResourceAsStream("version.properties"))
        {
            if (null == in)
            {
                return UNKNOWN;
            }
            final Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version", UNKNOWN);
        }
        catch (final IOException ex)
        {
            // Members of which one cannot read its own jar would differ: then that one says so.
            return UNKNOWN;
        }
    }
}
