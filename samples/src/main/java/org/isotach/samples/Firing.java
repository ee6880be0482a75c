/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * A rule with the facts that it matches: it retracts both, and asserts others.
 *
 * @param seeking the application.
 * @param holder  the fact that says who has the post, or that it is vacant.
 */
record Firing(Fact seeking, Fact holder)
{
}
