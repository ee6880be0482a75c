/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Variables with names and types, and atomic actions on them.
 */
module org.isotach.actions
{
    requires transitive org.isotach.smm;
    requires org.isotach.mbm;

    exports org.isotach.actions;
}
