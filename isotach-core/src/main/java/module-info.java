/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Isochrons, topologies, page maps, memory outside the heap, and configuration files. It starts no threads.
 */
module org.isotach.core
{
    // UnsafeAccess finds sun.misc.Unsafe by name, so no compiler detects the dependency. Without it the JVM leaves the
    // module out, and the library is slower.
    requires jdk.unsupported;

    exports org.isotach;
    exports org.isotach.config;
    exports org.isotach.memory;
}
