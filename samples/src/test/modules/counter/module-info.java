/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
module counter
{
    requires org.isotach.actions;
    requires org.isotach.mbm;
    requires org.isotach.smm;
}
