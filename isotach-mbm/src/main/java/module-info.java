/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Messages, signals and barriers in the order of isochrons, and messages outside that order.
 */
module org.isotach.mbm
{
    requires transitive org.isotach.niu;

    exports org.isotach.mbm;
}
