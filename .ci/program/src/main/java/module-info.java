/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * A program of a user.
 */
module bank
{
    requires org.isotach.actions;
}
